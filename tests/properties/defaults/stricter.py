"""Bounds that the libraries leave out: beyond them a part drives itself, or is no longer one."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import SMALL, Formula

__all__ = ["NONZERO", "STRICTER"]

_AT_LEAST_ZERO: Final = (0, None)
_POSITIVE: Final = (SMALL, None)

STRICTER: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "blocks.CriticalDamping": {"f": _POSITIVE},
    "blocks.Filter": {"f_cut": _POSITIVE},
    "blocks.LowpassButterworth": {"f": _POSITIVE},
    "blocks.OnOffController": {"bandwidth": _AT_LEAST_ZERO},
    "book.Damper": {"d": _AT_LEAST_ZERO},
    "book.Inertia": {"J": _AT_LEAST_ZERO},
    "book.Spring": {"c": _AT_LEAST_ZERO},
    "edition2002.Inertia": {"J": _AT_LEAST_ZERO},
    "edition2002.Position": {"f_crit": _POSITIVE},
    "electrical.Conductor": {"G": _AT_LEAST_ZERO},
    "electrical.HeatingResistor": {"R_ref": _AT_LEAST_ZERO},
    "electrical.Inductor": {"L": _AT_LEAST_ZERO},
    "electrical.Resistor": {"R": _AT_LEAST_ZERO},
    "electrical.Transformer": {"L1": _AT_LEAST_ZERO, "L2": _AT_LEAST_ZERO},
    "rotational.IdealRollingWheel": {"radius": _POSITIVE},
    "rotational.Position": {"f_crit": _POSITIVE},
    "rotational.Speed": {"f_crit": _POSITIVE},
    "thermal.BodyRadiation": {"Gr": _AT_LEAST_ZERO},
    "thermal.HeatCapacitor": {"C": _AT_LEAST_ZERO},
    "thermal.ThermalConductor": {"G": _AT_LEAST_ZERO},
    "thermal.ThermalResistor": {"R": _AT_LEAST_ZERO},
    "translational.MassWithStopAndFriction": {
        "smin": (None, Formula("smax")),
        "F_Coulomb": _AT_LEAST_ZERO,
        "F_Stribeck": _AT_LEAST_ZERO,
    },
    "translational.Position": {"f_crit": _POSITIVE},
    "translational.RollingResistance": {"f_weight": _AT_LEAST_ZERO, "cr_constant": _AT_LEAST_ZERO},
    "translational.Speed": {"f_crit": _POSITIVE},
    "translational.Vehicle": {
        "g": _AT_LEAST_ZERO,
        "R": _POSITIVE,
        "A": _AT_LEAST_ZERO,
        "Cd": _AT_LEAST_ZERO,
        "rho": _AT_LEAST_ZERO,
        "cr_constant": _AT_LEAST_ZERO,
        "v_reg": _POSITIVE,
    },
}
"""As in `BOUNDS`, and in addition to them."""

NONZERO: Final[dict[str, set[str]]] = {
    "blocks.FirstOrder": {"T"},
    "blocks.LimPID": {"k"},
    "book.ConfigurableGear": {"ratio"},
    "book.GroundedGear": {"ratio"},
    "book.UngroundedGear": {"ratio"},
    "edition2002.Gear": {"ratio"},
    "edition2002.Gear2": {"i"},
    "edition2002.IdealGear": {"ratio"},
    "edition2002.IdealGearR2T": {"ratio"},
    "edition2002.IdealPlanetary": {"ratio"},
    "edition2002.LossyGear": {"i"},
    "electrical.Diode": {"Vt", "R"},
    "electrical.IdealTransformer": {"n"},
    "gears.Differential": {"ratio"},
    "gears.LimitedSlipDifferential": {"ratio"},
    "gears.SelfLockingGear": {"ratio"},
    "gears.WormGear": {"ratio"},
    "rotational.Gearbox": {"ratio"},
    "rotational.IdealGear": {"ratio"},
    "rotational.IdealGearR2T": {"ratio"},
    "rotational.IdealPlanetary": {"ratio"},
    "rotational.LossyGear": {"ratio"},
}
"""Parameters for which zero has no meaning."""
