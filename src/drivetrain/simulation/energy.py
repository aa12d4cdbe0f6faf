"""Energy audit: what the sources supplied, what is stored, what was dissipated.

For every part without a source the power through its flanges is the change of its stored energy
plus its loss. The integrals of losses and supplies are carried by the integrator itself, so that
the audit is as accurate as the run. What an impact takes, at which a speed is set anew, is the jump
of the stored energy. Heat is no part of that balance. Where a temperature is prescribed and jumps,
the heat that its capacity takes up flows in no time, and no `Q_flow` shows it: it is told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.interpret import Environment, evaluate
from drivetrain.compiler.names import component_path
from drivetrain.compiler.translation import Translation
from drivetrain.compiler.values import Values
from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.simulation.result import Result

__all__ = ["Energy", "audit"]

Floats = NDArray[np.float64]

_TOO_MANY_TO_NAME = 200
"""From so many instances of a class on, their stored energies are given as one sum."""


_ROUNDING = 1e-12
"""Of what is stored: a jump of it by less is none."""


class _ByPart(dict[str, Floats]):
    """Energies of parts by their paths; asked for another one, it offers the nearest."""

    def __init__(self, kind: str, parts: dict[str, Floats]) -> None:
        super().__init__(parts)
        self.kind = kind

    def __missing__(self, path: str) -> Floats:
        hint = nearest(path, self) or f"; there are {shown(list(self))}"
        raise NameLookupError(f"no part {shown(path)} has energy {self.kind}{hint}")

    def __reduce__(self) -> tuple[type, tuple[str, dict[str, Floats]]]:
        return type(self), (self.kind, dict(self))


@dataclass(frozen=True, eq=False)
class Energy:
    """Energy balance of a run; all values in J over the result's time.

    Attributes
    ----------
    time : float array
        s.
    stored_by, dissipated_by, supplied_by : dict
        Component path → energy stored at each instant, dissipated since the start, supplied
        since the start. A path that none of them has raises NameLookupError.
    heat_at_once_by : dict
        Path of each part whose temperature has jumped → heat, J, that it has taken up at such
        instants since the start. It is in no heat flow, and not in the balance.
    """

    time: Floats
    stored_by: dict[str, Floats]
    dissipated_by: dict[str, Floats]
    supplied_by: dict[str, Floats]
    heat_at_once_by: dict[str, Floats] = field(default_factory=dict)

    @cached_property
    def stored(self) -> Floats:
        """Kinetic and elastic energy of all parts."""
        return self._sum(self.stored_by)

    @cached_property
    def dissipated(self) -> Floats:
        """Energy turned into heat since the start."""
        return self._sum(self.dissipated_by)

    @cached_property
    def supplied(self) -> Floats:
        """Energy delivered by all sources since the start."""
        return self._sum(self.supplied_by)

    @cached_property
    def heat_at_once(self) -> Floats:
        """Heat that parts took up where their temperatures jumped, since the start."""
        return self._sum(self.heat_at_once_by)

    @property
    def balance(self) -> Floats:
        """Supplied minus dissipated minus change of stored energy: zero in a perfect run."""
        if not len(self.time):
            return np.zeros(0)
        return np.asarray(self.supplied - self.dissipated - (self.stored - self.stored[0]))

    @property
    def relative_error(self) -> float:
        """Largest imbalance divided by the largest energy involved."""
        if not len(self.time):
            return 0.0
        size = max(np.abs(e).max() for e in (self.stored, self.dissipated, self.supplied))
        worst = float(np.abs(self.balance).max())
        return worst / float(size) if size > 0 else worst

    def _sum(self, parts: dict[str, Floats]) -> Floats:
        total = np.zeros(len(self.time))
        for part in parts.values():
            total += part
        return total

    def __repr__(self) -> str:
        """Return one line."""
        return f"<{self}>"

    def __str__(self) -> str:
        if not len(self.time):
            return "energy: no points"
        jumps = f", heat at once {self.heat_at_once[-1]:.6g} J" if self.heat_at_once_by else ""
        return (
            f"energy: supplied {self.supplied[-1]:.6g} J, dissipated {self.dissipated[-1]:.6g} J, "
            f"stored {self.stored[0]:.6g} → {self.stored[-1]:.6g} J, "
            f"relative imbalance {self.relative_error:.1e}{jumps}"
        )


def audit(translation: Translation, values: Values, result: Result) -> Energy:
    """Collect the energy balance of a run.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameter values of the run.
    result : Result
        What the run recorded.
    """
    rows = result.rows
    integrals: dict[str, dict[str, Any]] = {"dissipated_power": {}, "supplied_power": {}}
    classes = {id(one.trace): one.trace for one in translation.flat.instances}
    first = 2 + len(translation.lowered.states)
    for k, (key, klass, start) in enumerate(translation.lowered.quadratures):
        if start < 0:
            path = f"all {classes[klass].title}"
        else:
            path = component_path(translation.flat.root, start, classes[klass])
        path = path or result.model
        integrals[key][path] = integrals[key].get(path, 0.0) + rows[:, first + k]
    stored = _stored(translation, values, rows, "stored_energy")
    dissipated = integrals["dissipated_power"]
    for path, lost in _impacts(translation, rows, sum(stored.values(), np.zeros(len(rows)))):
        dissipated[path or result.model] = dissipated.get(path or result.model, 0.0) + lost
    return Energy(
        rows[:, 0],
        _ByPart("stored", stored),
        _ByPart("dissipated", dissipated),
        _ByPart("supplied", integrals["supplied_power"]),
        _ByPart("taken up as heat at once", _heat_at_once(translation, values, rows)),
    )


def _heat_at_once(translation: Translation, values: Values, rows: Floats) -> dict[str, Floats]:
    """Return the heat that parts took up at events since the start, where it is any."""
    event = np.diff(rows[:, 0], prepend=np.nan) == 0
    found = {}
    for path, heat in _stored(translation, values, rows, "stored_heat").items():
        jumps = np.diff(heat, prepend=np.nan)
        jumps = np.where(event & (np.abs(jumps) > _ROUNDING * np.abs(heat)), jumps, 0.0)
        if jumps.any():
            found[path] = np.cumsum(jumps)
    return found


def _impacts(
    translation: Translation, rows: Floats, stored: Floats
) -> Iterator[tuple[str, Floats]]:
    """Yield what is lost where components set speeds anew, as a mass that hits a stop does.

    It is what all parts together store less after the event. Components that do so at one instant
    share it.
    """
    flat = translation.flat
    event = np.diff(rows[:, 0], prepend=np.nan) == 0
    jumps = []
    for one in flat.instances:
        slots = {reinit.slot for reinit in one.trace.reinits}
        for first in one.variable.tolist() if slots else []:
            column = translation.column[[first + slot for slot in slots]]
            jumped = np.diff(rows[:, column], axis=0, prepend=np.nan).any(axis=1) & event
            jumps.append((component_path(flat.root, first, one.trace), jumped))
    sharing = np.maximum(sum((jumped for _, jumped in jumps), np.zeros(len(rows), dtype=int)), 1)
    drop = -np.diff(stored, prepend=np.nan) / sharing
    for path, jumped in jumps:
        yield path, np.cumsum(np.where(jumped, drop, 0.0))


def _stored(translation: Translation, values: Values, rows: Floats, kind: str) -> dict[str, Floats]:
    """Return what each part stores, as its class tells by the method `kind`."""
    stored: dict[str, Any] = {}
    root = translation.flat.root
    for one in translation.flat.instances:
        e = one.trace.monitors.get(kind)
        if e is None:
            continue
        many = len(one.variable) >= _TOO_MANY_TO_NAME
        for k in range(len(one.variable)):
            env = _environment(translation, values, rows, one, k)
            path = component_path(root, int(one.variable[k]), one.trace) if not many else ""
            path = path or (f"all {one.trace.title}" if many else root.title)
            value = np.asarray(evaluate(e, env), dtype=float)
            stored[path] = stored.get(path, 0.0) + np.broadcast_to(value, (len(rows),))
    return stored


def _environment(
    translation: Translation, values: Values, rows: Floats, one: Any, k: int
) -> Environment:
    def variable(value: tuple[int, int]) -> Any:
        return translation.value_in(int(one.variable[k]) + value[0], rows)

    def parameter(slot: int) -> float:
        return float(values.parameter[one.parameter[k] + slot])

    return Environment({"var": variable, "par": parameter}, time=rows[:, 0])
