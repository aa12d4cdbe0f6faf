"""Derivatives of models of any size, from the slopes of their equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.elimination import Elimination, states_of
from drivetrain.compiler.jacobian.equation_slopes import EquationSlopes, Point
from drivetrain.compiler.lower.nodes import Nodes
from drivetrain.compiler.structure.causalization import Ordered, order
from drivetrain.compiler.structure.index_reduction import reduce
from drivetrain.compiler.structure.least_change import sharing_members
from drivetrain.compiler.structure.reduced_system import Reduced
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.slopes.held_motions import lock_members
from drivetrain.simulation.slopes.mean_slopes import MeanSlopes
from drivetrain.simulation.slopes.member_values import MemberValues
from drivetrain.simulation.slopes.slopes import Rows, Slopes, SlopeSource, check_defined

__all__ = ["Coordinates", "SystemAtRow", "SystemSlopes", "absolute_coordinates", "own_coordinates"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_PER_STATE = 200
"""Average number of unknowns that may depend on each state."""


@dataclass(frozen=True, eq=False)
class Coordinates:
    """A choice of states, with the equations in order of solution."""

    reduced: Reduced
    ordered: Ordered

    @cached_property
    def states(self) -> Ints:
        """Chain members that are states: all angles, then all speeds."""
        return states_of(self.reduced)


def own_coordinates(t: Translation) -> Coordinates:
    """Return the states of the runs of a model."""
    return Coordinates(t.reduced, t.ordered)


def absolute_coordinates(t: Translation) -> Coordinates:
    """Return angles and speeds of inertias as states, wherever that is possible.

    Runs prefer the twists of shafts, which keep their digits. Seen from twists, the angle of a disc
    is a sum along the shaft; seen from angles, a twist is a difference of two, so that the
    matrices of long shafts stay sparse.
    """
    select = np.minimum(t.values.select, 0)
    values = replace(t.values, select=select, is_fixed=np.zeros_like(t.values.is_fixed))
    reduced = reduce(t.flat, t.aliased, t.groups, values)
    if not np.array_equal(reduced.first, t.reduced.first):
        return own_coordinates(t)
    ordered = order(reduced, values, sharing_members(t.flat, t.aliased, reduced))
    return Coordinates(reduced, ordered)


class SystemSlopes(SlopeSource):
    """Differentiates the equations of a model and eliminates the unknowns.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    coordinates : Coordinates
        Its states.
    parameters : list of int
        Parameters that stand for what the inputs add.
    outputs : int array
        Numbers of the output variables.
    """

    def __init__(
        self, translation: Translation, coordinates: Coordinates, parameters: list[int],
        outputs: Ints,
    ) -> None:  # fmt: skip
        t = translation
        self.translation, self.coordinates = t, coordinates
        self.parameters, self.output_numbers = parameters, outputs
        nodes = Nodes(t.flat, t.aliased, t.reduced, (t.program, t.lowered.members))
        self.equations = EquationSlopes(coordinates.reduced, nodes)
        self._members = MemberValues(t)

    def nominal(self, values: Values) -> Floats:
        """Return the typical magnitudes of the states."""
        t = self.translation
        found = np.ones(t.reduced.n_members)
        at = np.flatnonzero((t.aliased.chain >= 0) & (values.nominal != 1.0))
        found[t.lowered.first[t.aliased.chain[at]] + t.aliased.order[at]] = values.nominal[at]
        return found[self.coordinates.states]

    def at(self, solver: Solver, row: Floats, values: Values) -> SystemAtRow:
        """Return the derivatives at a row."""
        return SystemAtRow(self, self.point(solver, row, values))

    def mean(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Slopes:
        """Return the mean of the derivatives at several rows."""
        return MeanSlopes([self.at(solver, row, values) for row in rows])

    def outputs(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Floats:
        """Return the outputs at several rows, shape (n_rows, n_outputs)."""
        return np.array([self.at(solver, row, values).outputs.values for row in rows])

    def point(self, solver: Solver, row: Floats, values: Values) -> Point:
        """Return the point at which the equations are differentiated."""
        t = self.translation
        known = t.kernel.known_length
        first = FIRST_VALUE + len(t.lowered.states) + len(t.lowered.quadrature_rates)
        members = self._members.at(solver, row)
        check_defined(members, float(row[TIME_COLUMN]))
        return Point(float(row[TIME_COLUMN]), members, row[first:known], row[known:], values)


class SystemAtRow(Slopes):
    """Slopes at a row.

    Attributes
    ----------
    point : Point
        Values of all quantities.
    """

    def __init__(self, source: SystemSlopes, point: Point) -> None:
        self.source, self.point = source, point

    @cached_property
    def slopes(self) -> Any:
        """Slopes of the equations with respect to all chain members."""
        found = self.source.equations.by_members(self.point)
        check_defined(found.data, self.point.time)
        return found

    @cached_property
    def elimination(self) -> Elimination:
        """The linearised equations, to be solved for what is no state."""
        coordinates = self.source.coordinates
        return Elimination(self.slopes, coordinates.reduced, coordinates.ordered)

    @cached_property
    def by_states(self) -> Any:
        """How all chain members depend on the states."""
        most = _MOST_PER_STATE * max(self.slopes.shape[1], 1000)
        return self.elimination.dependence(most)

    @cached_property
    def by_parameters(self) -> Any:
        """Slopes of the equations with respect to all parameters."""
        return self.source.equations.by_parameters(self.point)

    @cached_property
    def by_inputs(self) -> Any:
        """How all chain members depend on what the inputs add."""
        if not self.source.parameters:
            return sparse.csr_array((self.slopes.shape[1], 0))
        return self.elimination.response(self.by_parameters[:, self.source.parameters])

    def _rows(self, members: Ints) -> Rows:
        return Rows(self.point.members[members], self.by_states[members], self.by_inputs[members])

    @property
    def rates(self) -> Rows:
        """Derivatives of the states."""
        return self._rows(self.source.coordinates.states + 1)

    @property
    def by_time(self) -> Floats:
        """Explicit dependence of these on time."""
        column = self.source.equations.by_time(self.point)
        if not column.any():
            return np.zeros(len(self.source.coordinates.states))
        found = self.elimination.response(sparse.csr_array(column[:, None]))
        return np.asarray(found[self.source.coordinates.states + 1].toarray()[:, 0])

    @property
    def locks(self) -> Rows:
        """Speeds that locks hold, and the angles behind them."""
        held = [member for _, member in lock_members(self.source.translation)]
        return self._rows(np.array(held, dtype=np.int64))

    @property
    def outputs(self) -> Rows:
        """The outputs."""
        return self.variables(self.source.output_numbers)

    def variables(self, numbers: Ints) -> Rows:
        """Return the slopes of any variables; zero for what does not move."""
        aliased, first = self.source.translation.aliased, self.source.coordinates.reduced.first
        chain = aliased.chain[numbers]
        moves = (chain >= 0).astype(float)
        member = np.where(chain >= 0, first[np.maximum(chain, 0)] + aliased.order[numbers], 0)
        sign = aliased.sign[numbers] * moves
        turned = sparse.diags_array(sign)
        rows = self._rows(member)
        return Rows(sign * rows.values, turned @ rows.by_states, turned @ rows.by_inputs)
