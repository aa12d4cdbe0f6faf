"""Propose what to write where a number lacks the unit that an equation needs."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.modeling.expression import Expr, Quantity, walk
from drivetrain.modeling.members import ParameterRef, VariableRef
from drivetrain.modeling.units import DIMENSIONLESS, Dimension, spelled

__all__ = ["advice_on_argument", "advice_on_sides"]

_ANGLES = frozenset(("sin", "cos", "tan"))
_LONGEST = 60  # letters of an expression that is written out


class _Written(Expr):
    """A piece of source text in an expression."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__("text")
        self.name = name


def advice_on_sides(whole: Expr, side: Expr, own: Dimension, other: Expr, wanted: Dimension) -> str:
    """Return what to write instead of a comparison, one side of which has numbers without a unit.

    Parameters
    ----------
    whole : Expr
        The comparison, sum or selection.
    side, own : Expr, Dimension
        The side, and its unit: 1.
    other, wanted : Expr, Dimension
        The other side, and its unit.

    Returns
    -------
    str
        The last part of a message; empty if no number of the side lacks a unit.
    """
    if own != DIMENSIONLESS or not _has_bare_number(side):
        return ""
    unit = _unit_of(other, wanted)
    if not unit:
        return ""
    written = _Written(_with_unit(side, unit))
    args = tuple(written if arg is side else arg for arg in whole.args)
    text = str(Expr(whole.op, args, whole.value, whole.kind))
    return f"; write {text if len(text) <= 2 * _LONGEST else written}"


def advice_on_argument(
    op: str, arguments: tuple[Expr, ...], arg: Expr, own: Dimension, wanted: Dimension
) -> str:
    """Return what to write instead of an argument whose unit a function does not accept.

    Parameters
    ----------
    op, arguments : str, tuple of Expr
        The function, and all that it is given.
    arg, own, wanted : Expr, Dimension, Dimension
        The argument, its unit, and the unit that it should have.
    """
    if own == DIMENSIONLESS and not _has_bare_number(arg):
        return ""
    missing = tuple(a - b for a, b in zip(wanted, own, strict=True))
    surplus = tuple(-power for power in missing)
    number, divisor = next(_factors(arg), None), next(_divisors(arg), None)
    if number is not None or arg.op == "time":
        unit = spelled(missing, angle=op in _ANGLES)
        written = _with_unit(arg, unit)
    elif divisor is not None:
        unit = spelled(surplus)
        written = str(_replaced(arg, divisor, _Written(f"constant({divisor}, '{unit}')")))
    else:
        unit = spelled(surplus)
        written = f"{_bracketed(arg)} / constant(1.0, '{unit}')"
    whole = [written if one is arg else str(one) for one in arguments]
    return f"; write {op}({', '.join(whole)})" if unit else ""


def _unit_of(e: Expr, dim: Dimension) -> str:
    """Return the unit of an expression as it would be written."""
    if isinstance(e, ParameterRef) or (isinstance(e, VariableRef) and e.order == 0):
        return e.declaration.unit
    return spelled(dim)


def _with_unit(e: Expr, unit: str) -> str:
    """Return the text of an expression, one number of which gets a unit."""
    number = next(_factors(e), None)
    if number is None:
        short = _bracketed(e) if len(str(e)) <= _LONGEST else "(…)"
        return f"constant(1.0, '{unit}') * {short}"
    text = str(_replaced(e, number, _Written(f"constant({number}, '{unit}')")))
    return text if len(text) <= 2 * _LONGEST else f"constant({number}, '{unit}')"


def _bracketed(e: Expr) -> str:
    """Return the text of an expression as a factor."""
    return str(Expr("mul", (_Written("\0"), e))).removeprefix("\0 * ")


def _factors(e: Expr) -> Iterator[Expr]:
    """Yield the numbers without a unit that an expression is a multiple of."""
    if e.op == "const" and not isinstance(e, Quantity):
        yield e
    elif e.op == "mul":
        yield from _factors(e.args[0])
        yield from _factors(e.args[1])
    elif e.op in ("div", "neg"):
        yield from _factors(e.args[0])


def _divisors(e: Expr) -> Iterator[Expr]:
    """Yield the numbers without a unit by which an expression is divided."""
    if e.op == "div":
        yield from _factors(e.args[1])
    if e.op in ("mul", "div", "neg"):
        for arg in e.args[: 1 if e.op == "div" else None]:
            yield from _divisors(arg)


def _replaced(e: Expr, old: Expr, new: Expr) -> Expr:
    if e is old:
        return new
    if e.op not in ("mul", "div", "neg"):
        return e
    return Expr(e.op, tuple(_replaced(arg, old, new) for arg in e.args), e.value, e.kind)


def _has_bare_number(e: Expr) -> bool:
    return any(n.op == "const" and not isinstance(n, Quantity) for n in walk(e))
