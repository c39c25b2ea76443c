"""Label maps of made-up scenes, and what models of known faults say of them."""

import numpy as np

NAMES = ["road", "car", "sky", "tree"]


def scenes(images=30, height=24, width=32, seed=0, ignore=True):
    """Streets with cars and trees; the first row is void where wanted."""
    rng = np.random.default_rng(seed)
    maps = np.zeros((images, height, width), np.uint8)
    maps[:, : height // 3] = 2
    for one in maps:
        for kind, count in ((1, 2), (3, 2)):
            for _ in range(count):
                y, x = rng.integers(height // 4, height - 5), rng.integers(0, width - 6)
                one[y : y + 5, x : x + 6] = kind
    if ignore:
        maps[:, 0] = 255
    return maps


def noisy(maps, share, seed=1, dtype=np.int64):
    """The maps with a share of the pixels at random, and a class where the truth is void."""
    rng = np.random.default_rng(seed)
    clean = np.where(maps == 255, 2, maps)
    return np.where(rng.random(maps.shape) < share, rng.integers(0, 4, maps.shape), clean).astype(dtype)
