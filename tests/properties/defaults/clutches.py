"""Parameters of :mod:`drivetrain.clutches`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import REQUIRED, SMALL, Formula

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "BandBrake": {
        "arm_slack": Formula("lever"),
        "arm_taut": 0.0,
        "f_max": REQUIRED,
        "law": "acceleration",
        "lever": 1.0,
        "mu_pos": [[0, 0.3]],
        "peak": 1.0,
        "radius": REQUIRED,
        "smoothness": "linear_segments",
        "theta": REQUIRED,
        "use_heat_port": False,
        "use_support": False,
        "w_small": 10000000000.0,
    },
    "DogClutch": {
        "T_ring": 0.001,
        "b": REQUIRED,
        "c": REQUIRED,
        "c_tip": REQUIRED,
        "d": 0.0,
        "d_tip": 0.0,
        "law": "acceleration",
        "mu_tip": 0.1,
        "phi_nominal": 0.0001,
        "radius": REQUIRED,
        "s_tips": 0.0,
        "state_select": "prefer",
        "teeth": REQUIRED,
        "undercut": 0.0,
        "use_heat_port": False,
        "use_support": False,
        "w_small": 10000000000.0,
    },
    "RigidDogClutch": {
        "T_ring": 0.001,
        "b": REQUIRED,
        "c_tip": REQUIRED,
        "d_tip": 0.0,
        "e": 0.5,
        "phi_nominal": 0.0001,
        "s_tips": 0.0,
        "state_select": "prefer",
        "teeth": REQUIRED,
        "use_heat_port": False,
        "use_support": False,
        "w_rest": 0.001,
    },
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "BandBrake": {
        "f_max": (0, None),
        "lever": (0, None),
        "peak": (1, None),
        "radius": (0, None),
        "theta": (0, None),
        "w_small": (0, None),
    },
    "DogClutch": {
        "T_ring": (SMALL, None),
        "b": (0, Formula("pitch")),
        "c": (SMALL, None),
        "c_tip": (0, None),
        "d": (0, None),
        "d_tip": (0, None),
        "mu_tip": (0, None),
        "phi_nominal": (0, None),
        "radius": (SMALL, None),
        "teeth": (1, None),
        "undercut": (0, 1),
        "w_small": (0, None),
    },
    "RigidDogClutch": {
        "T_ring": (SMALL, None),
        "b": (0, Formula("pitch")),
        "c_tip": (0, None),
        "d_tip": (0, None),
        "e": (0, 1),
        "phi_nominal": (0, None),
        "teeth": (1, None),
        "w_rest": (SMALL, None),
    },
}
"""Lower and upper bound of the parameters that have one."""
