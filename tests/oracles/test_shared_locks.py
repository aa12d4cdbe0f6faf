"""Elements that lock one motion move it as a single element with the sum of their friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drivetrain import simulate
from drivetrain.blocks import Sine
from drivetrain.rotational import BearingFriction, Brake, Clutch, IdealGear, Inertia, Torque
from drivetrain.simulation.results.result import Result
from tests.closed_forms.building import build, turning

quick = settings(
    max_examples=15, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip

levels = st.sampled_from([1.0, 2.0, 5.0]) | st.floats(0.5, 8.0).map(lambda x: round(x, 3))


def speeds(result: Result, name: str, times: Any) -> Any:
    return np.array([float(result.at(t, name)) for t in times])


def held(frictions: list[float], amplitude: float, w0: float, behind_gear: bool) -> Result:
    """A mass on bearings, driven by a sine torque."""
    count = len(frictions)

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.mass >> self.gear
        for k in range(count):
            at = self.gear.flange_b if behind_gear and k else self.mass.flange_b
            yield at >> getattr(self, f"bearing{k}").flange_a

    # Behind the gear, half the speed takes twice the friction for the same effect.
    levels = [T * (2.0 if behind_gear and k else 1.0) for k, T in enumerate(frictions)]
    bearings = {f"bearing{k}": BearingFriction(tau_pos=[[0, T]]) for k, T in enumerate(levels)}
    model = build(
        equations, sine=Sine(amplitude=amplitude, f=1.0), motor=Torque(), gear=IdealGear(ratio=2.0),
        mass=Inertia(J=1.0, **turning(w0)), **bearings,
    )  # fmt: skip
    return simulate(model, stop_time=2.0, tolerance=1e-9, interval=0.01)


@quick
@given(st.lists(levels, min_size=2, max_size=4), st.sampled_from([5.0, 10.0, 30.0]),
       st.sampled_from([0.0, 4.0, -1.0]), st.booleans())  # fmt: skip
def test_bearings_on_one_shaft(
    frictions: list[float], amplitude: float, w0: float, behind_gear: bool
):
    several = held(frictions, amplitude, w0, behind_gear)
    one = held([sum(frictions)], amplitude, w0, False)
    times = np.linspace(0, 2, 201)
    np.testing.assert_allclose(
        speeds(several, "mass.w", times), speeds(one, "mass.w", times), atol=1e-6
    )
    assert several.energy.dissipated[-1] == pytest.approx(one.energy.dissipated[-1], abs=1e-6)
    # No chatter: a few passes through each standstill.
    assert len(several.events) <= 20 * len(frictions)


def joined(parts: list[float], f: float) -> Result:
    """Two masses, clutches side by side between them."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.left
        for k in range(len(parts)):
            yield self.left >> getattr(self, f"clutch{k}") >> self.right

    clutches = {f"clutch{k}": Clutch(fn_max=fn, f_normalized=1.0) for k, fn in enumerate(parts)}
    model = build(
        equations, sine=Sine(amplitude=20.0, f=f), motor=Torque(), left=Inertia(J=1.0,
        **turning(3.0)), right=Inertia(J=2.0, **turning(-1.0)), **clutches,
    )  # fmt: skip
    return simulate(model, stop_time=2.0, tolerance=1e-9, interval=0.01)


@quick
@given(st.lists(levels, min_size=2, max_size=3), st.sampled_from([0.5, 1.3]))
def test_clutches_side_by_side(parts: list[float], f: float):
    several, one = joined(parts, f), joined([sum(parts)], f)
    times = np.linspace(0, 2, 201)
    for name in ("left.w", "right.w"):
        np.testing.assert_allclose(
            speeds(several, name, times), speeds(one, name, times), atol=1e-6
        )


@pytest.mark.parametrize("torque", [3.0, 6.5, 9.5])
def test_each_holds_within_its_own_limit(torque: float):
    """A bearing of 1, a brake of 5 and a bearing of 4 N·m hold together what none could."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.mass >> self.small
        yield self.mass.flange_b >> self.brake.flange_a
        yield self.mass.flange_b >> self.big.flange_a

    model = build(
        equations,
        sine=Sine(amplitude=torque, f=0.5),
        motor=Torque(),
        mass=Inertia(J=1.0, **turning(0.0)),
        small=BearingFriction(tau_pos=[[0, 1.0]]),
        brake=Brake(fn_max=10.0, f_normalized=1.0),
        big=BearingFriction(tau_pos=[[0, 4.0]]),
    )
    result = simulate(model, stop_time=2.0)
    assert np.abs(result["mass.w"]).max() <= 1e-15
    # As the brake lets go and grips again, the mass is free for 3e-14 s, without a torque.
    assert np.ptp(result["mass.phi"]) < 1e-40
    for name, limit in (("small", 1.0), ("brake", 5.0), ("big", 4.0)):
        assert np.abs(result[f"{name}.tau"]).max() <= limit * (1 + 1e-9)
    total = result["small.tau"] + result["brake.tau"] + result["big.tau"]
    np.testing.assert_allclose(total, result["motor.tau"], atol=1e-9)
    assert len(result.events) < 40
