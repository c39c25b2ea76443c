"""How often findings on images cry wolf, and how often they miss what is planted. The seeds are fixed."""

from collections import Counter
from functools import partial

import pytest

from evaluation.planted_images import DETECTION, EVEN, SEGMENTATION, clean_maps, detection_rules, segmentation_rules

SETS = 10


@pytest.mark.parametrize("rule", DETECTION)
def test_planted_faults_of_detectors_are_found_and_taken_for_no_other(rule):
    """What one fault brings with it is little: each other rule stays silent in nine sets of ten."""
    said = Counter(found for seed in range(SETS) for found in detection_rules(seed, **DETECTION[rule]))
    assert said.pop(rule) >= 0.9 * SETS
    assert all(count <= 0.1 * SETS for count in said.values()), said


@pytest.mark.parametrize("rule", SEGMENTATION)
def test_planted_faults_of_label_maps_are_found(rule):
    assert sum(rule in segmentation_rules(seed, SEGMENTATION[rule]) for seed in range(SETS)) >= 0.9 * SETS


@pytest.mark.parametrize("model", EVEN)
def test_even_detectors_are_seldom_found_amiss(model, sets):
    """In 100 sets of each, one rule spoke once."""
    said = [detection_rules(seed, **EVEN[model]) for seed in range(sets(30, least=10))]
    assert sum(map(bool, said)) <= 0.1 * len(said), Counter(rule for one in said for rule in one)


@pytest.mark.parametrize("noise", [0.06, 0.2])
def test_even_label_maps_are_seldom_found_amiss(noise, sets):
    """Nothing was said in 100 sets of either."""
    said = [segmentation_rules(seed, partial(clean_maps, noise=noise)) for seed in range(sets(30, least=10))]
    assert sum(map(bool, said)) <= 0.1 * len(said), Counter(rule for one in said for rule in one)
