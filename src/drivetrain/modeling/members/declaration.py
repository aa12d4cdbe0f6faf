"""Base class of named members of a component class, written once in its body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

from drivetrain.errors import ExpressionError, UnitError, shown
from drivetrain.modeling.argument_values import checked_number, declared_value
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.indices import written
from drivetrain.modeling.members.part_members import inside_part

__all__ = ["REQUIRED", "Bound", "Declaration", "checked_bound"]


class _Required:
    def __repr__(self) -> str:
        return "(no default)"

    def __reduce__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required()
"""Default of a parameter that every user has to set."""

Bound = Any
"""A number or an expression of parameters."""


class Declaration(Expr):
    """A named member of a component class.

    `unit` is 1 where none is stated (``unit=None``), and `is_open` tells that; `other_unit` is the
    one in which its numbers are given then, if that is no SI unit.
    """

    __slots__ = ("_scope", "doc", "is_open", "name", "other_unit", "unit")

    name: str
    unit: str
    doc: str
    is_open: bool
    other_unit: str
    _scope: Any

    def __init__(self, kind: str, unit: str | None, doc: str) -> None:
        super().__init__("decl", (), self, kind)
        self.is_open = unit is None
        unit = "1" if unit is None else unit
        if not isinstance(unit, str):
            raise UnitError(
                f"unit={shown(unit)}: write a unit as a text, 'N.m', and a start value as "
                "start=fixed(…)"
            )
        self.name = ""
        self.unit = unit
        self.other_unit = ""
        self.doc = doc
        self._scope = None

    def __set_name__(self, owner: type, name: str) -> None:
        if not self.name:
            self.name = name
        if self.is_open:
            self.other_unit = getattr(owner, "other_units", {}).get(name, "")

    if not TYPE_CHECKING:

        def __get__(self, whole: Any, owner: Any = None) -> Any:
            """Return this declaration; that of a part of a class body is read from the part."""
            return self if whole is None else inside_part(whole, self)

    if not TYPE_CHECKING:

        def __getitem__(self, index: Any) -> NoReturn:
            """Refuse an element of a vector that has none yet."""
            name = self.name or "a declaration"
            raise ExpressionError(
                f"{name}[{written(index)}]: the elements of a vector are there in `equations`, "
                "self.name[0]; in the class body give a part of an array the whole vector, or "
                "declare each number by itself"
            )

    def __repr__(self) -> str:
        unit = "" if self.unit == "1" else f" in {self.unit}"
        return f"<{type(self).__name__} {self.name}{unit}{self.doc and ': '}{self.doc}>"


def checked_bound(bound: Any, label: str, unit: str) -> Bound:
    """Return a bound, or another number of a declaration, in a unit; None and expressions pass.

    Raises
    ------
    ParameterError
        If it is not a number.
    UnitError
        If it is a quantity of another kind.
    """
    if bound is None or isinstance(bound, Expr):
        return bound
    return declared_value(bound, label, unit, checked_number)
