"""The law of options: an option of gn.evaluate either changes something, or raises, on every kind of evaluation."""

import inspect

import numpy as np
import pytest

import gnomon as gn
from gnomon.tasks import registry
from gnomon.tasks.parts import EVALUATED
from refusals import raises_id

rng = np.random.default_rng(8)
N = 40
CLASS = np.array(["a", "b", "c"])[np.arange(N) % 3]
OTHER = np.array(["a", "b", "c"])[(np.arange(N) + (rng.random(N) < 0.3)) % 3]
YES = np.arange(N) % 2
SCORE = np.round(np.clip(YES * 0.3 + rng.random(N) * 0.7, 0, 1), 6)
SENTENCES = [["the cat sat", "a dog ran off", "it was late"][k % 3] for k in range(N)]
HEARD = [["the cat sat", "a dog ran", "it was late now"][k % 3] for k in range(N)]
BOXES = {"image": [1, 2, 3], "class": ["c"] * 3, "x": [0, 5, 9], "y": [0, 5, 9], "w": [20, 30, 40], "h": [20, 30, 40]}
FOUND = {**BOXES, "x": [1, 5, 30], "score": [0.9, 0.8, 0.7]}
MAPS = rng.integers(0, 3, (4, 6, 6)).astype(np.uint8)
RATINGS = [[1, 2, None], [2, 2, 2], [3, 3, 3], [3, 3, 4], [1, None, 1], [5, 4, 5]]
GROUP = np.arange(N) // 4
KINDS = {
    "binary": ({"y": YES, "p": SCORE}, {"label": "y", "score": "p"}),
    "multiclass": ({"y": CLASS, "p": OTHER}, {"label": "y", "prediction": "p"}),
    "multilabel": ({"y": [[k] for k in CLASS], "p": [[k] for k in OTHER]}, {"label": "y", "prediction": "p"}),
    "ranking": ({"y": YES + GROUP % 2, "p": SCORE, "q": GROUP}, {"label": "y", "score": "p", "group": "q", "task": "ranking"}),
    "regression": ({"y": SCORE + YES, "p": SCORE}, {"label": "y", "prediction": "p", "task": "regression"}),
    "clustering": ({"y": CLASS, "p": OTHER}, {"label": "y", "prediction": "p", "task": "clustering"}),
    "text": ({"y": SENTENCES, "p": HEARD}, {"reference": "y", "prediction": "p", "task": "text"}),
    "transcript": ({"y": SENTENCES, "p": HEARD}, {"reference": "y", "prediction": "p", "task": "transcript"}),
    "spans": (
        {"y": [["B-PER", "O"]] * N, "p": [["B-PER", "O"], ["O", "O"]] * (N // 2)},
        {"reference": "y", "prediction": "p", "task": "spans"},
    ),
    "detection": (BOXES, {"prediction": FOUND, "task": "detection"}),
    "segmentation": (MAPS, {"prediction": (MAPS + (rng.random(MAPS.shape) < 0.2)) % 3, "task": "segmentation"}),
    "likelihood": (
        {"y": SENTENCES, "p": [[-0.5 - k % 3, -1.0] for k in range(N)]},
        {"reference": "y", "prediction": "p", "task": "likelihood"},
    ),
    "annotators": (RATINGS, {"task": "annotators"}),
}
DISPLAYED = {"data", "options", "progress", "name", "task"}
"""Arguments that say what the data are, what they are called, and whether a progress bar is shown."""
OPTIONS = sorted(
    {name for name in inspect.signature(gn.evaluate).parameters if name not in DISPLAYED}
    | {option.name for aspect in registry.aspects() for option in aspect.options}
    | {option.argument or option.name for task in registry.tasks() for option in task.file_options()}
    | {"form", "values", "raters", "names", "dilation_ratio", "things", "truth_images", "prediction_images", "format", "bogus"}
    | EVALUATED
)


class Nothing:
    """A value that no option allows."""

    def __repr__(self):
        return "nothing"


def test_all_kinds_are_here():
    assert set(KINDS) == {task.key for task in registry.tasks()}


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_that_no_option_allows_raises(kind):
    data, given = KINDS[kind]
    passed = [option for option in OPTIONS if not _raises(data, {**given, option: Nothing()})]
    assert not passed


def _raises(data, given):
    try:
        gn.evaluate(data, **given)
    except (gn.InputError, TypeError):
        return True
    return False


CHANGING = {
    "binary": {"positive": 0, "direction": "lower is positive", "weight": "p", "by": "y", "ci": 0.5, "metrics": "ks", "seed": 7},
    "multiclass": {"weight": "w", "by": "y", "ci": 0.5, "metrics": "kappa", "cluster": "q"},
    "multilabel": {"labels": ["a", "b", "c", "d"], "ci": 0.5, "metrics": "hamming_loss"},
    "ranking": {"convention": "trec_eval", "ci": 0.5, "metrics": "mrr"},
    "regression": {"weight": "w", "ci": 0.5, "metrics": "mae"},
    "clustering": {"noise": "a", "ci": 0.5, "metrics": "v_measure"},
    "text": {"ci": 0.5, "metrics": "chrf"},
    "transcript": {"normalize": "punctuation", "tokens": "mixed", "ci": 0.5, "metrics": "cer"},
    "spans": {"scheme": "IOE2", "mode": "conlleval", "ci": 0.5},
    "likelihood": {"ci": 0.5, "metrics": "perplexity"},
    "detection": {"protocol": "voc", "ci": 0.5, "metrics": "detection_ap(iou=0.5)"},
    "segmentation": {"ignore": 1, "ci": 0.5, "metrics": "pixel_accuracy"},
    "annotators": {"level": "ordinal", "form": "counts", "values": [5, 1, 2, 3, 4], "raters": "rows", "ci": 0.5, "metrics": "fleiss_kappa"},
}
"""Options of each kind with a value that is not the default."""


@pytest.mark.parametrize(("kind", "option"), [(kind, option) for kind, options in CHANGING.items() for option in options])
def test_an_option_that_is_read_changes_something(kind, option):
    data, given = KINDS[kind]
    data = {**data, "w": SCORE, "q": GROUP} if isinstance(data, dict) and option in ("weight", "cluster") else data
    usual = gn.evaluate(data, **given)
    try:
        changed = gn.evaluate(data, **{**given, option: CHANGING[kind][option]})
    except gn.InputError:
        return
    assert shown(changed) != shown(usual)


def shown(evaluation):
    slices = [(one.name, dict(one.values)) for one in evaluation.slices]
    return [(key, float(value), value.low, value.high) for key, value in evaluation.values.items()], slices, evaluation.options


def test_level_of_annotators():
    e = gn.evaluate(RATINGS, task="annotators", level="ordinal")
    assert e.metrics == ("krippendorff_alpha(level=ordinal)",)
    assert float(e["krippendorff_alpha(level=ordinal)"]) == gn.krippendorff_alpha(RATINGS, level="ordinal")
    named = gn.evaluate(RATINGS, task="annotators", metrics="krippendorff_alpha, krippendorff_alpha(level=ratio)", level="interval")
    assert named.metrics == ("krippendorff_alpha(level=interval)", "krippendorff_alpha(level=ratio)")
    assert gn.evaluate(RATINGS, task="annotators", level="nominal").metrics == ("krippendorff_alpha",)
    for wrong in ("bogus", 0.9, ["ordinal"]):
        with raises_id("annotators.level_unknown"):
            gn.evaluate(RATINGS, task="annotators", level=wrong)
    for shape in ({"form": "labels"}, {"values": [1, 2]}, {"raters": "rows"}):
        with raises_id("annotators.argument_already_counted"):
            gn.evaluate(gn.Ratings.of(RATINGS), **shape)
    with raises_id("annotators.level_without_use"):
        gn.evaluate([[3, 0], [2, 1]], task="annotators", metrics="fleiss_kappa", level="ordinal")


def test_a_scale_read_as_names_is_found():
    (found,) = gn.evaluate(RATINGS, task="annotators").findings
    assert found.rule == "numbers_read_as_names"
    assert found.evidence == {"krippendorff_alpha(level=ordinal)": gn.krippendorff_alpha(RATINGS, level="ordinal")}
    assert 'level="ordinal"' in found.en
    names = [["abcde"[value - 1] if value else None for value in row] for row in RATINGS]
    few = [[min(value, 4) if value else None for value in row] for row in RATINGS]
    counts = [[0, 0, 3, 1, 0, 0], [1, 1, 0, 0, 0, 2], [0, 0, 4, 0, 0, 0]]
    for other in (
        gn.evaluate(RATINGS, task="annotators", level="interval"),
        gn.evaluate(names, task="annotators"),
        gn.evaluate(few, task="annotators"),
        gn.evaluate(counts, task="annotators", form="counts"),
    ):
        assert not other.findings
