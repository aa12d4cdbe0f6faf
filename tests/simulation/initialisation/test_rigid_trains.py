"""A rigid train has one motion; whichever inertia is given carries it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import check, simulate
from drivetrain.errors import InitialisationError
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import ConstantTorque, Fixed, IdealGear, IdealPlanetary, Inertia

# Speed of each inertia when the last ones turn with 1 rad/s; the ring stands still.
GEAR, RING = 2.0, 3.0
SPEEDS = {"a": GEAR * (1 + RING), "b": 1 + RING, "c": 1.0, "d": 1.0, "e": 1.0}


def train(**start: dict[str, Any]) -> Model:
    """Inertia, gear, inertia, planetary gear, three inertias."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.a >> self.gear >> self.b
        yield self.b.flange_b >> self.planetary.sun
        yield self.planetary.ring >> self.ground.flange
        yield self.planetary.carrier >> self.c.flange_a
        yield self.c >> self.d >> self.e

    members: dict[str, Any] = {
        "motor": ConstantTorque(tau_constant=1.0),
        "gear": IdealGear(ratio=GEAR),
        "planetary": IdealPlanetary(ratio=RING),
        "ground": Fixed(),
    }
    members |= {name: Inertia(J=0.5, **start.get(name, {})) for name in SPEEDS}
    made: Model = type("Train", (Model,), {**members, "equations": equations})()
    return made


def test_two_states():
    report = check(train())
    assert not report.faults
    assert len(report.states) == 2
    assert report.loops == () or all(loop.size < 20 for loop in report.loops)


@pytest.mark.parametrize("name", SPEEDS)
def test_start_from_any_inertia(name: str):
    start = {"phi": fixed(0.3 * SPEEDS[name]), "w": fixed(5.0 * SPEEDS[name])}
    r = simulate(train(**{name: start}), stop_time=1.0)
    inertia = 0.5 * sum(v**2 for v in SPEEDS.values())
    a = SPEEDS["a"] / inertia
    for other, factor in SPEEDS.items():
        np.testing.assert_allclose(r[f"{other}.phi"][0], 0.3 * factor, rtol=1e-12)
        np.testing.assert_allclose(r[f"{other}.w"], factor * (5.0 + a * r.time), rtol=1e-9)
        np.testing.assert_allclose(r[f"{other}.a"], factor * a, rtol=1e-12)
    assert r.energy.relative_error < 1e-9


@pytest.mark.parametrize(("angle", "speed"), [("a", "d"), ("e", "b"), ("c", "a")])
def test_angle_from_one_and_speed_from_another(angle: str, speed: str):
    start = {angle: {"phi": fixed(SPEEDS[angle])}, speed: {"w": fixed(-2.0 * SPEEDS[speed])}}
    r = simulate(train(**start), stop_time=0.1)
    for name, factor in SPEEDS.items():
        assert r[f"{name}.phi"][0] == pytest.approx(factor, rel=1e-12)
        assert r[f"{name}.w"][0] == pytest.approx(-2.0 * factor, rel=1e-12)


def test_agreeing_values_are_accepted():
    start = {name: {"w": fixed(3.0 * factor)} for name, factor in SPEEDS.items()}
    r = simulate(train(**start), stop_time=0.1)
    assert r["a.w"][0] == pytest.approx(3.0 * SPEEDS["a"], rel=1e-12)


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("a", "e"), ("b", "c"), ("c", "d")])
def test_contradicting_values_are_refused_by_name(one: str, other: str):
    start = {one: {"w": fixed(1.0)}, other: {"w": fixed(-1.0)}}
    with pytest.raises(InitialisationError) as caught:
        simulate(train(**start), stop_time=0.1)
    text = str(caught.value)
    assert f"{one}.w" in text
    assert f"{other}.w" in text
    assert "fixed(1)" in text
    assert "fixed(-1)" in text


def test_value_against_the_ground_is_refused():
    model = Model("held")
    model.add(mass=Inertia(J=1.0, w=fixed(2.0)), ground=Fixed())
    model.connect(model.mass >> model.ground)
    with pytest.raises(InitialisationError, match=r"mass\.w"):
        simulate(model, stop_time=0.1)
