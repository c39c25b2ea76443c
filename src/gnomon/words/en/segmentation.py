"""What is said of label maps: reasons, and findings."""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "no pixel counts",
    "no_segments": "there are no segments, true or predicted",
    "class_absent": "class {label} is in neither truth nor prediction ({count:,} such in all), and absent=nan asks for no value then",
    "two_images_for_interval": "an interval needs two images",
    "two_images_for_test": "a comparison needs two images",
    "same_on_images": "it is the same whichever images are drawn, which says nothing of others",
    "same_difference_on_images": "the difference is the same whichever images are drawn, which says nothing of others",
    "undefined_on_resampled_images": "it is undefined on {lost:.0%} of the drawn sets of images; there are too few",
    "different_images": "the models have values for different images; evaluate both on the same",
    "class_absent_in_image": "some image lacks a class, and absent=nan asks for no value then",
}
