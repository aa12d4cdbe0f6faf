"""Parameters of :mod:`drivetrain.gears`."""

from __future__ import annotations

import math
from typing import Any, Final

from tests.properties.defaults.values import REQUIRED, SMALL

__all__ = ["BOUNDS", "DEFAULTS"]

_HOUSINGS: Final[dict[str, Any]] = {"use_support_a": False, "use_support_b": False}
_TEETH: Final[dict[str, Any]] = {
    **_HOUSINGS,
    "law": "acceleration",
    "ratio": REQUIRED,
    "tau_bearing": 0.0,
    "use_heat_port": False,
    "w_small": 1e10,
}

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "Differential": {**_HOUSINGS, "ratio": 1.0},
    "LimitedSlipDifferential": {
        **_HOUSINGS,
        "J_side": 0.003,
        "d": 0.0,
        "k_coast": 0.15,
        "k_drive": 0.3,
        "law": "acceleration",
        "peak": 1.0,
        "ratio": 1.0,
        "tau_preload": 50.0,
        "use_heat_port": False,
        "use_lock_input": False,
        "w_small": 1e10,
    },
    "SelfLockingGear": {**_TEETH, "eta1_0": REQUIRED, "eta2_0": REQUIRED},
    "WormGear": {
        **_TEETH,
        "alpha_n": math.radians(20),
        "d1": REQUIRED,
        "gamma": REQUIRED,
        "mu_table": [[0, 0.1]],
        "smoothness": "linear_segments",
    },
}
"""Default of every parameter of every class."""

_BELOW_ONE: Final = math.nextafter(1, 0)
_BELOW_A_RIGHT_ANGLE: Final = math.nextafter(math.pi / 2, 0)

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "LimitedSlipDifferential": {
        "J_side": (0, None),
        "d": (0, None),
        "k_coast": (0, _BELOW_ONE),
        "k_drive": (0, _BELOW_ONE),
        "peak": (1, None),
        "tau_preload": (0, None),
        "w_small": (0, None),
    },
    "SelfLockingGear": {
        "eta1_0": (SMALL, 1),
        "eta2_0": (None, 1),
        "tau_bearing": (0, None),
        "w_small": (0, None),
    },
    "WormGear": {
        "alpha_n": (0, _BELOW_A_RIGHT_ANGLE),
        "d1": (0, None),
        "gamma": (SMALL, _BELOW_A_RIGHT_ANGLE),
        "tau_bearing": (0, None),
        "w_small": (0, None),
    },
}
"""Lower and upper bound of the parameters that have one."""
