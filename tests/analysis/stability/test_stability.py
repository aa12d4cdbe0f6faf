"""Stability over parameters: critical values, maps, and what sliding friction feeds."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, NameLookupError, UsageError
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    ConstantSpeed,
    ConstantTorque,
    Fixed,
    Inertia,
    SpringDamper,
)


class Belt(dt.Model):
    """A disc on a spring and a damper, dragged by friction that falls with the slip."""

    belt = ConstantSpeed(w_fixed=10)
    clutch = Clutch(fn_max=400, cgeo=1, mu_pos=[[0, 0.5], [100, 0.4]])
    disc = Inertia(J=0.5, phi=dt.fixed(0.2), w=dt.fixed(0))
    spring = SpringDamper(c=800, d=0.2)
    ground = Fixed()
    pressed = Constant(k=1)

    def equations(self) -> Any:
        yield self.belt >> self.clutch >> self.disc >> self.spring >> self.ground
        yield self.pressed.y >> self.clutch.f_normalized


BELT = dt.compile(Belt())


def test_the_limit_of_a_friction_that_falls() -> None:
    """``sigma = -(d + F mu')/2J``: with a slope of -0.001 s/rad something grows above 200 N."""
    locus = BELT.root_locus("clutch.fn_max", np.linspace(50, 400, 6), at="steady")
    (one,) = locus.critical
    assert one.value == pytest.approx(200, abs=1e-9)
    assert one.omega == pytest.approx(40)
    assert one.grows_above
    assert not one.jumps
    assert locus.growth == pytest.approx((locus.values * 0.001 - 0.2) / (2 * 0.5))
    assert "critical: 200 N, 6.3662 Hz, unstable above" in str(locus)
    assert not locus.is_stable


def test_values_may_decrease_and_have_units() -> None:
    locus = BELT.root_locus("clutch.fn_max", ["0.4 kN", "0.1 kN"], at="steady")
    assert locus.values.tolist() == [400.0, 100.0]
    (one,) = locus.critical
    assert one.value == pytest.approx(200, abs=1e-9)
    assert one.grows_above
    geometry = BELT.root_locus("clutch.cgeo", [0.1, 1.0], at="steady")
    assert geometry.critical[0].value == pytest.approx(0.5, abs=1e-11)


def test_a_stable_machine_has_no_critical_value() -> None:
    locus = BELT.root_locus("spring.d", [1.0, 2.0], at="steady")
    assert locus.critical == ()
    assert locus.is_stable
    assert "nothing grows at any of these values" in str(locus)
    assert str(pickle.loads(pickle.dumps(locus))) == str(locus)


def test_a_contact_that_changes_makes_the_growth_jump() -> None:
    """Above a torque the brake no longer holds, and friction that falls feeds the motion."""

    class Held(dt.Model):
        motor = ConstantTorque(tau_constant=1)
        disc = Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(0))
        brake = Brake(fn_max=10, mu_pos=[[0, 1], [100, 0.5]])
        pressed = Constant(k=1)
        shaft = SpringDamper(c=100, d=0.01, phi_rel=dt.fixed(0), w_rel=dt.fixed(0))
        end = Inertia(J=1)

        def equations(self) -> Any:
            yield self.motor >> self.disc >> self.brake
            yield self.disc >> self.shaft >> self.end
            yield self.pressed.y >> self.brake.f_normalized

    locus = dt.compile(Held()).root_locus("motor.tau_constant", [5, 8, 12, 15])
    (one,) = locus.critical
    assert one.jumps
    assert one.value == pytest.approx(10, rel=1e-9)
    assert "where a contact changes" in str(locus)
    assert locus.contacts[0] != locus.contacts[-1]


def test_values_without_a_linear_model_are_told() -> None:
    locus = BELT.root_locus("disc.J", [-1.0, 0.5, 1.0], at="steady")
    assert locus.messages[0]
    assert np.isnan(locus.eigenvalue[0]).all()
    assert "no linear model at 1 of 3 values" in str(locus)
    with pytest.raises(AnalysisError, match="no linear model at any of the values"):
        BELT.root_locus("disc.J", [-2.0, -1.0], at="steady")


def test_a_map_over_two_parameters() -> None:
    """The border is ``d = 0.001 F``."""
    forces, dampings = np.linspace(50, 400, 8), np.linspace(0.05, 0.5, 5)
    found = BELT.stability_map({"clutch.fn_max": forces, "spring.d": dampings}, at="steady")
    expected = (0.001 * forces[:, None] - dampings[None, :]) / (2 * 0.5)
    assert found.growth == pytest.approx(expected, abs=1e-9)
    assert np.array_equal(found.is_stable, found.growth <= 0)
    assert found.omega == pytest.approx(np.full_like(expected, 40))
    assert found.to_pandas().shape == (8, 5)
    assert "stable: " in str(found)


def test_what_sliding_adds_to_the_damping() -> None:
    """``zeta = F mu'/(2 J omega)``: 400 N and -0.001 s/rad add -0.01."""
    found = BELT.linearise(at="steady").eigenmodes().sliding()
    assert found.elements == ("clutch",)
    assert found.slopes == pytest.approx([-0.4])
    assert found.damping == pytest.approx(np.array([[-0.01]]), rel=1e-6)
    assert "sliding at clutch adds -0.01 to the damping ratio of mode 1" in str(found)


def test_bearings_and_brakes_slide_against_the_ground() -> None:
    m = dt.Model("sliding")
    m.add(
        a=Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(5)), shaft=SpringDamper(c=100, d=0),
        b=Inertia(J=2, phi=dt.fixed(0), w=dt.fixed(5)), on=Constant(k=1),
        brake=Brake(fn_max=10, mu_pos=[[0, 0.1], [10, 0.3]], cgeo=2),
        bearing=BearingFriction(tau_pos=[[0, 1], [10, 0.6]]),
    )  # fmt: skip
    m.connect(m.a >> m.shaft >> m.b >> m.bearing)
    m.connect(m.a >> m.brake)
    m.connect(m.on.y >> m.brake.f_normalized)
    modes = dt.linearise(m).eigenmodes()
    found = modes.sliding()
    slopes = dict(zip(found.elements, found.slopes, strict=True))
    assert slopes == pytest.approx({"brake": 2 * 10 * 0.02, "bearing": -0.04})
    assert found.damping.sum(axis=0) == pytest.approx(modes.damping)


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: BELT.root_locus("clutch.fn_mx", [1, 2]), NameLookupError, "did you mean"),
        (lambda: BELT.root_locus("clutch.fn_max", [1]), UsageError, "at least two values"),
        (lambda: BELT.root_locus("clutch.fn_max", [1, 3, 2]), UsageError, "each larger than"),
        (lambda: BELT.root_locus(3, [1, 2]), UsageError, "is no name of a parameter"),  # type: ignore[arg-type]
        (
            lambda: BELT.root_locus("disc.J", [1, 2], parameters={"disc.J": 1}),
            UsageError, "is varied, so it cannot be given",
        ),
        (lambda: BELT.stability_map({"disc.J": [1, 2]}), UsageError, "give two parameters"),
    ],
)  # fmt: skip
def test_refused(call: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        call()
