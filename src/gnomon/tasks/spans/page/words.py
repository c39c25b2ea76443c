"""What the page and its script say of tagged sentences, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "option_type": ("type", "类型"),
    "option_exact": ("same ends", "边界相同"),
    "option_partial": ("overlaps for half", "重叠算一半"),
    "option_conlleval": ("as conlleval", "按 conlleval"),
    "entity_types_section": ("How well is each type of entity found?", "各类实体识别得如何？"),
    "entity_types_link": ("Entity types", "实体类型"),
    "entity_types_note": (
        "F1 of each type, the least first: an entity counts where its ends and its type are right. Lines are intervals over what is drawn.",
        "各类型的 F1，从低到高：边界和类型都正确才算识别出。横线是对抽样单位的区间。",
    ),
    "entity_fates_title": ("What became of entities", "实体的去向"),
    "entity_fates_note": (
        "Every true and predicted entity once, matched from the first on with what it overlaps.",
        "每个真实与预测实体各计一次，从前到后与重叠的实体配对。",
    ),
    "entity_matrix_title": ("Which types are taken for which?", "哪些类型被混淆？"),
    "entity_matrix_note": (
        "Rows are true types, columns predicted ones; overlapping pairs count even where ends differ. The last column is what was "
        "missed, the "
        "last row what was marked where nothing is.",
        "行是真实类型，列是预测类型；边界不同但重叠的也计入。最后一列是漏掉的，最后一行是误标的。",
    ),
}

SCRIPT: dict[str, Pair] = {
    "entity_type": ("Type", "类型"),
    "entity_f1": ("F1", "F1"),
    "entity_precision": ("Precision", "精确率"),
    "entity_recall": ("Recall", "召回率"),
    "entity_actual": ("Entities", "实体数"),
    "entity_predicted": ("Predicted", "预测数"),
    "entity_types_cut": ("The {shown} worst of {count} types are shown.", "共 {count} 种类型，只显示最差的 {shown} 种。"),
    "entity_matrix_cut": ("The {shown} most frequent of {count} types are shown.", "共 {count} 种类型，只显示最常见的 {shown} 种。"),
    "fate_correct": ("right", "正确"),
    "fate_wrong_type": ("right ends, wrong type", "边界对、类型错"),
    "fate_wrong_ends": ("right type, wrong ends", "类型对、边界错"),
    "fate_wrong_both": ("overlaps, both wrong", "仅重叠，都错"),
    "fate_missed": ("missed", "漏掉"),
    "fate_spurious": ("marked in vain", "误标"),
    "entity_fate": ("Outcome", "去向"),
    "entity_count": ("Entities", "实体数"),
    "entity_share": ("Share", "占比"),
    "entity_ends": (
        "Of entities with wrong ends {longer} are marked too long, {shorter} too short, {shifted} shifted.",
        "边界错的实体中，{longer} 个过长，{shorter} 个过短，{shifted} 个错位。",
    ),
    "entity_misfits": (
        "{count} predicted tags fit no entity and count nowhere.",
        "有 {count} 个预测标签不合标签方案，不属于任何实体，未计入。",
    ),
    "entity_misfits_one": ("1 predicted tag fits no entity and counts nowhere.", "有 1 个预测标签不合标签方案，不属于任何实体，未计入。"),
    "entity_truth": ("True type", "真实类型"),
    "entity_none": ("nothing", "无"),
    "entity_missed": ("missed", "漏掉"),
    "entity_spurious": ("marked in vain", "误标"),
}

EVIDENCE: dict[str, Pair] = {
    "type": ("type", "类型"),
    "entities": ("entities", "实体数"),
    "called": ("called", "判为"),
    "share_of_type": ("share of the type", "占该类型的比例"),
    "boundary_errors": ("wrong ends", "边界错误"),
    "share_of_errors": ("share of the errors", "占错误的比例"),
    "misfits": ("tags in no entity", "不属于实体的标签"),
    "share_of_tags": ("share of the tags", "占标签的比例"),
}
