"""关于图像中物体的说明。"""

VISION: dict[str, str] = {
    "scores_outside": "{source}：有 {count:,} 个得分不在 0 到 1 之间，第一个是 {first}（{score:.6g}）：排序不受影响，但 0.5 这样的"
    "置信度对它们没有意义",
    "boxes_outside": "{source}：{boxes:,} 个框中有 {count:,} 个的中心在图像之外，第一个是 {first}（{box}）；"
    "请检查框的格式与单位，以及图像的尺寸",
    "empty_boxes_dropped": "{source}：去掉了 {count:,} 个面积为 0 的框，第一个是 {first}",
}
