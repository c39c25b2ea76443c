"""关于标签图的话：原因与发现。"""

SEGMENTATION: dict[str, str] = {
    "no_pixels": "没有任何计入的像素",
    "background_alone": "除了被去掉的背景（编号 0），没有类别有数值",
    "no_segments": "真值和预测中都没有任何区段",
    "class_absent": "真值和预测中都没有类别 {label}（这样的类别共 {count:,} 个），而 absent=nan 要求此时不给出数值",
    "two_images_for_interval": "至少要有两张图像才能给出区间",
    "two_images_for_test": "至少要有两张图像才能比较",
    "same_on_images": "无论抽到哪些图像，数值都一样，无从推断其他图像",
    "same_difference_on_images": "无论抽到哪些图像，差值都一样，无从推断其他图像",
    "undefined_on_resampled_images": "在 {lost:.0%} 的重抽样图像集上没有定义；图像太少",
    "different_images": "两个模型有数值的图像不同；请在同样的图像上评估",
    "class_absent_in_image": "有的图像缺少某个类别，而 absent=nan 要求此时不给出数值",
    "class_few_pixels": "类别 {label} 只出现在 {images:,} 张图像中，占像素的 {share:share}：它的 IoU 主要靠运气，却与其他类别同等计入平均",
    "classes_few_pixels": "{count:,} 个类别像素或图像很少，最少的是 {label}，只出现在 {images:,} 张图像中，占像素的 {share:share}："
    "它们的 IoU 主要靠运气，却与其他类别同等计入平均；请补充这些类别的图像",
    "class_never_painted": "{model}：真值中有 {label}，但没有任何像素被预测为它：请检查类别编号或训练过程；如果它标的是不计入的像素，"
    "请用 ignore= 说明",
    "classes_never_painted": "{model}：真值中有 {count:,} 个类别（最大的是 {label}）没有任何像素被预测为它们：请检查类别编号或训练过程；"
    "如果其中有标注不计入像素的，请用 ignore= 说明",
    "accuracy_of_background": "{model}：像素准确率 {accuracy:.3f} 主要来自 {label}，它占像素的 {share:share}；平均 IoU 只有 {mean:.3f}",
    "regions_confused": "{model}：{truth} 的像素有 {share:share} 被判为 {predicted}，涉及 {images:,} 张图像",
    "images_above_whole": "{model}：逐图 IoU 的平均 {by_image:.3f} 明显高于整个数据集的 {whole:.3f}：少数图像才有的类别，或少数大的失误，"
    "拉低了后者",
    "images_below_whole": "{model}：逐图 IoU 的平均 {by_image:.3f} 明显低于整个数据集的 {whole:.3f}：区域小的图像表现更差，"
    "像素总和看不出来",
}
