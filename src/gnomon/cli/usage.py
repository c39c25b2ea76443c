"""What was typed and is no command: said in our words and in the language of the moment, where Typer would speak English."""

import difflib
import itertools
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from ..errors import InputError
from ..evaluation.models import label_of
from ..messages.language import Language, either, known, of_machine, say, speaking
from .console import BAD_INPUT, fail

UsageError: Any = typer.BadParameter.__base__
"""Typer's, or in its earlier versions Click's."""


class SpokenGroup(TyperGroup):
    """The commands; what cannot be read as one of them becomes a line and exit code 2."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **settings: Any) -> Any:
        """Run what was typed, and leave with its exit code."""
        typed = list(sys.argv[1:] if args is None else args)
        settings |= {"standalone_mode": False, "prog_name": "gnomon"}
        try:
            code = super().main(typed, *rest, **settings)
        except InputError as reason:
            with speaking(_language(typed)):
                fail(reason)
            sys.exit(BAD_INPUT)
        except UsageError as reason:
            if type(reason).__name__ == "NoArgsIsHelpError":  # the help was shown
                sys.exit(BAD_INPUT)
            with speaking(_language(typed)):
                fail(_said(reason, typed))
            sys.exit(BAD_INPUT)
        sys.exit(code or 0)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed; two names of one column are told apart while both are still there as they were typed."""
        name, command, rest = super().resolve_command(ctx, args)
        if any({"--label", "--reference"} <= set(param.opts) for param in getattr(command, "params", ())):
            with speaking(_language(rest)):
                label_of(*(_typed(option, rest) for option in ("--label", "--reference", "--task")))
        return name, command, rest


def _typed(option: str, words: list[str]) -> str | None:
    """What stands behind an option, where it was typed."""
    behind = [word for before, word in itertools.pairwise(words) if before == option]
    behind += [word.removeprefix(f"{option}=") for word in words if word.startswith(f"{option}=")]
    return behind[0] if behind else None


def _language(typed: list[str]) -> Language:
    """The language asked for, though the rest could not be read."""
    return known(_typed("--lang", typed) or "") or of_machine()


def _said(reason: Any, typed: list[str]) -> InputError:
    """What was typed wrongly, and where to look."""
    context, param, kind = reason.ctx, getattr(reason, "param", None), type(reason).__name__
    path = context.command_path if context else "gnomon"
    option = getattr(reason, "option_name", None) or (param.opts[-1] if param is not None else "")
    if kind == "NoSuchOption":
        return InputError("cli.unknown_option", option=option, hint=_hint(option, _options(context), path))
    if kind == "BadOptionUsage" and any(word.startswith(f"{option}=") for word in typed):
        return InputError("cli.option_takes_no_value", option=option)
    if kind == "BadOptionUsage":
        return InputError("cli.option_value_missing", option=option)
    if kind == "MissingParameter":
        return InputError("cli.parameter_missing", option=option, path=path)
    if kind == "BadParameter":
        given = next((word for before, word in itertools.pairwise(typed) if before == option), "")
        return InputError("cli.option_value_unreadable", option=option, given=given, path=path)
    commands = list(getattr(context.command, "commands", ())) if context else []
    if commands:
        known = path.split()[1:]  # the commands that led there
        asked = next((word for word in typed if not word.startswith("-") and word not in known), "")
        return InputError("cli.unknown_command", asked=asked, hint=_hint(asked, commands, path))
    if kind == "UsageError":
        return InputError("cli.too_many_words", path=path)
    return InputError("cli.command_line_unreadable", text=reason.format_message(), path=path)


def _options(context: Any) -> list[str]:
    return [option for param in context.command.params for option in param.opts if option.startswith("--")] if context else []


def _hint(asked: str, names: list[str], path: str) -> str:
    near = difflib.get_close_matches(asked, names, n=2)
    return say("catalog.part_similar_names", choices=either(near)) if near else say("cli.part_help_shows_all", path=path)
