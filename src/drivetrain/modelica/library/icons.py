"""Classes of the Modelica Standard Library that only draw: they add nothing to a model."""

from __future__ import annotations

from typing import Final

__all__ = ["is_icon"]

_PACKAGES: Final = (
    "Modelica.Icons",
    "Modelica.Blocks.Icons",
    "Modelica.Electrical.Analog.Icons",
    "Modelica.Math.Icons",
    "Modelica.Mechanics.Rotational.Icons",
    "Modelica.Mechanics.Translational.Icons",
    "Modelica.Thermal.HeatTransfer.Icons",
)
_CLASSES: Final = frozenset(
    f"Modelica.Blocks.Interfaces.{name}"
    for name in (
        "BlockIcon",
        "BooleanBlockIcon",
        "DiscreteBlockIcon",
        "IntegerBlockIcon",
        "partialBooleanBlockIcon",
    )
)
"""Those of edition 3 that stand among others."""
_OF_MATH: Final = frozenset(("Modelica.Math.baseIcon1", "Modelica.Math.baseIcon2"))


def is_icon(full_name: str) -> bool:
    """Return whether a class of the library only draws.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Icons.Example``.
    """
    return full_name.rpartition(".")[0] in _PACKAGES or full_name in _CLASSES | _OF_MATH
