"""Parts of the Modelica Standard Library without a counterpart here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["unsupported_library"]

_LIBRARIES: Final[Mapping[str, str]] = {
    "Modelica.Mechanics.MultiBody": "three-dimensional mechanics",
    "Modelica.Electrical.Analog.Lines": "transmission lines",
    "Modelica.Electrical.Batteries": "batteries",
    "Modelica.Electrical.Digital": "digital circuits",
    "Modelica.Electrical.Machines": "electric machines",
    "Modelica.Electrical.MultiPhase": "polyphase circuits",
    "Modelica.Electrical.Polyphase": "polyphase circuits",
    "Modelica.Electrical.PowerConverters": "power converters",
    "Modelica.Electrical.QuasiStatic": "quasi-static circuits",
    "Modelica.Electrical.QuasiStationary": "quasi-static circuits",
    "Modelica.Electrical.Spice3": "electric circuits",
    "Modelica.Magnetic": "magnetic circuits",
    "Modelica.Fluid": "flow in pipes",
    "Modelica.Thermal.FluidHeatFlow": "flow in pipes",
    "Modelica.Media": "properties of media",
    "Modelica.Clocked": "clocked controllers",
    "Modelica_Synchronous": "clocked controllers",
    "Modelica.StateGraph": "state machines",
    "Modelica.ComplexBlocks": "blocks of complex numbers",
    "Modelica.ComplexMath": "complex numbers",
    "Modelica.Blocks.Noise": "noise",
    "Modelica.Blocks.MathInteger": "blocks with any number of integer inputs",
    "Modelica.Blocks.Interaction": "blocks that show values in a diagram",
}
"""Library → what its classes are for."""


def unsupported_library(full_name: str) -> str:
    """Return the library without a counterpart that a class is of, and what it is for.

    Parameters
    ----------
    full_name : str
        Full Modelica name of a class.

    Returns
    -------
    str
        Such as ``Modelica.Mechanics.MultiBody (three-dimensional mechanics)``; empty for others.
    """
    for name, purpose in _LIBRARIES.items():
        if full_name == name or full_name.startswith(f"{name}."):
            return f"{name} ({purpose})"
    return ""
