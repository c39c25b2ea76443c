"""The command line itself."""

from typing import Annotated

import typer

from .usage import SpokenGroup

HELP = """Every model-evaluation metric, exact, with its meaning, from a file of predictions.

[bold]Start here[/bold]

  gnomon demo
  gnomon report predictions.parquet --label y --score p
  gnomon metrics predictions.csv --label y --score p --by region
  gnomon table decile_table predictions.csv --label y --score p
  gnomon compare predictions.csv --label y --score new=p1 --score old=p2
  gnomon check predictions.csv --label y --score p --min roc_auc=0.75
  gnomon report --truth annotations.json --results new.json
  gnomon psi train.parquet today.parquet
  gnomon scorecard fit train.csv --label bad -o card.json
  gnomon explain ks
"""
EXIT_CODES = "Exit codes: 0 fine, 1 a gate failed, 2 bad input or a wrong setting, 3 a mistake of gnomon's own, 130 interrupted."
EPILOG = (
    f"{EXIT_CODES} Environment: GNOMON_THREADS is the "
    "number of threads (default: the cores this process may run on); GNOMON_LANG=zh speaks Chinese, as --lang does; NO_COLOR=1 switches "
    "colours off. No command opens a connection but with --spark, which asks a cluster."
)

app = typer.Typer(
    name="gnomon",
    cls=SpokenGroup,
    help=HELP,
    epilog=EPILOG,
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from .. import __version__

        print(f"gnomon {__version__}")
        raise typer.Exit


@app.callback()
def gnomon(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """What comes before any command."""
