"""Chinese."""

from .decisions import DECISIONS
from .detection import DETECTION
from .detection_findings import DETECTION_FINDINGS
from .findings import FINDINGS
from .reasons import INTERVALS, NOTES, VALUES
from .regression import REGRESSION
from .scorecards import SCORECARDS
from .segmentation import SEGMENTATION
from .stability import STABILITY
from .statistics import STATISTICS
from .vision import VISION

TEMPLATES: dict[str, str] = VALUES | INTERVALS | NOTES | FINDINGS | REGRESSION | STATISTICS | DECISIONS | STABILITY | SCORECARDS | VISION
TEMPLATES |= DETECTION
TEMPLATES |= SEGMENTATION
TEMPLATES |= DETECTION_FINDINGS
