"""Parameters of :mod:`drivetrain.couplings`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import EPS, REQUIRED, SMALL, Formula

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "HardStop": {
        "c": REQUIRED,
        "d": 0.0,
        "lower": REQUIRED,
        "phi_nominal": 0.0001,
        "state_select": "prefer",
        "upper": REQUIRED,
        "use_heat_port": False,
    },
    "HuntCrossleyStop": {
        "e": 0.7,
        "lower": REQUIRED,
        "n": 1.5,
        "phi_nominal": 0.0001,
        "phi_ref": 1.0,
        "state_select": "prefer",
        "tau_ref": REQUIRED,
        "upper": REQUIRED,
        "use_heat_port": False,
        "w_nominal": 1.0,
    },
    "Ratchet": {
        "c": REQUIRED,
        "d": 0.0,
        "phi_nominal": 0.0001,
        "pitch": REQUIRED,
        "state_select": "prefer",
        "use_heat_port": False,
    },
    "RigidRatchet": {
        "e": 0.0,
        "phi_nominal": 0.0001,
        "pitch": REQUIRED,
        "state_select": "prefer",
        "w_rest": 0.001,
    },
    "RigidStop": {
        "e": 0.5,
        "lower": REQUIRED,
        "phi_nominal": 0.0001,
        "state_select": "prefer",
        "upper": REQUIRED,
        "w_rest": 0.001,
    },
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "HardStop": {
        "c": (SMALL, None),
        "d": (0, None),
        "phi_nominal": (0, None),
        "upper": (Formula("lower"), None),
    },
    "HuntCrossleyStop": {
        "e": (0.1, 1),
        "n": (1, None),
        "phi_nominal": (0, None),
        "phi_ref": (EPS, None),
        "tau_ref": (SMALL, None),
        "upper": (Formula("lower"), None),
        "w_nominal": (EPS, None),
    },
    "Ratchet": {"c": (SMALL, None), "d": (0, None), "phi_nominal": (0, None), "pitch": (EPS, None)},
    "RigidRatchet": {
        "e": (0, 1),
        "phi_nominal": (0, None),
        "pitch": (EPS, None),
        "w_rest": (SMALL, None),
    },
    "RigidStop": {
        "e": (0, 1),
        "phi_nominal": (0, None),
        "upper": (Formula("lower"), None),
        "w_rest": (SMALL, None),
    },
}
"""Lower and upper bound of the parameters that have one."""
