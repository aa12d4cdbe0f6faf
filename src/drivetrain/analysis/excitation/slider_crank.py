"""Exact kinematics of the slider-crank, and the torque of the mass that it moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import any_shape, keep, positive, text
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

__all__ = ["SliderCrank"]

Floats = NDArray[np.float64]

_SAMPLES = 4096


@explained_class
@dataclass(frozen=True, init=False)
class SliderCrank:
    """Crank, connecting rod and piston on an axis through the centre of the crank.

    The crank angle ``θ`` is zero at the outer dead centre; the displacement ``x`` of the piston is
    measured from there, towards the crank. With ``s = sin θ``, ``w = √(1 − λ² s²)``::

        x / r = 1 − cos θ + (1 − w) / λ

    Parameters
    ----------
    stroke : number or quantity
        Twice the radius ``r`` of the crank, m.
    rod_ratio : float
        Radius of the crank over length of the rod, ``λ = r / l``, between 0 and 1.

    Raises
    ------
    ParameterError
        If the stroke is not positive, or the rod is not longer than the crank.

    Examples
    --------
    >>> crank = SliderCrank(stroke="100 mm", rod_ratio=0.3)
    >>> float(crank.displacement(3.141592653589793))
    0.1
    """

    stroke: float
    rod_ratio: float

    def __init__(self, stroke: Number, rod_ratio: float) -> None:
        ratio = positive(rod_ratio, "rod_ratio", "1")
        if ratio >= 1:
            raise ParameterError(
                f"rod_ratio={shown(rod_ratio)}: give radius of the crank over length of the rod, "
                "below 1"
            )
        keep(self, stroke=positive(stroke, "stroke", "m"), rod_ratio=ratio)

    @property
    def radius(self) -> float:
        """Radius of the crank, m."""
        return self.stroke / 2

    @explained
    def displacement(self, angle: ArrayLike | Number) -> Floats:
        """Return the displacement of the piston from its outer dead centre, m.

        Parameters
        ----------
        angle : array_like
            Crank angle, rad.
        """
        theta = any_shape(angle, "angle", "rad")
        ratio, root = self.rod_ratio, self._root(theta)
        lean = ratio * np.sin(theta) ** 2 / (1 + root)
        return np.asarray(self.radius * (2 * np.sin(theta / 2) ** 2 + lean))

    @explained
    def velocity(self, angle: ArrayLike | Number) -> Floats:
        """Return the derivative of the displacement by the angle, ``dx/dθ``, m/rad.

        Parameters
        ----------
        angle : array_like
            Crank angle, rad.
        """
        theta = any_shape(angle, "angle", "rad")
        sine, cosine = np.sin(theta), np.cos(theta)
        return np.asarray(self.radius * sine * (1 + self.rod_ratio * cosine / self._root(theta)))

    @explained
    def acceleration(self, angle: ArrayLike | Number) -> Floats:
        """Return the second derivative of the displacement by the angle, ``d²x/dθ²``, m/rad².

        Parameters
        ----------
        angle : array_like
            Crank angle, rad.
        """
        theta = any_shape(angle, "angle", "rad")
        sine, cosine = np.sin(theta), np.cos(theta)
        ratio, root = self.rod_ratio, self._root(theta)
        tilt = (cosine**2 - sine**2) / root + (ratio * sine * cosine) ** 2 / root**3
        return np.asarray(self.radius * (cosine + ratio * tilt))

    def _root(self, theta: Floats) -> Floats:
        """Return the cosine of the angle of the rod."""
        return np.asarray(np.sqrt(1 - (self.rod_ratio * np.sin(theta)) ** 2))

    @explained
    def inertia(self, mass: Number) -> float:
        """Return the mean inertia of a mass that moves with the piston, about the crank, kg·m².

        It is the mean of ``m (dx/dθ)²`` over a revolution; about half of ``m r²``.

        Parameters
        ----------
        mass : number or quantity
            The mass ``m``, kg.
        """
        theta = 2 * np.pi * np.arange(_SAMPLES) / _SAMPLES
        return float(positive(mass, "mass", "kg") * np.mean(self.velocity(theta) ** 2))

    @explained
    def inertia_torque(
        self, mass: Number, speed: Number, *, highest: float = 12.0, source: str = "crank.tau"
    ) -> OrderTable:
        """Return the torque on the crank of a mass that moves with the piston, at constant speed.

        From the kinetic energy ``m (x' ω)² / 2`` follows ``T = −m ω² x' x''``; it is positive where
        it drives the crank, and has no mean. Orders are whole numbers.

        Parameters
        ----------
        mass : number or quantity
            The oscillating mass ``m``, kg: piston, pin, and the share of the rod that moves with
            them.
        speed : number or quantity
            Speed ``ω`` of the crank, rad/s.
        highest : float
            Highest order.
        source : str
            Name of the source.
        """
        theta = 2 * np.pi * np.arange(_SAMPLES) / _SAMPLES
        turning = checked_number(speed, "speed", "rad/s")
        factor = -positive(mass, "mass", "kg") * turning * turning
        torque = factor * self.velocity(theta) * self.acceleration(theta)
        samples = {text(source, "source"): torque - torque.mean()}
        return OrderTable.from_samples(samples, highest=highest, end_repeated=False)
