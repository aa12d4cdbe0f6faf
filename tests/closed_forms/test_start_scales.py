"""Start values mean the same in whatever unit of time a machine is measured."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.errors import InitialisationError
from drivetrain.modeling import Model, fixed, guess
from drivetrain.rotational import (
    ConstantTorque,
    IdealGear,
    IdealPlanetary,
    Inertia,
    OneWayClutch,
    SpringDamper,
)
from tests.closed_forms.building import build

PACES = [2.0**-40, 2.0**-20, 1.0, 2.0**20, 2.0**40]
RATIO = 100 / 45


def resting_carrier(pace: float, carrier: float) -> Model:
    """Return a planetary of which all three speeds are demanded; two of them hold the carrier."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.sun.flange_b >> self.gear.sun
        yield self.ring.flange_b >> self.gear.ring
        yield self.carrier.flange_b >> self.gear.carrier

    return build(
        equations,
        gear=IdealPlanetary(ratio=RATIO),
        sun=Inertia(J=0.1, w=fixed(13.1 * pace)),
        ring=Inertia(J=0.3, w=fixed(-13.1 * pace / RATIO)),
        carrier=Inertia(J=2.0, w=fixed(carrier * pace)),
    )


@pytest.mark.parametrize("pace", PACES)
def test_demands_agree_up_to_the_rounding_of_what_they_follow_from(pace: float):
    """The carrier turns with (w_sun + i w_ring) / (1 + i), which is 0 but for rounding."""
    result = simulate(resting_carrier(pace, 0.0), stop_time=1e-3 / pace)
    assert result["sun.w"][0] == pytest.approx(13.1 * pace, rel=1e-12)
    assert abs(result["carrier.w"][0]) <= 1e-12 * pace


@pytest.mark.parametrize("pace", PACES)
def test_a_contradiction_is_one_in_a_slow_machine_too(pace: float):
    with pytest.raises(InitialisationError, match=r"carrier\.w"):
        simulate(resting_carrier(pace, 1e-3), stop_time=1e-3 / pace)


@pytest.mark.parametrize("pace", PACES)
def test_two_demands_on_one_shaft_are_compared_with_its_speed(pace: float):
    def equations(self: Any) -> Iterable[Any]:
        yield self.a >> self.b

    model = build(
        equations,
        a=Inertia(J=1.0, w=fixed(3.0 * pace)),
        b=Inertia(J=1.0, w=fixed(3.003 * pace)),
    )
    with pytest.raises(InitialisationError, match="both are the same quantity"):
        simulate(model, stop_time=1.0 / pace)


@pytest.mark.parametrize("pace", PACES[1:])
def test_a_freewheel_starts_where_gears_bring_both_sides_to_one_speed(pace: float):
    """Behind a ratio of 3.7 and one of 1 / 3.7 a shaft turns as before, but for rounding."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.a >> self.down >> self.up >> self.clutch >> self.b

    model = build(
        equations,
        a=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.7 * pace)),
        down=IdealGear(ratio=3.7),
        up=IdealGear(ratio=1 / 3.7),
        clutch=OneWayClutch(fn_max=1.0, f_normalized=0),
        b=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.7 * pace / 3.7 * 3.7 * (1 - 4e-16))),
    )
    result = simulate(model, stop_time=1e-3 / pace)
    assert result["b.w"][-1] == pytest.approx(0.7 * pace, rel=1e-12)


@pytest.mark.parametrize("pace", PACES[1:])
def test_a_shaft_that_is_to_start_in_balance_does(pace: float):
    """A twist of tau / c, which the guess of the speed has nothing to do with."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.load >> self.a >> self.shaft >> self.b

    model = build(
        equations,
        load=ConstantTorque(tau_constant=5.0),
        a=Inertia(J=0.3 / pace**2, phi=guess(0.0), w=fixed(20.0 * pace), a=fixed(0.0)),
        shaft=SpringDamper(c=800.0, d=0.1 / pace),
        b=Inertia(J=0.7 / pace**2, phi=fixed(0.0), w=fixed(20.0 * pace)),
    )
    result = simulate(model, stop_time=1e-6 / pace)
    assert result["shaft.phi_rel"][0] == pytest.approx(-5.0 / 800.0, rel=1e-9)
