"""Share members with parts, however deep inside, which find them by name."""

from __future__ import annotations

import sys
from typing import Any, TypeVar, overload

from drivetrain.calls import explained, outside
from drivetrain.errors import ModelError, shown
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.members import Declaration, TableParameter
from drivetrain.modeling.members.scopes import Scope, scope_of

__all__ = ["inner", "outer"]

Part = TypeVar("Part", bound=Component)
Member = TypeVar("Member")


@explained
def inner(member: Member, /, name: str = "") -> Member:
    """Offer a member to all parts of a class, which find it by its name.

    Parameters
    ----------
    member : component, connector, parameter or variable
        What is declared.
    name : str, optional
        The name by which parts find it; that of the member if omitted. So a class can have an
        outer member of the same name as well.

    Raises
    ------
    ModelError
        If it is something else.

    Examples
    --------
    ``road = inner(Road(slope=0.05))`` in a vehicle; a wheel in it says ``road = outer(Road)``.
    """
    _check(member, "inner")
    if isinstance(member, Component) and member._count is not None:
        raise ModelError(
            f"inner({type(member).__name__}.array(…)): an array cannot be found by parts "
            f"[{_line()}]"
        )
    if not isinstance(name, str):
        raise ModelError(
            f"inner(…, name={shown(name)}): give the name that parts look for [{_line()}]"
        )
    _mark(member, is_inner=True, name=name)
    return member


@overload
def outer(member: type[Part], /) -> Part: ...
@overload
def outer(member: Member, /) -> Member: ...
@explained
def outer(member: Any, /) -> Any:
    """Declare a member that a class around declares, under the same name, with :func:`inner`.

    Parameters
    ----------
    member : component class, or connector, parameter or variable
        What is expected to be found: a class, ``outer(Road)``, or a declaration,
        ``outer(parameter(unit="K"))``.

    Raises
    ------
    ModelError
        If it is something else, or a component that is given values: they belong to the inner one.
    """
    if isinstance(member, type) and issubclass(member, (Component, Connector)):
        member = member()
    _check(member, "outer")
    if isinstance(member, Component) and not _is_plain(member):
        kind = type(member).__name__
        raise ModelError(
            f"outer({kind}(…)): say outer({kind}); values are given where it is declared with "
            f"inner({kind}(…)) [{_line()}]"
        )
    _mark(member, is_inner=False)
    return member


def _is_plain(part: Component) -> bool:
    """Return whether a part has neither values nor a condition nor a number."""
    is_always = part.__dict__["_enabled"] is True
    return is_always and not part._modifiers and part._count is None


def _check(member: Any, what: str) -> None:
    is_member = isinstance(member, (Component, Connector, Declaration))
    if not is_member or isinstance(member, TableParameter) or scope_of(member):
        example = "inner(Road(slope=0.05))" if what == "inner" else "outer(Road)"
        raise ModelError(
            f"{what}({shown(member)}): give a component, a connector, a parameter or a variable, "
            f"{example} [{_line()}]"
        )


def _mark(member: object, *, is_inner: bool, name: str = "") -> None:
    object.__setattr__(member, "_scope", Scope(is_inner, _line(), name))


def _line() -> SourceLine:
    """Return the line outside the package that led here."""
    frame = sys._getframe(outside() - 1)
    return SourceLine(frame.f_code.co_filename, frame.f_lineno)
