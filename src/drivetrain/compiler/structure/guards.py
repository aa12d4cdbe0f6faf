"""Conditions on the parameters under which a compiled program remains valid.

A program omits terms whose factor is zero and divides by factors that are not. Other values may
be used as long as the same factors are zero; only factors that contain a changed parameter need
checking. The program also omits the discontinuities and turning points of tables without any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.equation_groups import Group, factors, groups, parametric_values
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.structure.causalization import divisors
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.kernel.tables import bending, curved, turning
from drivetrain.modeling.expression import Expr, walk

__all__ = ["Guards"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Guards:
    """The conditions under which a program is valid.

    Parameters
    ----------
    flat, aliased, reduced
        Results of the passes.
    values : Values
        Values from which the program was made.
    """

    def __init__(self, flat: Flat, aliased: Aliased, reduced: Reduced, values: Values) -> None:
        self._parameters = values.parameter
        self._straight = ~bending(values.tables, values.table_offset)
        self._one_way = ~turning(values.tables, values.table_offset)
        self._plain = ~curved(values.tables, values.table_offset)
        terms = [_Factor(e, group) for group in groups(flat, aliased) for _, e in factors(group)]
        divided = [
            _Factor(e, group.take(rows))
            for group in reduced.groups
            for e, rows in divisors(reduced, group)
        ]
        self._factors = [factor for factor in terms + divided if factor.parameter.size]
        self._latest: tuple[bytes, list[_Rows]] = b"", []

    def admits(self, values: Values) -> bool:
        """Return whether the program is valid for other values, those of tables included.

        No table may have gained bends, jumps, turning points or curved pieces.

        Parameters
        ----------
        values : Values
            Values of another run.
        """
        bends = bending(values.tables, values.table_offset)
        turned = self._one_way & turning(values.tables, values.table_offset)
        if (self._straight & bends).any() or turned.any() or self._curved_anew(values, bends):
            return False
        return bool(self.holds_for(values.parameter))

    def concern(self, numbers: Ints) -> bool:
        """Return whether validity depends on some parameters, given by their numbers."""
        return any(np.isin(factor.parameter, numbers).any() for factor in self._factors)

    def factors(self) -> Iterator[tuple[Expr, Ints, Bools]]:
        """Yield each factor, the numbers of its parameters in every row, and where it is zero.

        A parameter of the factor is a column of the numbers.
        """
        for factor in self._factors:
            yield factor.expression, factor.numbers, factor.zero(self._parameters)

    @cached_property
    def concerned_parameters(self) -> Bools:
        """Which parameters validity depends on, shape (n_parameters,)."""
        found = np.zeros(len(self._parameters), dtype=bool)
        for factor in self._factors:
            found[factor.parameter] = True
        return found

    def _curved_anew(self, values: Values, bends: Bools) -> bool:
        """Return whether a table has become curved; those with discontinuities are ignored."""
        may_be = self._plain & (values.tables[values.table_offset] > 2) & ~bends
        return bool(curved(values.tables, values.table_offset[may_be]).any())

    def holds_for(self, parameters: Floats) -> Bools:
        """Return whether the same factors are zero with other parameter values.

        Parameters
        ----------
        parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
            Their values in one or several runs.

        Returns
        -------
        bool array, shape () or (n_runs,)
        """
        before = self._parameters
        differs = (before != parameters) & ~(np.isnan(before) & np.isnan(parameters))
        changed = differs.any(axis=tuple(range(differs.ndim - 1)))
        holds = np.ones(parameters.shape[:-1], dtype=bool)
        for rows in self._concerned(changed):
            holds &= rows.stay(parameters)
        return holds

    @cached_property
    def in_zero_factors(self) -> Bools:
        """Which parameters occur in factors that are zero, shape (n_parameters,)."""
        found = np.zeros(len(self._parameters), dtype=bool)
        for factor in self._factors:
            found[factor.parameter[factor.zero(self._parameters)]] = True
        return found

    def _concerned(self, changed: Bools) -> list[_Rows]:
        """Return the factors affected by changed parameters: mostly the same as last time."""
        key, latest = changed.tobytes(), self._latest  # other threads may exchange it
        if latest[0] != key:
            found = [factor.rows(changed, self._parameters) for factor in self._factors]
            latest = self._latest = key, [rows for rows in found if rows is not None]
        return latest[1]


class _Factor:
    """A factor that depends on parameters, in all rows of a group."""

    def __init__(self, factor: Expr, group: Group) -> None:
        used = sorted({node.value for node in _parameters(factor)})
        none = np.empty((group.n_rows, 0), dtype=np.int64)
        signs = np.empty((group.n_rows, 0), dtype=np.int8)
        self.expression = factor
        self.numbers = group.parameter
        self._group = replace(
            group, chain=none, order=none, sign=signs, table=none, previous=none, source=None
        )
        self.parameter = group.parameter[:, used]

    def zero(self, parameters: Floats) -> Bools:
        """Return the rows in which it is zero."""
        found = parametric_values(self.expression, self._group, parameters) == 0
        return np.broadcast_to(found, (self._group.n_rows,))

    def rows(self, changed: Bools, before: Floats) -> _Rows | None:
        """Return the rows in which the factor depends on changed parameters, None if none."""
        rows = np.flatnonzero(changed[self.parameter].any(axis=1))
        if not len(rows):
            return None
        group = self._group.take(rows)
        return _Rows(self.expression, group, parametric_values(self.expression, group, before) == 0)


class _Rows(NamedTuple):
    """A factor in some rows of a group, and where it is zero."""

    factor: Expr
    group: Group
    zero: Bools

    def stay(self, parameters: Floats) -> Bools:
        """Return whether it is zero in the same rows with other parameters."""
        zero = parametric_values(self.factor, self.group, parameters) == 0
        return np.asarray((zero == self.zero).all(axis=-1))


def _parameters(e: Expr) -> Iterator[Expr]:
    return (node for node in walk(e) if node.op == "par")
