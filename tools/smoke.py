"""Use an installed gnomon as people do, in an empty folder: files in, a report out, gates, comparisons, both languages.

python tools/smoke.py
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import gnomon as gn

LOANS = ("--label", "default", "--score", "new=p_new", "--score", "old=p_old")


def command(*line: str, where: Path, ends: int = 0) -> str:
    done = subprocess.run([sys.executable, "-m", "gnomon", *line], cwd=where, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != ends:
        sys.exit(f"gnomon {' '.join(line)} ended with {done.returncode}, not {ends}:\n{done.stdout}{done.stderr}")
    return done.stdout


def check(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"smoke test: {what}")


def in_python(folder: Path) -> None:
    """Write the sample loans, evaluate them, save and load them, draw and compare."""
    loans = gn.samples.credit(n=3000)
    rows = zip(*(values.tolist() for values in loans.values()), strict=True)
    (folder / "loans.csv").write_text("\n".join([",".join(loans), *(",".join(map(str, row)) for row in rows)]) + "\n")
    e = gn.evaluate(folder / "loans.csv", label="default", score={"new": "p_new", "old": "p_old"}, by="region")
    auc = gn.roc_auc(loans["default"], loans["p_new"])
    check(abs(float(e["roc_auc", "new"]) - auc) < 1e-12, "a file and an array disagree")
    e.save(folder / "loans.gnomon")
    check(str(gn.Evaluation.load(folder / "loans.gnomon")) == str(e), "what was saved is loaded otherwise")
    e.report(folder / "python.html")
    check("roc_auc" in str(gn.compare(loans["default"], {"new": loans["p_new"], "old": loans["p_old"]})), "the comparison lacks the AUC")
    sure = gn.interval("roc_auc", loans["default"], loans["p_new"])
    check(sure.low < auc < sure.high, "an interval does not hold its value")
    check("得分分布" in gn.explain("ks", lang="zh"), "the Chinese explanation is missing")


def on_the_command_line(folder: Path) -> None:
    command("report", "loans.csv", *LOANS, "--by", "region", "-o", "loans.html", where=folder)
    page = (folder / "loans.html").read_text(encoding="utf-8")
    check("<script" in page and 'src="http' not in page, "the page is not whole, or not offline")
    told = json.loads(command("metrics", "loans.csv", *LOANS, "--format", "json", where=folder))
    check(bool(told), "no metrics as JSON")
    command("check", "loans.csv", *LOANS, "--min", "roc_auc=0.6", where=folder)
    command("check", "loans.csv", *LOANS, "--min", "roc_auc=0.99", where=folder, ends=1)
    command("check", "no such file.csv", *LOANS, "--min", "roc_auc=0.6", where=folder, ends=2)
    check("roc_auc" in command("compare", "loans.csv", *LOANS, where=folder), "the comparison lacks the AUC")
    check("得分分布" in command("explain", "ks", "--lang", "zh", where=folder), "the Chinese explanation is missing")
    command("demo", "out", where=folder)
    check(len(list((folder / "out").glob("*.html"))) >= 2, "the demo wrote no reports")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="gnomon-smoke-") as name:
        in_python(Path(name))
        on_the_command_line(Path(name))
    print(f"gnomon {gn.__version__} works in {Path(gn.__file__).parent}")


if __name__ == "__main__":
    main()
