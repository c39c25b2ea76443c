"""关于标签图的话：原因与发现。"""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "没有任何计入的像素",
    "class_absent": "真值和预测中都没有类别 {label}（这样的类别共 {count:,} 个），而 absent=nan 要求此时不给出数值",
    "class_absent_in_image": "有的图像缺少某个类别，而 absent=nan 要求此时不给出数值",
}
