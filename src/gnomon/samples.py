"""Sample data, generated from a fixed seed: nothing is downloaded, and everyone sees the same figures."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

REGIONS = ("north", "east", "south", "west")
TAGS = ("politics", "sport", "culture", "science", "health", "travel", "climate")
DESKS = ("print", "web", "radio")
DEVICES = ("phone", "desktop", "tablet", "tv")
HOUSING = {"owner": -0.4, "mortgage": -0.1, "tenant": 0.4, "family": 0.1}
PURPOSES = {"car": -0.2, "renovation": 0.0, "studies": 0.1, "debts": 0.6, "travel": 0.2}
"""Categories of applications, and what they add to the log-odds of being bad."""
STREET = {
    "car": (0.41, 75.0, 1.7),
    "person": (0.28, 60.0, 0.4),
    "bicycle": (0.1, 55.0, 1.3),
    "signal": (0.1, 20.0, 0.45),
    "bus": (0.09, 110.0, 1.9),
    "dog": (0.02, 40.0, 1.2),
}
"""What is met in streets: how often, how large in pixels, and how much wider than high."""


def _chance(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-log_odds))


def credit(n: int = 20_000, seed: int = 7) -> dict[str, NDArray[Any]]:
    """Loans with their outcome and two models' predictions, as columns by name.

    ``default`` is 1 for the loans that went bad (about one in thirteen). ``p_new`` sees one risk factor more than ``p_old``,
    which besides is too sure of itself; in the south the newer factor is mostly noise.

    >>> loans = credit()
    >>> sorted(loans), len(loans["default"]), round(float(loans["default"].mean()), 3)
    (['default', 'p_new', 'p_old', 'region'], 20000, 0.075)
    """
    rng = np.random.default_rng(seed)
    burden, history, behaviour, luck = rng.standard_normal((4, n))
    region = np.array(REGIONS)[rng.choice(len(REGIONS), n, p=(0.4, 0.3, 0.12, 0.18))]
    risk = -3.1 + 0.75 * burden + 0.7 * history + 0.8 * behaviour + 0.25 * luck
    default = (rng.random(n) < _chance(risk)).astype(np.int64)
    seen = np.where(region == "south", rng.standard_normal(n), behaviour)
    return {
        "default": default,
        "p_new": _chance(-3.1 + 0.75 * burden + 0.7 * history + 0.8 * seen),
        "p_old": _chance(-3.0 + 1.5 * (0.75 * burden + 0.6 * history)),
        "region": region,
    }


def clicks(n: int = 60_000, seed: int = 11) -> dict[str, NDArray[Any]]:
    """A log of impressions with two models' click predictions, as columns by name.

    ``clicked`` is 1 for about one impression in twenty-five. ``p_taste`` knows what a user likes; ``p_popular`` knows how often a user
    clicks and what is popular, which looks well over all users and orders each user's own list less well. On television sets both
    see less.

    >>> log = clicks()
    >>> sorted(log), len(log["clicked"]), round(float(log["clicked"].mean()), 3)
    (['clicked', 'device', 'p_popular', 'p_taste', 'position', 'user'], 60000, 0.04)
    """
    rng = np.random.default_rng(seed)
    users = rng.integers(0, max(n // 30, 1), n)
    eagerness = rng.normal(0, 0.8, max(n // 30, 1))[users]
    position = rng.integers(1, 11, n)
    popularity, taste, luck = rng.standard_normal((3, n))
    device = np.array(DEVICES)[rng.choice(len(DEVICES), n, p=(0.6, 0.25, 0.1, 0.05))]
    interest = -3.45 + eagerness + 0.5 * popularity + 0.9 * taste + 0.2 * luck - 0.08 * position
    blurred = np.where(device == "tv", rng.standard_normal(n), taste)
    return {
        "clicked": (rng.random(n) < _chance(interest)).astype(np.int64),
        "user": users,
        "device": device,
        "position": position,
        "p_taste": _chance(-3.4 + 0.6 * eagerness + 0.4 * popularity + 0.9 * blurred - 0.08 * position).round(6),
        "p_popular": _chance(-3.5 + 1.1 * eagerness + 0.6 * popularity).round(6),
    }


def articles(n: int = 4000, seed: int = 5) -> dict[str, Any]:
    """Articles with their tags and two models' guesses, as columns by name; a row may have several tags, or none.

    ``guesses`` misses ``climate`` altogether and hardly knows ``health``; ``rival`` makes small mistakes everywhere. ``p_…`` are the scores
    that ``guesses`` was cut from.

    >>> written = articles()
    >>> written["tags"][3], round(sum(map(len, written["tags"])) / len(written["tags"]), 2)
    (['politics', 'culture'], 1.27)
    """
    rng = np.random.default_rng(seed)
    often = np.array([0.4, 0.3, 0.2, 0.15, 0.1, 0.07, 0.03])
    true = rng.random((n, len(TAGS))) < often
    noise = rng.standard_normal((n, len(TAGS)))
    known = np.where(np.array(TAGS) == "health", 0.3, np.where(np.array(TAGS) == "climate", 0.0, 3.0))
    score = _chance(-2.0 + known * true + 0.8 * noise)
    rival = true ^ (rng.random(true.shape) < 0.04)
    named = np.array(TAGS)
    return {
        "tags": [named[row].tolist() for row in true],
        "guesses": [named[row].tolist() for row in score > 0.5],
        "rival": [named[row].tolist() for row in rival],
        "desk": np.array(DESKS)[rng.choice(len(DESKS), n, p=(0.5, 0.3, 0.2))],
        **{f"p_{tag}": score[:, place].round(6) for place, tag in enumerate(TAGS)},
    }


def demand(n: int = 8000, seed: int = 3) -> dict[str, NDArray[Any]]:
    """Days of shops with what they sold and two forecasts of it, as columns by name.

    ``forecast`` knows size, season and most offers, and sees little of what tourists buy on the coast; ``last_year`` repeats what was sold
    a year ago, which is less by a tenth. A few days were lost to strikes, which neither foresaw.

    >>> days = demand()
    >>> sorted(days), round(float(days["sold"].mean()), 1)
    (['forecast', 'last_year', 'region', 'shop', 'sold'], 62.3)
    """
    rng = np.random.default_rng(seed)
    shop = rng.integers(0, max(n // 100, 1), n)
    size = rng.normal(0, 0.5, max(n // 100, 1))[shop]
    region = np.array(("city", "valley", "coast"))[rng.choice(3, n, p=(0.5, 0.35, 0.15))]
    season, luck, before = rng.standard_normal((3, n))
    offer = (rng.random(n) < 0.15).astype(float)
    tourists = np.where(region == "coast", 0.5 * rng.standard_normal(n), 0.0)
    usual = 3.8 + size + 0.25 * season
    sold = np.exp(usual + 0.4 * offer + tourists + 0.12 * luck)
    sold = np.where(rng.random(n) < 0.004, 0.05 * sold + 1, sold)
    return {
        "sold": np.round(sold, 2),
        "forecast": np.round(np.exp(usual + 0.36 * offer + 0.1 * tourists), 2),
        "last_year": np.round(np.exp(usual - 0.08 + 0.06 + 0.25 * before), 2),
        "region": region,
        "shop": shop,
    }


def applications(n: int = 20_000, seed: int = 13) -> dict[str, NDArray[Any]]:
    """Credit applications with their outcome, as columns by name; ``bad`` is 1 for about one in nine.

    What makes an application bad is known, and :func:`application_risk` gives it row by row:

    - ``age``: the older the better; twice as steep for ``segment`` "new" as for "returning".
    - ``income``: the higher the better; of one in twelve it is missing, and these are somewhat worse than the rest.
    - ``bureau``: points of a credit bureau, the higher the better; -999 is "no record", which is worse than the middle, and becomes more
      frequent from the first ``month`` to the last.
    - ``months_at_job``: the longer the better, up to five years; then it no longer matters.
    - ``utilisation`` of the credit line: best near 0.3, worse at both ends.
    - ``housing`` and ``purpose``: categories with risks of their own; a few housings are missing.
    - ``amount`` rises with income, and has no influence of its own; neither have ``month`` and ``branch``.

    >>> asked = applications()
    >>> sorted(asked)[:6], round(float(asked["bad"].mean()), 3)
    (['age', 'amount', 'bad', 'branch', 'bureau', 'housing'], 0.115)
    """
    rng = np.random.default_rng(seed)
    month = np.sort(rng.integers(0, 12, n))
    income = np.exp(8.3 + 0.5 * rng.standard_normal(n)).round(-1)
    unrecorded = rng.random(n) < 0.04 + 0.02 * month
    housing = np.array(list(HOUSING), object)[rng.choice(len(HOUSING), n, p=(0.25, 0.35, 0.3, 0.1))]
    housing[rng.random(n) < 0.01] = None
    asked = {
        "age": np.clip(rng.gamma(6, 4, n) + 16, 18, 80).astype(np.int64),
        "income": np.where(rng.random(n) < 1 / 12, np.nan, income),
        "bureau": np.where(unrecorded, -999, np.clip(rng.normal(620, 70, n), 300, 850)).astype(np.int64),
        "months_at_job": rng.exponential(40, n).astype(np.int64),
        "utilisation": rng.beta(1.2, 1.8, n).round(3),
        "housing": housing,
        "purpose": np.array(list(PURPOSES))[rng.choice(len(PURPOSES), n, p=(0.3, 0.25, 0.15, 0.2, 0.1))],
        "amount": (income * rng.uniform(0.5, 4, n)).round(-2),
        "branch": np.array(REGIONS)[rng.integers(0, len(REGIONS), n)],
        "segment": np.where(rng.random(n) < 0.4, "new", "returning"),
        "month": np.array([f"2025-{one + 1:02d}" for one in range(12)])[month],
    }
    return {**asked, "bad": (rng.random(n) < _chance(application_risk(asked))).astype(np.int64)}


def application_risk(asked: dict[str, Any]) -> NDArray[np.float64]:
    """The true log-odds of being bad of :func:`applications`, from their columns: what no model of these can beat."""
    housing = np.array([HOUSING.get(one, 0.2) for one in asked["housing"]])
    purpose = np.array([PURPOSES[one] for one in asked["purpose"]])
    income = np.where(np.isnan(asked["income"]), 0.5, -0.8 * (np.log(np.nan_to_num(asked["income"], nan=1.0)) - 8.3))
    bureau = np.where(asked["bureau"] == -999, 0.6, -0.011 * (asked["bureau"] - 620))
    age = np.where(asked["segment"] == "new", -0.05, -0.025) * (asked["age"] - 40.0)
    job = -0.012 * np.minimum(asked["months_at_job"], 60) + 0.4
    return np.asarray(-3.0 + age + income + bureau + job + 4.0 * (asked["utilisation"] - 0.3) ** 2 + housing + purpose)


def streets(n: int = 150, seed: int = 17) -> dict[str, Any]:
    """Street scenes with the objects in them and what two models detected, as loaded COCO files by name.

    ``truth`` is a data set (images, annotations, categories), ``sharp`` and ``loose`` are results. ``sharp`` places its boxes well, but
    takes half of the buses for cars and misses most of the small traffic signals. ``loose`` finds more of them, places its boxes badly,
    reports many objects twice and knows no dogs.

    >>> scenes = streets()
    >>> sorted(scenes), len(scenes["truth"]["images"]), [each["name"] for each in scenes["truth"]["categories"]][:3]
    (['loose', 'sharp', 'truth'], 150, ['car', 'person', 'bicycle'])
    """
    rng = np.random.default_rng(seed)
    names = list(STREET)
    often, sizes, shapes = (np.array(column) for column in zip(*STREET.values(), strict=True))
    images = [{"id": place, "file_name": f"street_{place:04d}.jpg", "width": 640, "height": 360} for place in range(1, n + 1)]
    annotations: list[dict[str, Any]] = []
    for image in images:
        for kind in rng.choice(len(names), rng.poisson(5), p=often).tolist():
            high = float(sizes[kind] * np.exp(rng.normal(0, 0.45)))
            wide = float(min(high * shapes[kind] * np.exp(rng.normal(0, 0.1)), 600))
            high = min(high, 340.0)
            places = [[rng.uniform(0, 640 - wide), rng.uniform(0, 360 - high), wide, high] for _ in range(12)]
            there = [each["bbox"] for each in annotations if each["image_id"] == image["id"]]
            free = [box for box in places if not any(_shares_room(box, other) for other in there)]
            box = [round(float(side), 1) for side in (free or places)[0]]
            about = {"id": len(annotations) + 1, "image_id": image["id"], "category_id": kind + 1, "iscrowd": 0}
            annotations.append({**about, "bbox": box, "area": round(box[2] * box[3], 2)})
    categories = [{"id": place, "name": name} for place, name in enumerate(names, 1)]
    sharp = _detected(annotations, images, rng, spread=0.03, missed={"signal": 0.7, "dog": 0.4}, confused=("bus", "car", 0.5))
    loose = _detected(annotations, images, rng, spread=0.1, missed={"dog": 1.0}, again=0.35, strays=1.2)
    return {"truth": {"images": images, "annotations": annotations, "categories": categories}, "sharp": sharp, "loose": loose}


def _shares_room(a: list[float], b: list[float]) -> bool:
    """Whether more than a tenth of the smaller of two boxes is within the other."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return wide > 0 and high > 0 and wide * high > 0.1 * min(a[2] * a[3], b[2] * b[3])


def _detected(
    annotations: list[dict[str, Any]],
    images: list[dict[str, Any]],
    rng: np.random.Generator,
    spread: float,
    missed: dict[str, float],
    confused: tuple[str, str, float] = ("", "", 0.0),
    again: float = 0.0,
    strays: float = 0.3,
) -> list[dict[str, Any]]:
    """What a model detects of the objects: some missed, some taken for others, some reported again, and some where nothing is."""
    names = list(STREET)
    found: list[dict[str, Any]] = []

    def say(image: int, kind: int, box: list[float], sure: float) -> None:
        score = float(_chance(np.array(sure + rng.normal(0, 0.8))))
        found.append(
            {"image_id": image, "category_id": kind + 1, "bbox": [round(float(side), 1) for side in box], "score": round(score, 4)}
        )

    def near(box: list[float], times: float = 1.0) -> list[float]:
        off = rng.normal(0, spread * times, 4) * np.array([box[2], box[3], box[2], box[3]])
        return [box[0] + off[0], box[1] + off[1], max(box[2] + off[2], 2.0), max(box[3] + off[3], 2.0)]

    for each in annotations:
        kind = each["category_id"] - 1
        small = each["area"] < 32**2
        if rng.random() < missed.get(names[kind], 0.25 if small else 0.08):
            continue
        told = names.index(confused[1]) if names[kind] == confused[0] and rng.random() < confused[2] else kind
        say(each["image_id"], told, near(each["bbox"]), 1.0 if small else 1.8)
        if rng.random() < again:
            say(each["image_id"], told, near(each["bbox"], 1.5), 0.6)
    for image in images:
        for kind in rng.choice(len(names), rng.poisson(strays)).tolist():
            if missed.get(names[kind], 0.0) < 1:
                wide, high = rng.uniform(15, 120, 2).tolist()
                say(image["id"], kind, [rng.uniform(0, 640 - wide), rng.uniform(0, 360 - high), wide, high], -0.8)
    return found
