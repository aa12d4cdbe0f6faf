"""Energy balance of a run: energy supplied by sources, stored, and dissipated.

For every part without a source the power through its flanges is the change of its stored energy
plus its loss. The integrals of losses and supplies are computed by the integrator itself, so the
audit is as accurate as the run. The energy lost in an impact that resets a speed is the jump of the
stored energy. Heat does not enter that balance. Where a temperature is prescribed and jumps, the
heat taken up by its capacity flows in zero time and is not part of any `Q_flow`: it is reported
separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.flatten import Instances
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.lower.statements import IMPACT_LOSS
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.markup import pairs, table
from drivetrain.modeling.expression import Expr
from drivetrain.simulation.results.recording import Recording

__all__ = ["Energy", "audit", "integral_columns", "parts_with_impacts"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_TOO_MANY_TO_NAME = 200
"""Number of instances of a class from which on their stored energies are given as one sum."""


_SHOWN = 8
"""Number of parts with the largest energies of each kind that notebooks show."""


_ROUNDING = 1e-12
"""Relative to the stored energy: a smaller jump counts as none."""


_STILL = 1e-9
"""Relative to the largest speed at which parts lock: a smaller one counts as zero."""


class _ByPart(dict[str, Floats]):
    """Energies of parts by path; for an unknown path, the nearest ones are suggested."""

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
        Component path → energy stored at each instant, dissipated since the start, supplied since
        the start. A path that occurs in none of them raises NameLookupError.
    heat_at_once_by : dict
        Path of each part whose temperature has jumped → heat, J, taken up at such instants since
        the start. It is part of no heat flow, and not of the balance.
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
        """Heat taken up by parts where their temperatures jumped, since the start."""
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

    def _repr_html_(self) -> str:
        """Return the balance as a table for notebooks, with the parts that take most part in it."""
        if not len(self.time):
            return pairs([("energy", "no points")])
        kinds = {
            "supplied": self.supplied_by,
            "dissipated": self.dissipated_by,
            "stored": self.stored_by,
        }
        rows = [
            (path, kind, f"{values[0]:.6g}", f"{values[-1]:.6g}", f"{values[-1] - values[0]:.6g}")
            for kind, parts in kinds.items()
            for path, values in [("all parts", self._sum(parts)), *_largest(parts)]
        ]
        head = ("part", "energy", "first / J", "last / J", "change / J")
        title = f"energy: relative imbalance {self.relative_error:.1e}"
        return table(rows, head, title, numbers=(2, 3, 4))

    def __str__(self) -> str:
        if not len(self.time):
            return "energy: no points"
        jumps = f", heat at once {self.heat_at_once[-1]:.6g} J" if self.heat_at_once_by else ""
        return (
            f"energy: supplied {self.supplied[-1]:.6g} J, dissipated {self.dissipated[-1]:.6g} J, "
            f"stored {self.stored[0]:.6g} → {self.stored[-1]:.6g} J, "
            f"relative imbalance {self.relative_error:.1e}{jumps}"
        )


def _largest(parts: dict[str, Floats]) -> list[tuple[str, Floats]]:
    """Return the parts whose energies change most."""
    return sorted(parts.items(), key=lambda item: -np.ptp(item[1]))[:_SHOWN]


def audit(translation: Translation, values: Values, recording: Recording, model: str) -> Energy:
    """Collect the energy balance of a run.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameter values of the run.
    recording : Recording
        Recorded rows of the run.
    model : str
        Name of the model, in place of the path of a part that is the model itself.
    """
    t, rows = translation, recording.written
    integrals: dict[str, dict[str, Any]] = {"dissipated_power": {}, "supplied_power": {}}
    for kind, by_path in integrals.items():
        for path, columns in integral_columns(t, kind, model).items():
            for k in columns:
                since_start = rows[:, k] - rows[:1, k]  # of this part of a continued run
                by_path[path] = by_path.get(path, 0.0) + since_start
    kept = _Kept(t, values, len(rows))
    for part, complete in recording.pieces():
        kept.read(part, complete)
    time = rows[:, 0]
    event = np.diff(time, prepend=np.nan) == 0
    dissipated = integrals["dissipated_power"]
    none = np.zeros(len(time))
    kept_back = sum(integrals["supplied_power"].values(), none) - sum(dissipated.values(), none)
    kept_back = kept_back - sum(kept.energy.by_path.values(), none)
    for path, lost in _impacts(kept.jumps(), event, kept_back):
        dissipated[path or model] = dissipated.get(path or model, 0.0) + lost
    return Energy(
        time,
        _ByPart("stored", kept.energy.by_path),
        _ByPart("dissipated", dissipated),
        _ByPart("supplied", integrals["supplied_power"]),
        _ByPart("taken up as heat at once", _heat_at_once(kept.heat.by_path, event)),
    )


def integral_columns(translation: Translation, kind: str, model: str) -> dict[str, list[int]]:
    """Return the columns of complete rows that hold integrals of powers: path → columns.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    kind : {"dissipated_power", "supplied_power"}
        The power.
    model : str
        Name of the model, in place of the path of a part that is the model itself.
    """
    t = translation
    keys = (kind, IMPACT_LOSS) if kind == "dissipated_power" else (kind,)
    classes = {id(one.trace): one.trace for one in t.flat.instances}
    first = 2 + len(t.lowered.states)
    found: dict[str, list[int]] = {}
    for k, (key, klass, start) in enumerate(t.lowered.quadratures):
        if key not in keys:
            continue
        if start < 0:
            path = f"all {classes[klass].title}"
        else:
            path = component_path(t.flat.root, start, classes[klass])
        found.setdefault(path or model, []).append(first + k)
    return found


def parts_with_impacts(translation: Translation, model: str) -> set[str]:
    """Return the paths of parts whose losses in impacts are in no column of the rows.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    model : str
        As for :func:`integral_columns`.
    """
    none = _Kept(translation, translation.values, 0)
    return {path or model for path, _ in none.jumps()}


def _heat_at_once(stored: dict[str, Floats], event: Bools) -> dict[str, Floats]:
    """Return the heat taken up by parts at events since the start, if there is any."""
    found = {}
    for path, heat in stored.items():
        jumps = np.diff(heat, prepend=np.nan)
        jumps = np.where(event & (np.abs(jumps) > _ROUNDING * np.abs(heat)), jumps, 0.0)
        if jumps.any():
            found[path] = np.cumsum(jumps)
    return found


def _impacts(
    jumps: list[tuple[str, Bools]], event: Bools, kept_back: Floats
) -> Iterator[tuple[str, Floats]]:
    """Yield losses where components reset speeds, as a mass that hits a stop does.

    The loss is the decrease of the energy stored in all parts at the event, plus the energy
    supplied by sources in it, minus losses accounted for elsewhere. Components that do so at one
    instant share it.
    """
    sharing = np.maximum(sum((at for _, at in jumps), np.zeros(len(event), dtype=int)), 1)
    drop = np.diff(kept_back, prepend=np.nan) / sharing
    for path, at in jumps:
        yield path, np.cumsum(np.where(at & event, drop, 0.0))


class _Kept:
    """Extract of complete rows kept by the audit, as the rows are too long to be kept themselves.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameter values of the run.
    n_rows : int
        Number of rows.
    """

    def __init__(self, translation: Translation, values: Values, n_rows: int) -> None:
        self.energy = _Stored(translation, values, n_rows, "stored_energy")
        self.heat = _Stored(translation, values, n_rows, "stored_heat")
        self._set_anew: list[tuple[str, Floats]] = []
        self._locks: list[tuple[str, Floats]] = []
        self._columns: list[Ints] = []
        for one in translation.flat.instances:
            anew = sorted({reinit.slot for reinit in one.trace.reinits})
            self._note(translation, one, anew, self._set_anew, n_rows)
        for one in translation.flat.instances:
            for hold in one.trace.holds:
                untold = hold.blow is not None and hold.blow.load < 0
                slots = [hold.condition, hold.speed] if untold else []
                self._note(translation, one, slots, self._locks, n_rows)

    def _note(
        self,
        t: Translation,
        one: Instances,
        slots: list[int],
        into: list[tuple[str, Floats]],
        n_rows: int,
    ) -> None:
        """Register variables of all parts of a class to be kept."""
        for first in one.variable.tolist() if slots else []:
            columns = t.column[[first + slot for slot in slots]]
            path = component_path(t.flat.root, first, one.trace)
            into.append((path, np.empty((n_rows, len(columns)))))
            self._columns.append(columns)

    def jumps(self) -> list[tuple[str, Bools]]:
        """Return where parts reset speeds, or lock while moving without specifying the load."""
        found: list[tuple[str, Bools]] = [
            (path, np.asarray(np.diff(values, axis=0, prepend=np.nan).any(axis=1)))
            for path, values in self._set_anew
        ]
        speeds = [self._locking_speed(values) for _, values in self._locks]
        least = _STILL * np.max(speeds, axis=0, initial=0.0) if speeds else 0.0
        found += [
            (path, speed > least) for (path, _), speed in zip(self._locks, speeds, strict=True)
        ]
        return found

    @staticmethod
    def _locking_speed(values: Floats) -> Floats:
        """Return the speed of a part that locks at an instant; 0 if it does not."""
        locked, speed = values.T
        locks = np.diff(locked, prepend=np.nan) > 0
        return np.where(locks, np.abs(np.roll(speed, 1)), 0.0)

    def read(self, part: slice, rows: Floats) -> None:
        """Process some of the rows."""
        self.energy.read(part, rows)
        self.heat.read(part, rows)
        kept = [*self._set_anew, *self._locks]
        for (_, values), columns in zip(kept, self._columns, strict=True):
            values[part] = rows[:, columns]


class _Stored:
    """Energy stored by each part, as its class defines it in the method `kind`.

    Attributes
    ----------
    by_path : dict
        Path → J over all rows.
    """

    def __init__(self, translation: Translation, values: Values, n_rows: int, kind: str) -> None:
        self.by_path: dict[str, Floats] = {}
        self._translation, self._values = translation, values
        self._told: list[tuple[Instances, Expr, list[str]]] = []
        root = translation.flat.root
        for one in translation.flat.instances:
            e = one.trace.monitors.get(kind)
            if e is None:
                continue
            if len(one.variable) >= _TOO_MANY_TO_NAME:
                paths = [f"all {one.trace.title}"]
            else:
                paths = [
                    component_path(root, first, one.trace) or root.title
                    for first in one.variable.tolist()
                ]
            self._told.append((one, e, paths))
            self.by_path.update((path, np.zeros(n_rows)) for path in paths)

    def read(self, part: slice, rows: Floats) -> None:
        """Process some of the rows."""
        for one, e, paths in self._told:
            stored = self._of(one, e, rows)
            if len(paths) < len(stored):
                stored[0] += self.by_path[paths[0]][part]
                # sequentially: sums must not depend on the number of rows in a piece
                self.by_path[paths[0]][part] = np.cumsum(stored, axis=0, out=stored)[-1]
                continue
            for path, energy in zip(paths, stored, strict=True):
                self.by_path[path][part] += energy

    def _of(self, one: Instances, e: Expr, rows: Floats) -> Floats:
        """Return the energy stored by parts of the same kind, shape (parts, rows)."""
        t, shape = self._translation, (len(one.variable), len(rows))

        def variable(value: tuple[int, int]) -> Floats:
            return t.value_in(one.variable + value[0], rows).T

        def parameter(slot: int) -> Floats:
            return self._values.parameter[one.parameter + slot][:, np.newaxis]

        env = Environment({"var": variable, "par": parameter}, time=rows[:, 0])
        return np.array(np.broadcast_to(evaluate(e, env), shape), dtype=float, order="C")
