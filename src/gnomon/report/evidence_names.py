"""What the figures are called that findings rest on, whatever was evaluated; sections bring names of their own."""

from .page_words import Pair

NAMES: dict[str, Pair] = pairs("report_evidence")
