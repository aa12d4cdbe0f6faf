"""Read what modifiers and expressions say where it needs no look-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivetrain.modelica.syntax.nodes import Argument, Expression, Modification, Number, Unary

__all__ = ["modifications", "number_of"]


def number_of(e: Expression | None) -> float | None:
    """Return the number that an expression is, with its sign; ``None`` if it is none."""
    if isinstance(e, Unary) and e.operator == "-":
        value = number_of(e.operand)
        return None if value is None else -value
    return float(e.value) if isinstance(e, Number) else None


def modifications(given: Iterable[Argument] | None, name: str = "") -> Iterator[Modification]:
    """Yield the modifiers among some arguments: all, or those of this name."""
    for one in given or ():
        if isinstance(one, Modification) and name in ("", str(one.name)):
            yield one
