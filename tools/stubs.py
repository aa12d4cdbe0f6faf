"""Write the stubs of the libraries: ``python -m tools.stubs``, with ``--check`` only compare them.

The stub of each library, next to its ``__init__.py``, repeats the public classes with the signature
of their constructor. Members and methods come from the source, from which each class of a stub is
derived.

Base classes in `interfaces` keep the open signature of `Component`: others derive from them and
add parameters of their own.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

from drivetrain.modeling.component import Component
from drivetrain.modeling.stubs import IMPORTS, signatures

LIBRARIES = (
    "blocks", "book", "clutches", "couplings", "edition2002", "electrical", "gears", "rotational",
    "thermal", "translational",
)  # fmt: skip
_HEAD = '"""Signatures of the components, for editors; made by `python -m tools.stubs`."""\n\n'


def main() -> int:
    """Write or compare the stubs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only tell which are out of date")
    check = parser.parse_args().check
    stale = [path for path, text in stubs().items() if not _is_current(path, text)]
    for path in stale:
        print(f"{path}: {'out of date' if check else 'written'}")
        if not check:
            path.write_text(stubs()[path], encoding="utf-8", newline="\n")
    return int(check and bool(stale))


def _is_current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def stubs() -> dict[Path, str]:
    """Return the text of every stub by its path."""
    modules = [import_module(f"drivetrain.{name}") for name in LIBRARIES]
    return {Path(str(module.__file__)).with_suffix(".pyi"): stub(module) for module in modules}


def stub(module: ModuleType) -> str:
    """Return the stub of a library.

    Parameters
    ----------
    module : module
        A package with `__all__`.
    """
    public = {name: getattr(module, name) for name in sorted(module.__all__)}
    whole = {name: value for name, value in public.items() if _is_complete(value)}
    lines = [
        f"from {value.__module__} import {value.__name__} as {_alias(name, value, whole)}"
        for name, value in public.items()
    ]
    listed = "\n".join(f'    "{name}",' for name in module.__all__)
    classes = "\n".join(_class(name, value) for name, value in whole.items())
    imports = "\n".join([*IMPORTS, *lines])
    return f"{_HEAD}{imports}\n\n__all__ = [\n{listed}\n]\n\n{classes}".rstrip() + "\n"


def _is_complete(value: Any) -> bool:
    """Return whether it is a class to be used as it is, not one to derive from."""
    return issubclass(value, Component) and ".interfaces" not in value.__module__


def _alias(name: str, value: Any, whole: Mapping[str, Any]) -> str:
    return f"_{name}" if name in whole else name


def _class(name: str, cls: type[Component]) -> str:
    return f"class {name}(_{name}):\n" + indent("\n".join(signatures(cls)), "    ") + "\n"


if __name__ == "__main__":
    sys.exit(main())
