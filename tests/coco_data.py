"""A small data set of COCO's, with everything that one may hold, and results of it."""

import copy

DATASET = {
    "info": {"year": 2024, "说明": ["é", None, True, -1.5e-3]},
    "images": [
        {"id": 9, "height": 40, "width": 60, "file_name": "b/nine.jpg"},
        {"id": 2, "height": 30, "width": 50, "file_name": "a/two.jpg"},
        {"id": 5, "height": 20, "width": 20, "file_name": "a/five.jpg"},
    ],
    "annotations": [
        {"id": 11, "image_id": 9, "category_id": 3, "bbox": [1, 2.5, 10, 12], "area": 80.5, "iscrowd": 0},
        {"id": 7, "image_id": 2, "category_id": 1, "bbox": [0.125, 0, 5, 5e0], "area": 25, "iscrowd": 1, "ignore": 0},
        {"id": 8, "image_id": 9, "category_id": 1, "bbox": [20, 20, 4, 4], "area": 16, "iscrowd": 0, "ignore": 1},
    ],
    "categories": [{"id": 3, "name": "dog"}, {"id": 1, "name": "cat"}],
}
RESULTS = [
    {"image_id": 2, "category_id": 1, "bbox": [0.1, 0.2, 5.3, 5.7], "score": 0.75},
    {"image_id": 9, "category_id": 3, "bbox": [1, 2, 10, 12], "score": 1},
    {"image_id": 2, "category_id": 1, "bbox": [3, 3, 2, 2], "score": 0.75},
]


def dataset(**changed):
    """A copy with other parts."""
    return copy.deepcopy(DATASET) | changed


def results(place=None, **changed):
    """A copy; with a place, one of whose fields were changed, or left out where the value is ...."""
    made = copy.deepcopy(RESULTS)
    if place is not None:
        made[place] = {key: value for key, value in (made[place] | changed).items() if value is not ...}
    return made


def annotations(place, **changed):
    """A data set of which one annotation was changed."""
    made = dataset()
    made["annotations"][place] = {k: v for k, v in (made["annotations"][place] | changed).items() if v is not ...}
    return made
