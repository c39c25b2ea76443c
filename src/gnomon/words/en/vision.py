"""What is said of objects in images."""

VISION: dict[str, str] = {
    "scores_outside": "{source}: {count:,} scores lie outside of 0 to 1, the first {first} ({score:.6g}): they rank as well as any, but a "
    "confidence such as 0.5 means nothing on them",
    "boxes_outside": "{source}: the centres of {count:,} of {boxes:,} boxes lie outside of the picture, the first {first} ({box}); check "
    "the format and unit of the boxes, and the sizes of the pictures",
    "empty_boxes_dropped": "{source}: {count:,} boxes without area were left out, the first {first}",
}
