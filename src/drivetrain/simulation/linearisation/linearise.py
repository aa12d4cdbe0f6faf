"""Linear models of a compiled model: which derivatives are wanted, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear_model import Contact, LinearModel, OperatingPoint, Signals
from drivetrain.compiler.analysis.lock_constraints import Lock
from drivetrain.compiler.frontend.qualified_names import find_variable, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.derivatives import TIME, derivatives
from drivetrain.compiler.report import state_names
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.kernel_solver import sizes
from drivetrain.simulation.linearisation.operating_point import reached
from drivetrain.simulation.results.row_layout import TIME_COLUMN, Layout, component_of
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["linearised"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def linearised(
    prepared: PreparedModel,
    settings: Settings,
    values: Values,
    inputs: Signals,
    parameters: list[int],
    outputs: list[str],
    at: float,
    before: bool,
) -> LinearModel:
    """Run a model to an instant and linearise it there.

    Parameters
    ----------
    prepared : PreparedModel
        The model, translated without loops over rows.
    settings : Settings
        Settings of the run.
    values : Values
        Parameters and start values.
    inputs : Signals
        Names and units of the inputs.
    parameters : list of int
        Number of the parameter that stands for each input.
    outputs : list of str
        Names of the outputs.
    at : float
        Instant, s.
    before : bool
        Whether the side before an event is wanted.
    """
    plan = _Plan(prepared.translation, outputs, prepared.layout, parameters)
    with reached(prepared, settings, values, at, before) as point:
        found, slopes = point.evaluate(plan.code)
    return plan.model(found, slopes, point.row, inputs, values)


class _Plan:
    """What is differentiated: rates, then outputs, then what locks hold."""

    def __init__(
        self, t: Translation, outputs: list[str], layout: Layout, parameters: list[int]
    ) -> None:
        self.t, self.outputs, self.layout = t, outputs, layout
        self.n, self.n_inputs = len(t.lowered.states), len(parameters)
        self.held = [(lock, member) for lock in t.holds for member in _motions(t, lock)]
        self.nodes, self.signs = self._outputs()
        members = t.lowered.members
        rates = [members[int(member) + 1] for member in t.lowered.states]
        locks = [members[member] for _, member in self.held]
        wanted = [*rates, *self.nodes, *locks]
        self.code = derivatives(t.lowered, t.machine.constants, wanted, parameters)

    def _outputs(self) -> tuple[list[int], Floats]:
        """Return the node of each output, and its sign; variables always zero have the constant."""
        t = self.t
        numbers = [find_variable(t.flat.root, name) for name in self.outputs]
        known = [number for number in numbers if number is not None]
        return [self._node(number) for number in known], t.aliased.sign[known].astype(float)

    def _node(self, number: int) -> int:
        """Return the node of a variable; discrete ones, and those always zero, do not move."""
        t, chain = self.t, int(self.t.aliased.chain[number])
        if chain < 0:
            return t.lowered.program.const(0.0)
        return t.lowered.members[t.lowered.member_number(chain, int(t.aliased.order[number]))]

    def model(
        self, found: Floats, slopes: Floats, row: Floats, inputs: Signals, values: Values
    ) -> LinearModel:
        """Return the matrices, with names."""
        n, m, t = self.n, self.n_inputs, self.t
        whole = np.zeros((self.code.n_values, n + m))
        inner = self.code.direction != TIME
        whole[self.code.row[inner], self.code.direction[inner]] = slopes[inner]
        states, others = whole[:, :n], whole[:, n:]
        end = n + len(self.nodes)
        locked = [row[self._column(lock)] != 0.0 for lock, _ in self.held]
        point = OperatingPoint(
            float(row[TIME_COLUMN]),
            row[2 : 2 + n].copy(),
            found[:n],
            sizes(t, values)[0],
            tuple(_contacts(t, row, self.layout)),
        )
        names = tuple(state_names(t))
        units = tuple(_units(self.layout, self.outputs))
        return LinearModel(
            t.flat.root.title,
            states[:n],
            others[:n],
            self.signs[:, None] * states[n:end],
            self.signs[:, None] * others[n:end],
            Signals(names, _units_of_states(self.layout, names)),
            inputs,
            Signals(tuple(self.outputs), units),
            point,
            states[end:][locked],
            tuple(
                component_of(variable_name(t.flat.root, lock.variable))
                for (lock, _), is_locked in zip(self.held, locked, strict=True)
                if is_locked
            ),
        )

    def _column(self, lock: Lock) -> int:
        return 2 + self.n + len(self.t.lowered.quadrature_rates) + lock.discrete


def _motions(t: Translation, lock: Lock) -> list[int]:
    """Return the speed that a lock holds, and the angle behind it if there is one."""
    members = t.lowered.members
    chain = int(np.searchsorted(t.reduced.first, lock.member, side="right")) - 1
    behind = lock.member - 1
    has_angle = lock.member > int(t.reduced.first[chain]) and members.find(behind) >= 0
    return [lock.member, behind] if has_angle else [lock.member]


def _units(layout: Layout, names: Iterable[str]) -> list[str]:
    return [layout.units[layout.position(name)] for name in names]


def _units_of_states(layout: Layout, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(layout.units[layout.positions[n]] if n in layout.positions else "1" for n in names)


def _contacts(t: Translation, row: Floats, layout: Layout) -> Iterator[Contact]:
    """Yield the elements with several laws, and those that hold."""
    for name, labels in layout.labels.items():
        if name in layout.modes:
            column = int(layout.column[layout.position(name)])
            sign = layout.sign[layout.position(name)]
            value = round(float(sign * row[column])) if column >= 0 else 0
            yield Contact(name, labels.get(value, str(value)))
