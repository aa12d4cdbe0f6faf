"""Example models, one per module; a new module is a new example.

A module names its class in ``__all__``; modules whose name begins with an underscore contain shared
parts. The examples of a subpackage are prefixed with its name: ``book.SMD``.
"""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, nearest

if TYPE_CHECKING:
    from drivetrain.modeling import Model

__all__ = ["find", "heading", "names"]


def names() -> list[str]:
    """Return the names of all examples without importing them.

    Those outside subpackages come first, then one subpackage after the other, each in alphabetical
    order.
    """
    return sorted(_modules(), key=lambda name: (name.rpartition(".")[0], name))


@explained
def find(name: str) -> type[Model]:
    """Return the class of an example.

    Parameters
    ----------
    name : str
        Name as in :func:`names`.

    Returns
    -------
    type of Model
        ``find("First")()`` is a model to simulate.

    Raises
    ------
    NameLookupError
        If there is no such example; the nearest names are suggested.
    """
    module = _modules().get(name) if isinstance(name, str) else None
    if module is None:
        known = names()
        hint = nearest(str(name), known) or f"; the examples are {', '.join(known)}"
        raise NameLookupError(f"there is no example {name!r}{hint}")
    example: type[Model] = getattr(import_module(module), name.rpartition(".")[2])
    return example


def heading(group: str) -> str:
    """Return the summary of a subpackage of examples, one sentence.

    Parameters
    ----------
    group : str
        The part before the dot of their names.

    Raises
    ------
    NameLookupError
        If there is no such subpackage.
    """
    known = {name.rpartition(".")[0] for name in names()} - {""}
    if not isinstance(group, str) or group not in known:
        raise NameLookupError(f"there are no examples {group!r}{nearest(group, known)}")
    return inspect.getdoc(import_module(f"{__name__}.{group}")) or ""


@cache
def _modules() -> dict[str, str]:
    """Return the module of each example."""
    return dict(_found(Path(__file__).parent, "", __name__))


def _found(folder: Path, prefix: str, package: str) -> Iterator[tuple[str, str]]:
    for module in pkgutil.iter_modules([str(folder)]):
        if module.name.startswith("_"):
            continue
        path = f"{package}.{module.name}"
        if module.ispkg:
            yield from _found(folder / module.name, f"{prefix}{module.name}.", path)
        else:
            for name in _public(folder / f"{module.name}.py"):
                yield f"{prefix}{name}", path


def _public(file: Path) -> list[str]:
    """Return the names listed in ``__all__`` of a module."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []
