"""Checked by mypy --strict in `make test`: what an editor knows of the public functions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import gnomon as gn

y, s = [0, 1], [0.1, 0.9]
sweep = gn.Sweep.of(y, s)
assert_type(gn.roc_auc(y, s), float)
assert_type(gn.average_precision(sweep, interpolation="11-point"), float)
assert_type(gn.precision(y, y), float)
assert_type(gn.precision(y, y, average=None), NDArray[np.float64])
assert_type(gn.f1([gn.Counts.of(y, y)], average="macro", macro="f-of-means"), float)
assert_type(gn.roc_curve(y, s).fpr, NDArray[np.float64])
assert_type(sweep + sweep, gn.Sweep)
assert_type(gn.kendall([1, 2], [1, 2], variant="c"), float)
assert_type(gn.concordance_index(gn.Joint.of([1, 2], [1, 2], event=[1, 0]), predicts="risk"), float)
assert_type(gn.correlations({"a": [1, 2], "b": [2, 1]}, "spearman").values, NDArray[np.float64])
gn.kendall([1, 2], [1, 2], event=[1, 1])  # type: ignore[call-arg]  # ranks know of no events
assert_type(sweep.bounds("roc_auc"), tuple[float, float])
assert_type(gn.best_threshold(y, s, objective="f1").threshold, float)
assert_type(gn.sensitivity(y, y), float)
gn.average_precision(y, s, interpolation="12-point")  # type: ignore[call-overload]  # not among the choices
gn.roc_auc(y, s, colour="red")  # type: ignore[call-overload]  # no such option
evaluation = gn.evaluate({"y": y, "p": s}, label="y", score="p")
assert_type(evaluation, gn.Evaluation)
assert_type(float(evaluation["roc_auc"]), float)
assert_type(evaluation.rows, int)
assert_type(gn.evaluate("truth.json", prediction="results.json", protocol="coco"), gn.Evaluation)  # images have no label
gn.evaluate()  # type: ignore[call-arg]  # the data are needed
assert_type(gn.detection_ap("truth.json", "results.json", iou=0.5), float)
ranked = gn.Ranked.of([[1, 0]], [[0.5, 0.1]])
assert_type(ranked + gn.Ranked.from_qrels({"q": {"d": 1}}, {"q": {"d": 0.5}}), gn.Ranked)
assert_type(gn.ndcg(ranked, k=10, gain="linear", ties="docid-desc", convention="trec_eval"), float)
assert_type(gn.ndcg([1, 0], [0.5, 0.1], [7, 7], k=10, per_query=True), dict[Any, float])
assert_type(gn.ndcg(ranked, k=[1, 3]), dict[int, float])
assert_type(gn.ndcg(ranked, k=[1, 3], per_query=True), dict[int, dict[Any, float]])
assert_type(gn.ndcg([1, 0], [0.5, 0.1], gn.group_sizes([2]), k=10), float)
assert_type(gn.gauc(y, s, ["al", "al"], group_weight={"al": 2.0}, single_class=0.5), float)
assert_type(gn.gauc_table(y, s, ["al", "al"]), gn.GaucTable)
assert_type(gn.hit_ratio(ranked, k=3, aggregate="macro", no_relevant="undefined"), float)
assert_type(gn.evaluate_runs("q.txt", {"a": "a.run"}, convention="trec_eval"), gn.Evaluation)
gn.hit_ratio(ranked, k=3, aggregate="mean")  # type: ignore[call-overload]  # not among the choices
