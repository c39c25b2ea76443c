"""What the files of a language say, together: a kind of evaluation brings a file of its own, and no list names it."""

from importlib import import_module
from pkgutil import iter_modules


def gathered(package: str, path: list[str]) -> dict[str, str]:
    """Every template of every file of a package, by its code; one that two files have is a mistake."""
    found: dict[str, str] = {}
    for module in sorted(one.name for one in iter_modules(path)):
        for name, templates in vars(import_module(f"{package}.{module}")).items():
            if name.isupper() and isinstance(templates, dict):
                twice = found.keys() & templates.keys()
                if twice:
                    raise ValueError(f"{sorted(twice)[0]!r} is said in {module} and in another file of {package}")
                found |= templates
    return found
