"""Detection: objects that are found in images, as boxes, masks or keypoints."""

from ...summary import Matches, WorstImages
from .aspect import MatchesAspect, WorstImagesAspect
from .task import DetectionTask

ASPECTS = (
    MatchesAspect("matches", Matches, unit="images", facts=("images", "objects", "detections", "classes", "protocol")),
    WorstImagesAspect("worst_images", WorstImages, unit="images"),
)
TASKS = (DetectionTask("detection", ("matches", "worst_images"), ("images", "images"), whole=True, in_tables=True),)
