"""The options of gnomon scorecard."""

from pathlib import Path
from typing import Annotated, Any

import typer

from .options import WHAT, WHICH

CardFile = Annotated[str, typer.Argument(metavar="CARD", help="A card, as gnomon scorecard fit wrote it.", show_default=False)]
Rows = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Rows: CSV, TSV, Parquet, Arrow, JSON lines or Excel.", show_default=False)
]


def _which(text: str, metavar: str | None = None) -> Any:
    return typer.Option(help=text, metavar=metavar, show_default=False, rich_help_panel=WHICH)


def _what(text: str, shown: bool = True) -> Any:
    return typer.Option(help=text, show_default=shown, rich_help_panel=WHAT)


def _plain(text: str, *names: str) -> Any:
    return typer.Option(*names, help=text, show_default=False)


Bad = Annotated[str, _which("Column that is 1 for the bad.")]
BadLabel = Annotated[str | None, _which("Label of the bad, where it is not 1.")]
Feature = Annotated[list[str] | None, _which("Column to choose from; repeat it. Default: all but those named otherwise.")]
Exclude = Annotated[list[str] | None, _which("Column to leave out, as an id; repeat it.")]
Special = Annotated[list[str] | None, _which("Codes that have bins of their own: bureau=-999,-998; repeat it.", "COLUMN=CODES")]
Segment = Annotated[str | None, _which("Column of customer groups: a card for each.")]
StableOver = Annotated[str | None, _which("Column of periods, for --max-psi.")]
Method = Annotated[str, _what("How bins are found: optimal, chi, tree, quantile or width.")]
MaxBins = Annotated[int, _what("Most bins of a variable.")]
MinFraction = Annotated[float, _what("Least share of rows in a bin.")]
Monotonic = Annotated[str, _what("Trend of the bad rate along bins: auto, up, down, either, peak, valley or none.")]
Unseen = Annotated[str, _what("A category that fitting has not seen: error, zero (WOE 0) or missing (as a missing value).")]
MinIv = Annotated[float, _what("Least information value of a variable.")]
MaxCorrelation = Annotated[float, _what("Most correlation between the WOE of two variables.")]
MaxPsi = Annotated[float | None, _what("Most PSI of a variable between the first period and a later one.", shown=False)]
Weights = Annotated[str, _what("logistic; with a few hundred rows iv or ks.")]
Select = Annotated[str | None, _what("Choose variables by cross-fitted p-values: p (leave out) or stepwise.", shown=False)]
Vif = Annotated[float | None, _what("Most variance inflation factor of a variable.", shown=False)]
Folds = Annotated[int, _what("Parts for cross-fitted p-values and cross-validated AUC and KS; 0: none.")]
Points0 = Annotated[float, _what("Points where --odds0 are good for one bad.")]
Odds0 = Annotated[float, _what("Good for one bad, at --points0.")]
Pdo = Annotated[float, _what("Points that double the odds.")]
Exact = Annotated[bool, typer.Option("--exact", help="Do not round points to whole numbers.", rich_help_panel=WHAT)]
Over = Annotated[str | None, _which("Column of months or other periods: KS, Gini, bad rate and PSI of the score by period.")]
Reference = Annotated[str | None, _which("The period that others are held against; default: the first.")]
Train = Annotated[str | None, _which("File that periods are held against, as the rows that the card was made of.", "FILE")]
ProfitGood = Annotated[float | None, _what("What a good customer earns that is approved; with --loss-bad.", shown=False)]
LossBad = Annotated[float | None, _what("What a bad customer loses that is approved, without a sign.", shown=False)]
CardOutput = Annotated[Path, _plain("Where the card is written, as JSON.", "--output", "-o")]
Scored = Annotated[Path | None, _plain("Where the scores are written: .csv or .parquet; default: printed as CSV.", "--output", "-o")]
Keep = Annotated[list[str] | None, _plain("Column to write beside the score, as an id; repeat it. Default: all.")]
Reasons = Annotated[int, typer.Option(help="How many reasons to write, the variables that lack most points first.")]
Against = Annotated[str, typer.Option(help="What reasons are measured from: best or mean.")]
Table = Annotated[str | None, _plain("Table to score: a whole query; without it the expression alone.")]
Dialect = Annotated[
    str, typer.Option(help="generic (standard SQL); duckdb, which also knows NaN and infinity; mysql, snowflake, bigquery or spark.")
]
