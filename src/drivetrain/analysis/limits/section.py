"""Circular sections of shafts and their nominal stress."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import keep, not_negative, positive
from drivetrain.calls import explained, explained_class
from drivetrain.errors import ParameterError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_value

__all__ = ["ShaftSection"]

Floats = NDArray[np.float64]


@explained_class
@dataclass(frozen=True, init=False)
class ShaftSection:
    """Solid or hollow circular section.

    Stresses are nominal: without a factor for notches.

    Parameters
    ----------
    diameter : number or quantity
        Outer diameter ``d``, m.
    bore : number or quantity
        Inner diameter ``d_i``, m; 0 for a solid shaft.

    Raises
    ------
    ParameterError
        If the diameter is not positive, or the bore is not smaller.

    Examples
    --------
    >>> section = ShaftSection("395 mm")
    >>> round(float(section.stress("330 kN.m")) / 1e6, 2)
    27.27
    """

    diameter: float
    bore: float

    def __init__(self, diameter: Number, bore: Number = 0.0) -> None:
        outer, inner = positive(diameter, "diameter", "m"), not_negative(bore, "bore", "m")
        if inner >= outer:
            raise ParameterError(
                f"bore={shown(bore)}: the bore of a shaft of {outer:g} m has to be smaller"
            )
        keep(self, diameter=outer, bore=inner)

    @property
    def modulus(self) -> float:
        """Section modulus in torsion, ``π (d⁴ − d_i⁴) / (16 d)``, m³."""
        outer, inner = self.diameter, self.bore
        return float(np.pi * (outer**4 - inner**4) / (16 * outer))

    @explained
    def stress(self, torque: ArrayLike | Number) -> Floats:
        """Return the nominal shear stress at the surface, ``16 T d / (π (d⁴ − d_i⁴))``, Pa.

        Parameters
        ----------
        torque : array_like or quantity
            Torque ``T``, N·m; stresses have its sign.
        """
        return np.asarray(checked_value(torque, "torque", "N.m") / self.modulus)

    def __str__(self) -> str:
        """Return the diameters in millimetres."""
        hollow = f"/{1e3 * self.bore:g}" if self.bore else ""
        return f"⌀ {1e3 * self.diameter:g}{hollow} mm"
