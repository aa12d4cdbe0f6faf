"""Friction: the equations in each mode, the transitions from one to another, the torque laws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import build, turning

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.modeling import constant, reinit, time, variable, when
from drivetrain.modeling.tracing.units.unit_check import check_units
from drivetrain.rotational import BearingFriction, Brake, Clutch, Friction, Inertia, Torque

BACKWARD, STUCK, FORWARD, FREE = -1, 0, 1, 2
T0, T_MAX = 10.0, 12.0


class Surfaces(Friction):
    """Friction without a law of sliding."""

    tau = variable("N.m", doc="Friction torque")


# -- equations ------------------------------------------------------------------------------------

AT_REST = {
    "w_relfric": 0.0, "free": False, "locked": True, "start_forward": False,
    "start_backward": False, "tau0": T0, "tau0_max": T_MAX,
}  # fmt: skip


@pytest.fixture
def law(laws):
    return laws(Surfaces())


@pytest.mark.parametrize("beyond", [-2 * T_MAX - 0.1, -0.1, 0.0, 0.1])
def test_at_rest_the_static_limits_decide(law, beyond):
    at_rest = {**AT_REST, "grip": T_MAX + beyond}
    assert law("start_forward", **at_rest) == (beyond > 0)
    assert law("start_backward", **at_rest) == (T_MAX + beyond < -T_MAX)


@pytest.mark.parametrize("w", [-1.0, 0.0, 1e-16])
def test_in_motion_the_speed_decides(law, w):
    """However small the torque is."""
    sliding = {**AT_REST, "locked": False, "grip": 0.0, "w_relfric": w}
    assert law("start_forward", **{**sliding, "start_forward": True}) == (w > 0)
    assert law("start_backward", **{**sliding, "start_backward": True}) == (w < 0)


def test_who_slides_one_way_does_not_begin_to_slide_the_other_way(law):
    """It stops first."""
    turned = {**AT_REST, "locked": False, "start_backward": True, "grip": 100.0, "w_relfric": 1.0}
    assert not law("start_forward", **turned)


@pytest.mark.parametrize("direction", [False, True])
def test_what_is_free_keeps_its_direction_in_mind(law, direction):
    free = {**AT_REST, "free": True, "grip": 2 * T_MAX, "w_relfric": -1.0}
    assert law("start_forward", **{**free, "start_forward": direction}) == direction


@pytest.mark.parametrize(
    ("free", "forward", "backward", "mode"),
    [
        (False, False, False, STUCK),
        (False, True, False, FORWARD),
        (False, False, True, BACKWARD),
        (True, False, False, FREE),
        (True, True, False, FREE),
    ],
)
def test_the_mode_says_what_is_decided(law, free, forward, backward, mode):
    decided = {"free": free, "start_forward": forward, "start_backward": backward}
    assert law("mode", **decided) == mode
    assert law("locked", **decided) == (mode == STUCK)


def test_the_curve_parameter_is_the_torque_at_rest_and_the_shifted_acceleration_in_motion(law):
    assert law("sa", **AT_REST, a_relfric=0.0, grip=3.0) == 3.0
    moving = {**AT_REST, "locked": False, "a_relfric": 0.5, "grip": 10.0}
    assert law("sa", **{**moving, "start_forward": True}) == pytest.approx(T_MAX + 0.5)
    assert law("sa", **{**moving, "start_backward": True}) == pytest.approx(-T_MAX + 0.5)
    assert law("sa", **{**moving, "free": True}) == pytest.approx(0.5)


# -- transitions ----------------------------------------------------------------------------------


def braked(
    before: float, after: float, w0: float = 0.0, hit: float | None = None, **brake: Any
) -> dt.Result:
    """Run a disc of 1 kg.m2 with a brake, 10 N.m in motion and 12 N.m at rest, for 2 s.

    At 1 s the torque of the motor steps, or the disc gets another speed, `hit`.
    """

    def equations(m: Any) -> Iterable[Any]:
        yield m.step.y >> m.motor.tau
        yield m.motor >> m.disc >> m.brake
        if hit is not None:
            yield when(time >= constant(1.0, "s"), reinit(m.disc.w, constant(hit, "rad/s")))

    model = build(
        equations,
        step=Step(offset=before, height=after - before, start_time=1.0),
        motor=Torque(),
        disc=Inertia(J=1.0, **turning(w0)),
        brake=Brake(**{"fn_max": 2 * T0, "f_normalized": 1.0, "peak": T_MAX / T0, **brake}),
    )
    return dt.simulate(model, stop_time=2.0, tolerance=1e-9)


@pytest.mark.parametrize("torque", [0.0, T0 + 1, T_MAX, -T_MAX])
def test_stuck_up_to_the_static_limit(torque):
    result = braked(0.0, torque)
    assert np.all(result["brake.mode"] == STUCK)
    assert np.all(result["brake.locked"])
    assert np.all(result["disc.w"] == 0)
    assert result.final["brake.tau"] == torque


@pytest.mark.parametrize("direction", [1, -1])
def test_breaks_away_at_once_beyond_the_static_limit(direction):
    result = braked(0.0, direction * (T_MAX + 1))
    after = result.time > 1.0
    assert np.all(result["brake.mode"][after] == direction)
    assert np.all(result["brake.tau"][after] == direction * T0)
    assert result.final["disc.w"] == pytest.approx(direction * (T_MAX + 1 - T0))


@pytest.mark.parametrize("direction", [1, -1])
def test_stops_and_sticks_where_the_load_is_within_the_limits(direction):
    """From 5 rad/s under 10 N.m to rest in half a second."""
    result = braked(0.0, 0.0, w0=direction * 5.0)
    stopped = result.time > 0.5 + 1e-9
    assert np.all(result["brake.mode"][~stopped & (result.time < 0.5)] == direction)
    assert np.all(result["brake.mode"][stopped] == STUCK)
    assert np.all(result["disc.w"][stopped] == 0)
    assert result.final["disc.phi"] == pytest.approx(direction * 5.0**2 / (2 * T0))


@pytest.mark.parametrize("direction", [1, -1])
def test_reversal_does_not_stick_where_the_load_is_beyond_them(direction):
    """The disc stops after 5 / 23 s; 3 N.m accelerate it backward."""
    result = braked(-direction * (T_MAX + 1), -direction * (T_MAX + 1), w0=direction * 5.0)
    turned = 5.0 / (T_MAX + 1 + T0)
    after = result.time > turned + 1e-9
    assert np.all(result["brake.mode"][after] == -direction)
    speed = -direction * (T_MAX + 1 - T0) * (2.0 - turned)
    assert result.final["disc.w"] == pytest.approx(speed)


@pytest.mark.parametrize("w", [2.0, 0.0, -2.0])
def test_free_without_a_force(w):
    result = braked(0.0, 3.0, w0=w, f_normalized=0.0)
    assert np.all(result["brake.mode"] == FREE)
    assert not result["brake.locked"].any()
    assert np.all(result["brake.tau"] == 0)
    assert result.final["disc.w"] == pytest.approx(w + 3.0)


@pytest.mark.parametrize(("w", "mode"), [(1.0, FORWARD), (-1.0, BACKWARD), (0.0, STUCK)])
def test_engaging_takes_the_sign_of_the_speed(w, mode):
    pressed = Brake(fn_max=2.0)
    model = build(
        lambda m: [m.disc >> m.brake, m.pedal.y >> m.brake.f_normalized],
        disc=Inertia(J=1.0, **turning(w)), brake=pressed, pedal=Step(start_time=0.5),
    )  # fmt: skip
    result = dt.simulate(model, stop_time=1.0)
    assert np.all(result["brake.mode"][result.time < 0.5] == FREE)
    assert np.all(result["brake.mode"][result.time > 0.5] == mode)


@pytest.mark.parametrize(("w", "mode"), [(1.0, FORWARD), (-1.0, BACKWARD), (0.0, STUCK)])
def test_start_in_motion(w, mode):
    result = braked(0.0, 0.0, w0=w)
    assert (result["brake.mode"][0], result["brake.locked"][0]) == (mode, mode == STUCK)


@pytest.mark.parametrize("direction", [1, -1])
def test_who_slides_takes_the_sign_of_a_speed_that_is_set(direction):
    """However small it is beside w_small."""
    result = braked(0.0, 0.0, w0=-direction * 20.0, hit=direction * 15.0)
    after = result.time > 1.0
    assert np.all(result["brake.mode"][after] == direction)
    assert result.final["disc.w"] == pytest.approx(direction * 5.0)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_speed_beyond_w_small_tears_loose_what_is_stuck(direction):
    result = braked(0.0, 0.0, hit=direction * 15.0, w_small=5.0)
    after = result.time > 1.0
    assert np.all(result["brake.mode"][after] == direction)
    assert result.final["disc.w"] == pytest.approx(direction * 5.0)


# -- torque laws ----------------------------------------------------------------------------------

SLIDING = {"start_forward": False, "start_backward": False, "locked": False, "grip": 0.0}
AHEAD, BACK = {**SLIDING, "start_forward": True}, {**SLIDING, "start_backward": True}
RISING = [[0, 0.5], [10, 0.7]]


def test_bearing_friction_is_odd_in_the_speed(laws):
    law = laws(BearingFriction(tau_pos=[[0, 2.0], [10, 3.0]]))
    assert law("tau", w=5.0, **AHEAD) == pytest.approx(2.5)
    assert law("tau", w=-5.0, **BACK) == pytest.approx(-2.5)
    assert law("tau0") == 2.0
    assert law("tau", w=0.0, **{**SLIDING, "locked": True, "grip": 1.25}) == 1.25


@pytest.mark.parametrize("cls", [Brake, Clutch])
def test_torque_is_coefficient_times_geometry_times_force(laws, cls):
    law = laws(cls(fn_max=100.0, cgeo=2.0, mu_pos=RISING, peak=1.5))
    speed = "w" if cls is Brake else "w_rel"
    assert law("fn", f_normalized=0.5) == 50.0
    assert law("tau0", fn=50.0) == 50.0
    assert law("tau0_max", tau0=50.0) == 75.0
    assert law("mu", **{speed: -5.0}, **BACK) == pytest.approx(-0.6)
    assert law("tau", mu=-0.6, fn=50.0, free=False, **BACK) == pytest.approx(-60.0)
    assert law("tau", mu=-0.6, fn=-1.0, free=True, **BACK) == 0.0
    assert law("free", fn=0.0)
    assert not law("free", fn=1e-9)


@pytest.mark.parametrize("cls", [Brake, Clutch])
def test_the_table_is_mirrored_in_backward_motion(laws, cls):
    law = laws(cls(fn_max=1.0, mu_pos=RISING))
    speed = "w" if cls is Brake else "w_rel"
    assert law("mu", **{speed: -1.0}, **BACK) == pytest.approx(-0.52)
    assert law("mu", **{speed: 1.0}, **AHEAD) == pytest.approx(0.52)


@pytest.mark.parametrize("cls", [BearingFriction, Brake, Clutch])
def test_the_relative_speed_is_held_at_zero_while_locked(laws, cls):
    law = laws(cls(**({} if cls is BearingFriction else {"fn_max": 1.0})))
    (hold,) = law.trace.holds
    assert (law.names[hold.speed], law.names[hold.condition]) == ("w_relfric", "locked")
    check_units(law.trace)
