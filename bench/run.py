"""Measure every claim of speed against its peer, in one run, and write bench/RESULTS.md.

    python bench/run.py [PART ...]

Parts, by default all: curves small classes labels memory imports sure files groups limits report ranking samples moments joint spread
psi binning compat_sklearn boosting segmentation agreement silhouettes text transcripts spans vision_overlaps vision_reading coco_dropin
spark.

With parts named, the table is printed but RESULTS.md is left alone.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import clustering
import compat_boosting
import compat_coco
import compat_sklearn
import detection
import files
import limits
import ranking
import regression_joint
import regression_moments
import regression_samples
import regression_spread
import report
import scorecards_binning
import scorecards_psi
import scores
import segmentation
import spans
import spark
import sure
import text
import transcripts
import vision_overlaps
import vision_reading
from measure import Row, machine, table

HEAD = """# Measured claims

Written by `make bench`; every row is a ratio against a peer measured in the same run (best of several). {missed}

{machine}
"""


def main(names: list[str]) -> int:
    parts = {
        part.__name__: part
        for part in (
            *scores.PARTS,
            sure.sure,
            files.files,
            files.groups,
            limits.limits,
            report.report,
            ranking.ranking,
            regression_samples.samples,
            regression_moments.moments,
            regression_joint.joint,
            regression_spread.spread,
            scorecards_psi.psi,
            scorecards_binning.binning,
            compat_sklearn.compat_sklearn,
            detection.detection,
            compat_coco.coco_dropin,
            vision_overlaps.vision_overlaps,
            vision_reading.vision_reading,
            segmentation.segmentation,
            spans.spans,
            clustering.agreement,
            clustering.silhouettes,
            text.text,
            transcripts.transcripts,
            compat_boosting.boosting,
            spark.spark,
        )
    }
    unknown = [name for name in names if name not in parts]
    if unknown:
        print(f"no part {', '.join(unknown)}; parts: {' '.join(parts)}")
        return 2
    rows: dict[str, list[Row]] = {}
    for name in names or parts:
        part = parts[name]
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        found = part()
        print(table(found), file=sys.stderr, flush=True)
        rows.setdefault(part.__module__, []).extend(found)
    every = [row for found in rows.values() for row in found]
    missed = [row for row in every if not row.met]
    said = f"{len(every) - len(missed)} of {len(every)} rows meet their bar."
    written = HEAD.format(machine=machine(), missed=said)
    for module, found in rows.items():
        written += f"\n## {module}\n\n{table(found)}\n"
    print(written)
    if not names:
        path = Path(__file__).parent / "RESULTS.md"
        temporary = path.with_suffix(".part")
        temporary.write_text(written)
        os.replace(temporary, path)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
