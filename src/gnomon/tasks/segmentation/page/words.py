"""What the page and its script say of label maps, in English and Chinese side by side."""

from ....report.page_words import Pair

PAGE: dict[str, Pair] = {
    "option_image": ("mean over images", "逐图平均"),
    "class_iou_section": ("How well is each class found?", "每一类分割得如何？"),
    "class_iou_link": ("Classes", "各类别"),
    "class_iou_note": (
        "IoU of each class over all images, the least first; lines are intervals over images, which are drawn whole.",
        "每一类在全部图像上的 IoU，从低到高；横线是按整张图像重抽样得到的区间。",
    ),
    "worst_images_section": ("Which images are worst?", "哪些图像最差？"),
    "worst_images_link": ("Worst images", "最差的图像"),
    "worst_images_note": (
        "Truth, prediction and mistakes side by side, of each patch the pixel in its middle. Point at a map to read it.",
        "真值、预测与错误并排显示；缩小时取每一小块中央的像素。把指针放到图上可读出类别。",
    ),
    "worst_class": ("Class", "类别"),
}

SCRIPT: dict[str, Pair] = {
    "iou": ("IoU", "IoU"),
    "dice": ("Dice", "Dice"),
    "images": ("Images", "图像数"),
    "share_of_pixels": ("Share of pixels", "像素占比"),
    "classes_cut": ("The {shown} worst of {count} classes are shown.", "共 {count} 个类别，只显示最差的 {shown} 个。"),
    "classes_absent": ("{count} classes are in neither truth nor prediction.", "{count} 个类别在真值和预测中都没有出现。"),
    "classes_absent_one": ("1 class is in neither truth nor prediction.", "1 个类别在真值和预测中都没有出现。"),
    "all_classes": ("all classes", "全部类别"),
    "image": ("Image", "图像"),
    "pixels_of_truth": ("True pixels", "真值像素"),
    "map_truth": ("Truth", "真值"),
    "map_predicted": ("Prediction", "预测"),
    "map_wrong": ("Mistakes", "错误"),
    "map_ignored": ("ignored", "忽略"),
    "map_other": ("another class", "其他类别"),
    "map_reads": ("truth {truth}, predicted {predicted}", "真值 {truth}，预测 {predicted}"),
    "no_maps": ("No small maps were kept of these images.", "没有保留这些图像的缩略图。"),
    "worst_images_shown": ("{shown} of {count} images.", "共 {count} 张图像，显示 {shown} 张。"),
}

EVIDENCE: dict[str, Pair] = {
    "images": ("images", "图像数"),
    "share_of_pixels": ("share of the pixels", "像素占比"),
    "class": ("class", "类别"),
    "called": ("called", "判为"),
    "share_of_class": ("share of the class", "占该类的比例"),
}
