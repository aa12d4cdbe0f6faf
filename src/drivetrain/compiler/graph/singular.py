"""Structural singularity: the exception raised when equations and unknowns do not match."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.graph.sparse import IntArray
from drivetrain.errors import StructureError

__all__ = ["StructuralSingularity"]

_NONE = np.empty(0, dtype=np.intp)


class StructuralSingularity(StructureError):  # noqa: N818 - a finding, not yet a message
    """No assignment gives every equation its own unknown (or constraints are dependent).

    It contains numbers only; the pass that knows names turns them into a message about components
    and flanges. All arrays are sorted.

    Attributes
    ----------
    overdetermined_equations : int array
        Equations of the part that has more equations than unknowns.
    unmatched_equations : int array
        A smallest set of these whose removal makes that part solvable.
    underdetermined_unknowns : int array
        Unknowns (derivative chains) of the part that has more unknowns than equations.
    unmatched_unknowns : int array
        A smallest set of these for which an equation is missing.
    overdetermined_unknowns : int array
        The unknowns of the overdetermined part.
    underdetermined_equations : int array
        The equations of the underdetermined part.
    """

    def __init__(
        self,
        overdetermined_equations: IntArray,
        unmatched_equations: IntArray,
        underdetermined_unknowns: IntArray = _NONE,
        unmatched_unknowns: IntArray = _NONE,
        *,
        overdetermined_unknowns: IntArray = _NONE,
        underdetermined_equations: IntArray = _NONE,
    ) -> None:
        self.overdetermined_equations = overdetermined_equations
        self.unmatched_equations = unmatched_equations
        self.underdetermined_unknowns = underdetermined_unknowns
        self.unmatched_unknowns = unmatched_unknowns
        self.overdetermined_unknowns = overdetermined_unknowns
        self.underdetermined_equations = underdetermined_equations
        super().__init__(
            f"{unmatched_equations.size} equation(s) too many among equations "
            f"{_shown(overdetermined_equations)}, {unmatched_unknowns.size} equation(s) missing "
            f"for unknowns {_shown(underdetermined_unknowns)}; remove the former, add the latter."
        )


def _shown(numbers: IntArray, limit: int = 10) -> str:
    text = ", ".join(str(number) for number in numbers[:limit])
    return f"[{text}{', …' if numbers.size > limit else ''}]"
