"""Electric machines: torque ripple and cogging by orders, and torques of a fixed frequency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm

import numpy as np

from drivetrain.analysis.arguments import (
    checked_complex,
    keep,
    not_negative,
    positive,
    text,
    whole,
)
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.excitation.shares import complex_shares
from drivetrain.calls import explained, explained_class
from drivetrain.errors import AnalysisError, ParameterError
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

__all__ = ["ElectricMachine", "FixedFrequency"]


@explained_class
@dataclass(frozen=True, init=False)
class ElectricMachine:
    """Machine that turns synchronously with the waves that excite it.

    The harmonic ``k`` of the electric frequency, 6 and 12 with a six-pulse converter, is order
    ``k p`` of the shaft with ``p`` pairs of poles. Cogging has the least common multiple of the
    numbers of slots and poles for its order, whatever the load. An induction machine slips: for it
    take the order from its real speed with :class:`FixedFrequency`.

    Parameters
    ----------
    pole_pairs : int
        Number of pairs of poles, ``p``.
    ripple : mapping of int to complex
        Amplitude over mean torque by harmonic of the electric frequency, ``{6: 0.03, 12: 0.01}``.
    slots : int, optional
        Number of slots of the stator, for cogging.
    cogging : number or quantity
        Amplitude of the cogging torque, N·m.

    Examples
    --------
    >>> machine = ElectricMachine(pole_pairs=4, ripple={6: 0.03}, slots=48, cogging=0.5)
    >>> machine.orders(200.0).orders.tolist()
    [24.0, 48.0]
    """

    pole_pairs: int
    ripple: tuple[tuple[int, complex], ...]
    slots: int | None
    cogging: float

    def __init__(
        self,
        *,
        pole_pairs: int,
        ripple: Mapping[int, complex],
        slots: int | None = None,
        cogging: Number = 0.0,
    ) -> None:
        amplitude = not_negative(cogging, "cogging", "N.m")
        if amplitude and slots is None:
            raise ParameterError("cogging: its order follows from the slots of the stator, slots=…")
        keep(
            self,
            pole_pairs=whole(pole_pairs, "pole_pairs"),
            ripple=complex_shares(ripple, "ripple"),
            slots=None if slots is None else whole(slots, "slots"),
            cogging=amplitude,
        )

    @property
    def cogging_order(self) -> int | None:
        """Order of the cogging torque; None without slots."""
        return None if self.slots is None else lcm(self.slots, 2 * self.pole_pairs)

    @explained
    def orders(self, torque: Number, *, source: str = "machine.tau", shaft: str = "") -> OrderTable:
        """Return the torque at a mean torque by orders of the machine's shaft.

        Parameters
        ----------
        torque : number or quantity
            Mean torque, N·m.
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft.
        """
        mean = checked_number(torque, "torque", "N.m")
        values = {float(self.pole_pairs * k): share * mean for k, share in self.ripple}
        order = self.cogging_order
        if order is not None and self.cogging:
            values[float(order)] = values.get(float(order), 0.0) + self.cogging
        return OrderTable({text(source, "source"): values}, {source: mean}, shaft=shaft)


@explained_class
@dataclass(frozen=True, init=False)
class FixedFrequency:
    """Torque whose frequency does not follow the speed, such as twice the mains frequency.

    Such a torque has no order: over the speed it stays on a horizontal line of a Campbell diagram,
    where orders are rays. So it is kept apart from order tables. :meth:`at` makes a table of it for
    one speed; its order is then the frequency over that speed, and its phase is that at the instant
    at which the shaft passes its zero angle. Responses to it add up with others by their squares,
    as nothing ties the phases.

    Parameters
    ----------
    source : str
        Name of the source.
    frequency : number or quantity
        Frequency, Hz: 100 for twice the mains frequency of 50 Hz.
    torque : complex or quantity
        Amplitude, N·m.

    Examples
    --------
    >>> mains = FixedFrequency("generator.tau", "100 Hz", 350.0)
    >>> round(mains.order("3000 rpm"), 12)
    2.0
    """

    source: str
    frequency: float
    torque: complex

    def __init__(self, source: str, frequency: Number, torque: complex | Number) -> None:
        keep(
            self,
            source=text(source, "source"),
            frequency=positive(frequency, "frequency", "Hz"),
            torque=checked_complex(torque, "torque", "N.m"),
        )

    @property
    def omega(self) -> float:
        """Angular frequency, rad/s."""
        return 2 * np.pi * self.frequency

    @explained
    def order(self, speed: Number) -> float:
        """Return the order that it has at one speed: frequency over speed.

        Parameters
        ----------
        speed : number or quantity
            Speed of the reference shaft, rad/s.

        Raises
        ------
        AnalysisError
            If the shaft is at rest.
        """
        turning = checked_number(speed, "speed", "rad/s")
        if not turning:
            raise AnalysisError("a shaft at rest has no orders: take the frequency itself, omega")
        return self.omega / abs(turning)

    @explained
    def at(self, speed: Number, *, shaft: str = "") -> OrderTable:
        """Return the order table that holds at one speed, and at no other.

        Parameters
        ----------
        speed : number or quantity
            Speed of the reference shaft, rad/s.
        shaft : str
            Name of the reference shaft.
        """
        turning = checked_number(speed, "speed", "rad/s")
        told = (
            f"{self.source}: {self.frequency:g} Hz whatever the speed; order at {turning:g} rad/s"
        )
        values = {self.source: {self.order(turning): self.torque}}
        return OrderTable(values, shaft=shaft, remarks=(told,))
