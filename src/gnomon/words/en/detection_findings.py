"""What findings say of detections."""

DETECTION_FINDINGS: dict[str, str] = {
    "and_more_classes": "{count:,} more",
    "no_objects": "the truth has no object to be found in its {images:count image}: AP, AR and recall have no value, and whatever is "
    "detected is false; check that this is the right truth, and that its objects are not all marked to be ignored",
    "few_objects": "{classes:, }: fewer than {most:,} objects each, yet {share:share} of what AP is a mean over; read their AP with its "
    "interval",
    "few_objects_one": "{classes:, }: fewer than {most:,} objects, yet {share:share} of what AP is a mean over; read its AP with its "
    "interval",
    "cap_reached": "{model}: the cap of {cap:,} leaves out {count:count detection} in {images:count image}",
    "cap_reached_by_so_much": "{model}: the cap of {cap:,} leaves out {count:count detection} in {images:count image}; without a "
    "cap AP would be {without:.4f} instead of {ap:.4f}",
    "duplicates_dominate": "{model}: {again:,} of {wrong:,} false detections ({share:share}) from confidence {confidence:.3g} on are of "
    "objects that were found already: suppress overlapping boxes more strictly",
    "loose_boxes": "{model}: AP is {half:.3f} at IoU 0.5 and {near:.3f} at 0.75: objects are found, and their boxes do not fit; look at "
    "how boxes are placed before anything else",
    "small_objects_missed": "{model}: of small objects {small:share} are found, of the others {others:share} ({count:,} are small): try "
    "larger pictures or tiles",
    "objects_confused": "{model}: {count:,} objects of {truth} ({share:share} of them) are taken for {taken}",
    "class_never_detected": "{model}: never detects {classes:, } ({count:count object}); each such class counts 0 in AP",
}
