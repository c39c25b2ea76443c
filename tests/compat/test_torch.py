"""gnomon.torch.Streaming: batches give what arrays give at once, update waits for no device, what could be meant twice is refused."""

import copy
import io
import pickle

import numpy as np
import pytest

import gnomon as gn
from components import needs
from gnomon.catalog import entries
from refusals import raises_id

ROWS = 500


@pytest.fixture(scope="module")
def torch():
    return needs("torch")


@pytest.fixture(scope="module")
def streaming(torch):
    """Rows streamed in uneven batches."""
    from gnomon.torch import Streaming

    def stream(metrics, *columns, **options):
        made = Streaming(metrics, **options)
        for some in np.split(np.arange(len(columns[0])), [1, 40, 41, 333]):
            made.update(*(None if part is None else part[some] for part in columns))
        return made

    return stream


@pytest.fixture(scope="module")
def rows(torch):
    rng = np.random.default_rng(11)
    y = rng.integers(0, 2, ROWS)
    found = {
        "y": y,
        "logit": (rng.normal(size=ROWS) * 3 + y).astype(np.float32),
        "grade": rng.integers(0, 3, ROWS),
        "class": rng.integers(0, 3, ROWS),
        "logits": rng.normal(size=(ROWS, 3)).astype(np.float32),
        "number": rng.normal(size=ROWS),
        "said": rng.normal(size=ROWS),
        "weight": rng.integers(0, 4, ROWS).astype(float),
        "group": rng.integers(0, 30, ROWS),
    }
    found["score"] = (1 / (1 + np.exp(-found["logit"].astype(float)))).astype(np.float32)
    return {name: torch.from_numpy(values) for name, values in found.items()}


def close(found, **wanted):
    assert found == {name: pytest.approx(value, rel=1e-12) for name, value in wanted.items()}


def test_scores_of_two_classes(streaming, rows):
    y, s, w = (rows[name].numpy() for name in ("y", "score", "weight"))
    found = streaming("roc_auc, ks, brier_score, log_loss", rows["score"], rows["y"]).compute()
    close(found, roc_auc=gn.roc_auc(y, s), ks=gn.ks(y, s), brier_score=gn.brier_score(y, s), log_loss=gn.log_loss(y, s))
    weighed = streaming("roc_auc, ece", rows["score"], rows["y"], rows["weight"]).compute()
    assert weighed["ece"] == weighed["expected_calibration_error"]
    for strange in ("ks", "no metric", 3):
        with pytest.raises(KeyError):
            weighed[strange]
    close(weighed, roc_auc=gn.roc_auc(y, s, weight=w), expected_calibration_error=gn.expected_calibration_error(y, s, weight=w))
    cut = streaming("f1@0.3, accuracy@0.5", rows["score"], rows["y"]).compute()
    assert cut == {"f1@0.3": gn.f1(y, s >= 0.3), "accuracy@0.5": gn.accuracy(y, s >= 0.5)}


def test_logits_are_squashed_only_where_it_is_said_and_ranks_read_them_as_they_are(torch, streaming, rows):
    logit, y = rows["logit"] * 30, rows["y"]
    p = torch.sigmoid(logit.double())
    assert len(p.unique()) < len(logit.unique())  # far logits become 1 alike, and their order is lost
    found = streaming("roc_auc, brier_score, recall@0.5", logit, y, logits=True).compute()
    assert found["roc_auc"] == gn.roc_auc(y, logit) != gn.roc_auc(y, p)
    assert found["brier_score"] == pytest.approx(gn.brier_score(y, p), rel=1e-12)
    assert found["recall@0.5"] == gn.recall(y, logit >= 0)
    refused = streaming("brier_score", logit, y)
    with raises_id("torch.probability_out_of_range", metric="brier_score", row=0):
        refused.compute()


def test_scores_by_class(torch, streaming, rows):
    wide, c = rows["logits"], rows["class"]
    p = wide.double().softmax(1).numpy()
    found = streaming("roc_auc, log_loss, accuracy, f1(average=macro), top_k_accuracy@2", wide, c, classes=3, logits=True).compute()
    assert found["roc_auc"] == pytest.approx(gn.roc_auc(c, p, multiclass="ovr"), rel=1e-12)
    assert found["log_loss"] == pytest.approx(gn.log_loss(c, p), rel=1e-12)
    assert found["accuracy"] == gn.accuracy(c, p.argmax(1))
    assert found["f1(average=macro)"] == gn.f1(c, p.argmax(1), average="macro")
    assert found["top_k_accuracy@2"] == gn.top_k_accuracy(c, p, k=2)
    each = streaming("roc_auc(multiclass=ovo), brier_score(multiclass=ovr)", torch.from_numpy(p), c, classes=3).compute()
    assert each["roc_auc(multiclass=ovo)"] == pytest.approx(gn.roc_auc(c, p, multiclass="ovo"), rel=1e-12)
    assert each["brier_score(multiclass=ovr)"] == pytest.approx(gn.brier_score(c, p, multiclass="ovr"), rel=1e-12)


def test_a_class_that_a_batch_lacks_is_still_a_class(torch):
    from gnomon.torch import Streaming

    made = Streaming("recall(average=macro)", classes=3)
    made.update(torch.tensor([0, 1]), torch.tensor([0, 0]))
    made.update(torch.tensor([[0.1, 0.2, 0.7], [0.8, 0.1, 0.1]]), torch.tensor([2, 1]))
    assert made.compute() == {"recall(average=macro)": gn.recall([0, 0, 2, 1], [0, 1, 2, 0], average="macro")}


def test_predicted_labels_numbers_and_lists(streaming, rows):
    c, said, y, p, w, g = (rows[name].numpy() for name in ("class", "grade", "number", "said", "weight", "group"))
    labels = streaming("accuracy, kappa, f1(average=macro)", rows["grade"], rows["class"]).compute()
    assert labels == {
        "accuracy": gn.accuracy(c, said),
        "kappa": gn.kappa(c, said),
        "f1(average=macro)": gn.f1(c, said, average="macro"),
    }
    numbers = streaming("rmse, medae, kendall, huber(delta=2), d2(loss=absolute)", rows["said"], rows["number"], rows["weight"]).compute()
    assert numbers["rmse"] == gn.rmse(y, p, weight=w)
    assert numbers["medae"] == gn.medae(y, p, weight=w)
    assert numbers["kendall"] == pytest.approx(gn.kendall(y, p, weight=w), rel=1e-12)
    assert numbers["huber(delta=2)"] == pytest.approx(gn.huber(y, p, delta=2, weight=w), rel=1e-12)
    assert numbers["d2(loss=absolute)"] == pytest.approx(gn.d2(y, p, loss="absolute", weight=w), rel=1e-12)
    lists = streaming("ndcg@5, mrr", rows["score"], rows["grade"], None, rows["group"]).compute()
    close(lists, **{"ndcg@5": gn.ndcg(said, rows["score"], group=g, k=5), "mrr": gn.mrr(said, rows["score"], group=g)})


def test_every_type_and_shape_that_has_one_meaning(torch, rows):
    from gnomon.torch import Streaming

    y, s = rows["y"], rows["score"].to(torch.bfloat16).float()
    value = {"roc_auc": gn.roc_auc(y, s)}
    for target in (y, y.bool(), y.to(torch.uint8), y.float(), y.to(torch.bfloat16), y[:, None]):
        for preds in (s, s.double(), s.to(torch.bfloat16), s[:, None]):
            made = Streaming("roc_auc")
            made.update(preds, target)
            assert made.compute() == value
    half = Streaming("roc_auc")
    half.update(s.half(), y)
    assert half.compute() == {"roc_auc": gn.roc_auc(y, s.half())}
    mixed = Streaming("roc_auc")  # a float32 beside a whole number that only float64 holds
    mixed.update(torch.tensor([0.5]), torch.tensor([0]))
    mixed.update(torch.tensor([2**24, 2**24 + 1]), torch.tensor([1, 0]))
    assert mixed.compute() == {"roc_auc": gn.roc_auc([0, 1, 0], [0.5, 2**24, 2**24 + 1])}


def test_rows_that_do_not_count(torch, streaming, rows):
    y, s = rows["y"].clone(), rows["score"]
    y[::7] = -100
    kept = (y != -100).numpy()
    assert streaming("roc_auc", s, y, ignore_index=-100).compute() == {"roc_auc": gn.roc_auc(y[kept], s[kept])}
    nothing = streaming("roc_auc", s[:60], rows["y"][:60], torch.zeros(60))
    with raises_id("torch.rows_missing"):
        nothing.compute()
    from gnomon.torch import Streaming

    made = Streaming("roc_auc")
    made.update(torch.empty(0), torch.empty(0))
    made.update(s, rows["y"])
    assert made.compute() == {"roc_auc": gn.roc_auc(rows["y"], s)}


def test_intervals_are_those_of_all_rows(streaming, rows):
    found = streaming("roc_auc, f1@0.4", rows["score"], rows["y"]).intervals(level=0.9)
    y, s = rows["y"].numpy(), rows["score"].numpy()
    assert found["roc_auc"] == gn.interval("roc_auc", y, s, level=0.9)
    assert found["f1@0.4"] == gn.interval("f1@0.4", y, s, level=0.9)


def test_update_looks_at_no_value(torch, rows):
    """A tensor of the device "meta" has none: what looked would fail. What is queued is copying alone."""
    from torch.utils._python_dispatch import TorchDispatchMode

    from gnomon.torch import Streaming

    class Queued(TorchDispatchMode):
        seen = set()

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            self.seen.add(str(function))
            return function(*args, **(kwargs or {}))

    made = Streaming("roc_auc, ece, ndcg@3")
    with Queued() as queued:
        for _ in range(3):
            given = (torch.empty(2**19, 1, device="meta"), torch.empty(2**19, device="meta"))
            made.update(*given, group=torch.empty(2**19, dtype=torch.int64, device="meta"))
    assert queued.seen <= {"aten.empty.memory_format", "aten.detach.default", "aten.clone.default", "aten.select.int", "aten.slice.Tensor"}
    bounded = Streaming("roc_auc", buffer_rows=2**19)
    with pytest.raises((NotImplementedError, RuntimeError)):  # the wait that buffer_rows asks for
        bounded.update(torch.empty(2**19, device="meta"), torch.empty(2**19, device="meta"))


def test_buffers_may_be_reused_and_rows_do_not_pile_up(torch, rows):
    from gnomon.torch import Streaming

    made, s, y = Streaming("roc_auc, ece", buffer_rows=64), rows["score"].clone(), rows["y"].clone()
    buffers = torch.empty(50), torch.empty(50, dtype=torch.int64)
    for start in range(0, ROWS, 50):
        for buffer, values in zip(buffers, (s, y), strict=True):
            buffer.copy_(values[start : start + 50])
        made.update(*buffers)
        assert sum(len(batch[0]) for batch in made._waiting) < 64
    whole = Streaming("roc_auc, ece")
    whole.update(s.requires_grad_(), y)
    assert not whole._waiting[0][0].requires_grad
    assert made.compute() == whole.compute()


def test_going_on_after_compute_and_beginning_anew(streaming, rows):
    made = streaming("roc_auc", rows["score"][:300], rows["y"][:300])
    assert made.compute() == {"roc_auc": gn.roc_auc(rows["y"][:300], rows["score"][:300])}
    made.update(rows["score"][300:], rows["y"][300:])
    assert made.compute() == made.compute() == {"roc_auc": gn.roc_auc(rows["y"], rows["score"])}
    made.reset()
    made.update(rows["score"][:9], rows["y"][:9])
    assert made.compute() == {"roc_auc": gn.roc_auc(rows["y"][:9], rows["score"][:9])}


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")  # as torch 2.0 warns itself
def test_checkpoints_hold_rows_and_old_ones_without_them_load(torch, streaming, rows):
    metrics = "roc_auc, ndcg@5"
    made = streaming(metrics, rows["score"], rows["y"], None, rows["group"])
    module = torch.nn.Module()
    module.add_module("layer", torch.nn.Linear(2, 2))
    before = copy.deepcopy(module.state_dict())
    module.add_module("streaming", made)
    file = io.BytesIO()
    torch.save(module.state_dict(), file)
    file.seek(0)
    other = torch.nn.Module()
    other.add_module("layer", torch.nn.Linear(2, 2))
    other.add_module("streaming", streaming(metrics, rows["score"][:50], rows["y"][:50], None, rows["group"][:50]))
    other.load_state_dict(torch.load(file, weights_only=True))
    assert other.streaming.compute() == made.compute()
    other.load_state_dict(before)
    assert other.streaming.compute() == made.compute()
    for copied in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert copied.compute() == made.compute()
    from gnomon.torch import Streaming

    with raises_id("torch.state_metrics_differ"):
        Streaming("roc_auc").load_state_dict(made.state_dict())
    torn = made.get_extra_state()[:-20]
    with pytest.raises(gn.InputError):
        Streaming(metrics).set_extra_state(torn)


def test_what_is_refused_before_any_row(torch):
    from gnomon.torch import Streaming

    for metrics, options, said in [
        ("", {}, "none named"),
        ("roc_auc, f1", {}, "f1 reads predicted labels, and preds are scores here; write f1@0.5"),
        ("roc_auc, rmse", {}, "roc_auc and rmse read preds and target differently"),
        ("gauc, rmse", {}, "gauc and rmse read preds and target differently"),
        ("wer", {}, "wer is not made of rows of predictions and targets"),
        ("roc_curve", {}, "roc_curve is a curve, not one value"),
        ("precision_at_recall", {}, "precision_at_recall needs recall="),
        ("top_k_accuracy@2", {}, "reads a score for each class; pass classes="),
        ("f1@0.3", {"classes": 3}, "leave the threshold out"),
        ("rmse", {"classes": 3}, "rmse reads no scores by class"),
        ("rmse", {"logits": True}, "rmse reads no probabilities"),
        ("ndcg@3", {"logits": True}, "ndcg@3 reads no probabilities"),
        ("rmse", {"ignore_index": 0}, "rmse reads numbers"),
        ("roc_auc", {"classes": 1}, "classes=1 is not a whole number from 2"),
        ("roc_auc", {"buffer_rows": 0}, "buffer_rows=0 is not a whole number from 1"),
        ("roc_auc", {"undefined": "quiet"}, "undefined"),
    ]:
        with pytest.raises(gn.InputError) as error:
            Streaming(metrics, **options)
        assert said in str(error.value), metrics


def test_what_could_be_meant_twice_is_refused(torch):
    from gnomon.torch import Streaming

    one, two, wide = torch.rand(6), torch.rand(6, 2), torch.rand(6, 2, 4)
    for metrics, options, given, said in [
        ("roc_auc", {}, (two, one), "preds has shape (6, 2): its columns could be classes, labels or outputs; pass classes=2"),
        ("rmse", {}, (two, two), "preds has shape (6, 2)"),
        ("roc_auc", {}, (one, two), "target has shape (6, 2): its columns could be classes in one-hot form"),
        ("roc_auc", {"classes": 2}, (two, two), "target has shape (6, 2)"),
        ("roc_auc", {"classes": 3}, (two, one), "preds has shape (6, 2); classes=3 needs a column of scores for each"),
        ("roc_auc", {"classes": 3}, (one, one), "preds has shape (6,); classes=3"),
        ("roc_auc", {}, (wide, one), "preds has shape (6, 2, 4); pass one value a row"),
        ("roc_auc", {}, (one[0], one), "preds has shape (); pass one value a row"),
        ("roc_auc", {}, (one, one[:5]), "preds has 6 rows and target 5"),
        ("roc_auc", {}, (one, one, one[:5]), "preds has 6 rows and weight 5"),
        ("roc_auc", {}, (one.numpy(), one), "preds is a ndarray; pass a tensor"),
        ("roc_auc", {}, (one + 1j, one), "preds is of the type torch.complex64"),
        ("f1", {}, (one, one > 0.5), "preds are float32, and f1 reads predicted labels"),
        ("accuracy", {"classes": 2}, (one, one > 0.5), "preds are float32, and accuracy reads predicted labels"),
        ("ndcg@3", {}, (one, one), "pass group="),
        ("ndcg@3", {}, (one, one, None, one), "group is of the type torch.float32"),
        ("ndcg@3", {}, (one, one, one, one.long()), "weight: ndcg@3 takes none"),
        ("roc_auc", {}, (one, one, None, one.long()), "group: roc_auc does not rank within groups"),
    ]:
        with pytest.raises(gn.InputError) as error:
            Streaming(metrics, **options).update(*given)
        assert said in str(error.value), said


def test_groups_of_either_sign_stay_apart(torch):
    from gnomon.torch import Streaming

    ids, scores, grades = [2**62, 2**62 + 1] * 2, [0.9, 0.8, 0.1, 0.2], [1, 0, 0, 1]

    def value(last):
        made = Streaming("ndcg@3")
        made.update(torch.tensor(scores), torch.tensor(grades), group=torch.tensor(ids))
        made.update(torch.tensor([0.9, 0.1]), torch.tensor([1, 0]), group=torch.tensor([5, 5], dtype=last))
        return dict(made.compute())

    if not hasattr(torch, "uint64"):
        pytest.skip("torch before 2.3 has no such numbers")
    assert value(torch.uint64) == value(torch.int64)
    made = Streaming("ndcg@3")
    made.update(torch.tensor([0.9, 0.1]), torch.tensor([1, 0]), group=torch.tensor([5, 2**63 + 1], dtype=torch.uint64))
    with raises_id("torch.integer_past_int64", name="group", value=9223372036854775809):
        made.compute()


def test_wrong_values_are_refused_by_their_row(torch):
    """Rows are counted over all updates, also behind those that are left out."""
    from gnomon.torch import Streaming

    good = torch.full((100,), 0.5), torch.ones(100)
    good[1][:50] = 0
    bad = {
        "preds": torch.tensor([0.5, float("nan")]),
        "target": torch.tensor([0, 2]),
        "weight": torch.tensor([0.0, -1.0]),
    }
    for name, values, said in [
        ("preds", bad["preds"], "preds has nan at row 101; numbers must be finite"),
        ("target", bad["target"], "target has 2 at row 101, and labels here are 0 and 1; pass target == the positive class"),
        ("weight", bad["weight"], "weight has -1 at row 101; weights must be finite and not negative"),
    ]:
        made = Streaming("roc_auc", buffer_rows=100)
        made.update(*good, torch.ones(100))
        columns = {"preds": torch.tensor([0.1, 0.2]), "target": torch.tensor([0, 1]), "weight": torch.tensor([0.0, 1.0])} | {name: values}
        made.update(**columns)
        with pytest.raises(gn.InputError) as error:
            made.compute()
        assert str(error.value).startswith(said)
    for options, preds, target, said in [
        ({"classes": 3}, torch.tensor([[0.2, 0.3, 0.5]] * 2), torch.tensor([2, 3]), "target has 3 at row 1, and the labels of classes=3"),
        ({"classes": 3}, torch.tensor([[0.2, 0.3, 0.5], [0.2, 0.3, 0.9]]), torch.tensor([2, 1]), "preds sums to 1.4 at row 1"),
        (
            {"classes": 3},
            torch.tensor([[0.2, 0.3, 0.5], [0.2, -0.3, 1.1]]),
            torch.tensor([2, 1]),
            "preds has -0.3 at row 1, outside [0, 1]",
        ),
        ({}, torch.tensor([0.2, 0.3]), torch.tensor([-1, 1]), "target has -1 at row 0"),
    ]:
        made = Streaming("log_loss", **options)
        made.update(preds, target)
        with pytest.raises(gn.InputError) as error:
            made.compute()
        assert str(error.value).startswith(said)


def test_weights_come_with_all_rows_or_with_none(torch):
    from gnomon.torch import Streaming

    made = Streaming("roc_auc", buffer_rows=2)
    made.update(torch.tensor([0.1, 0.2]), torch.tensor([0, 1]))
    with raises_id("torch.weight_on_some_rows"):
        made.update(torch.tensor([0.1, 0.2]), torch.tensor([0, 1]), torch.ones(2))


def test_undefined_is_said_as_everywhere(torch):
    from gnomon.torch import Streaming

    for undefined, value in (("warn", None), (0.0, 0.0)):
        made = Streaming("roc_auc", undefined=undefined)
        made.update(torch.tensor([0.1, 0.2]), torch.tensor([1, 1]))
        if value is None:
            with pytest.warns(gn.UndefinedMetricWarning):
                assert np.isnan(made.compute()["roc_auc"])
        else:
            assert made.compute() == {"roc_auc": value}


NEEDED = {
    "error_quantile": "(q=0.9)",
    "adjusted_r2": "(features=2)",
    "tweedie_deviance": "(power=1.5)",
    "partial_roc_auc": "(low=0.5,high=1)",
}
NEEDED |= dict.fromkeys(("precision_at_recall", "recall_at_precision", "tpr_at_fpr", "iprec_at_recall"), "@0.5")
NEEDED |= dict.fromkeys(("precision_at", "recall_at", "success_at", "hit_ratio", "judged_at"), "@3")


@pytest.mark.parametrize("entry", [one for one in entries() if one.kind == "value"], ids=lambda one: one.name)
def test_every_metric_streams_or_says_that_it_does_not(entry, torch, streaming, rows):
    from gnomon.torch.readings import KINDS

    kind = KINDS.get(entry.summary)
    text = entry.name + NEEDED.get(entry.name, "")
    if kind is None:
        with pytest.raises(gn.InputError, match=r"is not made of rows of predictions and targets|needs"):
            streaming(text, rows["score"], rows["y"])
        return
    whole = gn.catalog.parse(text).arguments
    several = {"average": "macro"} if kind == "labels" and entry.averaging.per_class else {}
    text = f"{entry.name}(average=macro)" if several else text
    columns = {
        "scores": (rows["score"], rows["y"]),
        "labels": (rows["grade"], rows["class"]),
        "classes": (rows["logits"].double().softmax(1), rows["class"]),
        "numbers": (rows["said"].exp(), rows["number"].exp()),
        "lists": (rows["score"], rows["y"], None, rows["group"]),
    }[kind]
    found = streaming(text, *columns, **({"classes": 3} if kind == "classes" else {})).compute()
    grouped = {"group": rows["group"]} if kind == "lists" else {}
    wanted = getattr(gn, entry.name)(columns[1], columns[0], **whole, **several, **grouped)
    assert list(found.values()) == [pytest.approx(float(wanted), rel=1e-12, nan_ok=True)]


def test_a_threshold_outside_probabilities_is_refused_by_a_stream(torch):
    """A batch does not know the range of other scores; that of probabilities it knows."""
    from gnomon.torch import Streaming

    stream = Streaming("recall@50")
    stream.update(torch.tensor([0.2, 0.9, 0.6]), torch.tensor([0, 1, 1]))
    with raises_id("inference.threshold_outside_scores_at_k", at=50.0, name="preds", low=0.0):
        stream.compute()
    stream = Streaming("recall@50")
    stream.update(torch.tensor([20.0, 30.0, -4.0]), torch.tensor([0, 1, 1]))
    assert stream.compute() == {"recall@50": 0}
