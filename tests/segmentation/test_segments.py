"""Mean panoptic quality as one value: against the table, images drawn one by one, and on every path."""

import numpy as np
import pytest

import gnomon as gn
from refusals import raises_id, warns_undefined


def painted(seed, noise, images=30):
    """Blocks of categories and instances, the same for all seeds, with a share of the pixels at random."""
    blocks = np.random.default_rng(7)
    pairs = np.stack([blocks.integers(0, 3, (images, 3, 4)), blocks.integers(0, 3, (images, 3, 4))], -1).repeat(4, 1).repeat(4, 2).copy()
    rng = np.random.default_rng(seed)
    change = rng.random(pairs.shape[:3]) < noise * rng.random((images, 1, 1)) * 2
    pairs[change] = rng.integers(0, 3, (int(change.sum()), 2))
    return pairs


TRUTH, GOOD, POOR = painted(0, 0), painted(1, 0.1), painted(2, 0.25)
COUNTS = gn.PanopticCounts.of(TRUTH, GOOD, things=[1])


def test_every_part_is_that_of_the_table():
    table = gn.panoptic_quality(COUNTS)
    for part in ("pq", "sq", "rq"):
        assert gn.mean_panoptic_quality(COUNTS, part=part) == getattr(table, part)
        assert gn.mean_panoptic_quality(TRUTH, GOOD, things=[1], part=part, over="things") == getattr(table.things, part)
        assert gn.mean_panoptic_quality(COUNTS, part=part, over="stuff") == getattr(table.stuff, part)
    with raises_id("metrics.panoptic_things_unknown", over="things"):
        gn.mean_panoptic_quality(TRUTH, GOOD, over="things")
    with warns_undefined("no_segments"):
        gn.mean_panoptic_quality(TRUTH, TRUTH, ignore=[0, 1, 2])


@pytest.mark.parametrize("part", ["pq", "sq", "rq"])
def test_images_are_drawn(part):
    """The same images drawn one by one, and their segments matched anew each time."""
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(200):
        at = rng.integers(0, len(TRUTH), len(TRUTH))
        drawn.append(getattr(gn.panoptic_quality(TRUTH[at], GOOD[at]), part))
    made = gn.interval(f"mean_panoptic_quality(part={part})", COUNTS, method="normal")
    assert (made.high - made.low) / (2 * 1.96) == pytest.approx(np.std(drawn, ddof=1), rel=0.2)  # two hundred draws tell no more


def test_the_same_on_every_path():
    by_arrays = gn.interval("mean_panoptic_quality", TRUTH, GOOD, things=[1])
    by_counts = gn.interval("mean_panoptic_quality", COUNTS)
    evaluation = gn.evaluate(
        TRUTH, prediction={"good": GOOD, "poor": POOR}, task="segmentation", metrics="mean_panoptic_quality", things=[1]
    )
    value = evaluation["mean_panoptic_quality", "good"]
    assert (by_arrays.low, by_arrays.high) == (by_counts.low, by_counts.high) == (value.low, value.high)
    made = gn.compare(TRUTH, {"good": GOOD, "poor": POOR}, metrics=["mean_panoptic_quality"], things=[1])
    pair, same = made["mean_panoptic_quality"], evaluation.comparison["mean_panoptic_quality"]
    assert (pair.difference, pair.low, pair.high, pair.p_value) == (same.difference, same.low, same.high, same.p_value)
    assert pair.difference == gn.panoptic_quality(COUNTS).pq - gn.panoptic_quality(TRUTH, POOR, things=[1]).pq
    assert pair.low > 0
    counted = gn.evaluate(COUNTS)
    assert [str(name) for name in counted.metrics] == [f"mean_panoptic_quality{part}" for part in ("", "(part=sq)", "(part=rq)")]
    assert counted["mean_panoptic_quality"] == value


def test_an_evaluation_of_segments_is_saved_and_reported(tmp_path):
    made = gn.evaluate(TRUTH, prediction=GOOD, task="segmentation", metrics="mean_panoptic_quality")
    made.save(tmp_path / "a.gnomon")
    assert gn.Evaluation.load(tmp_path / "a.gnomon")["mean_panoptic_quality"] == made["mean_panoptic_quality"]
    made.report(tmp_path / "a.html")
    assert "mean_panoptic_quality" in (tmp_path / "a.html").read_text(encoding="utf-8")
    other = gn.evaluate(GOOD, prediction=GOOD, task="segmentation", metrics="mean_panoptic_quality")
    with raises_id("segmentation.true_segments_differ", image=0):
        gn.compare({"a": made, "b": other})


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"metrics": "mean_panoptic_quality,mean_iou"}, "mean_iou is of pixels, and others are of segments"),
        ({"metrics": "mean_panoptic_quality", "threshold": 0.7}, "threshold goes with label maps, and segments were passed"),
        ({"metrics": "mean_iou", "things": [1]}, "things goes with segments, and no metric of these is asked for"),
        ({"metrics": "mean_panoptic_quality", "prediction": {"a": GOOD, "b": GOOD}, "prediction_images": "x"}, "there are several models"),
    ],
)
def test_what_does_not_go_together_is_refused(asked, said):
    with pytest.raises(gn.InputError, match=said):
        gn.evaluate(TRUTH, **({"prediction": GOOD, "task": "segmentation"} | asked))
    with raises_id("segmentation.option_with_panoptic_counts", name="things"):
        gn.interval("mean_panoptic_quality", COUNTS, things=[1])
    with raises_id("segmentation.prediction_twice", type="PanopticCounts"):
        gn.interval("mean_panoptic_quality", COUNTS, GOOD)


def test_boundaries_of_any_reach_have_intervals_and_comparisons():
    truth, good, poor = (pairs[..., 0] for pairs in (TRUTH, GOOD, POOR))
    whole = gn.BoundaryCounts.of(truth, good, dilation_ratio=0.2)
    by_counts, by_maps = gn.interval("boundary_iou", whole), gn.interval("boundary_iou", truth, good, dilation_ratio=0.2)
    assert (by_counts.value, by_counts.low, by_counts.high) == (by_maps.value, by_maps.low, by_maps.high)
    assert by_maps.value == gn.boundary_iou(truth, good, dilation_ratio=0.2) != gn.boundary_iou(truth, good)
    asked = {"metrics": ["boundary_iou"], "dilation_ratio": 0.2}
    pair = gn.compare(truth, {"good": good, "poor": poor}, **asked)["boundary_iou"]
    assert pair.difference == by_maps.value - gn.boundary_iou(truth, poor, dilation_ratio=0.2)
    assert gn.evaluate(truth, prediction=good, task="segmentation", **asked)["boundary_iou"] == by_maps.value
    with raises_id("segmentation.needs_boundary_metric"):
        gn.interval("mean_iou", truth, good, dilation_ratio=0.2)
    with raises_id("summary.dilation_ratio_out_of_range", ratio=7):
        gn.interval("boundary_iou", truth, good, dilation_ratio=7)
    with raises_id("segmentation.option_with_boundary_counts", name="ignore"):
        gn.interval("boundary_iou", whole, ignore=255)


def test_ids_past_what_is_counted_are_refused():
    pairs = np.full((1, 2, 2, 2), 2**63 + 1, np.uint64)
    with raises_id("vision.map_id_too_large", value=9223372036854775809):
        gn.panoptic_quality(pairs, pairs)
    small = np.full((1, 2, 2, 2), 5, np.uint64)
    assert gn.PanopticCounts.of(small, small).labels == (5,)
