"""Derivatives of small models, by machine code generated for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.derivatives import TIME, Derivatives, derivatives
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Selection, Solver
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.slopes.held_motions import lock_members
from drivetrain.simulation.slopes.slopes import Rows, Slopes, SlopeSource, check_defined, mean_of

__all__ = ["MachineSlopes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_KNOWN = 32


class MachineSlopes(SlopeSource):
    """Machine code for derivatives, made once.

    Parameters
    ----------
    translation : Translation
        The compiled model, without loops over rows.
    parameters : list of int
        Parameters that stand for what the inputs add.
    outputs : int array
        Numbers of the output variables.
    """

    def __init__(self, translation: Translation, parameters: list[int], outputs: Ints) -> None:
        t = self._t = translation
        self._parameters = parameters
        members = t.lowered.members
        rates = [members[int(member) + 1] for member in t.lowered.states]
        locks = [members[member] for _, member in lock_members(t)]
        nodes, self.signs = self.nodes_of(outputs)
        self.n_outputs = len(nodes)
        self.code = _Code(t, parameters, [*rates, *locks, *nodes])
        self._more: dict[bytes, _Code] = {}
        self._lock = Lock()

    def nodes_of(self, numbers: Ints) -> tuple[list[int], Floats]:
        """Return the nodes of variables, and their signs; what is always zero is a constant."""
        return [self._node(number) for number in numbers.tolist()], _signs(self._t, numbers)

    def _node(self, number: int) -> int:
        t, chain = self._t, int(self._t.aliased.chain[number])
        if chain < 0:
            return t.lowered.program.const(0.0)
        return t.lowered.members[t.lowered.member_number(chain, int(t.aliased.order[number]))]

    def at(self, solver: Solver, row: Floats, values: Values) -> Slopes:
        """Return the derivatives at a row."""
        return _AtRows(self, solver, row.reshape(1, -1))

    def mean(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Slopes:
        """Return the mean of the derivatives at several rows."""
        return _AtRows(self, solver, np.array(rows))

    def outputs(self, solver: Solver, rows: Sequence[Floats], values: Values) -> Floats:
        """Return the outputs at several rows, shape (n_rows, n_outputs)."""
        return self.signs * self.code.values(solver, np.array(rows))[:, sum(self.sizes) :]

    def code_for(self, numbers: Ints) -> _Code:
        """Return the code for any variables."""
        key = numbers.tobytes()
        with self._lock:
            if key not in self._more:
                while len(self._more) >= _MOST_KNOWN:
                    self._more.pop(next(iter(self._more)))
                self._more[key] = _Code(self._t, self._parameters, self.nodes_of(numbers)[0])
            return self._more[key]

    @property
    def sizes(self) -> tuple[int, int]:
        """Numbers of states and of locks."""
        return len(self._t.lowered.states), len(lock_members(self._t))

    def signs_of(self, numbers: Ints) -> Floats:
        """Return the signs of variables relative to their chain members."""
        return _signs(self._t, numbers)


def _signs(t: Translation, numbers: Ints) -> Floats:
    return t.aliased.sign[numbers].astype(float)


class _Code:
    """Code for values and slopes of nodes, and where each slope belongs."""

    def __init__(self, t: Translation, parameters: list[int], nodes: list[int]) -> None:
        code: Derivatives = derivatives(t.lowered, t.machine.constants, nodes, parameters)
        self._n_states = len(t.lowered.states)
        self._width = self._n_states + len(parameters)
        self._n = code.n_values
        inner = code.direction != TIME
        self._place = code.row[inner] * self._width + code.direction[inner]
        self._inner, self._timed = np.flatnonzero(inner), np.flatnonzero(~inner)
        self._timed_row = code.row[self._timed]
        places = np.arange(code.width)
        self._selection = Selection(
            t.kernel, np.zeros(code.width, dtype=np.int64), (), code.address, places, code.engine
        )

    def values(self, solver: Solver, rows: Floats) -> Floats:
        """Return values at several rows, shape (n_rows, n_nodes)."""
        if not self._n:
            return np.empty((len(rows), 0))
        found = solver.select(rows, self._selection)[:, : self._n]
        check_defined(found, float(rows[0, TIME_COLUMN]))
        return found

    def at(self, solver: Solver, rows: Floats) -> tuple[Rows, Floats]:
        """Return values and slopes, and the slopes with respect to time; means of several rows."""
        if not self._n:
            none = np.empty(0)
            width = self._n_states
            return Rows(none, np.empty((0, width)), np.empty((0, self._width - width))), none
        each = solver.select(rows, self._selection)
        check_defined(each, float(rows[0, TIME_COLUMN]))
        found = mean_of(each)
        values, slopes = found[: self._n].copy(), found[self._n :]
        filled = np.zeros(self._n * self._width)
        filled[self._place] = slopes[self._inner]
        whole = filled.reshape(self._n, self._width)
        by_time = np.zeros(self._n)
        by_time[self._timed_row] = slopes[self._timed]
        states, inputs = whole[:, : self._n_states], whole[:, self._n_states :]
        return Rows(values, states, inputs), by_time


class _AtRows(Slopes):
    """Slopes at a row, or means over several."""

    def __init__(self, source: MachineSlopes, solver: Solver, rows: Floats) -> None:
        self._source, self._solver, self._rows = source, solver, rows

    @cached_property
    def _whole(self) -> tuple[Rows, Floats]:
        return self._source.code.at(self._solver, self._rows)

    def _part(self, first: int, end: int) -> Rows:
        whole = self._whole[0]
        part = slice(first, end)
        return Rows(whole.values[part], whole.by_states[part], whole.by_inputs[part])

    @property
    def rates(self) -> Rows:
        """Derivatives of the states."""
        return self._part(0, self._source.sizes[0])

    @property
    def by_time(self) -> Floats:
        """Explicit dependence of these on time."""
        return self._whole[1][: self._source.sizes[0]]

    @property
    def locks(self) -> Rows:
        """Speeds that locks hold, and the angles behind them."""
        n, m = self._source.sizes
        return self._part(n, n + m)

    @property
    def outputs(self) -> Rows:
        """The outputs."""
        first = sum(self._source.sizes)
        return _signed(self._part(first, first + self._source.n_outputs), self._source.signs)

    def variables(self, numbers: Ints) -> Rows:
        """Return the slopes of any variables."""
        found, _ = self._source.code_for(numbers).at(self._solver, self._rows)
        return _signed(found, self._source.signs_of(numbers))


def _signed(rows: Rows, signs: Floats) -> Rows:
    turned = signs[:, None]
    return Rows(signs * rows.values, turned * rows.by_states, turned * rows.by_inputs)
