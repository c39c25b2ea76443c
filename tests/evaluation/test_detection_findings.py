"""Findings on detections: each on data that calls for it, and silent on data that does not."""

import copy

import pytest

import gnomon as gn


@pytest.fixture(scope="module")
def streets():
    return gn.samples.streets()


@pytest.fixture(scope="module")
def found(streets):
    evaluation = gn.evaluate(streets["truth"], prediction={"sharp": streets["sharp"], "loose": streets["loose"]}, task="detection", ci=None)
    return {(one.rule, one.model): one for one in evaluation.findings}


def rules_of(truth, said, **options):
    evaluation = gn.evaluate(truth, prediction=said, task="detection", ci=None, **options)
    return {one.rule: one for one in evaluation.findings}


def perfect(truth):
    """Every object found, with a box that fits and scores that differ."""
    return [
        {"image_id": each["image_id"], "category_id": each["category_id"], "bbox": each["bbox"], "score": 1 / (2 + place)}
        for place, each in enumerate(truth["annotations"])
    ]


def test_known_faults_are_named(found):
    assert {model for rule, model in found if rule == "loose_boxes"} == {"loose"}
    assert {model for rule, model in found if rule == "duplicates_dominate"} == {"loose"}
    assert {model for rule, model in found if rule == "class_never_detected"} == {"loose"}
    assert {model for rule, model in found if rule == "classes_confused"} == {"sharp"}
    assert {model for rule, model in found if rule == "small_objects_missed"} == {"sharp"}
    assert "dog" in found["class_never_detected", "loose"].en
    assert "of bus" in found["classes_confused", "sharp"].en
    assert "taken for car" in found["classes_confused", "sharp"].en
    assert "被认作 car" in found["classes_confused", "sharp"].zh
    half = gn.detection_map(gn.samples.streets()["truth"], gn.samples.streets()["loose"])
    assert found["loose_boxes", "loose"].evidence == {"ap50": half.ap50, "ap75": half.ap75}


def test_a_perfect_model_is_only_told_what_the_truth_lacks(streets):
    assert set(rules_of(streets["truth"], perfect(streets["truth"]))) == {"few_objects"}


def test_few_objects(streets):
    enough = copy.deepcopy(streets["truth"])
    for each in enough["annotations"]:
        each["category_id"] = 1 if each["category_id"] == 6 else each["category_id"]
    assert "few_objects" not in rules_of(enough, perfect(enough))
    told = rules_of(streets["truth"], perfect(streets["truth"]))["few_objects"]
    dogs = sum(each["category_id"] == 6 for each in streets["truth"]["annotations"])
    assert told.evidence == {"classes_few": 1, "objects": dogs}


def test_classes_with_few_objects_are_counted_in_words(streets):
    truth = copy.deepcopy(streets["truth"])
    one = rules_of(truth, perfect(truth))["few_objects"]
    assert one.en.startswith("dog: fewer than 20 objects, yet 16.7 % of what AP is a mean over; read its AP")
    assert one.zh.startswith("dog：目标不足 20 个，")
    rare = {6, 5}
    of_class = {k: [each for each in truth["annotations"] if each["category_id"] == k] for k in rare}
    truth["annotations"] = [each for each in truth["annotations"] if each["category_id"] not in rare] + of_class[5][:1] + of_class[6]
    two = rules_of(truth, perfect(truth))["few_objects"]
    assert ": fewer than 20 objects each, yet 33.3 %" in two.en
    assert "：每类目标不足 20 个，" in two.zh
    never = rules_of(truth, [each for each in perfect(truth) if each["category_id"] != 5])["class_never_detected"]
    assert "(1 object); each such class" in never.en


@pytest.mark.parametrize("ignored", [True, False])
def test_a_truth_without_objects(streets, ignored):
    """Nothing is marked, or all that is marked need not be found."""
    kept = [{**each, "iscrowd": 1} for each in streets["truth"]["annotations"]] if ignored else []
    empty = {**streets["truth"], "annotations": kept}
    made = gn.evaluate(empty, prediction={"sharp": streets["sharp"], "loose": streets["loose"]}, task="detection", ci=None)
    (told,) = (one for one in made.findings if one.rule == "no_objects")
    assert (told.severity, told.model, told.evidence) == ("problem", None, {"images": len(empty["images"]), "objects": 0})
    assert told.en.startswith(f"the truth has no object to be found in its {len(empty['images'])} images: AP, AR and recall have no value")
    assert "没有任何需要检出的目标" in told.zh
    assert "no_objects" not in rules_of(streets["truth"], streets["sharp"])


def test_the_cap_and_what_it_costs(streets):
    told = rules_of(streets["truth"], streets["loose"], max_detections=2)["cap_reached"]
    capped = gn.detection_map(streets["truth"], streets["loose"], max_detections=2)
    free = gn.detection_map(streets["truth"], streets["loose"], max_detections=None)
    assert told.evidence == {"past_cap": int(capped.matches.columns.dropped.sum()), "ap": capped.ap, "without_cap": free.ap}
    assert f"{free.ap:.4f} instead of {capped.ap:.4f}" in told.en
    assert "cap_reached" not in rules_of(streets["truth"], streets["loose"], max_detections=None)
    matched = gn.evaluate(capped.matches, task="detection", ci=None)  # what the cap costs is no longer known
    assert [one.evidence for one in matched.findings if one.rule == "cap_reached"] == [{"past_cap": told.evidence["past_cap"]}]


def test_where_pycocotools_differs(streets):
    zero = copy.deepcopy(streets["truth"])
    zero["annotations"][0]["id"] = 0
    told = rules_of(zero, perfect(zero))["unlike_other_tools"]
    assert told.evidence["pycocotools"] < told.evidence["ap"] == 1
    assert "unlike_other_tools" not in rules_of(streets["truth"], perfect(streets["truth"]))


def test_no_detections_at_all(streets):
    evaluation = gn.evaluate(streets["truth"], prediction=[], task="detection", ci=None)
    assert float(evaluation["detection_ap"]) == 0
    assert [one.rule for one in evaluation.findings] == ["class_never_detected", "few_objects"]
    assert "1 more" in evaluation.findings[0].en


def test_what_the_readers_noted_is_found(streets, tmp_path):
    beyond = [{**one, "score": one["score"] * 3} for one in streets["sharp"]]
    (note,) = gn.detection_map(streets["truth"], beyond).notes
    assert note.code == "scores_outside"
    made = gn.evaluate(streets["truth"], prediction=beyond, task="detection", ci=None)
    (found,) = (one for one in made.findings if one.rule == "noted_on_reading")
    assert found.en == str(note).replace("predictions:", "prediction:", 1)
    assert found.zh.startswith("prediction：")
    assert "noted_on_reading" not in rules_of(streets["truth"], streets["sharp"])
