"""Friction at its limits exactly: prescribed motions, equal torques, releases in one instant.

Speeds vanish and torques reach their limits at the start, at output points, at clock events and at
the end; every run has to reach its end with equations that hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from tests.closed_forms.building import REST, build, turning

from drivetrain import compile as compile_model
from drivetrain import edition2002, rotational
from drivetrain.blocks import Constant, Pulse, Ramp, Sine, Step, Trapezoid
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import ConstantTorque, Inertia, Speed, SpringDamper, Torque
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import residuals

EDITIONS = pytest.mark.parametrize("edition", [rotational, edition2002])
TABLE = [[0, 1.0], [1, 1.0]]


def run(model: Model, stop_time: float) -> Result:
    compiled = compile_model(model)
    result = compiled.simulate(stop_time=stop_time, interval=stop_time / 8)
    assert result.time[-1] == stop_time
    assert residuals(compiled, result).worst <= 1e-9
    return result


def pressed(element: Any, edition: Any) -> Any:
    return element.f_normalized if edition is rotational else element.in_port


def brake(edition: Any, fn_max: float, peak: float = 1.0) -> Any:
    name = "mu_pos" if edition is rotational else "mue_pos"
    return edition.Brake(fn_max=fn_max, peak=peak, **{name: [[0, 0.5]]})


@EDITIONS
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("phase", [0.0, math.pi / 2])
@pytest.mark.parametrize("J", [0.0, 0.1])
def test_friction_on_a_prescribed_speed(edition: Any, exact: bool, phase: float, J: float):
    """The speed vanishes at output points, with phase 0 at both ends of the run as well."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.source.w_ref
        yield self.source.flange >> self.shaft.flange_a
        yield self.shaft >> self.bearing >> self.brake
        yield pressed(self.brake, edition) == self.fn.y

    result = run(
        build(
            equations,
            wave=Sine(amplitude=5.0, f=1.0, phase=phase),
            source=Speed(exact=exact),
            shaft=Inertia(J=J),
            bearing=edition.BearingFriction(tau_pos=TABLE, peak=1.1),
            brake=brake(edition, 10.0, 1.2),
            fn=Constant(k=0.5),
        ),
        2.0,
    )
    slides = np.abs(result["shaft.w"]) > 1e-3
    sign = np.sign(result["shaft.w"][slides])
    np.testing.assert_allclose(result["bearing.tau"][slides], sign, rtol=1e-12)


SOURCES = {
    "constant": lambda tau: Constant(k=tau),
    "ramp": lambda tau: Ramp(height=2 * tau, duration=1.0),
    "square": lambda tau: Pulse(amplitude=2 * tau, offset=-tau, period=0.25),
    "plateau": lambda tau: Trapezoid(
        amplitude=tau, rising=0.25, width=0.25, falling=0.25, period=1.0
    ),
}


@EDITIONS
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("count", "peak"), [(1, 1.0), (3, 1.5)])
@pytest.mark.parametrize("J", [0.0, 1.0])
def test_a_torque_as_large_as_all_bearings_can_hold(
    edition: Any, source: str, count: int, peak: float, J: float
):
    """What only equals the limit moves nothing; a shaft without inertia follows at once."""
    names = [f"bearing{k}" for k in range(count)]
    behind = {} if J else {"spring": SpringDamper(c=1e6, d=10.0), "end": Inertia(J=1.0, **REST)}

    def equations(self: Any) -> Iterable[Any]:
        yield self.source.y >> self.motor.tau
        yield self.motor >> self.shaft
        for name in names:
            yield self.shaft.flange_b >> getattr(self, name).flange_a
        if behind:
            yield self.shaft >> self.spring >> self.end

    result = run(
        build(
            equations,
            source=SOURCES[source](count * peak),
            motor=Torque(),
            shaft=Inertia(J=J, **(REST if J else {})),
            **{name: edition.BearingFriction(tau_pos=TABLE, peak=peak) for name in names},
            **behind,
        ),
        1.0,
    )
    if source != "ramp":
        assert np.abs(result["shaft.w"]).max() == 0.0


@EDITIONS
@pytest.mark.parametrize("stiff", [False, True])
@pytest.mark.parametrize("instant", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("torque", [6.0, -7.5])
def test_three_brakes_released_in_one_instant(
    edition: Any, stiff: bool, instant: float, torque: float
):
    links = {f"link{k}": SpringDamper(c=1e8, d=1e4) for k in (1, 2) if stiff}

    def equations(self: Any) -> Iterable[Any]:
        yield self.motor >> self.shaft0
        for k in range(3):
            one = getattr(self, f"shaft{k}"), getattr(self, f"brake{k}")
            yield one[0] >> one[1]
            yield pressed(one[1], edition) == self.pedal.y
            if k:
                before = getattr(self, f"shaft{k - 1}")
                yield before >> getattr(self, f"link{k}") >> one[0] if links else before >> one[0]

    shafts = {
        f"shaft{k}": Inertia(J=1.0 + k, **(turning(1.0) if stiff or not k else {}))
        for k in range(3)
    }
    result = run(
        build(
            equations,
            pedal=Step(start_time=instant, height=-1.0, offset=1.0),
            motor=ConstantTorque(tau_constant=torque),
            **shafts,
            **{f"brake{k}": brake(edition, 8.0) for k in range(3)},
            **links,
        ),
        1.0,
    )
    momentum = sum((1.0 + k) * result[f"shaft{k}.w"] for k in range(3))
    free = result.time > instant
    if free.any():
        gained = momentum[free] - momentum[free][0]
        expected = torque * (result.time[free] - result.time[free][0])
        np.testing.assert_allclose(gained, expected, rtol=1e-6, atol=1e-6)


@EDITIONS
@pytest.mark.parametrize("f_normalized", [0.0, 1.0])
@pytest.mark.parametrize("f", [4.0, 7.3])
@pytest.mark.parametrize("load", [0.0, 1.0])
def test_a_freewheel_under_a_torque_that_reverses(
    edition: Any, f_normalized: float, f: float, load: float
):
    def equations(self: Any) -> Iterable[Any]:
        yield self.wave.y >> self.motor.tau
        yield self.motor >> self.first >> self.freewheel >> self.last
        yield self.load.flange >> self.last.flange_b
        yield pressed(self.freewheel, edition) == self.fn.y

    result = run(
        build(
            equations,
            wave=Sine(amplitude=10.0, f=f),
            motor=Torque(),
            first=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)),
            freewheel=edition.OneWayClutch(fn_max=10.0),
            last=Inertia(J=0.5, phi=fixed(0.0), w=fixed(0.0)),
            load=ConstantTorque(tau_constant=-load),
            fn=Constant(k=f_normalized),
        ),
        2.0,
    )
    assert result["freewheel.w_rel"].min() >= -1e-9
