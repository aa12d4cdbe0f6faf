"""Piston engines: the torques of all cylinders, from pressures and masses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drivetrain.analysis.arguments import highest_order, keep, not_negative, positive, text
from drivetrain.analysis.excitation.firing import FiringOrder
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.excitation.pressure import Pressure
from drivetrain.analysis.excitation.scenario import Scenario
from drivetrain.analysis.excitation.slider_crank import SliderCrank
from drivetrain.calls import explained, explained_class
from drivetrain.errors import AnalysisError, ParameterError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

__all__ = ["Engine"]

_SAMPLES = 2880
"""Number of samples of a cycle whose pressures are at uneven angles."""
_PER_WAVE = 8
"""Least number of samples in the shortest wave."""


@explained_class
@dataclass(frozen=True, eq=False, init=False)
class Engine:
    """Piston engine with alike cylinders.

    The torque of a cylinder on its throw is that of the gas, ``p A dx/dθ``, and that of the
    oscillating mass, ``−m ω² x' x''``, both with the exact kinematics of the slider-crank and at
    constant speed. It is positive where it drives. The rotating masses excite nothing; they belong
    to the inertia of the throw, as does the mean inertia of the oscillating mass,
    ``engine.crank.inertia(engine.oscillating_mass)``.

    Parameters
    ----------
    firing : FiringOrder
        Cylinders, strokes and firing angles.
    bore : number or quantity
        Diameter of a cylinder, m.
    stroke : number or quantity
        Twice the radius of the crank, m.
    rod_ratio : float
        Radius of the crank over length of the rod.
    oscillating_mass : number or quantity
        Mass of a cylinder that moves with the piston, kg; 0 leaves it out.

    Attributes
    ----------
    crank : SliderCrank
        The kinematics.

    Examples
    --------
    >>> firing = FiringOrder("1-5-3-6-2-4")
    >>> engine = Engine(
    ...     firing=firing, bore="128 mm", stroke="166 mm", rod_ratio=0.31, oscillating_mass=4.2
    ... )
    >>> round(engine.displaced_volume * 1e3, 2)
    12.82
    >>> engine.inertia_torque("1800 rpm")
    <cylinder.tau: orders 1 … 12, N.m>
    """

    firing: FiringOrder
    bore: float
    oscillating_mass: float
    crank: SliderCrank

    def __init__(
        self,
        *,
        firing: FiringOrder,
        bore: Number,
        stroke: Number,
        rod_ratio: float,
        oscillating_mass: Number = 0.0,
    ) -> None:
        if not isinstance(firing, FiringOrder):
            raise ParameterError(f"firing={shown(firing)}: give FiringOrder('1-5-3-6-2-4')")
        keep(
            self,
            firing=firing,
            bore=positive(bore, "bore", "m"),
            oscillating_mass=not_negative(oscillating_mass, "oscillating_mass", "kg"),
            crank=SliderCrank(stroke, rod_ratio),
        )

    @property
    def piston_area(self) -> float:
        """Area of a piston, m²."""
        return float(np.pi * self.bore**2 / 4)

    @property
    def displaced_volume(self) -> float:
        """Displaced volume of all cylinders, m³."""
        return self.firing.count * self.piston_area * self.crank.stroke

    @explained
    def gas_torque(
        self, pressure: Pressure, *, highest: float = 12.0, source: str = "cylinder.tau"
    ) -> OrderTable:
        """Return the torque of the gas in one cylinder, about its own firing dead centre.

        Parameters
        ----------
        pressure : Pressure
            Pressure over a cycle.
        highest : float
            Highest order.
        source : str
            Name of the source.

        Raises
        ------
        AnalysisError
            If the pressure is that of another number of strokes.
        """
        if not isinstance(pressure, Pressure):
            raise ParameterError(f"pressure={shown(pressure)}: give Pressure(angles, pressures)")
        if pressure.strokes != self.firing.strokes:
            raise AnalysisError(
                f"the pressure is that of a {pressure.strokes}-stroke cycle, the firing order that "
                f"of a {self.firing.strokes}-stroke engine"
            )
        revolutions = 2 if self.firing.strokes == 4 else 1
        count = _sample_count(pressure, highest_order(highest) * revolutions)
        theta = self.firing.cycle * np.arange(count) / count
        torque = pressure(theta) * self.piston_area * self.crank.velocity(theta)
        return OrderTable.from_samples(
            {text(source, "source"): torque},
            revolutions=revolutions,
            highest=highest,
            end_repeated=False,
        )

    @explained
    def inertia_torque(
        self, speed: Number, *, highest: float = 12.0, source: str = "cylinder.tau"
    ) -> OrderTable:
        """Return the torque of the oscillating mass of one cylinder, about its own dead centre.

        Parameters
        ----------
        speed : number or quantity
            Speed of the crankshaft, rad/s.
        highest : float
            Highest order.
        source : str
            Name of the source.
        """
        speed = checked_number(speed, "speed", "rad/s")
        if not self.oscillating_mass:
            return OrderTable({text(source, "source"): {1.0: 0.0}})
        return self.crank.inertia_torque(
            self.oscillating_mass, speed, highest=highest, source=source
        )

    @explained
    def mean_effective_pressure(self, pressure: Pressure) -> float:
        """Return the indicated mean effective pressure: work of a cycle over displaced volume, Pa.

        Parameters
        ----------
        pressure : Pressure
            Pressure over a cycle.
        """
        work = self.firing.cycle * float(self.gas_torque(pressure).mean[0])
        return work / (self.piston_area * self.crank.stroke)

    @explained
    def excitation(
        self,
        pressure: Pressure,
        speed: Number,
        *,
        load: float | Sequence[float] | Mapping[int, float] = 1.0,
        cut_out: int | Iterable[int] = (),
        misfire: int | Iterable[int] = (),
        motored: Pressure | None = None,
        highest: float = 12.0,
        source: str = "cylinder[*].tau",
        shaft: str = "",
    ) -> OrderTable:
        """Return the torques of all cylinders, about the firing dead centre of cylinder 1.

        Parameters
        ----------
        pressure : Pressure
            Pressure of a firing cylinder over a cycle, about its firing dead centre.
        speed : number or quantity
            Speed of the crankshaft, rad/s; the torque of the oscillating masses grows with its
            square.
        load : float, sequence or mapping of int to float
            Load of the cylinders relative to `pressure`: one for all, those of cylinders 1, 2, …,
            or by cylinder, where the others have 1. With `motored`, pressures are interpolated
            between that (load 0) and `pressure` (load 1); without it the gas torque is multiplied.
        cut_out : int or iterable of int
            Cylinders without any gas torque; their masses act on. They are numbered from 1.
        misfire : int or iterable of int
            Cylinders that compress without combustion: their pressure is `motored`. Without that,
            they are treated as cut out, and the table says so.
        motored : Pressure, optional
            Pressure of a cylinder without combustion.
        highest : float
            Highest order.
        source : str
            Names of the sources, where ``*`` stands for the number of the cylinder less 1, as in
            ``Cylinder.array(6)``: cylinder 1 is ``"cylinder[0].tau"``.
        shaft : str
            Name of the reference shaft.

        Returns
        -------
        OrderTable
            A source for each cylinder.

        Raises
        ------
        ParameterError
            If there is no such cylinder, or one is cut out and misfires at the same time.
        """
        if not isinstance(source, str) or source.count("*") != 1:
            raise ParameterError(
                f"source={shown(source)}: write one * for the number, 'cylinder[*].tau'"
            )
        scenario = Scenario.of(self.firing.count, load, cut_out, misfire, motored is not None)
        fired = self.gas_torque(pressure, highest=highest)
        idle = fired.scaled(0.0) if motored is None else self.gas_torque(motored, highest=highest)
        moved = self.inertia_torque(speed, highest=highest)
        values: dict[str, Any] = {}
        mean: dict[str, float] = {}
        for k, (with_fire, without) in enumerate(zip(scenario.fired, scenario.idle, strict=True)):
            torque = fired.scaled(with_fire) + idle.scaled(without) + moved
            torque = torque.shifted(float(self.firing.angles[k]))
            name = source.replace("*", str(k))
            values[name] = dict(zip(torque.orders.tolist(), torque.values[0].tolist(), strict=True))
            mean[name] = float(torque.mean[0])
        return OrderTable(values, mean, shaft=shaft, remarks=scenario.remarks)


def _sample_count(pressure: Pressure, waves: float) -> int:
    """Return a number of samples that are rows of the table, and if need be some between."""
    least = int(np.ceil(_PER_WAVE * waves))
    steps = pressure.step_count
    return max(_SAMPLES, least) if steps is None else steps * -(-least // steps)
