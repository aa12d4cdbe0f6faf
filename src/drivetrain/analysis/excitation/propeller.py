"""Propellers: the torque of the water, and how it swings with the blades."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drivetrain.analysis.arguments import keep, positive, text, whole
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.excitation.shares import complex_shares
from drivetrain.calls import explained, explained_class
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

__all__ = ["Propeller"]


@explained_class
@dataclass(frozen=True, init=False)
class Propeller:
    """Propeller whose torque swings because its blades pass through an uneven wake.

    The mean torque follows the propeller law ``Q = Q₀ (Ω / Ω₀)²``; the harmonic ``k`` of the blades
    is order ``k z`` of the shaft, with a share of the mean torque for its amplitude. Shares come
    from a wake survey or from the maker; there are no defaults.

    Parameters
    ----------
    blades : int
        Number of blades, ``z``.
    shares : mapping of int to complex
        Amplitude over mean torque by harmonic of the blades, ``{1: 0.06, 2: 0.02}``. The angle of a
        complex share is its phase at the zero angle of the shaft.
    torque : number or quantity
        Torque ``Q₀`` of the water on the propeller at `speed`, N·m; it is negative where it resists
        a positive speed.
    speed : number or quantity
        Speed ``Ω₀`` at which it has this torque, rad/s.

    Examples
    --------
    >>> propeller = Propeller(blades=4, shares={1: 0.06}, torque="-714 kN.m", speed="127 rpm")
    >>> propeller.torque("63.5 rpm")
    -178500.0
    """

    blades: int
    shares: tuple[tuple[int, complex], ...]
    rated_torque: float
    rated_speed: float

    def __init__(
        self, *, blades: int, shares: Mapping[int, complex], torque: Number, speed: Number
    ) -> None:
        keep(
            self,
            blades=whole(blades, "blades"),
            shares=complex_shares(shares, "shares"),
            rated_torque=checked_number(torque, "torque", "N.m"),
            rated_speed=positive(speed, "speed", "rad/s"),
        )

    @explained
    def torque(self, speed: Number) -> float:
        """Return the mean torque at a speed, N·m.

        Parameters
        ----------
        speed : number or quantity
            Speed of the propeller, rad/s; turning astern, the torque has the other sign.
        """
        ratio = checked_number(speed, "speed", "rad/s") / self.rated_speed
        return self.rated_torque * ratio * abs(ratio)

    @explained
    def orders(
        self, speed: Number, *, source: str = "propeller.tau", shaft: str = ""
    ) -> OrderTable:
        """Return the torque at a speed by orders of the propeller.

        Parameters
        ----------
        speed : number or quantity
            Speed of the propeller, rad/s.
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft.
        """
        torque = self.torque(speed)
        values = {float(self.blades * k): share * torque for k, share in self.shares}
        return OrderTable({text(source, "source"): values}, {source: torque}, shaft=shaft)
