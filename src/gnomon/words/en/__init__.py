"""English."""

from .decisions import DECISIONS
from .findings import FINDINGS
from .reasons import INTERVALS, NOTES, VALUES
from .regression import REGRESSION
from .scorecards import SCORECARDS
from .segmentation import SEGMENTATION
from .stability import STABILITY
from .statistics import STATISTICS

TEMPLATES: dict[str, str] = (
    VALUES | INTERVALS | NOTES | FINDINGS | REGRESSION | STATISTICS | DECISIONS | STABILITY | SCORECARDS | SEGMENTATION
)
