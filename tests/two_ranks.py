"""One of two ranks that hold half of the rows each: started by test_torch_ranks.py, it writes what it computed."""

import json
import sys

import numpy as np
import torch
import torch.distributed as dist

import gnomon as gn
from gnomon.torch import Streaming, metric

CASES = {
    "scores": ("roc_auc, expected_calibration_error, log_loss, average_precision, f1@0.4", {}),
    "logits": ("roc_auc, brier_score, accuracy@0.5", {"logits": True}),
    "classes": ("roc_auc, log_loss, accuracy, f1(average=macro), top_k_accuracy@2", {"classes": 4, "logits": True}),
    "labels": ("accuracy, mcc, f1(average=weighted)", {}),
    "numbers": ("rmse, mae, r2, medae, spearman", {}),
    "lists": ("ndcg@5, gauc, roc_auc", {}),
}


def columns(case):
    """Rows of which every tensor is cut at the same uneven places; lists are split among batches and ranks."""
    rng = np.random.default_rng(3)
    y = torch.from_numpy(rng.integers(0, 2, 900))
    c = torch.from_numpy(rng.integers(0, 4, 900))
    wide = torch.from_numpy(rng.normal(size=(900, 4)).astype(np.float32))
    score = torch.sigmoid(wide[:, 0] + y)
    return {
        "scores": (score, y),
        "logits": (wide[:, 0] * 30, y),
        "classes": (wide, c),
        "labels": (wide.argmax(1), c),
        "numbers": (wide[:, 0], wide[:, 1] + wide[:, 0]),
        "lists": (score, y, None, torch.from_numpy(rng.integers(0, 60, 900))),
    }[case]


def batches(case, rank):
    """The first 623 rows in five batches are of rank 0, the others in three of rank 1; without a rank, all at once."""
    given = columns(case)
    places = np.arange(900)
    cuts = {0: np.array_split(places[:623], 5), 1: np.array_split(places[623:], 3), None: [places]}[rank]
    for some in cuts:
        yield tuple(None if part is None else part[some] for part in given)


def streamed(case, rank, make=Streaming):
    metrics, options = CASES[case]
    streaming = make(metrics, **options)
    for batch in batches(case, rank):
        streaming.update(*batch)
    return streaming


def refusal(call):
    try:
        call()
    except gn.InputError as error:
        return str(error)
    return "nothing was refused"


def main(rank, init, path):
    dist.init_process_group("gloo", init_method=init, rank=rank, world_size=2)
    found = {case: streamed(case, rank).compute() for case in CASES}
    found["rows of one rank only"] = (streamed("scores", 0) if rank == 0 else Streaming(CASES["scores"][0])).compute()
    alone = Streaming("roc_auc", sync_on_compute=False)
    for batch in batches("scores", rank):
        alone.update(*batch)
    found["alone"] = alone.compute()
    logged = metric("roc_auc")
    for batch in batches("scores", rank):
        logged.update(*batch)
    found["torchmetrics"] = [logged.compute().item(), logged.compute().item()]
    logged.update(torch.tensor([0.5]), torch.tensor([1]))  # goes on from the rows of this rank alone
    found["torchmetrics, then one row more"] = logged.compute().item()
    wrong = Streaming("brier_score")
    wrong.update(torch.tensor([0.5, 1.5 if rank == 1 else 0.5]), torch.tensor([0, 1]))
    found["a row of rank 1 is wrong"] = refusal(wrong.compute)
    weighed = Streaming("roc_auc")
    weighed.update(torch.tensor([0.1, 0.2]), torch.tensor([0, 1]), torch.ones(2) if rank else None)
    found["weights on rank 1 alone"] = refusal(weighed.compute)
    saved = [streamed("scores", rank).state_dict()]
    dist.broadcast_object_list(saved, src=0)
    found["the state of rank 0"] = refusal(lambda: Streaming(CASES["scores"][0]).load_state_dict(saved[0]))
    dist.destroy_process_group()
    with open(path, "w") as file:
        json.dump(found, file)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
