"""Parameters of :mod:`drivetrain.edition2002`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import EPS, REQUIRED, SMALL, Formula

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "AccSensor": {},
    "Accelerate": {"phi_start": 0.0, "w_start": 0.0},
    "AngleSensor": {},
    "BearingFriction": {"law": "acceleration", "peak": 1.0, "tau_pos": [[0, 1]], "w_small": 1.0},
    "Brake": {
        "cgeo": 1.0,
        "fn_max": 1.0,
        "law": "acceleration",
        "mue_pos": [[0, 0.5]],
        "peak": 1.0,
        "w_small": 1.0,
    },
    "Clock": {"offset": [0.0], "start_time": [0.0]},
    "Clutch": {
        "cgeo": 1.0,
        "fn_max": 1.0,
        "law": "acceleration",
        "mue_pos": [[0, 0.5]],
        "peak": 1.0,
        "w_small": 1.0,
    },
    "Constant": {"k": [1.0]},
    "Damper": {"d": 0.0},
    "ElastoBacklash": {"b": 0.0, "c": 100000.0, "d": 0.0, "phi_rel0": 0.0},
    "ExpSine": {
        "amplitude": [1.0],
        "damping": [1.0],
        "freq_hz": [2.0],
        "offset": [0.0],
        "phase": [0.0],
        "start_time": [0.0],
    },
    "Exponentials": {
        "fall_time_const": Formula("rise_time_const"),
        "offset": [0.0],
        "out_max": [1.0],
        "rise_time": [0.5],
        "rise_time_const": [0.1],
        "start_time": [0.0],
    },
    "Fixed": {"phi0": 0.0},
    "Gear": {
        "b": 0.0,
        "c": 100000.0,
        "d": 0.0,
        "eta": 1.0,
        "friction_pos": [[0, 1]],
        "peak": 1.0,
        "ratio": 1.0,
    },
    "Gear2": {"b": 0.0, "c": 100000.0, "d": 0.0, "i": 1.0, "loss_table": [[0, 1, 1, 0, 0]]},
    "GearEfficiency": {"eta": 1.0},
    "IdealGear": {"ratio": 1.0},
    "IdealGearR2T": {"ratio": 1.0},
    "IdealPlanetary": {"ratio": 2.0},
    "Inertia": {"J": 1.0},
    "KinematicPTP": {"deltaq": [1.0], "qd_max": [1.0], "qdd_max": [1.0], "start_time": 0.0},
    "LossyGear": {"i": 1.0, "law": "acceleration", "loss_table": [[0, 1, 1, 0, 0]]},
    "Move": {},
    "OneWayClutch": {
        "cgeo": 1.0,
        "fn_max": 1.0,
        "law": "acceleration",
        "mue_pos": [[0, 0.5]],
        "peak": 1.0,
        "w_small": 1.0,
    },
    "Position": {"exact": False, "f_crit": 50.0},
    "Pulse": {
        "amplitude": [1.0],
        "offset": [0.0],
        "period": [1.0],
        "start_time": [0.0],
        "width": [50.0],
    },
    "Ramp": {"duration": [2.0], "height": [1.0], "offset": [0.0], "start_time": [0.0]},
    "RelAccSensor": {},
    "RelAngleSensor": {},
    "RelSpeedSensor": {},
    "RelativeStates": {},
    "SawTooth": {"amplitude": [1.0], "offset": [0.0], "period": [1.0], "start_time": [0.0]},
    "Sine": {
        "amplitude": [1.0],
        "freq_hz": [1.0],
        "offset": [0.0],
        "phase": [0.0],
        "start_time": [0.0],
    },
    "SpeedSensor": {},
    "SpringDamper": {"c": REQUIRED, "d": 0.0, "phi_rel0": 0.0},
    "Step": {"height": [1.0], "offset": [0.0], "start_time": [0.0]},
    "TimeTable": {"offset": 0.0, "start_time": 0.0, "table": ((0, 0), (1, 1), (2, 4))},
    "Torque": {},
    "TorqueSensor": {},
    "Trapezoid": {
        "amplitude": [1.0],
        "falling": [0.0],
        "nperiod": [-1],
        "offset": [0.0],
        "period": [1.0],
        "rising": [0.0],
        "start_time": [0.0],
        "width": [0.5],
    },
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "BearingFriction": {"peak": (1, None), "w_small": (0, None)},
    "Brake": {"cgeo": (0, None), "fn_max": (0, None), "peak": (1, None), "w_small": (0, None)},
    "Clutch": {"cgeo": (0, None), "fn_max": (0, None), "peak": (1, None), "w_small": (0, None)},
    "Damper": {"d": (0, None)},
    "ElastoBacklash": {"b": (0, None), "c": (SMALL, None), "d": (0, None)},
    "Gear": {
        "b": (0, None),
        "c": (SMALL, None),
        "d": (0, None),
        "eta": (SMALL, 1),
        "peak": (1, None),
    },
    "Gear2": {"b": (0, None), "c": (SMALL, None), "d": (0, None)},
    "GearEfficiency": {"eta": (SMALL, 1)},
    "KinematicPTP": {"qd_max": (SMALL, None), "qdd_max": (SMALL, None)},
    "OneWayClutch": {
        "cgeo": (0, None),
        "fn_max": (0, None),
        "peak": (1, None),
        "w_small": (EPS, None),
    },
    "SpringDamper": {"c": (0, None), "d": (0, None)},
}
"""Lower and upper bound of the parameters that have one."""
