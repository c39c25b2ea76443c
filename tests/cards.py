"""Cards that tests share, and rows that fall into every bin of them."""

import numpy as np

import gnomon as gn

NAME = "ho\"me's <&> 房"


def small_card(closed="left", scaling=None):
    """Numbers with a special code, categories with quotes, numbers as categories; every bin has points of its own."""
    return gn.Card(
        {
            "age": gn.Characteristic(gn.Layout((25, 60.5), None, (-999,), closed), [10.1, 30.2, -7.3, 3.7, 1.9, np.nan]),
            NAME: gn.Characteristic(gn.Layout((), (("own",), ("re nt", "fa'mi\"ly\\", "a,b")), ("n/a",)), [20, 5.5, 4, 0.25, -3]),
            "grade": gn.Characteristic(gn.Layout((), ((1,), (2, 3))), [2, 5, 4, 1]),
        },
        base=100.7,
        scaling=scaling,
    )


def rows_of_every_bin(n=600, seed=0):
    """Both sides of each edge, the edges themselves, codes, missing values, categories nobody named."""
    rng = np.random.default_rng(seed)
    ages = [17, np.nextafter(25, 0), 25, np.nextafter(25, 30), 60.5, np.nextafter(60.5, 0), 61, -999, np.nan, -998.9999, 1e300]
    homes = np.array(["own", "re nt", "fa'mi\"ly\\", "a,b", "n/a", None, "other", "missing", "", "OWN", "own "], object)
    grades = np.array([1, 2, 3, 9, None], object)
    return {"age": rng.choice(ages, n), NAME: rng.choice(homes, n), "grade": rng.choice(grades, n)}


def plain_points(card, rows):
    """Points row by row, by the definition of each bin; nothing shared with the card's own way."""
    found = []
    for name, one in card.variables.items():
        layout, points = one.layout, one.points
        column = []
        for value in rows[name]:
            if value is None or value != value:
                column.append(points[layout.missing])
            elif value in layout.special:
                column.append(points[layout.regular + layout.special.index(value)])
            elif layout.groups is None:
                below = [edge for edge in layout.edges if (value >= edge if layout.closed == "left" else value > edge)]
                column.append(points[len(below)])
            else:
                place = next((at for at, group in enumerate(layout.groups) if value in group), layout.other)
                column.append(points[place])
        found.append(column)
    return np.array(found).T
