"""The rows that every source is read from."""

import numpy as np
import pandas as pd

import gnomon as gn

rng = np.random.default_rng(8)
N = 2000
Y = (rng.random(N) < 0.4).astype(int)
TABLE = pd.DataFrame(
    {
        "y": Y,
        "p": np.round(0.3 * Y + 0.7 * rng.random(N), 3),
        "w": rng.integers(1, 3, N) / 2,
        "region": rng.choice(["north", "o'south", 'e"ast', "a,b"], N),
        "answer": (rng.random(N) < 0.5).astype(int),
    }
)
ASKED = {"label": "y", "score": "p", "prediction": "answer", "weight": "w", "by": "region"}
EXPECTED = gn.evaluate(TABLE, **ASKED)


def written(folder, name, content):
    (folder / name).write_bytes(content)
    return folder / name
