"""gnomon.torch.metric: a metric among those of torchmetrics, alone, in a collection, composed, copied, and logged by Lightning."""

import copy
import pickle
import sys

import numpy as np
import pytest

import gnomon as gn
from components import needs
from refusals import raises_id


@pytest.fixture(scope="module")
def torch():
    needs("torchmetrics")
    return needs("torch")


@pytest.fixture(scope="module")
def metric(torch):
    from gnomon.torch import metric

    return metric


@pytest.fixture(scope="module")
def rows(torch):
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 300)
    return torch.from_numpy((rng.normal(size=300) + y).astype(np.float32)).sigmoid(), torch.from_numpy(y)


def streamed(made, rows, batches=4):
    for s, y in zip(*(part.chunk(batches) for part in rows), strict=True):
        made.update(s, y)
    return made


def test_it_is_a_metric_whose_value_is_a_scalar_of_float64(torch, metric, rows):
    import torchmetrics

    made = streamed(metric("roc_auc"), rows)
    assert isinstance(made, torchmetrics.Metric)
    value = made.compute()
    assert (value.dtype, value.shape) == (torch.float64, ())
    assert value.item() == gn.roc_auc(rows[1], rows[0])
    assert made.higher_is_better is True
    assert metric("rmse").higher_is_better is False
    assert metric("prevalence").higher_is_better is None
    made.reset()
    assert not made.update_called
    from gnomon.torch import metric as again  # once it has been called, its name is still that of a function

    assert again is metric


def test_it_agrees_with_torchmetrics_own(torch, metric, rows):
    """Only the digits differ: theirs are of float32."""
    from torchmetrics.classification import BinaryAUROC, BinaryF1Score

    for ours, theirs in ((metric("roc_auc"), BinaryAUROC()), (metric("f1@0.5"), BinaryF1Score())):
        assert streamed(ours, rows).compute().item() == pytest.approx(streamed(theirs, rows).compute().item(), rel=1e-6)


def test_forward_gives_the_batch_and_keeps_all(metric, rows):
    made = metric("roc_auc")
    for s, y in zip(*(part.chunk(3) for part in rows), strict=True):
        assert made(s, y).item() == gn.roc_auc(y, s)
    assert made.compute().item() == gn.roc_auc(rows[1], rows[0])
    ignoring = metric("accuracy@0.5", ignore_index=-1)
    labels = rows[1].clone()
    labels[:10] = -1
    assert ignoring(rows[0], labels).item() == gn.accuracy(rows[1][10:], rows[0][10:] >= 0.5)


def test_collections_compositions_and_copies(torch, metric, rows):
    from torchmetrics import MetricCollection
    from torchmetrics.classification import BinaryAccuracy

    both = MetricCollection({"auc": metric("roc_auc"), "ks": metric("ks"), "accuracy": BinaryAccuracy()})
    streamed(both, rows)
    found = both.compute()
    assert (found["auc"].item(), found["ks"].item()) == (gn.roc_auc(rows[1], rows[0]), gn.ks(rows[1], rows[0]))
    assert found["accuracy"].item() == pytest.approx(gn.accuracy(rows[1], rows[0] >= 0.5), rel=1e-6)  # theirs are of float32
    both.reset()
    streamed(both, [part[:100] for part in rows])
    assert both.compute()["auc"].item() == gn.roc_auc(rows[1][:100], rows[0][:100])
    gini = 2 * metric("roc_auc") - 1
    gini.update(*rows)
    assert gini.compute().item() == pytest.approx(gn.gini(rows[1], rows[0]), rel=1e-12)
    made = streamed(metric("roc_auc"), rows)
    for copied in (made.clone(), copy.deepcopy(made), pickle.loads(pickle.dumps(made)), made.to("cpu").half()):
        assert copied.compute().item() == gn.roc_auc(rows[1], rows[0])


def test_merging_and_checkpoints(torch, metric, rows):
    halves = [streamed(metric("roc_auc"), [part[some] for part in rows]) for some in (slice(0, 120), slice(120, 300))]
    halves[0].merge_state(halves[1])
    assert halves[0].compute().item() == gn.roc_auc(rows[1], rows[0])
    with raises_id("torch.merge_type_mismatch", kind="StreamingMetric"):
        halves[0].merge_state({})
    assert not halves[0].state_dict()  # as in torchmetrics, unless it is said
    halves[0].persistent(True)
    fresh = metric("roc_auc")
    fresh.load_state_dict(halves[0].state_dict())
    assert fresh.compute().item() == gn.roc_auc(rows[1], rows[0])


def test_several_references_are_refused(metric):
    with raises_id("torch.metrics_too_many"):
        metric("roc_auc, ks")
    with pytest.raises(ValueError, match="Unexpected keyword arguments"):  # in torchmetrics' own words
        metric("roc_auc", thresholds=10)


def test_without_torchmetrics_there_is_a_remedy(metric, monkeypatch):
    monkeypatch.setitem(sys.modules, "gnomon.torch.torchmetrics", None)
    with raises_id("torch.torchmetrics_missing"):
        metric("roc_auc")


@pytest.mark.filterwarnings("ignore")  # of Lightning: few workers, no checkpoints, GPUs unused, its own deprecations
def test_lightning_logs_it(torch, metric, rows, tmp_path):
    lightning = needs("lightning")
    from torch.utils.data import DataLoader, TensorDataset

    class Tiny(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(1, 1)
            self.auc, self.step_auc = metric("roc_auc"), metric("roc_auc", logits=True)
            self.seen = []

        def training_step(self, batch, _):
            x, y = batch
            logit = self.layer(x[:, None])[:, 0]
            self.step_auc(logit, y)
            self.log("train_auc", self.step_auc, on_step=True, on_epoch=True)
            return torch.nn.functional.binary_cross_entropy_with_logits(logit, y.float())

        def validation_step(self, batch, _):
            self.auc.update(batch[0], batch[1])
            self.log("auc", self.auc)

        def on_validation_epoch_end(self):
            self.seen.append(self.auc.compute().item())

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    module = Tiny()
    loader = DataLoader(TensorDataset(*rows), batch_size=70)
    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    trainer = lightning.Trainer(max_epochs=2, accelerator="cpu", devices=1, default_root_dir=tmp_path, num_sanity_val_steps=1, **quiet)
    trainer.fit(module, loader, loader)
    whole = gn.roc_auc(rows[1], rows[0])
    assert trainer.callback_metrics["auc"].item() == pytest.approx(whole, rel=1e-6)  # Lightning keeps float32
    assert module.seen[1:] == [whole, whole]  # the sanity check has its own rows, and leaves none behind
    assert {"train_auc_step", "train_auc_epoch"} <= set(trainer.callback_metrics)
    s, y = (part[280:] for part in rows)  # the last batch, whose order a line with a slope above 0 keeps
    assert trainer.callback_metrics["train_auc_step"].item() == pytest.approx(gn.roc_auc(y, s * float(module.layer.weight)), rel=1e-6)
