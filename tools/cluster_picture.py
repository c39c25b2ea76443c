"""The picture of docs/cluster.md, in English and Chinese: rows stay where they are, sums travel.

python tools/cluster_picture.py    write docs/figures/cluster.*.svg
"""

from pathlib import Path

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
WORDS = {
    "en": {
        "title": "An evaluation on a cluster",
        "driver": "driver",
        "survey": "survey: first 2²⁰ rows",
        "plan": "plan, frozen",
        "finish": "metrics, intervals, findings",
        "executors": "executors",
        "rows": "rows of a partition",
        "partial": "partial",
        "joined": "8 merged by a task",
        "again": "… until 4 are left",
        "few": "a few MB",
        "small": "1–4 MB each",
    },
    "zh": {
        "title": "在集群上评估",
        "driver": "驱动端",
        "survey": "勘察：前 2²⁰ 行",
        "plan": "方案，就此固定",
        "finish": "指标、区间、发现",
        "executors": "执行器",
        "rows": "一个分区的行",
        "partial": "部分和",
        "joined": "每个任务合并 8 个",
        "again": "……直到剩下 4 个",
        "few": "几 MB",
        "small": "每个 1–4 MB",
    },
}
STYLE = """
text { font: 13px system-ui, "Noto Sans SC", "WenQuanYi Micro Hei", sans-serif; fill: #1f2933; }
.dim { fill: #5a6672; font-size: 12px; }
.place { fill: #f4f6f8; stroke: #c5ced6; }
.rows { fill: #d3e3f5; stroke: #4a7fb5; }
.sum { fill: #fbe3c4; stroke: #b8772a; }
.done { fill: #d5ecd9; stroke: #3d8a4e; }
path { fill: none; stroke: #7b8794; stroke-width: 1.5; marker-end: url(#tip); }
marker path { fill: #7b8794; stroke: none; marker-end: none; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e9ee; }
  .dim { fill: #a8b3bd; }
  .place { fill: #1c232b; stroke: #46525e; }
  .rows { fill: #1f3d5c; stroke: #6aa3dd; }
  .sum { fill: #54391a; stroke: #d79a4c; }
  .done { fill: #1f4429; stroke: #63b577; }
  path { stroke: #93a0ac; }
  marker path { fill: #93a0ac; }
}
"""


def box(kind: str, x: int, y: int, width: int, height: int) -> str:
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>'


def said(text: str, x: int, y: int, kind: str = "", anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'


def arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    middle = (x + to_x) // 2
    return f'<path d="M{x} {y} C{middle} {y} {middle} {to_y} {to_x} {to_y}"/>'


def picture(words: dict[str, str]) -> str:
    """Executors with partitions on the left, the tree in the middle, the driver on the right."""
    parts = [box("place", 10, 34, 566, 286), said(words["executors"], 24, 56, anchor="start")]
    parts += [box("place", 634, 34, 216, 286), said(words["driver"], 648, 56, anchor="start")]
    for k in range(6):
        y = 72 + 38 * k
        parts += [box("rows", 28, y, 136, 26), box("sum", 206, y, 76, 26), arrow(164, y + 13, 202, y + 13)]
        parts += [arrow(282, y + 13, 362, 110 if k < 3 else 224), said(words["partial"], 244, y + 18)]
        parts.append(said(words["rows"], 96, y + 18))
    parts.append(said(words["small"], 244, 312, "dim"))
    for y in (97, 211):
        parts += [box("sum", 366, y, 76, 26), said(words["partial"], 404, y + 18), arrow(442, y + 13, 486, 167)]
    parts += [said(words["joined"], 404, 172, "dim"), box("sum", 490, 154, 76, 26), said(words["partial"], 528, 172)]
    parts += [said(words["again"], 504, 268, "dim"), arrow(566, 167, 642, 195), said(words["few"], 605, 152, "dim")]
    for y, name, kind in ((76, "survey", "rows"), (122, "plan", "done"), (182, "partial", "sum"), (240, "finish", "done")):
        parts += [box(kind, 646, y, 192, 28), said(words[name], 742, y + 19)]
    sent_out = "M646 136 C620 136 620 26 560 26 H250 C236 26 236 44 236 66"
    parts += [f'<path d="{line}"/>' for line in ("M742 104 V118", "M742 210 V236", sent_out)]
    tip = '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    tip += '<path d="M0 0 L8 4 L0 8 z"/></marker>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 330" role="img"><title>{words["title"]}</title>'
    return "\n".join([head, f"<style>{STYLE}</style>", f"<defs>{tip}</defs>", *parts, "</svg>", ""])


if __name__ == "__main__":
    for lang, words in WORDS.items():
        (FIGURES / f"cluster.{lang}.svg").write_text(picture(words), encoding="utf-8")
