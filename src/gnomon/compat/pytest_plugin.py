"""A pytest plugin: the fixture ``no_worse_than``, by which a test fails where a model is worse than its baseline by more than chance.

pytest loads it wherever gnomon is installed, so it imports nothing of gnomon before a test asks for it.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..evaluation import Evaluation

UPDATE = "--gnomon-update-baseline"
WRITTEN = "gnomon_baseline"
"""Under what a report tells, also from another process, that a baseline was written."""


def pytest_addoption(parser: Any) -> None:
    """The option that writes baselines."""
    parser.getgroup("gnomon").addoption(
        UPDATE,
        action="store_true",
        default=False,
        help="write the evaluations that tests hold against a baseline as the new baselines, and compare nothing",
    )


@pytest.fixture
def no_worse_than(request: pytest.FixtureRequest) -> Iterator[Callable[..., "Baseline"]]:
    """``no_worse_than("baseline.gnomon")(evaluation)`` fails where a metric is worse than in the baseline by more than chance.

    The baseline is the path of an evaluation that was saved with its rows (``keep_rows=True``; from pytest's root folder where it is
    relative), or an ``Evaluation``. Options: ``metrics=`` (default: roc_auc, average_precision and log_loss, or what there is),
    ``margin=`` (how much worse is still fine: a number, or one for each metric), ``level=0.95``, ``non_inferior=True`` (a loss must be
    shown to be below its margin), ``paired=False`` (rows of their own), ``key=`` (columns that name rows), ``seed=``.
    ``pytest --gnomon-update-baseline`` writes the file instead.
    """
    made: list[Baseline] = []

    def against(baseline: Any, **asked: Any) -> Baseline:
        made.append(Baseline(baseline, asked, request))
        return made[-1]

    yield against
    if not all(one.held for one in made):
        pytest.fail(_never_asked(), pytrace=False)


class Baseline:
    """What an evaluation is held against; called with one it fails the test, or gives back the gates that it passed."""

    def __init__(self, baseline: Any, asked: dict[str, Any], request: pytest.FixtureRequest) -> None:
        self._asked, self._request = asked, request
        self._path = request.config.rootpath / baseline if isinstance(baseline, (str, Path)) else None
        self._given = baseline
        self.held = False
        """Whether anything was held against it."""

    def __call__(self, evaluation: "Evaluation") -> Any:
        """Hold an evaluation against the baseline."""
        __tracebackhide__ = True
        self.held = True
        from ..evaluation import Evaluation
        from ..evaluation.no_worse import no_worse

        for one in (evaluation, *(() if self._path is not None else (self._given,))):
            _refuse_other(one, Evaluation)
        if self._path is not None and self._request.config.getoption(UPDATE):
            self._write(evaluation, self._path)
            return ()
        if self._path is not None and not self._path.exists():
            pytest.fail(_nothing_there(self._path), pytrace=False)
        verdict = no_worse(evaluation, self._given if self._path is None else Evaluation.load(self._path), **self._asked)
        if not verdict.passed:
            pytest.fail(f"{_heading(self._path)}\n\n{verdict.text()}", pytrace=False)
        return verdict.gates

    def _write(self, evaluation: "Evaluation", path: Path) -> None:
        """Save a new baseline, which is of use only with its rows, and have the summary name it."""
        from ..evaluation.matching import rows_of

        if self._asked.get("paired", True) and evaluation.plan.task is not None and not evaluation.plan.task.whole:
            rows_of(evaluation, path.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        evaluation.save(path)
        self._request.node.user_properties.append((WRITTEN, str(path)))


def _refuse_other(one: object, kind: type) -> None:
    from ..errors import InputError

    if not isinstance(one, kind):
        raise InputError("compat.pytest_not_evaluation", type=type(one).__name__)


def _heading(path: Path | None) -> str:
    from ..messages.language import say

    return say("compat.heading_worse_than_baseline") if path is None else say("compat.heading_worse_than_baseline_file", path=path.name)


def _nothing_there(path: Path) -> str:
    from ..messages.language import say

    return say("compat.pytest_baseline_missing", path=str(path), option=UPDATE)


def _never_asked() -> str:
    from ..messages.language import say

    return say("compat.pytest_comparison_not_called")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the baselines that were written, which nobody should overlook."""
    reports = [report for some in terminalreporter.stats.values() for report in some if hasattr(report, "user_properties")]
    written = dict.fromkeys(value for report in reports for name, value in report.user_properties if name == WRITTEN)
    if written:
        terminalreporter.section("gnomon")
        for path in written:
            terminalreporter.write_line(f"baseline written: {path}")
