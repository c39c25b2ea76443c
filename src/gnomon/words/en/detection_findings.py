"""What findings say of detections."""

DETECTION_FINDINGS: dict[str, str] = {
    "and_more_classes": "{count:,} more",
    "few_objects": "{classes:, }: fewer than {most:,} objects each, yet {share:share} of what AP is a mean over; read their AP with its "
    "interval",
    "cap_reached": "{model}: {count:,} detections in {images:,} images are past the cap of {cap:,} and do not count",
    "cap_reached_by_so_much": "{model}: {count:,} detections in {images:,} images are past the cap of {cap:,} and do not count; with all "
    "of them AP would be {without:.4f} instead of {ap:.4f}",
    "duplicates_dominate": "{model}: {again:,} of {wrong:,} false detections ({share:share}) from confidence {confidence:.3g} on are of "
    "objects that were found already: suppress overlapping boxes more strictly",
    "loose_boxes": "{model}: AP is {half:.3f} at IoU 0.5 and {near:.3f} at 0.75: objects are found, and their boxes do not fit; look at "
    "how boxes are placed before anything else",
    "small_objects_missed": "{model}: of small objects {small:share} are found, of the others {others:share} ({count:,} are small): try "
    "larger pictures or tiles",
    "objects_confused": "{model}: {count:,} objects of {truth} ({share:share} of them) are taken for {taken}",
    "class_never_detected": "{model}: never detects {classes:, }, of which there are {count:,} objects; each such class counts 0 in AP",
}
