"""Parameters, defaults, start values and names of 2002."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain import edition2002 as e
from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.modeling.trace import trace

FRICTION = {"w_small": 1.0, "peak": 1.0}
PLATES = {**FRICTION, "mue_pos": [[0, 0.5]], "cgeo": 1.0, "fn_max": 1.0}
LOSSES = [[0, 1, 1, 0, 0]]
TEETH = {"c": 1e5, "d": 0.0, "b": 0.0}
SOURCE = {"offset": [0.0], "start_time": [0.0]}

DEFAULTS: dict[type[Component], dict[str, Any]] = {
    e.Fixed: {"phi0": 0.0},
    e.Inertia: {"J": 1.0},
    e.IdealGear: {"ratio": 1.0},
    e.IdealPlanetary: {"ratio": 2.0},
    e.IdealGearR2T: {"ratio": 1.0},
    e.Spring: {"c": REQUIRED, "phi_rel0": 0.0},
    e.Damper: {"d": 0.0},
    e.SpringDamper: {"c": REQUIRED, "phi_rel0": 0.0, "d": 0.0},
    e.ElastoBacklash: {**TEETH, "phi_rel0": 0.0},
    e.BearingFriction: {**FRICTION, "tau_pos": [[0, 1]]},
    e.Clutch: PLATES,
    e.Brake: PLATES,
    e.OneWayClutch: PLATES,
    e.LossyGear: {"i": 1.0, "loss_table": LOSSES},
    e.GearEfficiency: {"eta": 1.0},
    e.Gear: {"ratio": 1.0, "eta": 1.0, "friction_pos": [[0, 1]], "peak": 1.0, **TEETH},
    e.Gear2: {"i": 1.0, "loss_table": LOSSES, **TEETH},
    e.Torque: {},
    e.Position: {"exact": False, "f_crit": 50.0},
    e.Accelerate: {"phi_start": 0.0, "w_start": 0.0},
    e.Move: {},
    e.RelativeStates: {},
    e.Constant: {"k": [1.0]},
    e.Clock: SOURCE,
    e.Step: {"height": [1.0], **SOURCE},
    e.Ramp: {"height": [1.0], "duration": [2.0], **SOURCE},
    e.Sine: {"amplitude": [1.0], "freq_hz": [1.0], "phase": [0.0], **SOURCE},
    e.ExpSine: {
        "amplitude": [1.0], "freq_hz": [2.0], "phase": [0.0], "damping": [1.0], **SOURCE,
    },
    e.Pulse: {"amplitude": [1.0], "width": [50.0], "period": [1.0], **SOURCE},
    e.SawTooth: {"amplitude": [1.0], "period": [1.0], **SOURCE},
    e.Trapezoid: {
        "amplitude": [1.0], "rising": [0.0], "width": [0.5], "falling": [0.0], "period": [1.0],
        "nperiod": [-1], **SOURCE,
    },
    e.KinematicPTP: {
        "deltaq": [1.0], "qd_max": [1.0], "qdd_max": [1.0], "start_time": 0.0,
    },
    e.TimeTable: {"table": ((0, 0), (1, 1), (2, 4)), "offset": 0.0, "start_time": 0.0},
}  # fmt: skip

MACHINERY = {"law"}
"""How the friction curve is drawn is the compiler's affair."""


@pytest.mark.parametrize("cls", DEFAULTS)
def test_defaults(cls: type[Component]) -> None:
    found = {
        name: member.default
        for name, member in cls.declarations().items()
        if isinstance(member, TableParameter)
        or (isinstance(member, Parameter) and not member.final)
    }
    assert {k: v for k, v in sorted(found.items()) if k not in MACHINERY} == {
        k: DEFAULTS[cls][k] for k in sorted(DEFAULTS[cls])
    }


@pytest.mark.parametrize(
    "cls", [e.Fixed, e.Torque, e.Position, e.Accelerate, e.Move], ids=lambda c: c.__name__
)
def test_components_with_one_flange_call_it_flange_b(cls: type[Component]) -> None:
    connectors = [n for n, m in cls.declarations().items() if isinstance(m, Connector)]
    assert connectors == ["flange_b"]


@pytest.mark.parametrize("cls", [e.AngleSensor, e.SpeedSensor, e.AccSensor])
def test_sensors_of_absolute_motion_call_it_flange_a(cls: type[Component]) -> None:
    connectors = [n for n, m in cls.declarations().items() if isinstance(m, Connector)]
    assert connectors == ["flange_a"]


def test_nothing_has_a_support_or_a_heat_port() -> None:
    for name in e.__all__:
        cls = getattr(e, name)
        if issubclass(cls, Component):
            gone = {"support", "use_support", "heat_port", "use_heat_port", "loss_power"}
            assert not gone & set(cls.declarations()), name


@pytest.mark.parametrize(
    ("component", "name", "start", "is_fixed"),
    [
        (e.Clutch(), "start_forward", False, True),
        (e.Clutch(), "start_backward", False, True),
        (e.Clutch(), "mode", 3, True),
        (e.OneWayClutch(), "stuck", False, True),
        (e.OneWayClutch(), "start_forward", False, False),
        (e.LossyGear(), "mode", 2, True),
        (e.Damper(), "phi_rel", 0.0, False),
        (e.Damper(), "w_rel", None, False),
        (e.Inertia(), "w", None, False),
        (e.RelativeStates(), "phi_rel", None, False),
    ],
)
def test_start_values(component: Component, name: str, start: Any, is_fixed: bool) -> None:
    declared = type(component).declarations()[name]
    assert (declared.start, declared.is_fixed) == (start, is_fixed)


@pytest.mark.parametrize("name", e.__all__)
def test_only_relative_states_prefer_to_be_states(name: str) -> None:
    cls = getattr(e, name)
    if not issubclass(cls, Component) or ".interfaces" in cls.__module__:
        return
    needed = {"c": 1.0} if name in ("Spring", "SpringDamper") else {}
    preferring = [v.name for v in trace(cls(**needed)).variables if v.state_select != "default"]
    assert preferring == (["phi_rel", "w_rel"] if cls is e.RelativeStates else [])
