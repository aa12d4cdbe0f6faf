"""Names that classes had in older editions of the Modelica Standard Library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = [
    "DIFFERENCES",
    "EDITIONS",
    "OLDER_DEFAULTS",
    "OLDER_NAMES",
    "SHORT_PACKAGES",
    "edition_of",
]

EDITIONS: Final = ("4", "3", "2", "2002")
"""The editions that are known, newest first; 2002 is version 1.x and 2.0, with ``inPort``."""

OLDER_NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "Modelica.Blocks.Sources.Clock": ("3", "Modelica.Blocks.Sources.ContinuousClock"),
    "Modelica.Blocks.Tables.CombiTable1D": ("3", "Modelica.Blocks.Tables.CombiTable1Dv"),
    "Modelica.Blocks.Tables.CombiTable2D": ("3", "Modelica.Blocks.Tables.CombiTable2Ds"),
    "Modelica.Electrical.Analog.Basic.EMF": (
        "3",
        "Modelica.Electrical.Analog.Basic.RotationalEMF",
    ),
    **{
        f"Modelica.Mechanics.{domain}.Interfaces.PartialElementary{kind}AndSupport": (
            "3",
            f"Modelica.Mechanics.{domain}.Interfaces.PartialElementary{kind}AndSupport2",
        )
        for domain in ("Rotational", "Translational")
        for kind in ("OneFlange", "TwoFlanges")
    },
    "Modelica.Mechanics.Translational.Interfaces.AbsoluteSensor": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialAbsoluteSensor",
    ),
    "Modelica.Mechanics.Translational.Interfaces.RelativeSensor": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialRelativeSensor",
    ),
    "Modelica.Mechanics.Translational.Interfaces.FrictionBase": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialFriction",
    ),
    "Modelica.Mechanics.Translational.SlidingMass": (
        "2",
        "Modelica.Mechanics.Translational.Components.Mass",
    ),
    "Modelica.Mechanics.Rotational.Interfaces.FrictionBase": (
        "2",
        "Modelica.Mechanics.Rotational.Interfaces.PartialFriction",
    ),
    "Modelica.Mechanics.Rotational.Interfaces.TwoFlanges": (
        "2",
        "Modelica.Mechanics.Rotational.Interfaces.PartialTwoFlanges",
    ),
    "Modelica.Mechanics.Rotational.Interfaces.Compliant": (
        "2",
        "Modelica.Mechanics.Rotational.Interfaces.PartialCompliant",
    ),
    "Modelica.Mechanics.Rotational.Interfaces.AbsoluteSensor": (
        "2",
        "Modelica.Mechanics.Rotational.Interfaces.PartialAbsoluteSensor",
    ),
    "Modelica.Mechanics.Rotational.Interfaces.RelativeSensor": (
        "2",
        "Modelica.Mechanics.Rotational.Interfaces.PartialRelativeSensor",
    ),
    "Modelica.Mechanics.Translational.Interfaces.TwoFlanges": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialTwoFlanges",
    ),
    "Modelica.Mechanics.Translational.Interfaces.Compliant": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialCompliant",
    ),
    "Modelica.Mechanics.Translational.Interfaces.Rigid": (
        "2",
        "Modelica.Mechanics.Translational.Interfaces.PartialRigid",
    ),
}
"""Older name → edition that had it last, and its name in edition 4."""

SHORT_PACKAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "Modelica.Mechanics.Rotational": ("Components", "Sources"),
    "Modelica.Mechanics.Translational": ("Components", "Sources"),
    "Modelica.Thermal.HeatTransfer": ("Components", "Sources", "Sensors"),
}
"""Package of edition 2 → where its classes stand since edition 3."""


OLDER_DEFAULTS: Final[Mapping[tuple[str, str], Mapping[str, bool]]] = {
    ("2", "Modelica.Blocks.Continuous.CriticalDamping"): {"normalized": False},
}
"""Edition and class → member here → what it was in that edition, where it could not be set."""

DIFFERENCES: Final[Mapping[tuple[str, str], str]] = {
    **{
        (edition, "Modelica.Blocks.Discrete.UnitDelay"): (
            "an input that is no sampled signal is delayed by one sample as well, which other "
            "tools let pass at once"
        )
        for edition in ("4", "3", "2")
    },
    ("2", "Modelica.Mechanics.Rotational.Components.ElastoBacklash"): (
        "its torque pulls no more, as it could in edition 2"
    ),
    ("2", "Modelica.Mechanics.Rotational.Components.LossyGear"): (
        "its bearing friction acts on both sides, as in edition 3 and later"
    ),
}
"""Edition and class → how the results of the class differ from those that it had then."""


def edition_of(version: str | None) -> str | None:
    """Return the edition that a version number of the library belongs to; None if it is unknown.

    Parameters
    ----------
    version : str or None
        As in ``uses(Modelica(version="3.2.3"))``.
    """
    first, _, rest = (version or "").partition(".")
    if first == "1" or (first == "2" and rest.startswith("0")) or first == "2002":
        return "2002"
    return first if first in EDITIONS else None
