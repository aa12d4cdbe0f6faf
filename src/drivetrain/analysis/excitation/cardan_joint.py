"""Cardan joints: uneven transmission in even orders, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import any_shape, highest_order, keep, not_negative, text, whole
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number

__all__ = ["CardanJoint"]

Floats = NDArray[np.float64]


@explained_class
@dataclass(frozen=True, init=False)
class CardanJoint:
    """Single universal (Hooke's) joint between two shafts at an angle ``β``.

    The angles are zero where the pin of the driving yoke lies in the plane of both shafts; there
    the driven shaft is fastest. From ``tan φ₂ = tan φ₁ / cos β`` follow, with
    ``q = tan²(β/2)``, the exact series ::

        φ₂ − φ₁ = Σ (q^k / k) sin 2kφ₁        ω₂ / ω₁ = 1 + 2 Σ q^k cos 2kφ₁

    Parameters
    ----------
    angle : number or quantity
        Angle ``β`` between the shafts, rad, from 0 to below a right angle.

    Examples
    --------
    >>> joint = CardanJoint("30 deg")
    >>> round(2 * joint.q, 9), round(float(joint.ratio(0.0)), 6)
    (0.143593539, 1.154701)
    """

    angle: float

    def __init__(self, angle: Number) -> None:
        beta = not_negative(angle, "angle", "rad")
        if beta >= np.pi / 2:
            raise ParameterError(
                f"angle={shown(angle)}: a joint turns only at an angle below 90 degrees; plain "
                "numbers are in rad"
            )
        keep(self, angle=beta)

    @property
    def q(self) -> float:
        """Ratio of successive harmonics, ``tan²(β/2)``."""
        return float(np.tan(self.angle / 2) ** 2)

    @explained
    def difference(self, angle: ArrayLike | Number) -> Floats:
        """Return the angle of the driven shaft less that of the driving shaft, rad.

        Parameters
        ----------
        angle : array_like
            Angle ``φ₁`` of the driving shaft, rad.
        """
        phi = 2 * any_shape(angle, "angle", "rad")
        return np.asarray(np.arctan2(self.q * np.sin(phi), 1 - self.q * np.cos(phi)))

    @explained
    def ratio(self, angle: ArrayLike | Number) -> Floats:
        """Return the speed of the driven shaft over that of the driving shaft.

        Parameters
        ----------
        angle : array_like
            Angle ``φ₁`` of the driving shaft, rad.
        """
        phi = 2 * any_shape(angle, "angle", "rad")
        return np.asarray((1 - self.q**2) / (1 - 2 * self.q * np.cos(phi) + self.q**2))

    @explained
    def displacement(
        self, *, harmonics: int = 4, source: str = "joint.phi_rel", shaft: str = ""
    ) -> OrderTable:
        """Return the difference of the angles by orders of the driving shaft, rad.

        Parameters
        ----------
        harmonics : int
            Number of orders: 2, 4, …
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft.
        """
        count = int(highest_order(whole(harmonics, "harmonics"), "harmonics"))
        values = {2.0 * k: -1j * self.q**k / k for k in range(1, count + 1)}
        return OrderTable({text(source, "source"): values}, unit="rad", shaft=shaft)

    @explained
    def torque(
        self, torque: Number, *, harmonics: int = 4, source: str = "joint.tau", shaft: str = ""
    ) -> OrderTable:
        """Return the torque on the driving side when the driven side takes a constant one.

        The joint stores no energy, so that the torque at the driving side is that at the driven
        side times ``ω₂ / ω₁``: the mean is the same, and order ``2k`` has the amplitude ``2 q^k``.

        Parameters
        ----------
        torque : number or quantity
            Torque at the driven side, N·m.
        harmonics : int
            Number of orders: 2, 4, …
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft, the driving one.
        """
        mean = checked_number(torque, "torque", "N.m")
        count = int(highest_order(whole(harmonics, "harmonics"), "harmonics"))
        values = {2.0 * k: 2 * self.q**k * mean for k in range(1, count + 1)}
        return OrderTable({text(source, "source"): values}, {source: mean}, shaft=shaft)
