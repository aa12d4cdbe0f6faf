"""Energy flow of a run: integrals over its flanges, beside the audit of the same window."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.simulation.results.dense_values import DenseValues, Repeat
from drivetrain.simulation.results.energy_audit import Energy
from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
from drivetrain.simulation.results.energy_flow.integrals import Integrals, integrate
from drivetrain.simulation.results.energy_flow.part_flow import FlangeFlow, PartFlow
from drivetrain.simulation.results.energy_flow.ports import Port, Ports
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, TIME_COLUMN, Layout
from drivetrain.simulation.results.run_views.recorded_run import RecordedRun
from drivetrain.simulation.results.run_views.windows import window_of

__all__ = ["EnergySource"]


class EnergySource:
    """What the energy flow of a run is made of.

    Parameters
    ----------
    ports : Ports
        The connectors of the model.
    layout : Layout
        Layout of complete rows.
    repeat : Repeat
        Makes the run again with other output points.
    audit : callable
        Makes the energy audit of rows.
    """

    def __init__(
        self, ports: Ports, layout: Layout, repeat: Repeat, audit: Callable[[Recording], Energy]
    ) -> None:
        self._ports, self._layout, self._repeat, self._audit = ports, layout, repeat, audit

    def flow(self, result: RecordedRun, start: Any, stop: Any) -> EnergyFlow:
        """Return the energy flow in a window; see :meth:`Result.energy_flow`."""
        window = window_of(result.time, start, stop, result.model)
        if not window[0] < window[1]:
            raise ResultError(f"the run of {result.model} has no length: no energy flows in it")
        own = result.audited
        dense = DenseValues(own, self._repeat, result.model)
        marks = np.union1d(result.time, own.written[:, TIME_COLUMN])
        ports = self._ports.all
        found = integrate(ports, self._layout, dense.again, _with_marks(own.written, marks), window)
        balance = _Balance(self._audit(found.rows), result.model)
        parts, composites = _parts(ports, found, balance)
        return EnergyFlow(result.model, *window, parts, composites, found.unresolved)


def _with_marks(written: Any, marks: Any) -> Any:
    """Return time and flags of rows, with further points between them."""
    more = np.setdiff1d(marks, written[:, TIME_COLUMN])
    points = np.stack([more, np.zeros(len(more))], axis=1)
    return np.concatenate([written[:, [TIME_COLUMN, FLAG_COLUMN]], points])


class _Balance:
    """What the parts stored, lost, supplied, and received at once, by path, from an audit.

    Parameters
    ----------
    energy : Energy
        Audit of the ends of a window and of both sides of the events in it.
    model : str
        Name of the model, which the audit takes for the path of the model itself.
    """

    def __init__(self, energy: Energy, model: str) -> None:
        at_events = np.diff(energy.time, prepend=np.nan) == 0
        kinds = {
            "stored": energy.stored_by,
            "lost": energy.dissipated_by,
            "supplied": energy.supplied_by,
        }
        self.by_path: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        signs = {"stored": 1.0, "lost": 1.0, "supplied": -1.0}
        for kind, by_path in kinds.items():
            for path, values in by_path.items():
                own = self.by_path["" if path == model else path]
                own[kind] += float(values[-1] - values[0])
                jumps = np.diff(values, prepend=values[0])[at_events].sum()
                own["at_once"] += signs[kind] * float(jumps)

    def of(self, path: str) -> dict[str, float]:
        """Return the energies of one part."""
        return dict(self.by_path.get(path, {}))

    def inside(self, path: str) -> dict[str, float]:
        """Return the energies of a part with all that is inside."""
        total: dict[str, float] = defaultdict(float)
        for other, energies in self.by_path.items():
            if not path or other == path or other.startswith(f"{path}."):
                for kind, energy in energies.items():
                    total[kind] += energy
        return dict(total)


def _parts(
    ports: Iterable[Port], found: Integrals, balance: _Balance
) -> tuple[tuple[PartFlow, ...], tuple[PartFlow, ...]]:
    """Return elementary parts, and composite ones."""
    flanges: dict[str, list[FlangeFlow]] = {}
    told: dict[str, Port] = {}
    for port, energy in zip(ports, found.energy.tolist(), strict=True):
        together = f"all {port.class_name}"
        path = together if together in balance.by_path else port.path
        told.setdefault(path, port)
        flanges.setdefault(path, []).append(FlangeFlow(port.name, port.kind, energy, port.joint))
    parts = [
        PartFlow(path, port.class_name, tuple(flanges[path]), False, **balance.of(path))
        for path, port in told.items()
        if not port.contains and any(one.kind == "work" for one in flanges[path])
    ]
    composites = [
        PartFlow(path, port.class_name, tuple(flanges[path]), True, **balance.inside(path))
        for path, port in told.items()
        if port.contains
    ]
    return (*parts, *_others(parts, balance)), tuple(composites)


def _others(parts: Iterable[PartFlow], balance: _Balance) -> Iterator[PartFlow]:
    """Yield what stores, loses or supplies energy without a flange."""
    known = {part.path for part in parts}
    for path, energies in balance.by_path.items():
        if path not in known and any(energies.values()):
            yield PartFlow(path, "", (), False, **energies)
