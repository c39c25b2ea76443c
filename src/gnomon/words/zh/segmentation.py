"""关于标签图的话：原因与发现。"""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "没有任何计入的像素",
    "no_segments": "真值和预测中都没有任何区段",
    "class_absent": "真值和预测中都没有类别 {label}（这样的类别共 {count:,} 个），而 absent=nan 要求此时不给出数值",
    "two_images_for_interval": "至少要有两张图像才能给出区间",
    "two_images_for_test": "至少要有两张图像才能比较",
    "same_on_images": "无论抽到哪些图像，数值都一样，无从推断其他图像",
    "same_difference_on_images": "无论抽到哪些图像，差值都一样，无从推断其他图像",
    "undefined_on_resampled_images": "在 {lost:.0%} 的重抽样图像集上没有定义；图像太少",
    "different_images": "两个模型有数值的图像不同；请在同样的图像上评估",
    "class_absent_in_image": "有的图像缺少某个类别，而 absent=nan 要求此时不给出数值",
}
