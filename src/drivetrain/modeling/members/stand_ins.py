"""References to numbered slots, which replace ``self.name`` while equations are traced."""

from __future__ import annotations

from typing import Any, ClassVar

from drivetrain.modeling.expression import REAL, Expr, ExprLike
from drivetrain.modeling.members.parameters import Parameter
from drivetrain.modeling.members.tables import TableParameter, look_up
from drivetrain.modeling.members.variables import Variable

__all__ = ["ParameterRef", "PreviousRef", "TableRef", "VariableRef"]


class VariableRef(Expr):
    """A variable in an equation: a slot of the traced class.

    `place` is where it is on a bus, if it is on one.
    """

    __slots__ = ("declaration", "inside", "name", "place")
    connects_as: ClassVar[str] = "variable"

    def __init__(
        self,
        slot: int,
        declaration: Variable,
        name: str,
        inside: bool,
        order: int = 0,
        place: Any = None,
    ) -> None:
        self.place = place
        super().__init__("var", (), (slot, order), declaration.kind)
        self.declaration = declaration
        self.name = (
            name if order == 0 else f"der({name})" if order == 1 else f"der({name}, {order})"
        )
        self.inside = inside

    @property
    def slot(self) -> int:
        """Number of the slot."""
        return int(self.value[0])

    @property
    def order(self) -> int:
        """Number of times the variable is differentiated."""
        return int(self.value[1])

    def derivative(self) -> VariableRef:
        """Return the reference to the variable's time derivative."""
        slot, order = self.value
        base = self.name if order == 0 else self.name[4:].split(",")[0].rstrip(")")
        return VariableRef(slot, self.declaration, base, self.inside, order + 1)

    def previous(self) -> Expr:
        """Return the value before the current event iteration."""
        return PreviousRef(self)


class PreviousRef(Expr):
    """Value of a variable before the current event iteration."""

    __slots__ = ("name", "variable")

    def __init__(self, variable: VariableRef) -> None:
        super().__init__("pre", (), variable.slot, variable.kind)
        self.variable = variable
        self.name = f"pre({variable.name})"


class ParameterRef(Expr):
    """A run-time parameter in an equation."""

    __slots__ = ("declaration", "name")

    def __init__(self, slot: int, declaration: Parameter, name: str) -> None:
        super().__init__("par", (), slot, declaration.kind)
        self.declaration = declaration
        self.name = name


class TableRef(Expr):
    """A table in an equation."""

    __slots__ = ("declaration", "name")

    def __init__(self, slot: int, declaration: TableParameter, name: str) -> None:
        super().__init__("tab", (), slot, REAL)
        self.declaration = declaration
        self.name = name

    def __call__(self, x: ExprLike, column: int = 2) -> Expr:
        """Return the expression "column `column` of this table at `x`"."""
        return look_up(self, x, column, self.declaration.columns)
