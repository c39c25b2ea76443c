"""English."""

from .findings import FINDINGS
from .reasons import INTERVALS, NOTES, VALUES

TEMPLATES: dict[str, str] = VALUES | INTERVALS | NOTES | FINDINGS
