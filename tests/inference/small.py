"""Thirty rows: labels, scores that part them, and scores that do not."""

import numpy as np

Y = np.repeat([0, 1], [20, 10])
RNG = np.random.default_rng(0)
PARTED = np.concatenate([0.1 + 0.2 * RNG.random(20), 0.7 + 0.2 * RNG.random(10)])
MIXED = np.clip(0.3 * Y + 0.5 * RNG.random(30), 0, 1)
