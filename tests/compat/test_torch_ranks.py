"""gnomon.torch on two real ranks: what both compute is what all rows give, to the last digit."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from components import needs

CASES = ["scores", "logits", "classes", "labels", "numbers", "lists"]


@pytest.fixture(scope="module")
def two_ranks():
    needs("torch")
    needs("torchmetrics")
    import two_ranks

    assert list(two_ranks.CASES) == CASES
    return two_ranks


@pytest.fixture(scope="module")
def found(two_ranks, tmp_path_factory):
    folder = tmp_path_factory.mktemp("ranks")
    command = [sys.executable, str(Path(two_ranks.__file__))]
    started = [subprocess.Popen([*command, str(rank), f"file://{folder}/meet", str(folder / f"{rank}.json")]) for rank in (0, 1)]
    assert [one.wait() for one in started] == [0, 0]
    return [json.loads((folder / f"{rank}.json").read_text()) for rank in (0, 1)]


@pytest.mark.parametrize("case", CASES)
def test_ranks_have_what_all_rows_give(case, found, two_ranks):
    whole = two_ranks.streamed(case, None).compute()
    assert found[0][case] == found[1][case] == whole


def test_a_rank_may_have_no_rows_and_may_stay_alone(found, two_ranks):
    first = two_ranks.streamed("scores", 0).compute()
    assert found[0]["rows of one rank only"] == found[1]["rows of one rank only"] == first
    for rank in (0, 1):
        assert found[rank]["alone"] == {"roc_auc": two_ranks.streamed("scores", rank).compute()["roc_auc"]}


def test_torchmetrics_synchronises_and_goes_on(found, two_ranks):
    whole = two_ranks.streamed("scores", None)
    value = whole.compute()["roc_auc"]
    assert found[0]["torchmetrics"] == found[1]["torchmetrics"] == [value, value]
    whole.update(two_ranks.torch.tensor([0.5, 0.5]), two_ranks.torch.tensor([1, 1]))
    assert found[0]["torchmetrics, then one row more"] == found[1]["torchmetrics, then one row more"] == whole.compute()["roc_auc"]


def test_what_one_rank_refuses_all_refuse(found):
    """A rank that stopped alone would leave the others waiting for it."""
    said = "preds has 1.5 at row 1, outside [0, 1], and brier_score reads probabilities; pass logits=True where preds are logits"
    assert found[1]["a row of rank 1 is wrong"] == said
    assert found[0]["a row of rank 1 is wrong"] == f"rank 1: {said}"
    assert found[0]["weights on rank 1 alone"].startswith("weight: some rows have weights and others none")
    assert found[0]["weights on rank 1 alone"] == found[1]["weights on rank 1 alone"]


def test_the_state_of_another_rank_is_not_loaded(found):
    assert found[0]["the state of rank 0"] == "nothing was refused"
    assert found[1]["the state of rank 0"].startswith("this state was saved by rank 0 of 2, and this is rank 1 of 2: its rows would count")


def test_states_of_both_ranks_add_up_afterwards(two_ranks):
    metrics, options = two_ranks.CASES["lists"]
    parts = [two_ranks.Streaming(metrics, **options) for _ in range(2)]
    for rank, part in enumerate(parts):
        part.load_state_dict(two_ranks.streamed("lists", rank).state_dict())
    assert parts[1].merge(parts[0]).compute() == two_ranks.streamed("lists", None).compute()
