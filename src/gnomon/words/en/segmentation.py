"""What is said of label maps: reasons, and findings."""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "no pixel counts",
    "class_absent": "class {label} is in neither truth nor prediction ({count:,} such in all), and absent=nan asks for no value then",
    "class_absent_in_image": "some image lacks a class, and absent=nan asks for no value then",
}
