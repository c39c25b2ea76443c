"""Annotations drawn onto the current axes: outlines, masks, skeletons and boxes."""

from typing import Any

import numpy as np

from . import mask

CROWD = np.array([2.0, 166.0, 101.0]) / 255


def draw(coco: Any, anns: Any, draw_bbox: bool) -> None:
    """Draw what each annotation has, in a colour of its own."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Polygon

    axes = plt.gca()
    axes.set_autoscale_on(False)
    outlines, colours = [], []
    for ann in anns:
        colour = (np.random.random((1, 3)) * 0.6 + 0.4).tolist()[0]
        found = _outlines(coco, ann, axes)
        if "keypoints" in ann and type(ann["keypoints"]) is list:
            _skeleton(coco, ann, colour, axes)
        if draw_bbox:
            x, y, wide, high = ann["bbox"]
            found.append(np.array([[x, y], [x, y + high], [x + wide, y + high], [x + wide, y]]))
        outlines += [Polygon(corners) for corners in found]
        colours += [colour] * len(found)
    axes.add_collection(PatchCollection(outlines, facecolor=colours, linewidths=0, alpha=0.4))
    axes.add_collection(PatchCollection(outlines, facecolor="none", edgecolors=colours, linewidths=2))


def _outlines(coco: Any, ann: dict[str, Any], axes: Any) -> list[Any]:
    """The polygons of an annotation; a mask is drawn at once."""
    if "segmentation" not in ann:
        return []
    if type(ann["segmentation"]) is list:
        return [np.array(one).reshape(len(one) // 2, 2) for one in ann["segmentation"]]
    pixels = mask.decode(coco.annToRLE(ann))
    colour = CROWD if ann["iscrowd"] == 1 else np.random.random((1, 3))[0]
    axes.imshow(np.dstack([np.broadcast_to(colour, (*pixels.shape, 3)), pixels * 0.5]))
    return []


def _skeleton(coco: Any, ann: dict[str, Any], colour: list[float], axes: Any) -> None:
    bones = np.array(coco.loadCats(ann["category_id"])[0]["skeleton"]) - 1
    x, y, seen = np.array(ann["keypoints"]).reshape(-1, 3).T
    for bone in bones:
        if (seen[bone] > 0).all():
            axes.plot(x[bone], y[bone], linewidth=3, color=colour)
    for least, edge in ((0, "k"), (1, colour)):
        some = seen > least
        axes.plot(x[some], y[some], "o", markersize=8, markerfacecolor=colour, markeredgecolor=edge, markeredgewidth=2)
