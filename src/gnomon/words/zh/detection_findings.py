"""What findings say of detections."""

DETECTION_FINDINGS: dict[str, str] = {
    "and_more_classes": "另外 {count:,} 个类别",
    "no_objects": "{images:,} 张图像中没有任何需要检出的目标：AP、AR 和召回率都没有值，检出的都是误检；请检查真值是否拿对，"
    "目标是否全被标为忽略",
    "few_objects": "{classes:, }：每类目标不足 {most:,} 个，却占 AP 所平均类别的 {share:share}；看它们的 AP 时请连同区间一起看",
    "few_objects_one": "{classes:, }：目标不足 {most:,} 个，却占 AP 所平均类别的 {share:share}；看它的 AP 时请连同区间一起看",
    "cap_reached": "{model}：{images:,} 张图像中有 {count:,} 个检测框超出上限 {cap:,}，未计入",
    "cap_reached_by_so_much": "{model}：{images:,} 张图像中有 {count:,} 个检测框超出上限 {cap:,}，未计入；若全部计入，AP 为 {without:.4f}，"
    "而不是 {ap:.4f}",
    "duplicates_dominate": "{model}：置信度不低于 {confidence:.3g} 的 {wrong:,} 个误检中，有 {again:,} 个（{share:share}）"
    "是对已找到目标的重复检测：请收紧重叠框的抑制",
    "loose_boxes": "{model}：IoU 0.5 时 AP 为 {half:.3f}，0.75 时只有 {near:.3f}：目标找得到，框却不贴合；请先改进框的定位",
    "small_objects_missed": "{model}：小目标（共 {count:,} 个）只找到 {small:share}，其余目标找到 {others:share}：可尝试放大图像或切块检测",
    "objects_confused": "{model}：有 {count:,} 个 {truth}（占该类 {share:share}）被认作 {taken}",
    "class_never_detected": "{model}：从不检出 {classes:, }，而这些类别共有 {count:,} 个目标；每个这样的类别在 AP 中按 0 计",
}
