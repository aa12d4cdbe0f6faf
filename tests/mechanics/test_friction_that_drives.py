"""A table of friction that ends too early falls below zero: friction must not drive in silence."""

from __future__ import annotations

import pytest

import drivetrain as dt
from drivetrain import edition2002 as old
from drivetrain import rotational as rot
from drivetrain import translational as trans

FALLING = [[0, 2.0], [1, 1.9]]  # 0 at 20, negative beyond
WORDS = "part: the friction that .* gives is negative"

ON_SHAFTS = {
    "bearing": lambda: rot.BearingFriction(tau_pos=FALLING),
    "brake": lambda: rot.Brake(fn_max=1.0, mu_pos=FALLING, f_normalized=1.0),
    "clutch": lambda: rot.Clutch(fn_max=1.0, mu_pos=FALLING, f_normalized=1.0),
    "bearing of 2002": lambda: old.BearingFriction(tau_pos=FALLING),
    "brake of 2002": lambda: old.Brake(fn_max=1.0, mue_pos=FALLING, in_port=1.0),
    "clutch of 2002": lambda: old.Clutch(fn_max=1.0, mue_pos=FALLING, in_port=1.0),
}
FREEWHEELS = {
    "one-way clutch": lambda: rot.OneWayClutch(fn_max=1.0, mu_pos=FALLING, f_normalized=1.0),
    "one-way clutch of 2002": lambda: old.OneWayClutch(fn_max=1.0, mue_pos=FALLING, in_port=1.0),
}
ON_RODS = {
    "guide": lambda: trans.SupportFriction(f_pos=FALLING),
    "rod brake": lambda: trans.Brake(fn_max=1.0, mu_pos=FALLING, f_normalized=1.0),
}


def shafts(part: dt.Component, left: float, right: float) -> dt.Model:
    model = dt.Model("shafts")
    model.add(a=rot.Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(left)), part=part)
    model.add(b=rot.Inertia(J=1.0, phi=dt.guess(0), w=dt.guess(right)))
    model.connect(model.a >> model.part >> model.b)
    return model


def rods(part: dt.Component, speed: float) -> dt.Model:
    model = dt.Model("rods")
    model.add(a=trans.Mass(m=1.0, s=dt.fixed(0), v=dt.fixed(speed)), part=part)
    model.connect(model.a >> model.part)
    return model


@pytest.mark.parametrize("kind", ON_SHAFTS)
@pytest.mark.parametrize("speed", [30.0, -30.0])
def test_shaft_beyond_the_table_is_refused(kind: str, speed: float):
    with pytest.raises(dt.DrivetrainError, match=WORDS):
        dt.simulate(shafts(ON_SHAFTS[kind](), speed, 0.0), stop_time=1.0)


@pytest.mark.parametrize("kind", FREEWHEELS)
def test_freewheel_beyond_the_table_is_refused(kind: str):
    with pytest.raises(dt.DrivetrainError, match=WORDS):
        dt.simulate(shafts(FREEWHEELS[kind](), 0.0, 30.0), stop_time=1.0)


@pytest.mark.parametrize("kind", ON_RODS)
@pytest.mark.parametrize("speed", [30.0, -30.0])
def test_rod_beyond_the_table_is_refused(kind: str, speed: float):
    with pytest.raises(dt.DrivetrainError, match=WORDS):
        dt.simulate(rods(ON_RODS[kind](), speed), stop_time=1.0)


@pytest.mark.parametrize("speed", [20.0, -20.0])
def test_friction_may_fall_to_zero(speed: float):
    bearing = ON_SHAFTS["bearing"]()
    result = dt.simulate(shafts(bearing, speed, speed), stop_time=1.0)
    assert abs(result.final["a.w"]) <= 20.0


def test_open_clutch_may_turn_at_any_speed():
    clutch = rot.Clutch(fn_max=1.0, mu_pos=FALLING, f_normalized=0.0)
    result = dt.simulate(shafts(clutch, 500.0, 0.0), stop_time=1.0)
    assert result.final["a.w"] == 500.0


@pytest.mark.parametrize("speed", [21.0, -21.0])
def test_start_in_either_direction_lies_within_the_table(speed: float):
    rising = [[0.0, 0.5], [10.0, 0.75], [1000.0, 0.75]]
    clutch = rot.Clutch(fn_max=1.0, mu_pos=rising, f_normalized=1.0)
    result = dt.simulate(shafts(clutch, speed, 0.0), stop_time=100.0)
    assert result["part.tau"][0] == pytest.approx(-0.75 if speed > 0 else 0.75)
    assert result.final["a.w"] == pytest.approx(speed / 2.0)
