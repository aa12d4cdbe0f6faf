"""Start values and names of 2002."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, simulate
from drivetrain import edition2002 as e
from drivetrain.modeling import Component, Connector, guess
from drivetrain.modeling.tracing.trace import trace
from drivetrain.rotational import Inertia


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


class AtRest(Model):
    """A gear and a bearing on one shaft that hold it, but have no modes for any motion of it."""

    shaft = Inertia(J=0.14, w=guess(0.0))
    disc = Inertia(J=1.2, w=guess(0.0))
    bearing = e.BearingFriction()
    gear = e.LossyGear(loss_table=[[0.0, 0.43, 0.65, 0.49, 9.4]])
    load = Inertia(J=2.1, w=guess(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.disc >> self.bearing >> self.shaft >> self.gear >> self.load


def test_what_stands_still_needs_no_modes_for_motion():
    result = simulate(AtRest(), stop_time=0.1)
    assert not result["load.w"].any()
    assert "out of reach" not in str(result.start)
