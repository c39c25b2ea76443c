"""What the figures are called that findings rest on, whatever was evaluated; sections bring names of their own."""

from ..messages import Pair, pairs

NAMES: dict[str, Pair] = pairs("report_evidence")
