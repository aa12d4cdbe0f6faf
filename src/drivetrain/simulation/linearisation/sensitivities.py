"""How eigenvalues and matrices of a linear model change with the parameters of the model.

With all chain members as unknowns the equations are implicit and their derivatives local: the
change of an eigenvalue is a sum over equations, weighted by a left and a right vector [1]_. Adjoint
solutions account for what follows from the states at once, so that the cost does not grow with the
number of parameters.

References
----------
.. [1] R. B. Nelson, "Simplified calculation of eigenvector derivatives", AIAA Journal 14, 1976, for
   the derivative of an eigenvalue.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.analysis.modes.reduction import Reduction, reduction_of, without_effect
from drivetrain.compiler.frontend.qualified_names import find_parameter, parameter_names
from drivetrain.errors import NameLookupError, nearest
from drivetrain.modeling.expression import REAL
from drivetrain.modeling.members.parameters import Parameter
from drivetrain.patterns import is_pattern, wildcard
from drivetrain.simulation.slopes.held_motions import held_at, lock_members
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.system_slopes import SystemSlopes

__all__ = ["Sensitivities"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Numbers = NDArray[Any]


class Sensitivities:
    """Derivatives with respect to parameters at an operating point.

    Parameters
    ----------
    system : SystemSlopes
        The equations of the model with its inputs.
    own : int
        Number of parameters of the model itself; those behind them belong to inputs.
    reached : Reached
        The operating point.
    """

    def __init__(self, system: SystemSlopes, own: int, reached: Reached) -> None:
        self._system, self._own, self._t = system, own, system.translation
        self._at = system.at(reached.solver, reached.row, reached.values)
        self._values = reached.values
        self._states = system.coordinates.states
        members = np.array([member for _, member in lock_members(self._t)], dtype=np.int64)
        self._held = members[held_at(self._t, reached.row)[0]]

    # -- parameters ----------------------------------------------------------------------------

    @cached_property
    def _names(self) -> list[str]:
        """Names of the parameters of the model itself."""
        return parameter_names(self._t.flat.root)[: self._own]

    def parameters(self, patterns: Sequence[str]) -> list[tuple[str, float, str]]:
        """Return names, values and units of the parameters that fit names or patterns."""
        found: dict[int, str] = {}
        for pattern in patterns:
            if not is_pattern(pattern):
                found[self._number(pattern)] = pattern
                continue
            fits = wildcard(pattern).fullmatch
            some = {k: name for k, name in enumerate(self._names) if fits(name) and self._real(k)}
            if not some:
                raise NameLookupError(f"no parameter of the model fits {pattern!r}")
            found.update(some)
        return [
            (name, float(self._values.parameter[k]), self._declarations[k].unit)
            for k, name in found.items()
        ]

    @cached_property
    def _declarations(self) -> dict[int, Parameter]:
        """Declarations of all parameters by their number."""
        return {
            number: own.declaration
            for one in self._t.flat.instances
            for own in one.trace.parameters
            for number in (one.parameter + own.slot).tolist()
        }

    def _real(self, number: int) -> bool:
        """Return whether a parameter is a number that can be set."""
        declaration = self._declarations[number]
        return declaration.kind == REAL and not declaration.final

    def _number(self, name: str) -> int:
        number = find_parameter(self._t.flat.root, name)
        if number is None or number >= len(self._names):
            raise NameLookupError(
                f"the model has no parameter {name!r}{nearest(name, self._names)}"
            )
        return number

    def direction(self, name: str) -> Floats:
        """Return how all parameters change if one goes from its value to twice its value."""
        value = self._values.parameter[self._number(name)]
        return np.asarray(self._chain([name]).toarray()[:, 0] * value)

    def _chain(self, names: Sequence[str]) -> sparse.csc_array:
        """Return how all parameters change with some of them, shape (n_parameters, n_names)."""
        row, column, value = [], [], []
        for k, name in enumerate(names):
            slopes = self._t.parameter_updates.slopes(self._number(name), self._values.parameter)
            row += list(slopes)
            column += [k] * len(slopes)
            value += list(slopes.values())
        shape = len(self._values.parameter), len(names)
        return sparse.coo_array((value, (row, column)), shape=shape).tocsc()

    # -- eigenvalues ---------------------------------------------------------------------------

    def eigenvalue_slopes(
        self, left: Numbers, right: Numbers, names: Sequence[str], follows: bool
    ) -> Numbers:
        """Return derivatives of eigenvalues, shape (n_modes, n_names)."""
        chain = self._chain(names)
        moved = self.state_slopes(names) if follows else None
        found = np.empty((right.shape[1], len(names)), dtype=complex)
        for k in range(right.shape[1]):
            found[k] = self._one(left[:, k], right[:, k], chain, moved)
        return found

    def _one(self, left: Numbers, right: Numbers, chain: Any, moved: Any) -> Numbers:
        """Return the derivatives of one eigenvalue."""
        at = self._at
        shape = np.asarray(at.by_states @ right)
        weights = -at.elimination.weights(self._member_weights(left))
        by_members, by_parameters = self._system.equations.bilinear(at.point, weights, shape)
        inner = at.elimination.weights(by_members)
        direct = by_parameters - np.asarray(at.by_parameters.T @ inner)
        found = np.asarray(chain.T @ direct)
        if moved is not None:
            found = found + np.asarray(at.by_states.T @ by_members) @ moved
        return np.asarray(found)

    def _member_weights(self, left: Numbers) -> Numbers:
        """Return the weight of each member in the derivative of an eigenvalue.

        What locks hold follows from the other states; where that changes with a parameter, so does
        the eigenvalue.
        """
        found = np.zeros(self._at.by_states.shape[0], dtype=complex)
        found[self._states + 1] += left
        if len(self._held):
            held = self._at.by_states[self._held].toarray()
            follows = self._dependent
            pulled = (left @ self._at.by_states[self._states + 1])[follows]
            found[self._held] -= pulled @ np.linalg.pinv(held[:, follows])
        found[self._states] = 0.0
        return found

    @cached_property
    def _reduction(self) -> Reduction:
        matrix = self._at.by_states[self._states + 1]
        matrix = matrix if self._is_large else matrix.toarray()
        nominal = self._system.nominal(self._values)
        return reduction_of(matrix, self._at.by_states[self._held], nominal, combined=False)

    @property
    def _dependent(self) -> Ints:
        """States that follow from others by what locks hold."""
        return np.setdiff1d(np.arange(len(self._states)), self._reduction.unlocked)

    # -- the matrix ----------------------------------------------------------------------------

    def matrix_slope(self, name: str) -> Any:
        """Return the derivative of the state matrix with respect to a parameter.

        The states stay where they are.
        """
        at = self._at
        column = self._chain([name])
        change = at.elimination.response(sparse.csc_array(at.by_parameters @ column))
        slope = self._system.equations.changed(
            at.point, np.asarray(change.toarray()[:, 0]), np.asarray(column.toarray()[:, 0])
        )
        moved = at.elimination.response(slope @ at.by_states)
        outer = ~np.isin(self._states + 1, self._states)
        rates = sparse.diags_array(outer.astype(float)) @ moved[self._states + 1]
        return rates.tocsr() if self._is_large else rates.toarray()

    @property
    def _is_large(self) -> bool:
        return len(self._states) > 2000

    # -- the operating point -------------------------------------------------------------------

    def state_slopes(self, names: Sequence[str]) -> Floats:
        """Return how an equilibrium moves with parameters, shape (n_states, n_names)."""
        at, n = self._at, len(self._states)
        columns = sparse.csc_array(at.by_parameters @ self._chain(names))
        forced = at.elimination.response(columns)
        matrix = at.by_states[self._states + 1].toarray()
        held = at.by_states[self._held].toarray()
        turning = without_effect(matrix, self._reduction.free)
        k = turning.shape[1]
        whole = np.block(
            [
                [matrix, -turning],
                [held, np.zeros((len(held), k))],
                [turning.T, np.zeros((k, k))],
            ]
        )
        right = np.vstack(
            [
                -forced[self._states + 1].toarray(),
                -forced[self._held].toarray(),
                np.zeros((k, len(names))),
            ]
        )
        return np.asarray(np.linalg.lstsq(whole, right, rcond=1e-12)[0][:n])
