"""Two metrics of guesses."""

from typing import Annotated

from gnomon.catalog import Above, metric
from gnomon.messages import Message

from .summary import Guesses


@metric(Guesses, family="guesses", range=(0, 1), better="higher", undefined=Message("no_rows"))
def hit_share(g: Guesses) -> float:
    """Hits / guesses: how often the die was guessed."""
    return g.hits / g.total if g.total else float("nan")


@metric(Guesses, family="guesses", better="higher", undefined=Message("no_rows"), says={"sides": "The sides of the die."})
def hit_lift(g: Guesses, *, sides: Annotated[int, Above(1, whole=True)] = 6) -> float:
    """Hits / guesses · sides: how many times better than guessing blindly."""
    return hit_share(g) * sides
