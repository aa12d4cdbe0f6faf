"""Detect equations that are structurally empty in some modes.

An unconnected flange transmits no torque. The torque of a clutch before it is always zero, and
while the clutch is free its friction law reads ``0 == 0``. There are as many equations as unknowns,
so counting finds no fault; in that mode one equation is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.equation_groups import Group, concatenated
from drivetrain.modeling.expression import Expr, walk

__all__ = ["find_empty_branches"]

_CONDITIONS = 8
"""Equations with more conditions are not examined: they have too many branches."""
_LOGIC = frozenset(("and", "or", "not"))


def find_empty_branches(groups: list[Group]) -> NDArray[np.int64]:
    """Return the numbers of the real equations that contain no unknown in some branch.

    Parameters
    ----------
    groups : list of Group
        The equations.
    """
    found = [first + _rows(group) for first, group in concatenated(groups)]
    return np.concatenate([np.empty(0, dtype=np.int64), *found])


def _rows(group: Group) -> NDArray[np.int64]:
    """Return the rows of a group that contain no unknown in some branch."""
    residual = group.template.residual
    vacuous = np.zeros(group.n_rows, dtype=bool)
    if any(node.op == "where" for node in walk(residual)):
        live = group.chain >= 0
        for pattern in np.unique(live, axis=0):
            places = frozenset(np.flatnonzero(pattern).tolist())
            if places and _is_vacuous(residual, places):
                vacuous |= (live == pattern).all(axis=1)
    return np.flatnonzero(vacuous)


def _is_vacuous(residual: Expr, live: frozenset[int]) -> bool:
    """Return whether some values of the conditions leave none of these slots."""
    conditions = dict.fromkeys(
        key for node in walk(residual) if node.op == "where" for key in _conditions(node.args[0])
    )
    if len(conditions) > _CONDITIONS:
        return False
    return any(
        not _Branch(dict(zip(conditions, truths, strict=True)), live).reads(residual)
        for truths in product((True, False), repeat=len(conditions))
    )


_Key = tuple[object, ...]


def _key(e: Expr) -> _Key:
    """Return a key that is equal for identical expressions."""
    return e.op, e.value, *(_key(arg) for arg in e.args)


def _conditions(e: Expr) -> Iterator[_Key]:
    """Yield the operands that a condition combines by and, or, not."""
    if e.op in _LOGIC:
        for arg in e.args:
            yield from _conditions(arg)
    else:
        yield _key(e)


class _Branch:
    """An expression for given values of its conditions."""

    def __init__(self, truth: dict[_Key, bool], live: frozenset[int]) -> None:
        self._truth, self._live = truth, live

    def reads(self, e: Expr) -> bool:
        """Return whether an expression depends on an unknown."""
        if e.op == "slot":
            return e.value in self._live
        if e.op == "where":
            return self.reads(self._chosen(e))
        if e.op == "mul" and any(self._vanishes(arg) for arg in e.args):
            return False
        if e.op == "div" and self._vanishes(e.args[0]):
            return False
        return any(self.reads(arg) for arg in e.args)

    def _vanishes(self, e: Expr) -> bool:
        """Return whether an expression is zero."""
        if e.op == "where":
            return self._vanishes(self._chosen(e))
        if e.op == "mul":
            return any(self._vanishes(arg) for arg in e.args)
        if e.op == "neg":
            return self._vanishes(e.args[0])
        return e.op == "const" and e.value == 0

    def _chosen(self, e: Expr) -> Expr:
        return e.args[1] if self._holds(e.args[0]) else e.args[2]

    def _holds(self, e: Expr) -> bool:
        if e.op == "not":
            return not self._holds(e.args[0])
        if e.op == "and":
            return all(self._holds(arg) for arg in e.args)
        if e.op == "or":
            return any(self._holds(arg) for arg in e.args)
        return self._truth[_key(e)]
