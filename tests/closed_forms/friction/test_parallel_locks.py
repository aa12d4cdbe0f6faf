"""Two elements hold one shaft: equal shares, hand-over at the weaker one's limit, break-away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

import drivetrain as dt
from drivetrain import edition2002, rotational
from drivetrain.blocks import Constant, Ramp, Step
from drivetrain.modeling import Component
from drivetrain.rotational import (
    Brake,
    Clutch,
    ConstantTorque,
    Fixed,
    IdealGear,
    Inertia,
    OneWayClutch,
    Spring,
    Torque,
)

WEAK, STRONG = 1.0, 2.0


class TwoBrakes(dt.Model):
    """A torque that rises by 1 N·m per second on a shaft held by two brakes."""

    ramp = Ramp(height=6.0, duration=6.0)
    torque = Torque()
    shaft = Inertia(J=1.0)
    weak = Brake(fn_max=WEAK, mu_pos=[[0, 1.0]])
    strong = Brake(fn_max=STRONG, mu_pos=[[0, 1.0]])
    on = Constant(k=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.ramp >> self.torque.tau
        yield self.torque >> self.shaft >> self.weak
        yield self.shaft >> self.strong
        yield self.on >> self.weak.f_normalized
        yield self.on >> self.strong.f_normalized


@pytest.fixture(scope="module")
def run() -> dt.Result:
    return dt.simulate(TwoBrakes(), stop_time=5.0)


def test_shares(run: dt.Result) -> None:
    held = run.time < WEAK + STRONG
    load = run.time[held]
    weak = np.minimum(load / 2, WEAK)
    np.testing.assert_allclose(run["weak.tau"][held], weak, atol=1e-12)
    np.testing.assert_allclose(run["strong.tau"][held], load - weak, atol=1e-12)


def test_the_shaft_starts_when_both_are_at_their_limits(run: dt.Result) -> None:
    held = run.time <= WEAK + STRONG
    assert not run["shaft.w"][held].any()
    beyond = run.time[~held] - (WEAK + STRONG)
    np.testing.assert_allclose(run["shaft.w"][~held], beyond**2 / 2, atol=1e-12)


FREEWHEELS = {
    "today": rotational.OneWayClutch(fn_max=WEAK, mu_pos=[[0, 1.0]], f_normalized=1.0),
    "2002": edition2002.OneWayClutch(fn_max=WEAK, mue_pos=[[0, 1.0]], in_port=1.0),
}


@pytest.mark.parametrize("edition", FREEWHEELS)
def test_a_freewheel_at_its_limit_holds_on_beside_plates(edition: str) -> None:
    """Nothing moves it on: it bears its largest torque at rest until both give way."""

    class FreewheelBesidePlates(dt.Model):
        ramp = Ramp(height=6.0, duration=6.0)
        torque = Torque()
        ground = Fixed()
        shaft = Inertia(J=1.0)
        plates = Clutch(fn_max=STRONG, mu_pos=[[0, 1.0]], f_normalized=1.0)
        freewheel: Component = FREEWHEELS[edition]

        def equations(self) -> Iterable[Any]:
            yield self.ramp >> self.torque.tau
            yield self.torque >> self.shaft
            yield self.ground.flange >> self.plates >> self.shaft.flange_b
            yield self.ground.flange >> self.freewheel >> self.shaft.flange_b

    run = dt.simulate(FreewheelBesidePlates(), stop_time=5.0)
    most = 1.0001 * WEAK  # at rest
    start = most + STRONG
    held = run.time < start - 1e-9
    load = run.time[held]
    share = np.minimum(load / 2, most)
    np.testing.assert_allclose(run["freewheel.tau"][held], share, atol=1e-9)
    np.testing.assert_allclose(run["plates.tau"][held], load - share, atol=1e-9)
    assert np.abs(run["shaft.w"][held]).max() < 1e-15
    assert np.all(run["freewheel.locked"][held])
    beyond = np.maximum(run.time[~held] - start, 0.0)
    speed = beyond**2 / 2 + (most - WEAK) * beyond
    np.testing.assert_allclose(run["shaft.w"][~held], speed, atol=1e-9)
    assert run.stats.state_events <= 4


@pytest.mark.parametrize("speed", [0.0, 10.0])
@pytest.mark.parametrize("difference", [0.0, 1e-14, 1e-12, 1e-11, 1e-10, 1e-9, 1e-6, 1e-4])
def test_ratios_that_differ_by_next_to_nothing_hold_nothing_up(difference: float, speed: float):
    """Two clutches close a ring of gears: they are one lock, or one of them slips.

    Where it slips both are at work, and the loss is next to nothing.
    """

    class Ring(dt.Model):
        motor = ConstantTorque(tau_constant=3.0)
        a = Inertia(J=1.0, phi=dt.fixed(0.0), w=dt.fixed(speed))
        b = Inertia(J=2.0, phi=dt.fixed(0.0), w=dt.fixed(speed / 2.0))
        one, other = IdealGear(ratio=2.0), IdealGear(ratio=2.0 + difference)
        first = Clutch(fn_max=100.0, f_normalized=1.0)
        second = Clutch(fn_max=100.0, f_normalized=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.a >> self.one >> self.first >> self.b
            yield self.a.flange_b >> self.other >> self.second >> self.b.flange_a

    result = dt.simulate(Ring(), stop_time=1.0)
    expected = speed + 2.0 * result.time
    np.testing.assert_allclose(result["a.w"], expected, rtol=1e-6 + 10 * difference, atol=1e-9)
    np.testing.assert_allclose(result["b.w"], expected / 2, rtol=1e-6 + 10 * difference, atol=1e-9)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_brake_of_2002_gives_back_beside_a_freewheel_that_holds(solver: Any) -> None:
    """A spring whose torque falls loads both; at its limit the brake bears its largest torque.

    That is its peak at rest, twice what it slides with, for as long as the freewheel holds.
    """

    def equations(self: Any) -> Iterable[Any]:
        yield self.wheel >> self.spring >> self.shaft
        yield self.ground.flange >> self.freewheel.flange_a
        yield self.freewheel.flange_b >> self.shaft.flange_b
        yield self.shaft.flange_b >> self.brake.flange_a
        yield self.on.y >> self.brake.in_port

    start, slides, holds = 1e-3, 10.0, 20.0
    run = dt.simulate(
        build(
            equations,
            wheel=Inertia(J=1.0, **turning(0.0, phi=-1.0)),
            spring=Spring(c=1000.0),
            shaft=Inertia(J=1.0, **REST),
            ground=Fixed(),
            freewheel=OneWayClutch(fn_max=1.0, f_normalized=1.0),
            brake=edition2002.Brake(mue_pos=[[0, 0.5]], peak=holds / slides, fn_max=2 * slides),
            on=Step(start_time=start),
        ),
        stop_time=0.03,
        solver=solver,
        tolerance=1e-9,
    )
    pace = np.sqrt(1000.0)
    fallen = 1000.0 * (np.cos(pace * start) - np.cos(pace * run.time))
    share = np.where(run.time > start, np.minimum(fallen / 2, holds), 0.0)
    np.testing.assert_allclose(run["brake.tau"], share, atol=1e-4)
    np.testing.assert_array_equal(run["shaft.w"], 0.0)
    assert run.stats.state_events == 0
