"""Keep where the author of a class has drawn its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from drivetrain.modelica.conversion.to_python.names import ModuleNames
from drivetrain.modelica.translation.python_code import constant

__all__ = ["drawing"]

_USUAL: Final = (20.0, 20.0, 0.0)
"""Width, height and turn that need not be told."""


def drawing(
    made: type[Any], names: ModuleNames, new: Mapping[str, str], hidden: Sequence[str]
) -> Iterator[ast.stmt]:
    """Yield what a class says about places and lines; nothing without lines.

    Parameters
    ----------
    made : type
        The class.
    names : ModuleNames
        Names of the module in which it will stand.
    new : mapping
        Members that get another name.
    hidden : sequence of str
        Names that mean something else there.
    """
    own = vars(made)
    places, lines = own.get("diagram_places", {}), own.get("diagram_lines", {})
    if not lines:
        return
    yield _assigned(
        "diagram_places", names, hidden,
        {constant(_renamed(key, new)): _numbers(_short(place)) for key, place in places.items()},
    )  # fmt: skip
    yield _assigned(
        "diagram_lines", names, hidden,
        {
            ast.Tuple([constant(_renamed(end, new)) for end in ends], ast.Load()):
                ast.Tuple([_numbers(point) for point in points], ast.Load())
            for ends, points in lines.items()
        },
    )  # fmt: skip


def _assigned(
    text: str, names: ModuleNames, hidden: Sequence[str], entries: Mapping[ast.expr, ast.expr]
) -> ast.stmt:
    kind = ast.Subscript(names.imported("typing", "ClassVar", hidden),
                         names.imported("typing", "Any", hidden), ast.Load())  # fmt: skip
    value = ast.Dict(list(entries), list(entries.values()))
    return ast.AnnAssign(ast.Name(text, ast.Store()), kind, value, 1)


def _renamed(path: str, new: Mapping[str, str]) -> str:
    return ".".join(new.get(step, step) for step in path.split("."))


def _short(place: Sequence[float]) -> Sequence[float]:
    """Return a place without what is usual."""
    if tuple(place[2:]) == _USUAL:
        return place[:2]
    return place[:4] if place[4] == 0.0 else place


def _numbers(values: Sequence[float]) -> ast.expr:
    whole = [int(one) if one == int(one) else one for one in values]
    return ast.Tuple([constant(one) for one in whole], ast.Load())
