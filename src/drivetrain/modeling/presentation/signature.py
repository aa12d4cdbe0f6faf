"""Signatures of component classes, for the help of notebooks and editors."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter as Argument
from inspect import Signature
from typing import Any

from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter
from drivetrain.modeling.members.scopes import is_outer

__all__ = ["signature_of"]


class _Shown:
    """A default value that is displayed as in the class body."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def signature_of(members: Mapping[str, Any]) -> Signature:
    """Return a signature of keyword arguments.

    Parameters
    ----------
    members : mapping
        Declarations of a component class by name.

    Returns
    -------
    Signature
        Parameters with unit and default, those without a default first, then inputs; `starts`
        stands for start values of variables.
    """
    arguments = [_argument(name, member) for name, member in members.items() if _is_open(member)]
    arguments.sort(key=lambda one: (one.default is not Argument.empty, one.default is _CONNECTED))
    return Signature([*arguments, Argument("starts", Argument.VAR_KEYWORD)])


_CONNECTED = _Shown("(connected)")


def _is_open(member: Any) -> bool:
    if is_outer(member):
        return False
    if isinstance(member, Signal):
        return member.is_input
    return isinstance(member, (Parameter, TableParameter)) and not getattr(member, "final", False)


def _argument(name: str, member: Any) -> Argument:
    unit = Argument.empty if member.unit == "1" else member.unit
    return Argument(name, Argument.KEYWORD_ONLY, default=_default(member), annotation=unit)


def _default(member: Any) -> Any:
    if isinstance(member, Signal):
        return _CONNECTED
    default = member.default
    if default is REQUIRED:
        return Argument.empty
    return _Shown(str(default)) if isinstance(default, Expr) else default
