"""The demonstration, as a user runs it."""

import pytest

import gnomon as gn
from gnomon import samples


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_writes_predictions_and_reports_and_prints_where(run, tmp_path, lang):
    folder = tmp_path / "newfolder"
    ended = run("demo", folder, "--lang", lang)
    assert ended.code == 0
    assert ended.err == ""
    names = [
        "applications.csv",
        "card-report.html",
        "card.json",
        "clicks-report.html",
        "clicks.csv",
        "credit-report.html",
        "credit.parquet",
        "streets-loose.json",
        "streets-report.html",
        "streets-sharp.json",
        "streets.json",
    ]
    assert sorted(path.name for path in folder.iterdir()) == sorted([*names, "later.csv"]), "no temporary file is left"
    for name in names:
        assert str(folder / name) in ended.out
    loans = samples.credit()
    for metric in ("roc_auc", "ks", "brier_score"):
        assert f"{getattr(gn, metric)(loans['default'], loans['p_new']):.4f}" in ended.out
    scenes = samples.streets()
    for name in ("sharp", "loose"):
        assert f"{gn.detection_map(scenes['truth'], scenes[name]).ap:.4f}" in ended.out
    if lang == "en":
        the_command_on_images_does_the_same(run, folder, ended.out.split("\n"))
        the_command_it_prints_does_the_same(run, folder, ended.out.split("\n"))
        the_commands_of_the_card_do_the_same(run, folder, ended.out.split("\n"))


def the_command_it_prints_does_the_same(run, folder, lines):
    command = next(line for line in lines if " report " in line and "--label default" in line).partition("gnomon ")[2]
    before = (folder / "credit-report.html").read_bytes()
    assert run(*command.split()).code == 0
    after = (folder / "credit-report.html").read_bytes()
    assert abs(len(before) - len(after)) < 200  # the date differs


def the_command_on_images_does_the_same(run, folder, lines):
    command = next(line for line in lines if " report --truth" in line).partition("gnomon ")[2]
    before = (folder / "streets-report.html").read_bytes()
    assert b'id="detection-matrix"' in before
    assert run(*command.split()).code == 0
    assert abs(len(before) - len((folder / "streets-report.html").read_bytes())) < 200  # the date differs


def the_commands_of_the_card_do_the_same(run, folder, lines):
    card, page = (folder / "card.json").read_bytes(), (folder / "card-report.html").read_bytes()
    both = next(line for line in lines if "gnomon scorecard" in line).split(" && ")
    assert len(both) == 2
    for line in both:
        assert run(*line.partition("gnomon ")[2].split()).code == 0
    assert (folder / "card.json").read_bytes() == card
    assert abs(len((folder / "card-report.html").read_bytes()) - len(page)) < 200  # the date differs


def test_a_folder_that_cannot_be_made_is_said_plainly(run, tmp_path):
    (tmp_path / "taken").write_text("a file")
    ended = run("demo", tmp_path / "taken")
    assert ended.code == 2
    assert ended.err.startswith("error: cannot make the folder")


@pytest.mark.parametrize("sample", [samples.credit, samples.clicks])
def test_the_samples_are_the_same_for_everyone(sample):
    a, b = sample(), sample()
    assert all((a[name] == b[name]).all() for name in a)
    assert all(len(column) == 100 for column in sample(n=100).values())
