"""Campbell diagrams of a model: steady states over the speed, eigenmodes, critical speeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import items, positive
from drivetrain.analysis.campbell.campbell import Campbell, CriticalSpeed, CriticalSpeeds
from drivetrain.analysis.campbell.critical_speeds import (
    Crossing,
    Here,
    crossings,
    located,
    located_by_count,
)
from drivetrain.analysis.campbell.operating import OperatingRange
from drivetrain.analysis.campbell.order_lines import OrderLine
from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.modes.eigenmodes import Eigenmodes
from drivetrain.analysis.tracks.following import followed
from drivetrain.analysis.tracks.matching import matched
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.errors import DrivetrainError, UsageError, shown
from drivetrain.simulation.operating_points.requests import Steady
from drivetrain.simulation.sweeps.exciting import Exciting
from drivetrain.simulation.sweeps.shafts import ShaftVariables
from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["Orders", "Request", "campbell_of", "checked_orders"]

Floats = NDArray[np.float64]

_POINTS = 41
_DENSE = 2000
"""States up to which all eigenmodes are computed."""
_BEYOND = 1.25
"""Frequencies that are computed in longer models, relative to the highest of an order."""

Orders = tuple[tuple[ShaftVariables, tuple[float, ...]], ...]
"""Shafts and their orders; the reference shaft is the first."""


@dataclass(frozen=True, eq=False)
class Request:
    """What a diagram is to show.

    Attributes
    ----------
    speeds : float array
        Speeds at which eigenmodes are computed at least, rad/s.
    orders : Orders
        Shafts and orders.
    operating : tuple of OperatingRange
        Speeds at which the machine is operated.
    exciting : Exciting or None
        What excites, for vector sums.
    """

    speeds: Floats
    orders: Orders
    operating: tuple[OperatingRange, ...]
    exciting: Exciting | None


class _Diagram:
    """Eigenmodes and shaft speeds in steady states."""

    def __init__(self, sweep: SpeedSweep, request: Request) -> None:
        self._sweep, self._request = sweep, request
        self._known: dict[float, Eigenmodes] = {}

    @cached_property
    def _highest(self) -> float:
        """Highest frequency of an order, rad/s."""
        top = float(self._request.speeds[-1])
        lines = [self.shaft_speed(shaft, top) * max(some) for shaft, some in self._request.orders]
        return max(map(abs, lines))

    def steady(self, speed: float) -> Steady:
        """Return the steady state at a speed."""
        return self._sweep.at(speed)

    def shaft_speed(self, shaft: ShaftVariables, speed: float) -> float:
        """Return the speed of a shaft, rad/s."""
        if shaft.speed == self._sweep.shaft.speed:
            return speed
        steady = self._sweep.at(speed)
        place = steady.made.output_signals.index(shaft.speed)
        return float(steady.point.slopes.outputs.values[place])

    def modes(self, speed: float) -> Eigenmodes:
        """Return the eigenmodes at a speed."""
        if speed not in self._known:
            linear = self.steady(speed).model()
            if len(linear.states) <= _DENSE:
                self._known[speed] = linear.eigenmodes()
            else:
                self._known[speed] = linear.eigenmodes(between=(0.0, _BEYOND * self._highest))
        return self._known[speed]

    def lines(self, speeds: Floats) -> tuple[OrderLine, ...]:
        """Return the order lines."""
        found = []
        for shaft, orders in self._request.orders:
            own = shaft.speed == self._sweep.shaft.speed
            turning = np.array([abs(self.shaft_speed(shaft, one)) for one in speeds.tolist()])
            found += [OrderLine(shaft.name, order, order * turning, own) for order in orders]
        return tuple(found)

    def shafts(self) -> dict[str, ShaftVariables]:
        """Return the shafts by name."""
        return {shaft.name: shaft for shaft, _ in self._request.orders}


def campbell_of(sweep: SpeedSweep, request: Request) -> Campbell:
    """Return the diagram of a model.

    Parameters
    ----------
    sweep : SpeedSweep
        Steady states over the speed; the speeds of all shafts are among its outputs.
    request : Request
        What the diagram is to show.
    """
    sweep.prepare(float(request.speeds[0]))
    diagram = _Diagram(sweep, request)
    _check_some(diagram, request.speeds)
    points = followed(diagram.modes, request.speeds.tolist())
    first = next(point.modes for point in points if point.modes is not None)
    name, shaft = first.model.name, sweep.shaft
    tracks = ModeTracks(name, shaft.speed, "rad/s", points)
    lines = diagram.lines(tracks.values)
    jumps: list[str] = []
    found = sorted(_critical(diagram, tracks, lines, request, jumps), key=lambda one: one.speed)
    numbered = tuple(one._replace(number=k) for k, one in enumerate(found, start=1))
    critical = CriticalSpeeds(name, shaft.name, numbered, request.operating)
    remarks = tuple(dict.fromkeys(jumps))
    return Campbell(name, shaft.name, tracks, lines, critical, request.operating, remarks)


def _check_some(diagram: _Diagram, speeds: Floats) -> None:
    """Refuse a range with a steady state at neither end, for the reason at the lower one."""
    try:
        diagram.modes(float(speeds[0]))
    except DrivetrainError as failure:
        try:
            diagram.modes(float(speeds[-1]))
        except DrivetrainError:
            raise failure from None


def _critical(
    diagram: _Diagram, tracks: ModeTracks, lines: Sequence[OrderLine], request: Request,
    jumps: list[str],
) -> Iterator[CriticalSpeed]:  # fmt: skip
    """Yield critical speeds; where contacts change, a mode may jump across an order instead."""
    shafts = diagram.shafts()
    for crossing in crossings(tracks, lines):
        line, point = lines[crossing.line], crossing.point
        meeting = _Meeting(diagram, tracks, crossing, shafts[line.shaft], line.order)
        speed = meeting.speed()
        if speed is None:
            low, high = tracks.values[[point, point + 1]].tolist()
            same = tracks.contacts[point] == tracks.contacts[point + 1]
            jumps.append(
                f"mode {crossing.track + 1} jumps across order {line.label} between {low:.6g} and "
                f"{high:.6g} rad/s{'' if same else ', where contacts change'}: they do not meet"
            )
            continue
        modes, place = diagram.modes(speed), meeting.nearest(speed)
        yield CriticalSpeed(
            0, crossing.track + 1, tracks.parts[crossing.track], line.shaft, line.order, speed,
            float(modes.damped_omega[place]), float(modes.damping[place]),
            _vector_sum(diagram, request.exciting, modes, place, speed, line),
        )  # fmt: skip


class _Meeting:
    """An eigenmode between two points of a diagram, and the order that meets it."""

    def __init__(
        self, diagram: _Diagram, tracks: ModeTracks, crossing: Crossing, shaft: ShaftVariables,
        order: float,
    ) -> None:  # fmt: skip
        self._diagram, self._shaft, self._order = diagram, shaft, order
        self._low, self._high = tracks.values[[crossing.point, crossing.point + 1]].tolist()
        self._from = diagram.modes(self._low)
        self._place = tracks.place(crossing.point, crossing.track)

    def speed(self) -> float | None:
        """Return the speed at which they meet; None if they do not."""
        found = located(self._here, self._low, self._high)
        return located_by_count(self._below, self._low, self._high) if found is None else found

    def nearest(self, speed: float) -> int:
        """Return the place of the eigenmode that is nearest to the order."""
        omega = self._diagram.modes(speed).damped_omega
        return int(np.abs(omega - self._line(speed)).argmin())

    def _line(self, speed: float) -> float:
        return self._order * abs(self._diagram.shaft_speed(self._shaft, speed))

    def _here(self, speed: float) -> Here:
        """Return the frequencies of the eigenmode, as it is followed, and of the order."""
        modes = self._diagram.modes(speed)
        place = int(matched(self._from, modes).there[self._place])
        return Here(float(modes.damped_omega[place]) if place >= 0 else 0.0, self._line(speed))

    def _below(self, speed: float) -> tuple[int, float]:
        """Return the number of frequencies below the order, and the distance of the nearest."""
        omega, line = self._diagram.modes(speed).damped_omega, self._line(speed)
        return int((omega < line).sum()), float(np.abs(omega - line).min(initial=np.inf) / line)


def _vector_sum(
    diagram: _Diagram, exciting: Exciting | None, modes: Eigenmodes, place: int, speed: float,
    line: OrderLine,
) -> float:  # fmt: skip
    """Return the modulus of the sum of excitations times shape; the largest of them is 1."""
    if exciting is None or not line.own:
        return float("nan")
    table = exciting.at(diagram.steady(speed), speed)
    acting = _of_order(table, line.order)
    if acting is None:
        return 0.0
    model = modes.model
    shape = modes.vectors(place)[1] @ model.B
    products = np.array([shape[model.inputs.index(name)] * acting[name] for name in acting])
    largest = float(np.abs(products).max(initial=0.0))
    return float(abs(products.sum()) / largest) if largest > 0 else 0.0


def _of_order(table: OrderTable, order: float) -> dict[str, complex] | None:
    """Return the amplitudes of an order by source; None if nothing excites it."""
    found = np.flatnonzero(np.abs(table.orders - order) <= 1e-9 * max(order, 1.0))
    if not len(found):
        return None
    return dict(zip(table.sources, table.values[:, found[0]].tolist(), strict=True))


def checked_orders(given: Any) -> tuple[float, ...]:
    """Return orders above zero, ascending, each once.

    Parameters
    ----------
    given : number or sequence
        What was given.
    """
    several = items(given)
    some = [given] if several is None else several
    if not some or isinstance(given, Mapping):
        raise UsageError(f"orders={shown(given)}: give orders such as [1, 2, 6]")
    return tuple(sorted({positive(one, "orders", "1") for one in some}))
