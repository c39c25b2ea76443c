"""The guides, and the blocks of code in them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def blocks(guide, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", guide.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
