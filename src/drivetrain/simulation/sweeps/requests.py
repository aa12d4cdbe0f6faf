"""Requests for excitations, responses and diagrams over the speed, checked and carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from drivetrain.analysis.arguments import highest_order, items, whole
from drivetrain.analysis.campbell.campbell import Campbell
from drivetrain.analysis.campbell.operating import operating_ranges
from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.order_response.order_response import OrderResponse
from drivetrain.errors import UsageError, shown
from drivetrain.simulation.operating_points.requests import LinearRequests, Where
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.sweeps.campbell import Orders, Request, campbell_of, checked_orders
from drivetrain.simulation.sweeps.excitation import excitation_of
from drivetrain.simulation.sweeps.exciting import (
    CutOut,
    Exciting,
    GivenTable,
    OwnSources,
    TableOverSpeed,
)
from drivetrain.simulation.sweeps.order_response import order_response_of
from drivetrain.simulation.sweeps.resonances import speeds_between
from drivetrain.simulation.sweeps.shafts import ShaftVariables, shaft_variables
from drivetrain.simulation.sweeps.speeds import SpeedSweep, checked_speed, checked_speeds

__all__ = ["Cycle", "Speeds", "SweepRequests"]


_POINTS = 41
"""Speeds of a diagram, before others are inserted."""


class Speeds(NamedTuple):
    """Speeds of a sweep, as they were asked for.

    Attributes
    ----------
    speeds : array_like or None
        The speeds themselves.
    between : tuple or None
        Ends of a range in which they are chosen.
    """

    speeds: Any
    between: Any

    def ends(self) -> tuple[float, float]:
        """Return the lowest and the highest speed, rad/s."""
        if (self.speeds is None) == (self.between is None):
            raise UsageError("give speeds=[…] or between=(lowest, highest)")
        label = "between" if self.speeds is None else "speeds"
        found = checked_speeds(self.between if self.speeds is None else self.speeds, label)
        if self.speeds is None and len(found) != 2:
            raise UsageError(f"between={shown(self.between)}: give two speeds")
        return float(found[0]), float(found[-1])


class Cycle(NamedTuple):
    """How orders of the model's own sources are taken.

    Attributes
    ----------
    revolutions : int
        Revolutions of the shaft in a cycle.
    highest : float
        Highest order.
    """

    revolutions: int
    highest: float


class SweepRequests:
    """Sweeps of a compiled model over the speed of a shaft.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    linear : LinearRequests
        Its linear models.
    """

    def __init__(self, prepared: PreparedModel, linear: LinearRequests) -> None:
        self._prepared, self._linear = prepared, linear

    def excitation(
        self, where: Where, sources: Any, shaft: str, speed: Any, cycle: Cycle
    ) -> OrderTable:
        """Return orders of the model's own sources."""
        asked = None if speed is None else checked_speed(speed, "speed")
        names = _names(sources, "sources")
        return excitation_of(self._linear, where, names, self.shaft(shaft), asked, *cycle)

    def order_response(
        self, where: Where, exciting: Exciting, shaft: ShaftVariables, speeds: Speeds, outputs: Any
    ) -> OrderResponse:
        """Return the response to excitation by orders."""
        names = tuple(self._prepared.layout.match(*_names(outputs, "outputs")))
        sweep = SpeedSweep(
            self._linear, where, shaft, exciting.sources,
            tuple(dict.fromkeys((*names, *exciting.outputs))),
        )  # fmt: skip
        low, high = speeds.ends()
        if speeds.speeds is None:
            orders = exciting.at(sweep.at(low), low).orders
            return order_response_of(
                sweep, exciting, speeds_between(sweep, low, high, orders), names
            )
        chosen = checked_speeds(speeds.speeds, "speeds")
        return order_response_of(sweep, exciting, chosen, names, given=True)

    def campbell(
        self, where: Where, shaft: ShaftVariables, orders: Orders, speeds: Speeds,
        operating: Any, exciting: Exciting | None,
    ) -> Campbell:  # fmt: skip
        """Return the Campbell diagram over the speed of a shaft."""
        low, high = speeds.ends()
        if speeds.speeds is None:
            chosen = np.linspace(low, high, _POINTS)
        else:
            chosen = checked_speeds(speeds.speeds, "speeds")
        if len(chosen) < 2:
            raise UsageError("campbell: give two speeds at least")
        outputs = [one.speed for one, _ in orders]
        sources: tuple[str, ...] = ()
        if exciting is not None:
            outputs, sources = [*outputs, *exciting.outputs], exciting.sources
        sweep = SpeedSweep(self._linear, where, shaft, sources, tuple(dict.fromkeys(outputs)))
        return campbell_of(sweep, Request(chosen, orders, operating_ranges(operating), exciting))

    def orders(self, given: Any, shaft: ShaftVariables) -> Orders:
        """Return the orders of each shaft; those of a list belong to the reference shaft."""
        if not isinstance(given, Mapping):
            return ((shaft, checked_orders(given)),)
        if not given:
            raise UsageError(f"orders={shown(given)}: give orders by shaft, {{'flywheel': [3, 6]}}")
        return tuple((self.shaft(name), checked_orders(some)) for name, some in given.items())

    def exciting(
        self, excitation: Any, shaft: str | None, lowest: float, cut_out: Any, cycle: Cycle
    ) -> tuple[Exciting, ShaftVariables]:
        """Return what excites, and the shaft whose orders it has."""
        found: Exciting
        if isinstance(excitation, OrderTable):
            found, named = GivenTable(excitation), excitation.shaft
        elif callable(excitation):
            first = excitation(lowest)
            if not isinstance(first, OrderTable):
                raise UsageError(f"excitation at {lowest:g} rad/s: {shown(first)} is no OrderTable")
            found, named = TableOverSpeed(excitation, first), first.shaft
        else:
            named = shaft or ""
            found = OwnSources(
                _names(excitation, "excitation"), self.shaft(named),
                whole(cycle.revolutions, "revolutions"), highest_order(cycle.highest),
            )  # fmt: skip
        cut = items(cut_out) if not isinstance(cut_out, str) else [cut_out]
        if cut is None:
            raise UsageError(f"cut_out={shown(cut_out)}: give a list of sources, or their numbers")
        if cut:
            found = CutOut(found, tuple(cut))
        return found, self.shaft(named if shaft is None else shaft)

    def shaft(self, name: str) -> ShaftVariables:
        """Return the variables of a shaft."""
        if not isinstance(name, str):
            raise UsageError(f"shaft={shown(name)}: give the name of a part, 'flywheel'")
        if not name:
            raise UsageError("name the shaft that the orders belong to: shaft='flywheel'")
        return shaft_variables(self._prepared.translation, name)


def _names(given: Any, label: str) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    try:
        found = tuple(given)
    except TypeError:
        found = ()
    if not found or not all(isinstance(one, str) for one in found):
        raise UsageError(f"{label}={shown(given)}: give names, such as 'cylinder[*].tau'")
    return found
