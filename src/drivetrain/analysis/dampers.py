"""Torsional dampers in closed form: untuned viscous dampers and centrifugal pendulums."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drivetrain.analysis.arguments import keep, not_negative, positive
from drivetrain.calls import explained, explained_class
from drivetrain.modeling.argument_types import Number

__all__ = ["CentrifugalPendulum", "UntunedViscousDamper"]


@explained_class
@dataclass(frozen=True, init=False)
class UntunedViscousDamper:
    """Viscous damper without a spring, tuned to an undamped oscillator for the lowest peak.

    An inertia ``J`` is held by a spring and has the natural frequency ``ω_n``; a ring with the
    inertia ``J_d`` slips on it in a viscous fluid with the damping constant ``d``. The curves of
    the magnification over the frequency for all ``d`` meet in one point besides rest; with the best
    ``d`` the peak is there (Den Hartog, Mechanical Vibrations, chapter 3, as limit of the damper
    with a spring).

    Parameters
    ----------
    inertia_ratio : float
        Inertia of the ring over that of the oscillator, ``μ = J_d / J``. For a shaft with many
        discs, ``J`` is the inertia of the mode, ``Σ J φ²`` with the shape 1 at the damper.

    Examples
    --------
    >>> best = UntunedViscousDamper(0.5)
    >>> best.peak, round(best.damping_ratio, 6)
    (5.0, 0.365148)
    """

    inertia_ratio: float

    def __init__(self, inertia_ratio: float) -> None:
        keep(self, inertia_ratio=positive(inertia_ratio, "inertia_ratio", "1"))

    @property
    def damping_ratio(self) -> float:
        """Best damping, ``d / (2 J_d ω_n) = 1 / √(2 (1 + μ) (2 + μ))``."""
        ratio = self.inertia_ratio
        return float(1 / np.sqrt(2 * (1 + ratio) * (2 + ratio)))

    @property
    def frequency_ratio(self) -> float:
        """Frequency of the peak over ``ω_n``: ``√(2 / (2 + μ))``."""
        return float(np.sqrt(2 / (2 + self.inertia_ratio)))

    @property
    def peak(self) -> float:
        """Largest amplitude over the static deflection: ``1 + 2 / μ``."""
        return 1 + 2 / self.inertia_ratio

    @explained
    def damping(self, inertia: Number, omega: Number) -> float:
        """Return the best damping constant ``d``, N·m·s/rad.

        Parameters
        ----------
        inertia : number or quantity
            Inertia of the ring, ``J_d``, kg·m².
        omega : number or quantity
            Natural angular frequency ``ω_n`` without the damper, rad/s.
        """
        ring = positive(inertia, "inertia", "kg.m2")
        return 2 * ring * positive(omega, "omega", "rad/s") * self.damping_ratio

    @explained
    def magnification(self, frequency_ratio: float, damping_ratio: float | None = None) -> float:
        """Return the amplitude over the static deflection for a torque of a frequency.

        Parameters
        ----------
        frequency_ratio : float
            Frequency over ``ω_n``, ``g``.
        damping_ratio : float, optional
            Damping, ``d / (2 J_d ω_n)``; the best one by default.
        """
        g = not_negative(frequency_ratio, "frequency_ratio", "1")
        given = self.damping_ratio if damping_ratio is None else damping_ratio
        slip = 2 * not_negative(given, "damping_ratio", "1")
        ring = self.inertia_ratio * g**2 * slip
        above = complex(slip, g)
        below = complex((1 - g**2) * slip - ring, (1 - g**2) * g)
        return float(np.inf) if below == 0 else abs(above) / abs(below)


@explained_class
@dataclass(frozen=True, init=False)
class CentrifugalPendulum:
    """Pendulum on a rotor, held outwards by the centrifugal force; small oscillations.

    Its natural frequency grows with the speed, so that it is tuned to an order (Den Hartog,
    Mechanical Vibrations, chapter 5). To the rotor it looks like an inertia that depends on the
    order, infinite at its own one: there the rotor does not swing.

    Parameters
    ----------
    mass : number or quantity
        Mass ``m``, kg; of all pendulums together.
    radius : number or quantity
        Distance ``R`` of the suspension from the axis of the rotor, m.
    length : number or quantity
        Length ``L`` of the pendulum, m; of a bifilar one the difference of the diameters of holes
        and pins.

    Examples
    --------
    >>> pendulum = CentrifugalPendulum(mass=0.5, radius=0.2, length=0.05)
    >>> pendulum.order
    2.0
    >>> round(pendulum.coupled_order(1.0), 9)
    2.031009601
    """

    mass: float
    radius: float
    length: float

    def __init__(self, *, mass: Number, radius: Number, length: Number) -> None:
        keep(
            self,
            mass=positive(mass, "mass", "kg"),
            radius=positive(radius, "radius", "m"),
            length=positive(length, "length", "m"),
        )

    @property
    def order(self) -> float:
        """Order to which it is tuned, ``√(R / L)``, at every speed."""
        return float(np.sqrt(self.radius / self.length))

    @property
    def static_inertia(self) -> float:
        """Inertia about the axis while it does not swing, ``m (R + L)²``, kg·m²."""
        return self.mass * (self.radius + self.length) ** 2

    @explained
    def effective_inertia(self, order: float) -> float:
        """Return what it adds to the inertia of the rotor in an order, ``m (R+L)² / (1 − o² L/R)``.

        Parameters
        ----------
        order : float
            Order ``o`` of the oscillation.

        Returns
        -------
        float
            Inertia, kg·m²: negative above its own order, infinite at it.
        """
        given = not_negative(order, "order", "1")
        remainder = 1 - given**2 * self.length / self.radius
        if abs(remainder) <= 4 * np.finfo(float).eps:
            return float(np.inf)
        return self.static_inertia / remainder

    @explained
    def coupled_order(self, inertia: Number) -> float:
        """Return the order in which it swings freely against a rotor.

        It is ``√(R / L) √(1 + m (R + L)² / J)``.

        Parameters
        ----------
        inertia : number or quantity
            Inertia ``J`` of the rotor without the pendulum, kg·m².
        """
        rotor = positive(inertia, "inertia", "kg.m2")
        return self.order * float(np.sqrt(1 + self.static_inertia / rotor))
