"""Orders of a model's own sources: one cycle of a steady state, without vibration."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import highest_order, whole
from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.linear.signals import Signals
from drivetrain.errors import AnalysisError, UsageError
from drivetrain.modeling.units import dimension
from drivetrain.simulation.operating_points.requests import LinearRequests, Steady, Where
from drivetrain.simulation.sweeps.shafts import ShaftVariables
from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["excitation_of", "orders_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_PER_REVOLUTION = 1024
"""Positions of the shaft at which sources are evaluated, per revolution …"""
_IN_SWEEPS = 256
"""… and at each of many speeds."""
_PER_ORDER = 8
"""The same, per highest order that is wanted."""
_SAME = 1e-9
"""Difference of the ends of a cycle, relative to the range of a source, that counts as none."""
_VANISHES = 1e-12
"""Amplitude, relative to the largest of a source, that counts as zero."""
_TOLD = 1e-6
"""Change of amplitudes with the number of positions, relative, from which it is told."""


def excitation_of(
    requests: LinearRequests,
    where: Where,
    sources: Iterable[str],
    shaft: ShaftVariables,
    speed: float | None,
    revolutions: int,
    highest: float,
) -> OrderTable:
    """Return the orders of sources of a model.

    Parameters
    ----------
    requests : LinearRequests
        Linear models of the model.
    where : Where
        Where the steady state is sought.
    sources : iterable of str
        Names or patterns of the variables that excite.
    shaft : ShaftVariables
        Reference shaft.
    speed : float or None
        Its speed, rad/s; that of the point where the search begins by default.
    revolutions : int
        Revolutions in a cycle.
    highest : float
        Highest order.
    """
    names = (sources,) if isinstance(sources, str) else tuple(sources)
    if not names:
        raise UsageError("excitation: name the sources, such as 'cylinder[*].tau'")
    if speed is None:
        speed = requests.speed(where, shaft.speed)
    if not speed > 0:
        raise UsageError(
            f"excitation: {shaft.speed} is {speed:g} rad/s where the search begins; give the speed "
            "of the cycle, speed=…"
        )
    where = where._replace(average=float(whole(revolutions, "revolutions")))
    steady = SpeedSweep(requests, where, shaft, outputs=names).at(speed)
    places = np.arange(len(steady.made.output_signals))
    cycle = int(where.average), highest_order(highest)
    table = orders_of(steady, places, shaft, cycle, _PER_REVOLUTION)
    asked = ", ".join(
        f"{one.name} = {one.reached:.6g} {one.unit}" for one in steady.point.facts.requested
    )
    return table.with_remarks([f"of the model at {asked}, without vibration", *table.remarks])


def orders_of(
    steady: Steady, places: Ints, shaft: ShaftVariables, cycle: tuple[int, float],
    per_revolution: int = _IN_SWEEPS,
) -> OrderTable:  # fmt: skip
    """Return the orders of some outputs in a steady state.

    Parameters
    ----------
    steady : Steady
        The steady state.
    places : int array
        Places of the sources among the outputs.
    shaft : ShaftVariables
        Reference shaft.
    cycle : tuple
        Revolutions in a cycle, highest order.
    per_revolution : int
        Least number of positions per revolution.

    Raises
    ------
    AnalysisError
        If a source does not repeat after the cycle, or the sources are not of one kind.
    """
    revolutions, highest = cycle
    count = int(revolutions * max(per_revolution, 2 ** np.ceil(np.log2(_PER_ORDER * highest))))
    angles = 2 * np.pi * revolutions * np.arange(count + 1) / count
    reached, source = steady.point.reached, steady.made.source
    rows = steady.search.turned(steady.point, angles)
    samples = source.outputs(reached.solver, rows, reached.values)[:, places]
    names, unit = _one_unit(steady.made.output_signals, places)
    _check_repeats(samples, names, shaft, revolutions)
    first = source.at(reached.solver, rows[0], reached.values)
    begin = float(first.variables(np.array([shaft.angle_number])).values[0])
    about = unit, shaft.name, revolutions, highest
    samples, angles = samples[:-1], begin + angles[:-1]
    whole = _table(samples, angles, names, about)
    half = _table(samples[::2], angles[::2], names, about)
    return _acting(whole, _doubts(whole, half, count // revolutions))


def _one_unit(outputs: Signals, places: Ints) -> tuple[list[str], str]:
    """Return names of the sources and their unit, which has to be of one kind."""
    names = [outputs.names[k] for k in places.tolist()]
    units = [outputs.units[k] for k in places.tolist()]
    if len({dimension(unit) for unit in units}) > 1:
        listed = ", ".join(f"{n} [{u}]" for n, u in zip(names, units, strict=True))
        raise AnalysisError(f"excitation: the sources differ in kind: {listed}; ask for each")
    return names, units[0]


def _check_repeats(
    samples: Floats, names: list[str], shaft: ShaftVariables, revolutions: int
) -> None:
    """Refuse sources that end otherwise than they began."""
    rounding = _SAME * np.abs(samples).max(axis=0)
    off = np.abs(samples[-1] - samples[0]) > rounding + _SAME * np.ptp(samples, axis=0)
    if off.any():
        raise AnalysisError(
            f"{names[int(np.argmax(off))]} does not repeat after {revolutions} revolution"
            f"{'s' * (revolutions > 1)} of {shaft.name}: give the length of its cycle, "
            "revolutions=…, or the shaft that it depends on"
        )


def _table(
    samples: Floats, angles: Floats, names: list[str], about: tuple[str, str, int, float]
) -> OrderTable:
    unit, shaft, revolutions, highest = about
    by_name = {name: samples[:, k] for k, name in enumerate(names)}
    return OrderTable.from_samples(
        by_name, revolutions=revolutions, angle=angles, highest=highest, unit=unit, shaft=shaft
    )


def _doubts(whole: OrderTable, half: OrderTable, positions: int) -> list[str]:
    """Return how exact the orders are, if that matters."""
    change = float(np.abs(whole.values - half.values).max(initial=0.0))
    largest = float(np.abs(whole.values).max(initial=0.0))
    if change <= _TOLD * largest:
        return []
    return [
        f"sampled at {positions} positions per revolution; with half as many, amplitudes differ by "
        f"up to {change:.2g} {whole.unit}"
    ]


def _acting(table: OrderTable, remarks: list[str]) -> OrderTable:
    """Return a table without orders that all sources lack."""
    amplitudes = np.abs(table.values)
    rounding = _VANISHES * amplitudes.max(axis=1, initial=0.0, keepdims=True)
    values = {
        source: {
            order: complex(value) if size > least else 0.0
            for order, value, size in zip(table.orders.tolist(), row, sizes, strict=True)
        }
        for source, row, sizes, (least,) in zip(
            table.sources, table.values, amplitudes, rounding, strict=True
        )
    }
    acts = {order for row in values.values() for order, value in row.items() if value}
    kept = {name: {o: v for o, v in row.items() if o in acts} for name, row in values.items()}
    mean = dict(zip(table.sources, table.mean.tolist(), strict=True))
    return OrderTable(kept, mean, unit=table.unit, shaft=table.shaft, remarks=remarks)
