"""gnomon: model-evaluation metrics, exact, fast, mergeable, and explained.

>>> import gnomon as gn
>>> gn.roc_auc([0, 1, 1, 0, 0, 1, 1], [0.3, 0.5, 0.5, 0.5, 0.5, 0.7, 0.8])
0.8333333333333334

Metric functions are made from the catalogue when they are first asked for, so that importing gnomon costs little more than
importing NumPy.
"""

from importlib import import_module
from typing import Any

from .errors import DroppedRowsWarning, InputError, UndefinedMetricError, UndefinedMetricWarning

__version__ = "0.1.0"

_HERE = ["DroppedRowsWarning", "InputError", "UndefinedMetricError", "UndefinedMetricWarning"]
_PARTS = ["catalog", "plots", "samples"]
_INFERENCE = ["Comparison", "Interval", "SampleSize", "ThresholdChoice", "interval", "sample_size", "threshold_choice"]
_SUMMARIES = [
    "Amounts",
    "Bins",
    "BoundaryCounts",
    "ClassRanks",
    "Contingency",
    "Counts",
    "Density",
    "Joint",
    "LabelRanks",
    "LabelSets",
    "Layout",
    "Matches",
    "Moments",
    "PanopticCounts",
    "Points",
    "Ranges",
    "Ranked",
    "Ratings",
    "Recommended",
    "ScaledErrors",
    "Scatter",
    "SegmentationCounts",
    "SentenceSums",
    "SpanCounts",
    "SpanErrors",
    "Spread",
    "Sweep",
    "Sweeps",
    "segmentation_counts",
]
_STATISTICS = [
    *("CorrelationTest", "DieboldMarianoTest", "KsTest", "MannWhitneyTest", "ResampledTest", "TTest", "correlation_test"),
    *("corrected_resampled_t", "diebold_mariano", "ks_2samp", "mann_whitney", "t_test", "t_test_from_summaries"),
]
_DECISIONS = ["Ceiling", "Cutoff", "CutoffTable", "SwapSet", "ceiling", "cutoff_table", "swap_set"]
_SCORECARDS = [
    "Binning",
    "Card",
    "Characteristic",
    "ChiSquare",
    "GradeTests",
    "PsiColumns",
    "PsiTable",
    "Scaling",
    "Scorecard",
    "SegmentedCard",
    "Stability",
    "WoeTable",
    "chi_square",
    "cramers_v",
    "grade_tests",
    "hellinger",
    "herfindahl",
    "information_value",
    "jensen_shannon",
    "psi",
    "psi_table",
    "stability",
    "woe_table",
]
_EVALUATION = ["Evaluation", "compare", "evaluate"]
_GROUPS = ["group_ptr", "group_sizes"]
_VISION = ["Detections", "box_iou", "ciou", "diou", "giou"]
_MATRIX = ["Correlations", "correlations"]
_TEXTS = ["distinct_n", "self_bleu"]
_TRANSCRIPTS = ["TranscriptAlignment", "transcript_alignment"]
_DETECTION = ["DetectionMap", "detection_map"]
_SCORERS = ["scorer"]
_WITHIN = {
    "explain": "catalog",
    "evaluate_runs": "tasks.lists.runs",
    **dict.fromkeys(_GROUPS, "inputs.sizes"),
    **dict.fromkeys(_MATRIX, "metrics.correlation_matrix"),
    **dict.fromkeys(_TRANSCRIPTS, "metrics.transcript_alignment"),
    **dict.fromkeys(_DETECTION, "metrics.detection_map"),
    **dict.fromkeys(_SCORERS, "compat.scorer"),
    **dict.fromkeys(_TEXTS, "texts.varied"),
    **dict.fromkeys(_SUMMARIES, "summary"),
    **dict.fromkeys(_DECISIONS, "decisions"),
    **dict.fromkeys(_EVALUATION, "evaluation"),
    **dict.fromkeys(_INFERENCE, "inference"),
    **dict.fromkeys(_STATISTICS, "statistics"),
    **dict.fromkeys(_SCORECARDS, "scorecards"),
    **dict.fromkeys(_VISION, "vision"),
}


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module(f".{name}", __name__)
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'gnomon' has no attribute {name!r}")
    if name in _WITHIN:
        value = getattr(import_module(f".{_WITHIN[name]}", __name__), name)
    else:
        public = import_module(".public", __name__)
        if name == "__all__":
            return sorted({*_HERE, *_PARTS, *_WITHIN, *public.names(), *public.results()})
        value = public.named(name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__getattr__("__all__"), *(name for name in globals() if name.startswith("__"))})
