"""关于目标检测的话。"""

DETECTION: dict[str, str] = {
    "no_objects_to_find": "没有需要检出的目标",
    "nothing_left_to_find": "除去漏检的目标，就没有需要检出的目标了",
    "nothing_detected": "在该置信度下没有任何检出",
    "areas_unknown": "框以占图像边长的比例给出，而图像尺寸未知：没有小、中、大目标的数值",
    "only_cap_of_100": "pycocotools 的第一个数只在每类 100 个检测框处读取，而这里的上限是 {caps:, }",
    "ap_of_other_caps": "ap 在最大的上限 {cap} 处读取；pycocotools 的第一个数只在 100 处读取，在此会是 -1",
    "detections_past_cap": "{images:,} 张图中有 {count:,} 个检测框超出上限 {cap:,}，未计入",
    "unlike_pycocotools": "pycocotools 给出的 ap 是 {theirs:.6f}，正确的是 {right:.6f}：它从不匹配 id 为 0 的标注（这里有 {zero:,} 个），"
    "不理会标为忽略的标注（这里有 {ignored:,} 个），也不计面积超过 1e10 像素的目标（这里有 {vast:,} 个）",
    "unlike_pycocotools_at_cap": "在上限 {cap} 处，由 pycocotools 的精确率得出的 ap 是 {theirs:.6f}，正确的是 {right:.6f}："
    "它从不匹配 id 为 0 的标注（这里有 {zero:,} 个），不理会标为忽略的标注（这里有 {ignored:,} 个），"
    "也不计面积超过 1e10 像素的目标（这里有 {vast:,} 个）",
}
