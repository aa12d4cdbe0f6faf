"""Parameters of :mod:`drivetrain.blocks.discrete`."""

from __future__ import annotations

from typing import Any, Final

from tests.properties.defaults.values import EPS, REQUIRED

__all__ = ["BOUNDS", "DEFAULTS"]

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "FirstOrderHold": {"sample_period": REQUIRED, "start_time": 0.0},
    "Sampler": {"sample_period": REQUIRED, "start_time": 0.0},
    "StateSpace": {
        "A": ((1.0, 0.0), (0.0, 1.0)),
        "B": ((1.0,), (1.0,)),
        "C": ((1.0, 1.0),),
        "D": 0.0,
        "sample_period": REQUIRED,
        "start_time": 0.0,
    },
    "TransferFunction": {"a": [1.0], "b": [1.0], "sample_period": REQUIRED, "start_time": 0.0},
    "TriggeredMax": {},
    "TriggeredSampler": {"y_start": 0.0},
    "UnitDelay": {"sample_period": REQUIRED, "start_time": 0.0, "y_start": 0.0},
    "ZeroOrderHold": {"sample_period": REQUIRED, "start_time": 0.0},
}
"""Default of every parameter of every class."""

BOUNDS: Final[dict[str, dict[str, tuple[Any, Any]]]] = {
    "FirstOrderHold": {"sample_period": (100 * EPS, None)},
    "Sampler": {"sample_period": (100 * EPS, None)},
    "StateSpace": {"sample_period": (100 * EPS, None)},
    "TransferFunction": {"sample_period": (100 * EPS, None)},
    "UnitDelay": {"sample_period": (100 * EPS, None)},
    "ZeroOrderHold": {"sample_period": (100 * EPS, None)},
}
"""Lower and upper bound of the parameters that have one."""
