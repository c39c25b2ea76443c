"""The command line as a user meets it: what it prints, where, and how it ends."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
import typer

import gnomon as gn
from gnomon.cli import app


@dataclass
class Ended:
    code: int
    out: str
    err: str


@cache
def commands():
    """All commands, made once for a thousand calls: that takes longer than most of what they are asked here."""
    return typer.main.get_command(app)


@pytest.fixture
def run(capsys):
    """Run a command in this process."""

    def call(*arguments):
        with pytest.raises(SystemExit) as ended:
            commands()([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Ended(ended.value.code or 0, said.out, said.err)

    return call


@pytest.fixture(scope="session")
def loans(tmp_path_factory):
    """The sample loans as a CSV."""
    table = gn.samples.credit(n=3000)
    path = tmp_path_factory.mktemp("data") / "loans.csv"
    rows = zip(*(values.tolist() for values in table.values()), strict=True)
    path.write_text("\n".join([",".join(table), *(",".join(map(repr, row)).replace("'", "") for row in rows)]) + "\n")
    return path


def write(path, **columns):
    """A CSV of a few columns."""
    rows = zip(*columns.values(), strict=True)
    path.write_text("\n".join([",".join(columns), *(",".join("" if v is None else str(v) for v in row) for row in rows)]) + "\n")
    return path


@pytest.fixture
def small(tmp_path):
    """Two hundred rows that separate well."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    return write(tmp_path / "p.csv", y=y, p=np.round(0.3 * y + 0.7 * rng.random(200), 3), region=rng.choice(["north", "south"], 200))
