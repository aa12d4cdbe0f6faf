"""Torques that depend on speed: their formulas, and the jump of the inverse law."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.modeling import Model, fixed
from drivetrain.rotational import (
    ConstantTorque,
    EddyCurrentTorque,
    Inertia,
    InverseSpeedDependentTorque,
    LinearSpeedDependentTorque,
    SignTorque,
)

SPEEDS = (-30.0, -4.0, -1.0, -0.3, -1e-3, 0.0, 1e-3, 0.3, 1.0, 4.0, 30.0)


def tau_of(laws, component, w):
    """Return `tau` by the last of its equations: the first is the sign of the flange."""
    law = laws(component)
    last = [e.rhs for e in law.trace.equations if str(e.lhs) == "tau"][-1]
    return float(law.evaluate(last, {"w": w}))


@pytest.mark.parametrize("w", SPEEDS)
@pytest.mark.parametrize("one_sign", [True, False])
def test_linear(laws, w, one_sign):
    given = {"tau_nominal": -10.0, "w_nominal": 4.0, "torque_direction": one_sign}
    expected = -10.0 * (abs(w / 4.0) if one_sign else w / 4.0)
    assert tau_of(laws, LinearSpeedDependentTorque(**given), w) == pytest.approx(expected)


@pytest.mark.parametrize("w", SPEEDS)
def test_inverse_with_one_sign_is_bounded(laws, w):
    given = {"tau_nominal": -10.0, "w_nominal": 4.0, "w0": 0.5}
    expected = -10.0 * 4.0 / max(abs(w), 0.5)
    with np.errstate(divide="ignore"):
        found = tau_of(laws, InverseSpeedDependentTorque(**given), w)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("w", SPEEDS)
def test_inverse_with_both_signs_jumps(laws, w):
    given = {"tau_nominal": -10.0, "w_nominal": 4.0, "w0": 0.5, "torque_direction": False}
    expected = -10.0 * (w / 0.5 if abs(w) < 0.5 else 4.0 / w)
    with np.errstate(divide="ignore"):
        found = tau_of(laws, InverseSpeedDependentTorque(**given), w)
    assert found == pytest.approx(expected)


def exponential(w, w0):
    return 2 / (1 + np.exp(-w / (0.01 * w0))) - 1


def sine(w, w0):
    return np.sign(w) if abs(w) >= w0 else np.sin(np.pi / 2 * w / w0)


def linear(w, w0):
    return np.sign(w) if abs(w) >= w0 else w / w0


def cosine(w, w0):
    return np.sign(w) * (1.0 if abs(w) >= w0 else 1 - np.cos(np.pi / 2 * w / w0))


@pytest.mark.parametrize("w", SPEEDS)
@pytest.mark.parametrize(
    ("kind", "law"), [("exp", exponential), ("sine", sine), ("linear", linear), ("cosine", cosine)]
)
def test_sign(laws, kind, law, w):
    torque = SignTorque(tau_nominal=-10.0, w0=0.5, reg=kind)
    with np.errstate(over="ignore"):
        expected = -10.0 * law(w, 0.5)
    assert tau_of(laws, torque, w) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("temperature", [293.15, 393.15])
def test_an_eddy_current_brake_warms_up(laws, temperature):
    alpha20, reference = 4e-3, 313.15
    law = laws(
        EddyCurrentTorque(
            tau_nominal=9.0, w_nominal=2.0, T_ref=reference, alpha20=alpha20, T=temperature,
            constant_excitation=0.5,
        )
    )  # fmt: skip
    alpha = alpha20 / (1 + alpha20 * (reference - 293.15))
    x = float(law("w_normalized", w=5.0))
    assert x == pytest.approx(5.0 / 2.0 / (1 + alpha * (temperature - reference)))
    last = [e.rhs for e in law.trace.equations if str(e.lhs) == "tau"][-1]
    found = law.evaluate(last, {"w_normalized": x})
    assert float(found) == pytest.approx(2 * 9.0 * 0.25 * x / (1 + x * x))


class Reversed(Model):
    """A disc that runs through zero speed in less than a step, braked by a narrow law."""

    motor = ConstantTorque(tau_constant=-100.0)
    disc = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0))
    brake = SignTorque(tau_nominal=-1.0, reg="linear", w0=1e-4)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.disc >> self.brake


def test_a_narrow_law_passed_in_one_step_is_an_event():
    result = simulate(Reversed(), stop_time=0.1, tolerance=1e-8)
    assert result.stats.state_events >= 2
    # 3 rad/s fall with 101 rad/s², the rest of the time it is 99 rad/s².
    passed = 3.0 / 101.0
    assert result["disc.w"][-1] == pytest.approx(-99.0 * (0.1 - passed), rel=1e-5)
