"""gnomon scorecard: fit a card, score with it, hand it over, report on it."""

import io
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..engines import Source, memory_limit, open_source, reading_of
from ..errors import InputError
from ..files import write_file
from ..inputs.rows import DEFAULT_POSITIVE
from ..messages.language import language, say
from ..messages.message import text_in
from ..messages.visible import json_text
from ..result import csv_text
from ..scorecards import Binning, Card, Scorecard, SegmentedCard
from ..scorecards.card_columns import as_written, plain_values, whole
from ..scorecards.card_file import load
from ..scorecards.outcomes import known_outcomes
from ..scorecards.reading import weight_of
from ..scorecards.report import card_report
from ..scorecards.scored import SCORE, ScoredSource
from . import card_options as c
from . import options as o
from .app import app
from .console import command, deliver, out, writer_of
from .show import evaluation_text

if TYPE_CHECKING:
    from ..scorecards.coefficients import Coefficients


HELP = """Scorecards: variables in bins, points for each bin, good customers score high.

[bold]From data to a card and back[/bold]

  gnomon scorecard fit train.parquet --label bad -o card.json
  gnomon scorecard show card.json
  gnomon scorecard score card.json new.parquet -o scored.csv
  gnomon scorecard sql card.json --table applications
  gnomon scorecard report card.json later.parquet --label bad -o card.html
"""
cards = typer.Typer(name="scorecard", help=HELP, rich_markup_mode="rich", no_args_is_help=True)
app.add_typer(cards)


@command(cards)
def fit(
    files: c.Rows,
    label: c.Bad,
    output: c.CardOutput,
    weight: o.Weight = None,
    positive: c.BadLabel = None,
    feature: c.Feature = None,
    exclude: c.Exclude = None,
    special: c.Special = None,
    segment: c.Segment = None,
    stable_over: c.StableOver = None,
    method: c.Method = "optimal",
    max_bins: c.MaxBins = 8,
    min_fraction: c.MinFraction = 0.05,
    monotonic: c.Monotonic = "auto",
    unseen: c.Unseen = "error",
    min_iv: c.MinIv = 0.02,
    max_correlation: c.MaxCorrelation = 0.7,
    max_psi: c.MaxPsi = None,
    weights: c.Weights = "logistic",
    select: c.Select = None,
    vif: c.Vif = None,
    folds: c.Folds = 5,
    points0: c.Points0 = 600,
    odds0: c.Odds0 = 50,
    pdo: c.Pdo = 20,
    exact: c.Exact = False,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Make a card of rows whose outcome is known, and print it: points, coefficients, and why variables were left out.

    [bold]Examples[/bold]

      gnomon scorecard fit train.parquet --label bad -o card.json
      gnomon scorecard fit train.csv --label bad --special bureau=-999 --exclude id -o card.json
      gnomon scorecard fit train.csv --label bad --segment customer --max-bins 5 -o cards.json
      gnomon scorecard fit train.csv --label bad --stable-over month --max-psi 0.25 -o card.json
      gnomon scorecard fit train.csv --label bad --select p --vif 5 -o card.json
    """
    needed = [name for name in (segment, stable_over, label, weight) if name]
    source = _opened(files, na, encoding, sheet)
    try:
        asked: dict[str, Any] = {"label": [label], "weight": [weight], "segment": [segment], "stable_over": [stable_over]}
        for option, names in (asked | {"exclude": exclude, "feature": feature}).items():
            _named(source, option, names)
        apart = {*needed, *(exclude or ())} if feature is None else {*(exclude or ())}
        chosen = [name for name in feature or source.columns if name not in apart]
        if not chosen:
            raise InputError("cli.exclude_leaves_no_column")
        read = whole(source, list(dict.fromkeys([*chosen, *needed])))
    finally:
        source.close()
    columns = {name: plain_values(column) for name, column in read.items()}
    bins: dict[str, Any] = {"max_bins": max_bins, "min_fraction": min_fraction, "unseen": unseen, "special": _codes(special)}
    binning = Binning(method, monotonic=None if monotonic == "none" else monotonic, **bins)
    bad = known_outcomes(read[label], label, _positive(positive), source.spells)
    settings: dict[str, Any] = {"points0": points0, "odds0": odds0, "pdo": pdo, "min_iv": min_iv, "max_correlation": max_correlation}
    settings |= {"max_psi": max_psi, "stable_over": stable_over, "weights": weights, "segment": segment, "rounded": not exact}
    settings |= {"select": select, "vif": vif, "folds": folds or None}
    weighed = weight_of(read[weight], "weight") if weight else None
    made = Scorecard(binning, features=chosen, **settings).fit(columns, bad.astype(np.int64), weight=weighed)
    made.save(output)
    out().print(_told(made), markup=False)
    out().print(say("cli.card_written_path", path=output), markup=False)


def _named(source: Source, option: str, names: Sequence[str | None] | None) -> list[str]:
    """The columns that an option names, all of which the files must have."""
    return [source.require(option, name) for name in names or () if name]


def _told(made: Scorecard) -> str:
    """The card, or each segment's, with its coefficients and what is not on it."""
    card = made.card_
    if isinstance(card, Card):
        return _with_why(str(card), made.coefficients_, made.dropped_)
    own = {card.title(value): one for value, one in made.segments_.items()}
    parts = [f"{title}\n\n{_with_why(str(one.card), one.coefficients, one.dropped)}" for title, one in own.items()]
    general = say("cli.part_card_segments_without_own") if len(own) < len(card.cards) else say("cli.part_card_all_rows")
    return "\n\n".join([*parts, f"{general}\n\n{_with_why(str(card.general), made.coefficients_, made.dropped_)}"])


def _with_why(card: str, coefficients: "Coefficients", dropped: dict[str, str]) -> str:
    parts = [card, str(coefficients)]
    if dropped:
        lines = [f"  {name}: {text_in(why, language())}" for name, why in dropped.items()]
        parts.append("\n".join([say("cli.label_left_out_columns"), *lines]))
    return "\n\n".join(parts)


def _opened(files: list[str], na: list[str] | None, encoding: str | None, sheet: str | None) -> Source:
    return open_source(files if len(files) > 1 else files[0], memory_limit(None), reading_of(na, encoding, sheet))


def _positive(typed: str | None) -> Any:
    return DEFAULT_POSITIVE if typed is None else typed


def _codes(typed: list[str] | None) -> dict[str, list[Any]] | None:
    """COLUMN=CODES as Binning takes them."""
    from ..engines.columns import spelt

    found: dict[str, list[Any]] = {}
    for text in typed or ():
        name, equals, codes = text.rpartition("=")
        if not equals or not name or not codes:
            raise InputError("cli.special_codes_unreadable", text=text)
        found.setdefault(name, []).extend(spelt(code) for code in codes.split(","))
    return found or None


@command(cards)
def score(
    card: c.CardFile,
    files: c.Rows,
    output: c.Scored = None,
    keep: c.Keep = None,
    reasons: c.Reasons = 0,
    against: c.Against = "best",
    raw: o.Raw = False,
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Score rows: each with its score, its probability of being bad where the card says odds, and its reasons.

    [bold]Examples[/bold]

      gnomon scorecard score card.json new.parquet -o scored.csv
      gnomon scorecard score card.json new.csv --keep id --reasons 4 -o scored.parquet
    """
    known = load(card)
    if reasons < 0:
        raise InputError("cli.reasons_count_negative", count=reasons)
    if output is not None and output.suffix not in (".csv", ".parquet"):
        raise InputError("cli.output_suffix_unsupported", path=output)
    source = _opened(files, na, encoding, sheet)
    try:
        ScoredSource(source, known)  # which asks for the card's columns, and for none called score
        names = [*dict.fromkeys([*known.names, *(_named(source, "keep", keep) or source.columns)])]
        read = whole(source, names, known.layouts, as_text=True)
    finally:
        source.close()
    columns: dict[str, Any] = {name: as_written(read[name]) for name in keep or source.columns}
    columns |= _scores({name: plain_values(read[name]) for name in known.names}, known, reasons, against)
    if output is not None and output.suffix == ".parquet":
        write_file(output, _parquet(columns))
    else:
        deliver(csv_text({name: values.tolist() for name, values in columns.items()}, raw=raw), output)


def _scores(rows: dict[str, Any], card: Card | SegmentedCard, reasons: int, against: str) -> dict[str, Any]:
    score = card.score(rows)
    made: dict[str, Any] = {SCORE: score.astype(np.int64) if np.all(score == np.rint(score)) else score}
    if card.scaling is not None:
        made["probability_bad"] = card.scaling.probability(score)
    if reasons:
        made |= {f"reason_{at + 1}": column for at, column in enumerate(card.reasons(rows, reasons, against).T)}
    return made


def _parquet(columns: dict[str, Any]) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise InputError("core.pyarrow_missing") from None
    file = io.BytesIO()
    pq.write_table(pa.table({name: pa.array(values, from_pandas=True) for name, values in columns.items()}), file)
    return file.getvalue()


@command(cards)
def show(
    card: c.CardFile,
    format: Annotated[str, typer.Option(help="table, markdown, html, csv or json.")] = "table",
    raw: o.Raw = False,
    output: o.Output = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Print a card: variable, bin, points, coefficients with their p-values, information values, and AUC and KS on new rows.

    [bold]Examples[/bold]

      gnomon scorecard show card.json
      gnomon scorecard show card.json --format markdown -o card.md
    """
    write = writer_of(SHOWN, format, raw)
    known = load(card)
    if format == "json":
        deliver(json_text(known.to_dict()), output)
        return
    each = {"": known} if isinstance(known, Card) else {known.title(value): one for value, one in known.cards.items()}
    deliver("\n\n".join(f"{title}\n\n{write(one)}" if title else write(one) for title, one in each.items()), output)


def _both(card: Card, form: Callable[[Any], str]) -> str:
    """The card in some form, and below it its coefficients where they are known."""
    return "\n\n".join(form(one) for one in (card.table(), card.coefficients) if one is not None)


SHOWN: dict[str, Callable[..., str]] = {
    "table": lambda card: _both(card, str),
    "markdown": lambda card: _both(card, lambda table: table.to_markdown()),
    "html": lambda card: _both(card, lambda table: table.to_html()),
    "csv": lambda card, raw=False: card.table().to_csv(raw=raw).rstrip("\n"),
    "json": repr,
}


@command(cards)
def sql(
    card: c.CardFile,
    table: c.Table = None,
    dialect: c.Dialect = "generic",
    output: o.Output = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Write a card as SQL: a CASE for each variable.

    [bold]Examples[/bold]

      gnomon scorecard sql card.json --table applications
      gnomon scorecard sql card.json --table applications --dialect duckdb | duckdb credit.db
    """
    deliver(load(card).to_sql(table, dialect=dialect), output)


@command(cards)
def pmml(
    card: c.CardFile,
    output: o.Output = None,
    lang: o.Lang = None,
    debug: o.Debug = False,
) -> None:
    """Write a card as PMML 4.4, which scoring engines read.

    [bold]Example[/bold]

      gnomon scorecard pmml card.json -o card.pmml
    """
    deliver(Card.load(card).to_pmml().rstrip("\n"), output)


@command(cards)
def report(
    card: c.CardFile,
    files: c.Rows,
    label: c.Bad,
    weight: o.Weight = None,
    positive: o.Positive = None,
    by: o.By = None,
    over: c.Over = None,
    reference: c.Reference = None,
    train: c.Train = None,
    metrics: o.Metrics = "default",
    ci: o.Ci = "0.95",
    profit_good: c.ProfitGood = None,
    loss_bad: c.LossBad = None,
    missing: o.Missing = "error",
    na: o.Na = None,
    encoding: o.Encoding = None,
    sheet: o.Sheet = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Where the report is written.")] = Path("scorecard.html"),
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    debug: o.Debug = False,
) -> None:
    """Evaluate a card on rows whose outcome is known, and write a report: one HTML file, offline, with the card on it.

    [bold]Examples[/bold]

      gnomon scorecard report card.json later.parquet --label bad -o card.html
      gnomon scorecard report card.json later.csv --label bad --by month --lang zh
      gnomon scorecard report card.json later.csv --label bad --over month --train train.csv
      gnomon scorecard report card.json later.csv --label bad --profit-good 1 --loss-bad 8
    """
    known = load(card)
    asked: dict[str, Any] = {"by": o.slices_named(by), "metrics": metrics, "ci": o.level_of(ci), "progress": False if quiet else None}
    asked |= {name: value for name, value in (("profit_good", profit_good), ("loss_bad", loss_bad)) if value is not None}
    if reference is not None and train is not None:
        raise InputError("cli.reference_and_train_conflict")
    if train is not None and over is None:
        raise InputError("cli.train_needs_over")
    asked |= {"weight": weight, "positive": _positive(positive), "missing": missing, "over": over}
    with ExitStack() as opened:
        source = opened.enter_context(closing(_opened(files, na, encoding, sheet)))
        held = reference if train is None else opened.enter_context(closing(_opened([train], na, encoding, sheet)))
        evaluation, written = card_report(known, source, label, output, lang=language(), name=source.name, reference=held, **asked)
    console = out()
    console.print(evaluation_text(evaluation))
    console.print(say("cli.report_written_path", path=written, size=written.stat().st_size / 1e6), markup=False)


__all__ = ["cards", "fit", "pmml", "report", "score", "show", "sql"]
