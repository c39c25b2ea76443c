"""What is kept of one model on some rows: the summaries that its metrics are computed from."""

from typing import NamedTuple

from ..summary import Counts, Ranked, Sweep, Sweeps


class Held(NamedTuple):
    """What is kept of one model on some rows."""

    scores: Sweep | Sweeps | None = None
    labels: Counts | None = None
    at: dict[float, Counts] = {}
    pairs: Sweeps | None = None
    ranked: Ranked | None = None
