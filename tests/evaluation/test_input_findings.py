"""Detections in another format, unit or numbering than is read: each planted fault is found and told, and good data are silent."""

import numpy as np
import pytest

import gnomon as gn
from evaluation.planted_inputs import PLANTS, coco, input_rules, results, scenes

OF_INPUT = {rule for rule, _ in PLANTS.values()} | {"score_before_box", "boxes_stretched", "boxes_of_longest"}
TRIES = 10


@pytest.mark.parametrize("fault", PLANTS)
def test_planted_faults_are_found(fault):
    rule, make = PLANTS[fault]
    options = {"unit": "pixel"} if rule == "boxes_in_shares" else {}
    told = [input_rules(*make(*scenes(np.random.default_rng([7, seed]))), **options) for seed in range(TRIES)]
    assert sum(rule in found for found in told) >= 0.9 * TRIES
    assert not any(OF_INPUT & set(found) - {rule} for found in told)


@pytest.mark.parametrize("strength", [1.0, 4.0])
def test_good_and_weak_detectors_are_silent(strength):
    """A detector that is merely bad (most boxes far off, many strays) would match no better in another reading."""
    false = 0
    for seed in range(20):
        rng = np.random.default_rng([11, seed])
        truth, said = scenes(rng, one_size=bool(seed % 2))
        for one in said.values():
            count = len(one["boxes"])
            one["boxes"] = one["boxes"] + rng.normal(0, 0.05 * (strength - 1), (count, 4)) * np.tile(one["boxes"][:, 2:], 2)
            one["boxes"][:, 2:] = np.maximum(one["boxes"][:, 2:], 3)
            hard = rng.random() < 0.1
            kept = rng.random(count) < (0.4 if hard else 1 - 0.1 * strength)
            for field in ("boxes", "labels", "scores"):
                one[field] = one[field][kept]
        false += len(OF_INPUT & set(input_rules(coco(truth), results(said))))
    assert false <= 1


def test_yolo_lines_with_the_score_before_the_box(tmp_path):
    truth, said = scenes(np.random.default_rng(3))
    for folder, sides in (("truth", truth), ("said", said)):
        (tmp_path / folder).mkdir()
        for image, one in sides.items():
            size = np.tile(truth[image]["size"][::-1], 2)
            shares = np.clip(np.hstack([one["boxes"][:, :2] + one["boxes"][:, 2:] / 2, one["boxes"][:, 2:]]) / size, 0, 1)
            score = one.get("scores", [None] * len(shares))
            rows = [[k, *([] if s is None else [s]), *box] for k, s, box in zip(one["labels"], score, shares.tolist(), strict=True)]
            (tmp_path / folder / f"{image:03}.txt").write_text("\n".join(" ".join(map(str, row)) for row in rows))
    sizes = {f"{image:03}": one["size"] for image, one in truth.items()}
    for options in ({"images": sizes}, {}):
        assert "score_before_box" in input_rules(tmp_path / "truth", tmp_path / "said", **options)


def test_what_is_told():
    rule, make = PLANTS["xyxy as xywh"]
    truth, said = make(*scenes(np.random.default_rng(1)))
    found = input_rules(truth, said)[rule]
    right = [{**one, "bbox": [*one["bbox"][:2], one["bbox"][2] - one["bbox"][0], one["bbox"][3] - one["bbox"][1]]} for one in said]
    assert found.evidence["ap_otherwise"] == pytest.approx(gn.detection_map(truth, right).ap, rel=1e-9)
    assert found.evidence["ap"] == gn.detection_map(truth, said).ap
    assert "if the boxes of the predictions were x1, y1, x2, y2" in found.en
    assert "若预测框的写法为 x1、y1、x2、y2" in found.zh
