"""What findings say of detections."""

DETECTION_FINDINGS: dict[str, str] = {
    "and_more_classes": "另外 {count:,} 个类别",
    "boxes_otherwise": "{model}：AP 为 {ap:.3f}；若预测框的写法为{form}，AP 会是 {otherwise:.3f}：请按该格式读取，或先转换",
    "truth_boxes_otherwise": "{model}：AP 为 {ap:.3f}；若真值框的写法为{form}，AP 会是 {otherwise:.3f}：请按该格式读取，或先转换",
    "form_xyxy": " x1、y1、x2、y2",
    "form_xywh": " x、y、宽、高",
    "form_cxcywh": "中心 x、中心 y、宽、高",
    "form_yx": "先 y 后 x、先高后宽",
    "score_before_box": "{model}：AP 为 {ap:.3f}；若预测的写法为“类别、得分、框”，AP 会是 {otherwise:.3f}：请把得分写在框之后",
    "boxes_resized": "{model}：AP 为 {ap:.3f}；若把预测框放大到 {factor:.4g} 倍，"
    "AP 会是 {otherwise:.3f}：可能是图像缩放所致；请把框换算到原图尺寸",
    "boxes_stretched": "{model}：AP 为 {ap:.3f}；若把预测框的宽变为 {x:.4g} 倍、高变为 {y:.4g} 倍，"
    "AP 会是 {otherwise:.3f}：可能是图像缩放所致；请把框换算到原图尺寸",
    "boxes_in_shares": "{model}：AP 为 {ap:.3f}；若预测框是图像边长的比例，AP 会是 {otherwise:.3f}：请乘以宽和高，或用 unit=share 读取",
    "boxes_of_size": "{model}：AP 为 {ap:.3f}；若预测框来自 {width:.0f} × {height:.0f} 像素的图像，"
    "AP 会是 {otherwise:.3f}：请把框换算到原图尺寸",
    "boxes_of_longest": "{model}：AP 为 {ap:.3f}；若预测框来自长边为 {side:.0f} 像素的图像，AP 会是 {otherwise:.3f}：请把框换算到原图尺寸",
    "one_lower": "小 1",
    "one_higher": "大 1",
    "class_ids_shifted": "{model}：AP 为 {ap:.3f}；若每个预测类别的编号都{direction}，AP 会是 {otherwise:.3f}：请统一真值与预测的类别编号",
    "image_ids_shifted": "{model}：AP 为 {ap:.3f}；若每个检测框所属图像的序号都{direction}，"
    "AP 会是 {otherwise:.3f}：请统一真值与预测的图像名称",
    "images_without_detections": "{model}：{images:,} 张含目标的图像中有 {count:,} 张没有任何检测框（第一张是 {first}），"
    "而漏检只能解释约 {expected:,.0f} 张：可能是部分结果没有写出；请对所有图像做检测",
    "detections_of_one_score": "{model}：全部 {count:,} 个检测框的得分都是 {score:g}，"
    "AP 因而取决于它们在数据中的顺序：请写出每个检测框的置信度",
    "detection_scores_reversed": "{model}：同一类别中误检的得分高于正确检测（AUC {auc:.3f}）：得分可能是越低越好；请反转其顺序",
    "no_objects": "{images:,} 张图像中没有任何需要检出的目标：AP、AR 和召回率都没有值，检出的都是误检；请检查真值是否拿对，"
    "目标是否全被标为忽略",
    "few_objects": "{classes:, }：每类目标不足 {most:,} 个，却占 AP 所平均类别的 {share:share}；看它们的 AP 时请连同区间一起看",
    "few_objects_one": "{classes:, }：目标不足 {most:,} 个，却占 AP 所平均类别的 {share:share}；看它的 AP 时请连同区间一起看",
    "cap_reached": "{model}：{images:,} 张图像中有 {count:,} 个检测框超出上限 {cap:,}，未计入",
    "cap_reached_by_so_much": "{model}：{images:,} 张图像中有 {count:,} 个检测框超出上限 {cap:,}，未计入；若全部计入，"
    "AP 为 {without:.4f}，"
    "而不是 {ap:.4f}",
    "duplicates_dominate": "{model}：置信度不低于 {confidence:.3g} 的 {wrong:,} 个误检中，有 {again:,} 个（{share:share}）"
    "是对已找到目标的重复检测：请收紧重叠框的抑制",
    "loose_boxes": "{model}：IoU 0.5 时 AP 为 {half:.3f}，0.75 时只有 {near:.3f}：目标找得到，框却不贴合；请先改进框的定位",
    "small_objects_missed": "{model}：小目标（共 {count:,} 个）只找到 {small:share}，其余目标找到 {others:share}：可尝试放大图像或切块检测",
    "objects_confused": "{model}：有 {count:,} 个 {truth}（占该类 {share:share}）被认作 {taken}；请查看这些目标",
    "class_never_detected": "{model}：从不检出 {classes:, }，而这些类别共有 {count:,} 个目标；每个这样的类别在 AP 中按 0 计；"
    "请检查类别编号或训练",
}
