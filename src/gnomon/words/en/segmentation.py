"""What is said of label maps: reasons, and findings."""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "no pixel counts",
    "background_alone": "no class has a value but the background (id 0), which was left out",
    "no_segments": "there are no segments, true or predicted",
    "class_absent": "class {label} is in neither truth nor prediction ({count:,} such in all), and absent=nan asks for no value then",
    "two_images_for_interval": "an interval needs two images",
    "two_images_for_test": "a comparison needs two images",
    "same_on_images": "it is the same whichever images are drawn, which says nothing of others",
    "same_difference_on_images": "the difference is the same whichever images are drawn, which says nothing of others",
    "undefined_on_resampled_images": "it is undefined on {lost:.0%} of the drawn sets of images; there are too few",
    "different_images": "the models have values for different images; evaluate both on the same",
    "class_absent_in_image": "some image lacks a class, and absent=nan asks for no value then",
    "class_few_pixels": "class {label} is in {images:count image} and {share:share} of the pixels: its IoU is mostly luck, and counts in "
    "the mean like any other",
    "classes_few_pixels": "{count:,} classes have few pixels or images, the least {label}, which is in {images:count image} and "
    "{share:share} of the pixels. Their IoU is mostly luck, and counts in the mean like any other; add images of them",
    "class_never_painted": "{model}: no pixel is predicted as {label}, which the truth has. Check the ids of the classes, or the "
    "training; where it marks pixels that do not count, name it with ignore=",
    "classes_never_painted": "{model}: no pixel is predicted as any of {count:,} classes that the truth has, the largest {label}. Check "
    "the ids of the classes, or the training; those that mark pixels that do not count, name with ignore=",
    "accuracy_of_background": "{model}: pixel accuracy {accuracy:.3f} is carried by {label}, {share:share} of the pixels; the mean IoU is "
    "{mean:.3f}",
    "regions_confused": "{model}: {share:share} of the pixels of {truth} are called {predicted}, in {images:count image}",
    "images_above_whole": "{model}: the mean of the images' own IoU, {by_image:.3f}, is well above that of the data set, {whole:.3f}. "
    "Classes that few images have, or a few large failures, pull the latter down",
    "images_below_whole": "{model}: the mean of the images' own IoU, {by_image:.3f}, is well below that of the data set, {whole:.3f}. "
    "Images with small regions fare worse than the sum of pixels shows",
}
