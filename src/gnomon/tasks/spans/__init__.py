"""Tagged sentences: entities found in them, and the types that they are taken for."""

from ...summary import SpanCounts, SpanErrors, WorstSentences
from ...texts.span_cells import TAGGED
from .aspect import SpansAspect
from .errors import SpanErrorsAspect
from .options import OPTIONS
from .task import SpansTask
from .worst import WorstSpansAspect

FACTS = ("entities", "types", "scheme", "type_lines")
ASPECTS = (
    SpansAspect("spans", SpanCounts, facts=FACTS, cells=TAGGED, options=OPTIONS),
    SpanErrorsAspect("span_errors", SpanErrors),
    WorstSpansAspect("worst_spans", WorstSentences, facts=("first_row",), of="spans"),
)
TASKS = (SpansTask("spans", ("spans", "span_errors", "worst_spans"), ("entities", "entities"), lists=True),)
