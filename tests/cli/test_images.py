"""What the command line takes and says where images are evaluated: detections and label maps."""

import csv
import gzip
import json

import numpy as np
import pytest
import typer
from PIL import Image

import gnomon as gn
from gnomon.cli import app
from refusals import raises_id

LANGUAGES = ("en", "zh")
COMMANDS = ("report", "metrics", "compare", "check")
OF_FILES = ("truth", "results")
OF_KINDS = {
    *("images", "protocol", "iou", "thresholds", "max_detections", "area_ranges", "sigmas", "compatible", "box_format", "classes"),
    *("ignore", "threshold", "recall_grid", "box_unit"),
}
OF_EVALUATIONS = {
    *("metrics", "ci", "replicates", "seed", "task", "level", "method", "alternative"),
    *("min", "max", "sure", "baseline", "tolerance", "no_worse_than", "margin", "non_inferior"),
}
OF_COMMANDS = {"help", "files", "output", "save", "format", "lang", "quiet", "debug"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Streets as COCO has them, and label maps as folders of PNG files."""
    made = tmp_path_factory.mktemp("images")
    for name, data in gn.samples.streets(40).items():
        (made / f"{name}.json").write_text(json.dumps(data))
    draw = np.random.default_rng(0)
    for name in ("maps", "said", "other", "photos", "empty"):
        (made / name).mkdir()
    for place in range(6):
        truth = (np.add.outer(np.arange(12), np.arange(16)) // (4 + place) % 3).astype(np.uint8)
        noisy = np.where(draw.random(truth.shape) < 0.2, draw.integers(0, 3, truth.shape), truth).astype(np.uint8)
        Image.fromarray(truth).save(made / "maps" / f"i{place}.png")
        Image.fromarray(noisy).save(made / "said" / f"i{place}.png")
        Image.fromarray(noisy.T.copy().T[::-1].copy()).save(made / "other" / f"i{place}.png")
        Image.fromarray(draw.integers(0, 255, (12, 16, 3)).astype(np.uint8)).save(made / "photos" / f"i{place}.png")
    return made


@pytest.fixture
def inside(folder, monkeypatch):
    """Commands are typed in the folder of the images."""
    monkeypatch.chdir(folder)
    return folder


def unread():
    """Every option of every command that images do not read, as it is typed."""
    commands = typer.main.get_command(app).commands
    for command in COMMANDS:
        for option in commands[command].params:
            if option.name not in {*OF_FILES, *OF_KINDS, *OF_EVALUATIONS, *OF_COMMANDS}:
                typed = next(name for name in option.opts if name.startswith("--"))
                yield command, typed, () if option.is_flag else ("x",)


@pytest.mark.parametrize(("command", "option", "value"), list(unread()))
def test_an_option_that_images_do_not_read_is_refused(run, inside, command, option, value):
    for files in (("truth.json", "sharp.json"), ("maps", "said")):
        ended = run(command, "--truth", files[0], "--results", files[1], option, *value)
        assert ended.code == 2
        assert ended.err == f"error: {option}: not read beside --truth and --results; leave {option} out\n"
        spoken = run(command, "--truth", files[0], "--results", files[1], option, *value, "--lang", "zh")
        assert f"错误：{option}：与 --truth 和 --results 同用时不起作用；请去掉 {option}" in spoken.err


def test_options_of_tables_are_among_the_unread():
    found = {(command, option) for command, option, _ in unread()}
    assert found >= {(command, option) for command in COMMANDS for option in ("--convention", "--memory", "--label", "--missing", "--na")}
    assert found >= {("check", "--unpaired"), ("check", "--baseline-score"), ("compare", "--unpaired"), ("metrics", "--per-query")}


@pytest.mark.parametrize("option", [("--thresholds", "0.5"), ("--images", "photos"), ("--ignore", "3")])
def test_an_option_of_images_beside_a_table_is_refused(run, small, option):
    ended = run("metrics", small, "--label", "y", "--score", "p", *option)
    assert ended.code == 2
    assert f"{option[0]}: goes with --truth and --results; name these as well, or leave {option[0]} out" in ended.err


def test_an_option_of_images_beside_runs_is_refused(run, inside):
    ended = run("metrics", "--qrels", "q", "--run", "r", "--truth", "truth.json", "--thresholds", "0.5")
    assert ended.code == 2
    assert "--truth, --thresholds: not read beside --qrels and --run" in ended.err


REFUSED = [
    # what is typed beside --truth and --results; what is said of it in either language
    ("metrics --truth sharp.json --results sharp.json", "--truth: sharp.json is a list of results", "--truth：sharp.json 是结果列表"),
    ("metrics --truth sharp.json --results truth.json", "results go with --results", "结果文件请写在 --results 后面"),
    ("metrics --truth truth.json --results truth.json", "--results: truth.json holds objects without scores", "--results：truth.json"),
    (
        "metrics --truth truth.json --results nowhere.json",
        "--results: there is no file or folder nowhere.json",
        "--results：没有文件或文件夹",
    ),
    (
        "metrics --truth truth.json --results a=nowhere.json",
        "--results: there is no file or folder nowhere.json",
        "--results：没有文件或文件夹",
    ),
    (
        "metrics --truth nowhere --results said --task segmentation",
        "--truth: there is no file or folder nowhere",
        "--truth：没有文件或文件夹",
    ),
    ("metrics --truth truth.json --results maps", "--results: maps holds neither YOLO's texts", "--results：maps 中既没有 YOLO 的文本"),
    ("metrics --truth truth.json --results b=", "--results: 'b=' has no file", "--results：'b=' 没有文件"),
    ("metrics --truth maps --results sharp.json", "--results: sharp.json is no PNG file", "--results：sharp.json 不是 PNG 文件"),
    ("metrics --truth maps --results photos", "--results: i0: photos/i0.png holds colours", "--results：i0：photos/i0.png 是彩色图像"),
    ("metrics --truth maps --results said --results photos", "--results photos: i0: photos/i0.png", "--results photos：i0：photos/i0.png"),
    ("metrics --truth maps --results empty", "--results: there is no PNG file in empty", "--results：empty 中没有 PNG 文件"),
    ("metrics --truth photos --results said", "--truth: photos does not tell what kind of truth it is", "--truth：从 photos 看不出"),
    ("metrics --truth maps --results said --classes a,b", "--truth: i0 has class 2 at row 0", "--truth：i0 在第 0 行"),
    ("metrics --truth maps --results said --ignore 0 --classes a,b,c", "leave --ignore or --classes out", "请去掉 --ignore 或 --classes"),
    ("metrics --truth maps --results said --metrics mean_panoptic_quality", "--truth: maps is a folder", "--truth：maps 是文件夹"),
    ("metrics --truth truth.json --results sharp.json --classes a,b", "--classes: COCO's data", "--classes：COCO 的数据"),
    (
        "metrics --truth truth.json --results sharp.json --classes a,,b",
        "--classes: 'a,,b' leaves a class without a name",
        "--classes：'a,,b'",
    ),
    (
        "metrics --truth truth.json --results sharp.json --box-format xyxy",
        "--box-format xyxy: boxes in truth.json are",
        "--box-format xyxy：按",
    ),
    (
        "metrics --truth truth.csv --results sharp.csv --box-format centre",
        "--box-format centre is none here",
        "--box-format centre 不是",
    ),
    (
        "metrics --truth truth.csv --results sharp.csv --box-format xyxy",
        "--truth: truth.csv has no columns for the box",
        "--truth：truth.csv",
    ),
    ("metrics --truth truth.json --results sharp.json --protocol cocoo", "--protocol 'cocoo' is not", "--protocol 'cocoo' 不是"),
    ("metrics --truth truth.json --results sharp.json --protocol lvis", '--truth: --protocol "lvis" asks', '--truth：--protocol "lvis"'),
    ("metrics --truth truth.json --results sharp.json --iou mask", "or leave --iou out", "或去掉 --iou"),
    (
        "metrics --truth truth.json --results sharp.json --images nowhere",
        "--images: 'nowhere' is no folder",
        "--images：'nowhere' 不是文件夹",
    ),
    ("metrics --truth truth.json --results sharp.json --images photos", "--images: photos holds no picture of", "--images：photos 中没有"),
    ("metrics --truth truth.json --results sharp.json --max-detections 0", "nor none for all", "也不是表示全部的 none"),
    (
        "metrics --truth truth.json --results sharp.json --area-ranges s=9:3",
        "write NAME=LOW:HIGH, low from 0",
        "请写成 NAME=LOW:HIGH，下限",
    ),
    (
        "metrics --truth truth.json --results sharp.json --area-ranges s=1:3 --area-ranges s=4:9",
        "--area-ranges: 's' is named twice",
        "--area-ranges：'s' 用了两次",
    ),
    (
        "metrics --truth truth.json --results sharp.json --metrics roc_auc",
        "--metrics: roc_auc is not of objects",
        "--metrics：roc_auc 不是",
    ),
    ("metrics truth.json --results sharp.json", "name truth.json behind --truth", "请写在 --truth 后面"),
    ("metrics truth.json sharp.json", "write --truth truth.json, and name the results of models with --results", "请写 --truth truth.json"),
    ("compare truth.json sharp.json", "write --truth truth.json", "请写 --truth truth.json"),
    ("report maps said", "write --truth maps", "请写 --truth maps"),
    ("check truth.json --min detection_ap=0.1", "write --truth truth.json", "请写 --truth truth.json"),
    ("compare --truth truth.json --results sharp.json", "--results: only sharp.json is there", "--results：只有 sharp.json"),
    ("metrics --truth yolo --results sharp.json", "read the shares with --images", "请给出 --images"),
    ("metrics --truth yolo --results yolo_said --protocol voc2010", "the folder of the pictures with --images", "请用 --images"),
    (
        "metrics --truth truth.json --results yolo_said",
        "--results: yolo_said: 1.txt, line 1: the image is '1', an image",
        "不在已有的 40 幅",
    ),
    ("check --truth truth.json --results sharp.json --min roc_auc=0.1", "--min: roc_auc is not of objects", "--min：roc_auc 不是"),
    (
        "check --truth truth.json --results sharp.json --no-worse-than loose.json --margin roc_auc=0.1",
        "--margin: roc_auc is not of objects",
        "--margin：roc_auc 不是",
    ),
    (
        "check --truth truth.json --results sharp.json --no-worse-than nowhere.json",
        "--no-worse-than: there is no file",
        "--no-worse-than：没有",
    ),
    (
        "check --truth truth.json --results sharp.json --no-worse-than truth.json",
        "--no-worse-than: truth.json holds objects without scores",
        "--no-worse-than：truth.json",
    ),
    (
        "check --truth maps --results said --no-worse-than sharp.json",
        "--no-worse-than: sharp.json is no PNG",
        "--no-worse-than：sharp.json 不是",
    ),
    (
        "check --truth truth.json --results sharp.json --no-worse-than old.gnomon",
        "hold the figures against --baseline old.gnomon",
        "或改用 --baseline old.gnomon",
    ),
    (
        "check --truth truth.json --results sharp.json --baseline nowhere.json",
        "--baseline: cannot read nowhere.json",
        "--baseline：无法读取",
    ),
    (
        "check --truth truth.json --results sharp.json --results loose.json --baseline old.gnomon",
        "give models the same names, as NAME=COLUMN or NAME=FILE",
        "写成 NAME=COLUMN 或 NAME=FILE",
    ),
    # a baseline of another rule or kind: that is said, and nothing of metrics that only the baseline's rule has
    (
        "check --truth truth.json --results sharp.json --protocol voc2010 --baseline old.gnomon",
        "--baseline: --protocol is voc2010 here and coco in it",
        "这里的 --protocol 是 voc2010，基线中是 coco",
    ),
    (
        "check --truth truth.json --results sharp.json --thresholds 0.5 --baseline old.gnomon",
        "--baseline: --protocol is coco(thresholds=0.5) here and coco in it",
        "这里的 --protocol 是 coco(thresholds=0.5)",
    ),
    (
        "check --truth maps --results said --baseline old.gnomon",
        "--baseline: it is of detection, and this is of",
        "--baseline：它是目标检测的评估",
    ),
    ("check table.csv --baseline old.gnomon", "--baseline: it is of detection, which reads no table", "不从预测结果的表读取"),
]
PYTHON = ("truth=", "prediction", "images=", "format=", "classes=", "gn.", " truth:", " truth[", "⟦", "Evaluation.load", "query")


@pytest.fixture(scope="module")
def filled(folder):
    """The same streets in other formats, and an evaluation that was saved."""
    streets = gn.samples.streets(40)
    called = {kind["id"]: kind["name"] for kind in streets["truth"]["categories"]}
    sizes = {image["id"]: (image["width"], image["height"]) for image in streets["truth"]["images"]}
    for name, folder_name, rows in (("truth", "yolo", streets["truth"]["annotations"]), ("sharp", "yolo_said", streets["sharp"])):
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(["image", "class", "x", "y", "w", "h", *(["score"] if name == "sharp" else [])])
            table.writerows([row["image_id"], called[row["category_id"]], *row["bbox"], *_score(row)] for row in rows)
        (folder / folder_name).mkdir()
        for image, (width, height) in sizes.items():
            boxes = [(row, *row["bbox"]) for row in rows if row["image_id"] == image]
            lines = [
                [row["category_id"] - 1, (x + w / 2) / width, (y + h / 2) / height, w / width, h / height, *_score(row)]
                for row, x, y, w, h in boxes
            ]
            (folder / folder_name / f"{image}.txt").write_text("".join(" ".join(map(str, line)) + "\n" for line in lines))
    for name in ("truth", "sharp"):
        (folder / f"{name}.json.gz").write_bytes(gzip.compress((folder / f"{name}.json").read_bytes()))
    (folder / "table.csv").write_text("y,p\n" + "1,0.7\n0,0.2\n" * 20)
    gn.evaluate(streets["truth"], prediction={"sharp": streets["sharp"]}, task="detection", ci=None).save(folder / "old.gnomon")
    return folder


def _score(row):
    return [row["score"]] if "score" in row else []


@pytest.mark.parametrize(("typed", "en", "zh"), REFUSED, ids=[typed for typed, _, _ in REFUSED])
def test_a_refusal_names_what_was_typed(run, filled, inside, typed, en, zh):
    english, chinese = (run(*typed.split(" "), "--lang", lang) for lang in LANGUAGES)
    assert (english.code, chinese.code) == (2, 2)
    assert en in english.err
    assert zh in chinese.err
    for said in (english.err, chinese.err):
        assert not [word for word in PYTHON if word in said.replace("predictions", "")], said


def test_python_names_its_arguments(filled):
    """What is marked for commands leaves no trace elsewhere."""
    with raises_id("detection.side_complaint", side="truth"):
        gn.evaluate(filled / "sharp.json", prediction=filled / "sharp.json", task="detection")
    with raises_id("detection.side_complaint", side="prediction['b']"):
        gn.evaluate(filled / "truth.json", prediction={"a": filled / "sharp.json", "b": filled / "truth.json"})
    with raises_id("vision.map_class_unknown_not_ignored", name="i0", value=2, row=0):
        gn.evaluate(filled / "maps", prediction=filled / "said", classes=["a", "b"])


@pytest.mark.parametrize("files", [("truth.json.gz", "sharp.json.gz"), ("truth.csv", "sharp.csv"), ("truth.json", "sharp.csv")])
def test_every_format_is_known_without_a_task(run, filled, inside, files):
    ended = run("metrics", "--truth", files[0], "--results", f"sharp={files[1]}", "--ci", "none", "--format", "json")
    assert ended.code == 0, ended.err
    values = {value["metric"]: value["value"] for value in json.loads(ended.out)["values"]}
    streets = gn.samples.streets(40)
    assert values["detection_ap"] == pytest.approx(gn.detection_map(streets["truth"], streets["sharp"]).ap, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "value"), [("memory", "1GB"), ("missing", "drop"), ("positive", 2), ("encoding", "utf-8"), ("na", ("NA",))]
)
def test_python_refuses_what_images_do_not_read(name, value):
    streets = gn.samples.streets(20)
    with pytest.raises(gn.InputError, match=f"^{name} goes with"):
        gn.evaluate(streets["truth"], prediction=streets["sharp"], **{name: value})
    with pytest.raises(gn.InputError, match=f"^{name} goes with"):
        gn.compare(streets["truth"], {"a": streets["sharp"], "b": streets["loose"]}, metrics="detection_ap", **{name: value})
