"""What findings say of detections."""

DETECTION_FINDINGS: dict[str, str] = {
    "and_more_classes": "{count:,} more",
    "boxes_otherwise": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the boxes of the predictions were {form}: read them "
    "in that format, or convert them",
    "truth_boxes_otherwise": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the boxes of the truth were {form}: read them "
    "in that format, or convert them",
    "form_xyxy": "x1, y1, x2, y2",
    "form_xywh": "x, y, width, height",
    "form_cxcywh": "centre x, centre y, width, height",
    "form_yx": "written with y before x, and height before width",
    "score_before_box": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predictions were written as class, score, box: "
    "write the score behind the box",
    "boxes_resized": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predicted boxes were {factor:.4g} times as large. "
    "Pictures that were resized could explain it; scale the boxes to the original pictures",
    "boxes_stretched": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predicted boxes were {x:.4g} times as wide and "
    "{y:.4g} times as high. Pictures that were resized could explain it; scale the boxes to the original pictures",
    "boxes_in_shares": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predicted boxes were shares of the pictures' "
    "sides. Multiply them by width and height, or read them with unit=share",
    "boxes_of_size": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predicted boxes were of pictures of {width:.0f} × "
    "{height:.0f} pixels. Scale the boxes to the original pictures",
    "boxes_of_longest": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if the predicted boxes were of pictures whose longer "
    "side has {side:.0f} pixels. Scale the boxes to the original pictures",
    "one_lower": "lower by 1",
    "one_higher": "higher by 1",
    "class_ids_shifted": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if each predicted class had an id {direction}: number the "
    "classes of truth and predictions alike",
    "image_ids_shifted": "{model}: AP is {ap:.3f}, and would be {otherwise:.3f} if each detection were of the image whose place is "
    "{direction}. Name the images of truth and predictions alike",
    "images_without_detections": "{model}: {count:,} of {images:,} images with objects have no detection, the first {first}, where "
    "misses would explain about {expected:,.0f}. Results that were not written could explain it; detect on all images",
    "detections_of_one_score": "{model}: all {count:count detection} have the score {score:g}, so AP depends on their order in the data: "
    "write the confidence of each detection",
    "detection_scores_reversed": "{model}: false detections have higher scores than correct ones of the same class (AUC {auc:.3f}). "
    "Scores where lower is better could explain it; reverse their order",
    "no_objects": "the truth has no object to be found in its {images:count image}: AP, AR and recall have no value, and whatever is "
    "detected is false. Check that this is the right truth, and that its objects are not all marked to be ignored",
    "few_objects": "{classes:, }: fewer than {most:,} objects each, yet {share:share} of what AP is a mean over; read their AP with its "
    "interval",
    "few_objects_one": "{classes:, }: fewer than {most:,} objects, yet {share:share} of what AP is a mean over; read its AP with its "
    "interval",
    "cap_reached": "{model}: the cap of {cap:,} leaves out {count:count detection} in {images:count image}",
    "cap_reached_by_so_much": "{model}: the cap of {cap:,} leaves out {count:count detection} in {images:count image}; without a "
    "cap AP would be {without:.4f} instead of {ap:.4f}",
    "duplicates_dominate": "{model}: {again:,} of {wrong:,} false detections ({share:share}) from confidence {confidence:.3g} on are of "
    "objects that were found already: suppress overlapping boxes more strictly",
    "loose_boxes": "{model}: AP is {half:.3f} at IoU 0.5 and {near:.3f} at 0.75: objects are found, and their boxes do not fit. Look at "
    "how boxes are placed before anything else",
    "small_objects_missed": "{model}: of small objects {small:share} are found, of the others {others:share} ({count:,} are small): try "
    "larger pictures or tiles",
    "objects_confused": "{model}: {count:,} objects of {truth} ({share:share} of them) are taken for {taken}; look at these objects",
    "class_never_detected": "{model}: never detects {classes:, } ({count:count object}); each such class counts 0 in AP"
    "; check the ids of the classes, or the training",
}
