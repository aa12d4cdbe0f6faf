"""References to several variables or parameters in sequence, while equations are traced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from drivetrain.errors import ExpressionError, shown
from drivetrain.modeling.connection import join
from drivetrain.modeling.expression import as_expr
from drivetrain.modeling.indices import picked, written

__all__ = ["VectorRef"]


class VectorRef(tuple[Any, ...]):
    """Several variables or parameters in sequence; elements by index, slice or iteration.

    Attributes
    ----------
    name : str
        Path of the vector.
    of_parts : bool
        Whether its elements belong to the components of an array, one each.
    """

    name: str
    of_parts: bool
    connects_as: ClassVar[str] = "vector"

    @classmethod
    def of(cls, elements: Iterable[Any], name: str, of_parts: bool = False) -> VectorRef:
        """Make a named vector."""
        made = cls(elements)
        made.name = name
        made.of_parts = of_parts
        return made

    def __rshift__(self, other: Any) -> Any:
        return join(self, other)

    if not TYPE_CHECKING:

        def __getitem__(self, key: Any) -> Any:
            if isinstance(key, tuple) and len(key) > 1 and self._of_vectors():
                rows, *columns = key
                inside, place = self[rows], tuple(columns) if len(columns) > 1 else columns[0]
                if not isinstance(rows, slice | list):
                    return inside[place]
                made = [one[place] for one in inside]
                return VectorRef.of(made, f"{self.name}[{written(key)}]", self.of_parts)
            found = picked(key, len(self), self.name, "elements")
            if not np.ndim(found):
                return tuple.__getitem__(self, found)
            made = [tuple.__getitem__(self, k) for k in found.tolist()]
            return VectorRef.of(made, f"{self.name}[{written(key)}]", self.of_parts)

    def _of_vectors(self) -> bool:
        return bool(len(self)) and all(isinstance(one, VectorRef) for one in self)

    def __eq__(self, other: object) -> Any:
        """Return one equation for each element."""
        if not isinstance(other, (list, tuple, np.ndarray)) or len(other) != len(self):
            count = f"{len(other)}" if isinstance(other, (list, tuple, np.ndarray)) else "one"
            raise ExpressionError(
                f"'{self.name} == {getattr(other, 'name', shown(other))}': {self._told()}, and "
                f"the other side has {count}: give as many values, or pick one element{self._one()}"
            )
        pairs = zip(self, other, strict=True)
        return _Equations(a == b if isinstance(a, VectorRef) else a == as_expr(b) for a, b in pairs)

    __hash__ = tuple.__hash__

    def _told(self) -> str:
        return f"'{self.name}' has {len(self)} elements"

    def _one(self) -> str:
        return f", '{getattr(self[0], 'name', '')}'" if len(self) else ""

    def _refuse(self, *_: Any) -> NoReturn:
        raise ExpressionError(
            f"{self._told()}: compute with one at a time{self._one()}, as in "
            "[2 * x for x in …] or sum(…); (*a, *b) puts two vectors together"
        )

    __add__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _refuse
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = __gt__ = __ge__ = __lt__ = __le__ = _refuse
    __ne__ = _refuse


class _Equations(tuple[Any, ...]):
    """Equations of the elements of two vectors."""

    def __bool__(self) -> NoReturn:
        raise ExpressionError(
            "whether two vectors are equal is known only while the model runs: yield the equations "
            "'a == b', or compare elements in where(condition, a, b)"
        )
