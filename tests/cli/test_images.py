"""What the command line takes and says where images are evaluated: detections and label maps."""

import gzip
import json

import numpy as np
import pytest
import typer
from PIL import Image

import gnomon as gn
from gnomon.cli import app

LANGUAGES = ("en", "zh")
COMMANDS = ("report", "metrics", "compare", "check")
OF_FILES = ("truth", "results")
OF_KINDS = {
    *("images", "protocol", "iou", "thresholds", "max_detections", "area_ranges", "sigmas", "compatible", "box_format", "classes"),
    *("ignore", "threshold"),
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
