"""Comparisons of two models: how often equally good ones are told apart, how often unequal ones, and how often the truth is held."""

import numpy as np
import pytest

import gnomon as gn
from draws import off_by
from inference.populations import Binormal, Pair, Probabilities, compared

EQUAL = Pair()
APART = Pair(second=Probabilities(Binormal(d=0.6)))
FORMULAS = ["roc_auc", "roc_auc(max_fpr=0.2)", "accuracy@0.3", "brier_score", "log_loss"]
RESAMPLED = ["average_precision", "ks", "f1@0.3"]


def rejected(p_values):
    return {metric: float((p < 0.05).mean()) for metric, p in p_values.items()}


def shares(held):
    return {metric: float(mine.mean()) for metric, mine in held.items()}


def assert_all_near(shares, number, slack=0.02):
    """As near to 95 % as the slack, or as three standard errors where these are more."""
    assert all(abs(share - 0.95) <= max(slack, off_by(number)) for share in shares.values()), shares


def test_equally_good_models_are_told_apart_in_five_of_a_hundred_data_sets(sets):
    """Paired DeLong, McNemar's mid-p and paired means on 200 rows: 4.9–5.4 % of 2,000. The interval misses 0 as often."""
    p_values, held = compared(EQUAL, FORMULAS, 200, sets(1500), seed=1)
    for metric, share in rejected(p_values).items():
        assert abs(share - 0.05) < off_by(sets(1500)), (metric, share)
    assert_all_near(shares(held), sets(1500))


def test_the_paired_bootstrap_tells_equally_good_models_apart_as_rarely(sets):
    """Average precision, KS and F1. Its standard error is of 300 replicates, known to 4 percent."""
    p_values, held = compared(EQUAL, RESAMPLED, 200, sets(500), seed=4, replicates=300)
    for metric, share in rejected(p_values).items():
        assert abs(share - 0.05) < off_by(sets(500)) + 0.01, (metric, share)
    assert_all_near(shares(held), sets(500), 0.025)


def test_the_exact_mcnemar_never_rejects_more_than_it_says(sets):
    """4 % of accuracies and 2.4 % of recalls, whose trials are fewer: the price of being exact."""
    p_values, _ = compared(EQUAL, ["accuracy@0.3", "recall@0.3"], 200, sets(1000), seed=3, method="mcnemar-exact")
    assert all(share <= 0.05 for share in rejected(p_values).values()), rejected(p_values)


def test_mid_p_rejects_less_rarely_than_the_exact_test_and_not_too_often(sets):
    methods = "mcnemar", "mcnemar-exact"
    (few, _), (exact, _) = (compared(EQUAL, ["recall@0.3"], 60, sets(1000), seed=2, method=method) for method in methods)
    assert (few["recall@0.3"] <= exact["recall@0.3"]).all()
    assert rejected(exact)["recall@0.3"] <= rejected(few)["recall@0.3"] <= 0.05 + off_by(sets(1000))


def test_randomization_keeps_its_level(sets):
    """Of accuracy it takes few values, which makes it rarer than it says (3.4 %); of a loss it is near."""
    p_values, _ = compared(EQUAL, ["accuracy@0.3", "brier_score"], 200, sets(600), seed=5, method="randomization", replicates=400)
    found = rejected(p_values)
    assert found["accuracy@0.3"] <= 0.05 + off_by(sets(600))
    assert abs(found["brier_score"] - 0.05) < off_by(sets(600))


def test_p_values_of_equal_models_are_even(sets):
    """As many below each tenth as there should be: three standard errors."""
    p_values, _ = compared(EQUAL, ["roc_auc", "brier_score"], 400, sets(1000), seed=6)
    for p in p_values.values():
        for share in np.arange(0.1, 1, 0.1):
            assert abs((p < share).mean() - share) < off_by(sets(1000), share) + 0.005


def test_unequal_models_are_told_apart_and_more_often_with_more_rows(sets):
    """d = 1 against 0.6, correlation 0.7: DeLong sees it in 35 % of data sets of 60 rows, 85 % of 200, always with 1,000."""
    power = {n: rejected(compared(APART, FORMULAS, n, sets(300), seed=7)[0]) for n in (60, 200, 1000)}
    for metric in FORMULAS:
        assert power[60][metric] < power[200][metric] < power[1000][metric], metric
        assert power[1000][metric] > 0.95
    assert power[200]["roc_auc"] == pytest.approx(0.85, abs=off_by(sets(300), 0.85))


def test_the_interval_of_a_difference_holds_the_true_one(sets):
    """94.3–95.1 % of 2,000 data sets by formulas."""
    _, held = compared(APART, FORMULAS, 200, sets(1500), seed=2)
    assert_all_near(shares(held), sets(1500))


def test_the_bootstrap_of_a_difference_holds_the_true_one(sets):
    """As often as it says, up to three standard errors of the share."""
    _, held = compared(APART, RESAMPLED, 200, sets(800), seed=5, replicates=300)
    assert_all_near(shares(held), sets(800), 0.025)


def test_users_are_drawn_together_in_comparisons_too(sets):
    """Both models share each user's noise and have noise of their own a user: 150 users of eight rows.

    Without the users the difference seems surer than it is.
    """
    rng, number = np.random.default_rng(8), sets(400)
    found = np.zeros((2, 2))
    user = np.repeat(np.arange(150), 8)
    for _ in range(number):
        y = (rng.random(150) < 0.4).astype(int)[user]
        scores = {name: y + 0.6 * rng.standard_normal(150)[user] + 0.8 * rng.standard_normal(len(user)) for name in ("a", "b")}
        for i, cluster in enumerate((user, None)):
            made = gn.compare(y, scores, metrics=["roc_auc", "accuracy@0.5"], cluster=cluster, curves=())
            found[i] += [pair.p_value < 0.05 for pair in made.pairs]
    known, unknown = found / number
    assert (np.abs(known - 0.05) < off_by(number)).all(), known
    assert (unknown > 0.1).all(), unknown


def test_forms_of_one_metric_are_one_test():
    loans = gn.samples.credit(800)
    models = {"new": loans["p_new"], "old": loans["p_old"]}
    alone = gn.compare(loans["default"], models, metrics="roc_auc,log_loss")
    many = "roc_auc,gini,rank_loss,accuracy_ratio,log_loss"
    forms = gn.compare(loans["default"], models, metrics=many)
    table = {"y": loans["default"], **models}
    evaluated = gn.evaluate(table, label="y", score=["new", "old"], metrics=many).comparison
    for found in (forms, evaluated):
        for metric in ("roc_auc", "gini", "rank_loss", "accuracy_ratio"):
            assert found[metric].p_holm == pytest.approx(alone["roc_auc"].p_holm, rel=1e-9)
            assert found[metric].p_bh == pytest.approx(alone["roc_auc"].p_bh, rel=1e-9)
        assert found["log_loss"].p_holm == pytest.approx(alone["log_loss"].p_holm, rel=1e-9)


def test_shares_and_their_complements_are_one_test_and_averages_only_where_they_keep_it():
    assert gn.catalog.parse("error_rate@0.3").hypothesis == gn.catalog.parse("accuracy@0.3").hypothesis
    assert gn.catalog.parse("fnr(average=macro)").hypothesis == "recall(average=macro)"
    assert gn.catalog.parse("jaccard").hypothesis == "f1"
    assert (
        gn.catalog.parse("jaccard(average=macro)").hypothesis == "jaccard(average=macro)"
    )  # a mean of curved values is no curve of the mean
    y = np.repeat([0, 1], 60)
    a, b = (np.random.default_rng(seed).permutation(y) for seed in (1, 2))
    a[:45], b[70:100] = 0, 1
    found = gn.compare(y, {"a": a, "b": b}, metrics="accuracy,error_rate")
    assert found["accuracy"].p_holm == found["accuracy"].p_value == found["error_rate"].p_holm < 1


def test_a_gate_counts_forms_of_one_metric_once(monkeypatch):
    from gnomon.evaluation import losses

    counted = []
    monkeypatch.setattr(losses, "holm", lambda p: counted.append(len(p)) or list(p))
    loans = gn.samples.credit(400)
    table = {"y": loans["default"], "p": loans["p_new"], "q": loans["p_old"]}
    new, old = (gn.evaluate(table, label="y", score=column, metrics="roc_auc,gini", keep_rows=True) for column in ("p", "q"))
    for margins in ({"roc_auc": 0.0, "gini": 0.0}, {"roc_auc": 0.01, "gini": 0.02}):
        losses.gates_of(losses.losses_of(new, old, list(margins), (), "error"), margins, 0.95)
    assert counted == [1, 2]
