"""What is said of detections."""

DETECTION: dict[str, str] = {
    "no_objects_to_find": "there are no objects to be found",
    "nothing_left_to_find": "no objects are left to be found once those missed are set aside",
    "nothing_detected": "nothing is detected with that confidence",
    "areas_unknown": "boxes are shares of the pictures' sides, whose sizes nobody said: no figures of small, medium and large objects",
    "only_cap_of_100": "pycocotools reads its first figure at 100 detections, and the caps are {caps:, }",
    "ap_of_other_caps": "ap is read at the largest cap ({cap}); pycocotools' first figure would be -1, since it is read at 100 only",
    "detections_past_cap": "the cap of {cap:,} leaves out {count:count detection} in {images:count image}",
    "unlike_pycocotools": "pycocotools says ap {theirs:.6f} where {right:.6f} is right: it never matches annotations with the id 0 "
    "({zero:,} here), and takes no notice of those marked to be ignored ({ignored:,} here), nor of objects of more than 1e10 pixels "
    "({vast:,} here)",
    "unlike_pycocotools_at_cap": "at the cap of {cap} pycocotools' precision means an ap of {theirs:.6f} where {right:.6f} is right: it "
    "never matches annotations with the id 0 ({zero:,} here), and takes no notice of those marked to be ignored ({ignored:,} here), nor of "
    "objects of more than 1e10 pixels ({vast:,} here)",
}
