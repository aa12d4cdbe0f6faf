"""Continuous blocks against SciPy's step responses, and how they start."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy import signal
from scipy.integrate import solve_ivp

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.blocks.continuous.prototype import low_pass_poles
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model
from tests.blocks.building import drive, rights

STEP = {"u": b.Step(start_time=0.5, height=2.0)}


def response(system, time):
    """Return the response to the input of `STEP` of a system at rest."""
    grid = np.linspace(0, 2.5, 251)
    _, y = signal.step(system, T=grid)
    return 2.0 * np.where(time < 0.5, 0.0, np.interp(time - 0.5, grid, np.ravel(y)))


def butterworth(n, f):
    zeros, poles, gain = signal.butter(n, 2 * math.pi * f, analog=True, output="zpk")
    return signal.ZerosPolesGain(zeros, poles, gain)


def damped(n, f):
    alpha = math.sqrt(2 ** (1 / n) - 1)
    w = 2 * math.pi * f / alpha
    return signal.ZerosPolesGain([], [-w] * n, w**n)


LINEAR = [
    (b.FirstOrder(k=3.0, T=0.3), signal.TransferFunction([3.0], [0.3, 1])),
    (b.SecondOrder(k=2.0, w=5.0, D=0.3), signal.TransferFunction([50.0], [1, 3, 25])),
    (b.Integrator(k=1.5), signal.TransferFunction([1.5], [1, 0])),
    (b.Derivative(k=0.5, T=0.1), signal.TransferFunction([0.5, 0], [0.1, 1])),
    (b.PI(k=2.0, T=0.4), signal.TransferFunction([0.8, 2.0], [0.4, 0])),
    (
        b.PID(k=2.0, Ti=0.5, Td=0.1),
        signal.TransferFunction(
            np.polyadd(2 * np.polymul([0.5, 1], [0.01, 1]), 2 * np.array([0.05, 0, 0])),
            np.polymul([0.5, 0], [0.01, 1]),
        ),
    ),
    (
        b.TransferFunction(b=[2.0, 1.0], a=[0.5, 0.4, 3.0, 1.5]),
        signal.TransferFunction([2.0, 1.0], [0.5, 0.4, 3.0, 1.5]),
    ),
    (
        b.TransferFunction(b=[1.0, 2.0, 3.0], a=[1.0, 0.7, 0.0]),
        signal.TransferFunction([1.0, 2.0, 3.0], [1.0, 0.7, 0.0]),
    ),
    (b.TransferFunction(b=[3.0], a=[2.0]), signal.TransferFunction([3.0], [2.0])),
    (b.CriticalDamping(f=1.0), damped(2, 1.0)),
    (b.CriticalDamping(n=5, f=1.5), damped(5, 1.5)),
    (b.LowpassButterworth(f=1.0), butterworth(2, 1.0)),
    (b.LowpassButterworth(n=5, f=2.0), butterworth(5, 2.0)),
    (b.LowpassButterworth(n=1, f=2.0), butterworth(1, 2.0)),
]


@pytest.mark.parametrize(("block", "system"), LINEAR, ids=lambda c: type(c).__name__)
def test_step_responses(block, system):
    time, y = rights(drive(block, **STEP), "block.y")
    np.testing.assert_allclose(y, response(system, time), atol=1e-8)


def test_damping_that_is_not_normalized():
    time, y = rights(drive(b.CriticalDamping(n=3, f=1.0, normalized=False), **STEP), "block.y")
    w = 2 * math.pi
    system = signal.ZerosPolesGain([], [-w] * 3, w**3)
    np.testing.assert_allclose(y, response(system, time), atol=1e-8)


A = [[-1.0, 4.0], [-4.0, -1.0]]
B = [[1.0, 0.0], [0.5, -2.0]]
C = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
D = [[0.0, 0.5], [0.0, 0.0], [0.0, 0.0]]


def test_state_space():
    block = b.StateSpace(A=A, B=B, C=C, D=D)
    result = drive(block, u=[b.Constant(k=1.0), b.Constant(k=-0.5)])
    time = result.time
    u = np.tile([1.0, -0.5], (len(time), 1))
    _, y, _ = signal.lsim((A, B, C, D), u, time)
    for k in range(3):
        np.testing.assert_allclose(result[f"block.y[{k}]"], y[:, k], atol=1e-9)


def test_matrices_that_do_not_fit():
    with pytest.raises(DrivetrainError, match="matrix C has the shape"):
        drive(b.StateSpace(C=[[1.0]]), u=[b.Constant(k=1.0)])


def test_a_numerator_of_too_high_degree():
    with pytest.raises(DrivetrainError, match="differentiate"):
        drive(b.TransferFunction(b=[1, 0, 0], a=[1, 1]), **STEP)


def test_exact_derivative():
    result = drive(b.Der(), u=b.Sine(f=0.5, amplitude=2.0))
    expected = 2 * math.pi * np.cos(math.pi * result.time)
    np.testing.assert_allclose(result["block.y"], expected, atol=1e-12)


STARTS = [
    (b.FirstOrder, {"T": 0.3}),
    (b.SecondOrder, {"w": 5.0, "D": 0.3}),
    (b.TransferFunction, {"b": [2.0, 3.0], "a": [0.5, 0.4, 3.0]}),
    (b.CriticalDamping, {"n": 3, "f": 1.0}),
    (b.LowpassButterworth, {"n": 4, "f": 1.0}),
    (b.LowpassButterworth, {"n": 3, "f": 1.0}),
]


@pytest.mark.parametrize(("cls", "given"), STARTS, ids=lambda c: getattr(c, "__name__", None))
def test_steady_state(cls, given):
    block = cls(init_type="steady_state", **given)
    y = drive(block, 1.0, u=b.Constant(k=1.5))["block.y"]
    np.testing.assert_allclose(y, 1.5, atol=1e-9)


@pytest.mark.parametrize(("cls", "given"), STARTS, ids=lambda c: getattr(c, "__name__", None))
def test_initial_output(cls, given):
    block = cls(init_type="initial_output", y_start=0.7, **given)
    result = drive(block, 0.02, u=b.Constant(k=1.5))
    assert result["block.y"][0] == pytest.approx(0.7, abs=1e-12)


INITIAL_STATES = [
    (b.FirstOrder(T=0.3, y_start=0.7, init_type="initial_state"), {"y": 0.7}),
    (
        b.SecondOrder(w=5.0, D=0.3, y_start=0.7, yd_start=0.2, init_type="initial_state"),
        {"y": 0.7, "yd": 0.2},
    ),
    (b.PI(k=2.0, T=0.3, x_start=0.7, init_type="initial_state"), {"x": 0.7, "y": 4.4}),
    (b.PI(k=2.0, T=0.3, y_start=0.7, init_type="initial_output"), {"x": -1.15, "y": 0.7}),
    (b.Derivative(k=2.0, x_start=0.7, init_type="initial_state"), {"x": 0.7, "y": 160.0}),
    (b.Derivative(k=2.0, y_start=0.7, init_type="initial_output"), {"x": 1.4965, "y": 0.7}),
    (b.Derivative(k=2.0, init_type="steady_state"), {"x": 1.5, "y": 0.0}),
    (b.Derivative(k=0.0, init_type="initial_output"), {"x": 1.5, "y": 0.0}),
    (
        b.TransferFunction(b=[1.0], a=[1.0, 2.0, 4.0], x_start=[1.0, 2.0],
                           init_type="initial_state"),
        {"x[0]": 1.0, "x[1]": 2.0, "x_scaled[0]": 4.0, "y": 2.0},
    ),
    (
        b.CriticalDamping(n=3, f=1.0, x_start=[1.0, 2.0, 3.0], init_type="initial_state"),
        {"x[0]": 1.0, "x[1]": 2.0, "x[2]": 3.0},
    ),
    (b.CriticalDamping(n=3, f=1.0, x_start=0.5, init_type="initial_state"), {"x[2]": 0.5}),
    (
        b.CriticalDamping(n=3, f=1.0, y_start=0.5, init_type="initial_output"),
        {"x[0]": 1.5, "x[1]": 1.5, "x[2]": 0.5},
    ),
    (
        b.LowpassButterworth(n=3, f=1.0, x1_start=[0.4], x2_start=[0.3], xr_start=0.2,
                             init_type="initial_state"),
        {"x1[0]": 0.4, "x2[0]": 0.3, "xr[0]": 0.2, "y": 0.2},
    ),
    (
        b.PID(Ti=0.5, Td=0.1, xi_start=0.2, xd_start=0.3, init_type="initial_state"),
        {"I.y": 0.2, "D.x": 0.3, "y": 1.5 + 0.2 + 10 * 1.2},
    ),
    (
        b.PID(Ti=0.5, Td=0.1, y_start=0.2, init_type="initial_output"),
        {"I.y": -1.3, "D.y": 0.0, "y": 0.2},
    ),
    (b.Integrator(y_start=0.3), {"y": 0.3}),
    (b.Integrator(y_start=0.3, init_type="initial_output"), {"y": 0.3}),
    (b.LimIntegrator(out_max=1.0, y_start=0.3), {"y": 0.3}),
]  # fmt: skip


@pytest.mark.parametrize(("block", "values"), INITIAL_STATES, ids=lambda c: type(c).__name__)
def test_initial_states(block, values):
    result = drive(block, 0.02, u=b.Constant(k=1.5))
    for name, value in values.items():
        assert result[f"block.{name}"][0] == pytest.approx(value, abs=1e-9), name


def test_steady_state_for_a_wanted_output():
    block = b.StateSpace(A=A, B=B, C=[[1.0, 0.5]], y_start=[0.7], init_type="initial_output")
    inputs = [b.Constant(k=1.0), b.Constant(k=-0.5)]
    result = drive(block, 0.02, u=inputs)
    x = np.array([result["block.x[0]"][0], result["block.x[1]"][0]])
    assert result["block.y[0]"][0] == pytest.approx(0.7, abs=1e-12)
    rate = np.array(A) @ x + np.array(B) @ [1.0, -0.5]
    along = np.array([0.5, -1.0])
    # No step along the line of equal output makes the rates smaller.
    assert rate @ np.array(A) @ along == pytest.approx(0.0, abs=1e-9)


def test_reset_of_an_integrator():
    for block, expected in (
        (b.Integrator(use_reset=True, y_start=0.25), 0.25),
        (b.Integrator(use_reset=True, use_set=True), 0.75),
    ):
        inputs = {"u": b.Constant(k=1.0), "reset": b.BooleanPulse(period=1.0, start_time=0.5)}
        if expected == 0.75:
            inputs["set"] = b.Constant(k=0.75)
        start = 0.25 if expected == 0.25 else 0.0
        time, y = rights(drive(block, 2.0, **inputs), "block.y")
        wanted = np.where(time < 0.5, start + time, expected + np.mod(time - 0.5 + 1e-12, 1.0))
        np.testing.assert_allclose(y, wanted, atol=1e-9)


@pytest.mark.parametrize("strict", [False, True])
def test_limited_integrator(strict):
    block = b.LimIntegrator(out_max=0.5, strict=strict)
    time, y = rights(drive(block, 3.0, u=b.Step(height=-2.0, offset=1.0, start_time=1.5)),
                     "block.y")  # fmt: skip
    falling = np.maximum(0.5 - (time - 1.5), -0.5)
    expected = np.where(time < 1.5, np.minimum(time, 0.5), falling)
    np.testing.assert_allclose(y, expected, atol=1e-9 if not strict else 2e-2)


def limited_pid(time, u_s, k=3.0, ti=0.5, td=0.1, y_max=1.0, ni=0.9, nd=10.0):
    """Integrate the equations of the controller with a first-order plant independently."""

    def rates(t, x):
        integral, lag, plant = x
        error = u_s - plant
        derivative = td / (td / nd) * (-plant - lag)
        linear = k * (error + integral + derivative)
        y = min(max(linear, -y_max), y_max)
        return [
            (error + (y - linear) / (k * ni)) / ti,
            (-plant - lag) / (td / nd),
            2.0 * y - plant,
        ]

    return solve_ivp(rates, (0, time[-1]), [0, 0, 0], "Radau", time, rtol=1e-10, atol=1e-12,
                     max_step=0.005).y  # fmt: skip


def test_limited_pid_in_a_loop():
    class Loop(Model):
        controller = b.LimPID(k=3.0, y_max=1.0)
        plant = b.FirstOrder(k=2.0, T=1.0, init_type="initial_state")
        command = b.Constant(k=1.5)

        def equations(self) -> Iterable[Any]:
            yield self.command.y >> self.controller.u_s
            yield self.plant.y >> self.controller.u_m
            yield self.controller.y >> self.plant.u

    result = simulate(Loop(), stop_time=4.0, tolerance=1e-10, interval=0.02)
    time, plant = rights(result, "plant.y")
    unique = np.unique(time)
    expected = limited_pid(unique, 1.5)
    np.testing.assert_allclose(plant, np.interp(time, unique, expected[2]), atol=1e-6)
    assert result["controller.y"].max() <= 1.0 + 1e-12
    assert abs(plant[-1] - 1.5) < 0.02


@pytest.mark.parametrize(
    ("kind", "u_s", "u_m", "expected"),
    [
        ("p", 1.0, 0.4, 2 * 0.6),
        ("pd", 1.0, 0.4, 2 * 0.6),
        ("pi", 1.0, 0.4, None),
        ("pid", 1.0, 0.4, None),
    ],
)
def test_parts_of_a_controller(kind, u_s, u_m, expected):
    block = b.LimPID(controller_type=kind, k=2.0, y_max=1e3, init_type="initial_output"
                     if "i" in kind else "steady_state")  # fmt: skip
    result = drive(block, 1.0, u_s=b.Constant(k=u_s), u_m=b.Constant(k=u_m))
    y = result["block.y"]
    if expected is None:
        np.testing.assert_allclose(y, 2 * 0.6 / 0.5 * result.time, atol=1e-9)
    else:
        np.testing.assert_allclose(y, expected, atol=1e-12)


def test_feed_forward_passes_the_limits_too():
    block = b.LimPID(controller_type="p", with_feed_forward=True, k_ff=2.0, y_max=1.0)
    ramp = b.Ramp(height=1.0, duration=1.0)
    result = drive(block, 1.0, u_s=b.Constant(k=0.0), u_m=b.Constant(k=0.0), u_ff=ramp)
    np.testing.assert_allclose(result["block.y"], np.minimum(2 * result.time, 1.0), atol=1e-12)
    np.testing.assert_allclose(result["block.control_error"], 0.0)


def test_a_start_outside_the_limits_is_refused():
    block = b.LimPID(y_max=1.0, y_start=2.0, init_type="initial_output")
    with pytest.raises(DrivetrainError, match="y_start is outside"):
        drive(block, 1.0, u_s=b.Constant(k=0.0), u_m=b.Constant(k=0.0))


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("family", ["critical_damping", "bessel", "butterworth"])
def test_filters_damp_by_3_db_at_their_cut_off_frequency(family, order):
    poles = low_pass_poles(family, order, normalized=True)
    full = np.concatenate([poles, poles[poles.imag > 0].conj()])
    assert len(full) == order
    exact = 2.0 if family == "butterworth" else 10**0.3
    assert np.prod(np.abs(1 - 1j / full) ** 2) == pytest.approx(exact, rel=1e-12)
    block = b.Filter(analog_filter=family, order=order, f_cut=2.0, gain=3.0)
    time, y = rights(drive(block, **STEP), "block.y")
    w = 4 * math.pi
    system = signal.ZerosPolesGain([], full * w, float(3 * np.prod(-full * w).real))
    np.testing.assert_allclose(y, response(system, time), atol=1e-8)


def test_second_order_bessel_filter():
    pole = low_pass_poles("bessel", 2, normalized=True)[0]
    denominator = [1 / abs(pole) ** 2, -2 * pole.real / abs(pole) ** 2]
    expected = [0.6159132201783791, 1.359315879600889]
    np.testing.assert_allclose(denominator, expected, rtol=1e-12)


def test_start_of_a_filter():
    result = drive(b.Filter(f_cut=1.0, order=3, gain=2.0), 0.1, u=b.Constant(k=1.5))
    np.testing.assert_allclose(result["block.y"], 3.0, atol=1e-12)
    block = b.Filter(f_cut=1.0, order=3, y_start=0.5, init_type="initial_output")
    assert drive(block, 0.1, u=b.Constant(k=1.5))["block.y"][0] == pytest.approx(0.5)
    block = b.Filter(f_cut=1.0, order=2, x_start=[0.1, 0.2], init_type="initial_state")
    assert drive(block, 0.1, u=b.Constant(k=1.5))["block.y"][0] == pytest.approx(0.2)
