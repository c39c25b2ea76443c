"""Ratings of annotators on the command line."""

import gnomon as gn

ROWS = ["ann,bob,cy,doc", "1,2,,a", "2,2,2,a", "3,3,3,b", "3,3,4,b", "1,,1,c", "5,4,5,c"]


def test_a_table_of_ratings(run, tmp_path):
    (tmp_path / "ratings.csv").write_text("\n".join(ROWS) + "\n")
    path, page = str(tmp_path / "ratings.csv"), tmp_path / "r.html"
    wanted = gn.evaluate(path, task="annotators", cluster="doc")["krippendorff_alpha"]
    found = run("report", path, "--task", "annotators", "--cluster", "doc", "-o", str(page))
    assert found.code == 0
    assert f"{float(wanted):.4f}  [{wanted.low:.4f}, {wanted.high:.4f}]" in found.out
    assert "clustered by doc" in found.out
    assert "krippendorff_alpha" in page.read_text()
    raters = ["--prediction", "ann", "--prediction", "bob"]
    assert run("report", path, "--task", "annotators", *raters, "-o", str(page)).code == 0
    gate = ["check", path, "--task", "annotators", *raters]
    assert run(*gate, "--min", "krippendorff_alpha(level=ordinal)=0.1").code == 0
    assert run(*gate, "--min", "krippendorff_alpha(level=ordinal)=0.99").code == 1
