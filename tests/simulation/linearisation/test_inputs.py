"""Inputs of linear models: whatever they are, as differences and closed forms say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant, Gain, Sine, Step
from drivetrain.errors import AnalysisError, NameLookupError, StructureError
from drivetrain.rotational import (
    Accelerate,
    ConstantTorque,
    Disc,
    Fixed,
    Inertia,
    Position,
    QuadraticSpeedDependentTorque,
    Speed,
    SpeedSensor,
    Spring,
    SpringDamper,
    Torque,
    TorqueSensor,
)


class Fan(dt.Model):
    """A motor whose torque is a signal drives a fan over a shaft."""

    signal = Constant(k=20)
    gain = Gain(k=0.5)
    motor = Torque()
    rotor = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(100))
    shaft = SpringDamper(c=500, d=0.2, phi_rel=dt.fixed(0.01), w_rel=dt.fixed(0))
    fan = Inertia(J=0.4)
    air = QuadraticSpeedDependentTorque(tau_nominal=-10, w_nominal=100, torque_direction=False)

    def equations(self) -> Any:
        yield self.signal.y >> self.gain.u
        yield self.gain.y >> self.motor.tau
        yield self.motor >> self.rotor >> self.shaft >> self.fan >> self.air


FAN = dt.compile(Fan())
OUT = ["rotor.a", "fan.a", "shaft.tau"]


@pytest.mark.parametrize(
    ("name", "at_rotor"),
    [
        ("signal.k", 0.5),
        ("signal.y", 0.5),
        ("gain.u", 0.5),
        ("gain.y", 1.0),
        ("motor.tau", 1.0),
        ("gain.k", 20.0),
    ],
)
def test_signals_and_parameters_act_on_the_motor(name: str, at_rotor: float) -> None:
    linear = FAN.linearise(inputs=[name], outputs=OUT)
    assert linear.inputs.names == (name,)
    assert linear.D[:, 0] == pytest.approx([at_rotor / 0.1, 0, 0])


@pytest.mark.parametrize("name", ["rotor", "rotor.flange_a", "rotor.flange_b", "motor.flange"])
def test_torques_act_at_flanges(name: str) -> None:
    """A positive torque accelerates, whichever flange of a rigid shaft it is given at."""
    linear = FAN.linearise(inputs=[name], outputs=OUT)
    assert linear.D[:, 0] == pytest.approx([10, 0, 0])
    assert linear.inputs.units == ("N.m",)


@pytest.mark.parametrize(
    "name",
    [
        "rotor.J", "fan.J", "shaft.c", "shaft.d", "air.tau_nominal", "air.w_nominal", "gain.k",
        "signal.k", "shaft.phi_rel0",
    ],
)  # fmt: skip
def test_parameters_against_differences(name: str) -> None:
    """Rates of change at the same states with a parameter a little larger and smaller."""
    linear = FAN.linearise(inputs=[name], outputs=OUT)
    value = linear.details.parameters([name])[0][1]
    step = 1e-5 * (abs(value) or 1.0)
    here, there = (FAN.linearise(parameters={name: value + sign * step}).point for sign in (1, -1))
    assert here.states == pytest.approx(there.states)
    expected = (here.rates - there.rates) / (2 * step)
    assert linear.B[:, 0] == pytest.approx(expected, rel=1e-6, abs=1e-6)


def test_a_pattern_stands_for_all_that_fit() -> None:
    """Signals before parts before parameters, in their order."""
    linear = FAN.linearise(inputs=["*.tau", "*.J"])
    assert "motor.tau" in linear.inputs
    assert [name for name in linear.inputs if name.endswith(".J")] == ["rotor.J", "fan.J"]
    parts = FAN.linearise(inputs=["f*"])
    assert "fan" in parts.inputs


def test_a_signal_of_its_own_is_an_input_too() -> None:
    """A numeric input of a block, and what a sensor measures."""
    m = dt.Model("loop")
    m.add(
        measured=SpeedSensor(), gain=Gain(k=-3), motor=Torque(), disc=Inertia(J=2, w=dt.fixed(1)),
        numeric=Torque(tau=5),
    )  # fmt: skip
    m.connect(m.motor >> m.disc >> m.measured)
    m.connect(m.measured.w >> m.gain.u)
    m.connect(m.gain.y >> m.motor.tau)
    m.connect(m.numeric.flange, m.disc.flange_b)
    linear = dt.linearise(m, inputs=["measured.w", "gain.y", "numeric.tau"], outputs=["disc.a"])
    assert pytest.approx(np.array([[-1.5, 0.5, 0.5]])) == linear.D
    assert linear.eigenmodes().decays == pytest.approx([-1.5])


def test_a_loop_may_be_closed_outside() -> None:
    """A gain from the speed to the opened torque is what a model with that loop has."""

    def model(closed: bool) -> dt.Model:
        m = dt.Model("loop")
        m.add(
            measured=SpeedSensor(), gain=Gain(k=-3.0 if closed else 0.0), motor=Torque(),
            disc=Inertia(J=2), shaft=Spring(c=50), end=Inertia(J=1),
        )  # fmt: skip
        m.connect(m.motor >> m.disc >> m.shaft >> m.end >> m.measured)
        m.connect(m.measured.w >> m.gain.u)
        m.connect(m.gain.y >> m.motor.tau)
        return m

    opened = dt.linearise(model(False), inputs=["motor.tau"], outputs=["end.w"])
    whole = dt.linearise(model(True))
    assert list(opened.states) == list(whole.states)
    assert pytest.approx(whole.A) == opened.A + opened.B @ (-3.0 * opened.C)
    assert pytest.approx(opened.A) == opened.A + opened.B @ (0.0 * opened.C)


def moved(source: Any) -> dt.Model:
    """Return a disc on a spring whose other end is moved."""
    m = dt.Model("moved")
    m.add(signal=Sine(amplitude=0.1, f=0.5), base=source, shaft=SpringDamper(c=100, d=3))
    m.add(disc=Inertia(J=2, phi=dt.fixed(0), w=dt.fixed(0)))
    m.connect(m.base >> m.shaft >> m.disc)
    return m


def response(linear: LinearModel, omega: float) -> complex:
    """Return the response to all columns of one input: to it and to its derivatives."""
    powers = (1j * omega) ** np.array(linear.inputs.orders)
    inner = np.linalg.solve(1j * omega * np.eye(len(linear.states)) - linear.A, linear.B)
    return complex(((linear.C @ inner + linear.D) @ powers)[0])


@pytest.mark.parametrize("omega", [0.7, 7.0, 30.0])
@pytest.mark.parametrize(
    ("source", "signal", "order", "most"),
    [
        (Position(exact=True), "phi_ref", 0, 2),
        (Speed(exact=True), "w_ref", 1, 1),
        (Accelerate(), "a_ref", 2, 0),
    ],
)
def test_a_moved_end_acts_by_its_speed_and_acceleration_too(
    source: Any, signal: str, order: int, most: int, omega: float
) -> None:
    """``(c + d s)/(J s^2 + d s + c)`` from one end to the other; a speed is ``s`` times that."""
    m = moved(source)
    m.connect(m.signal.y >> getattr(m.base, signal))
    outputs = ["disc.phi", "shaft.tau", "base.flange.tau"]
    s = 1j * omega
    motion = (100 + 3 * s) / (2 * s**2 + 3 * s + 100)
    torque = 2 * s**2 * motion  # of the disc; the shaft pulls it back
    for name, expected in zip(outputs, (motion, -torque, -torque), strict=True):
        linear = dt.linearise(m, inputs=["signal.y"], outputs=[name])
        assert max(linear.inputs.orders) <= most
        assert response(linear, omega) == pytest.approx(expected / s**order, rel=1e-10)


def test_a_torque_that_moves_an_inertia_needs_its_acceleration() -> None:
    m = dt.Model("moved")
    m.add(signal=Sine(amplitude=0.1, f=0.5), base=Position(exact=True), disc=Inertia(J=2))
    m.connect(m.base >> m.disc)
    m.connect(m.signal.y >> m.base.phi_ref)
    linear = dt.linearise(m, inputs=["signal.y"], outputs=["base.flange.tau", "disc.w"])
    assert linear.inputs.names == ("signal.y", "der(signal.y)", "der(signal.y, 2)")
    assert linear.inputs.units == ("1", "1/s", "1/s2")
    assert pytest.approx(np.array([[0, 0, -2], [0, 1, 0]])) == linear.D


@pytest.mark.parametrize(
    ("source", "signal", "bandwidth"),
    [(Position(f_crit=8), "phi_ref", 8.0), (Speed(f_crit=8), "w_ref", 8.0)],
)
def test_a_filtered_motion_has_states_of_its_own(
    source: Any, signal: str, bandwidth: float
) -> None:
    m = moved(source)
    m.connect(m.signal.y >> getattr(m.base, signal))
    linear = dt.linearise(m, inputs=["signal.y"], outputs=["disc.phi"])
    assert linear.inputs.orders == (0,)
    found = linear.frequency_response([0.02]).matrix[0, 0, 0]
    assert abs(found) * (0.02 if signal == "w_ref" else 1.0) == pytest.approx(1.0, rel=1e-2)
    slow = -linear.eigenmodes().decays if signal == "w_ref" else linear.eigenmodes().omega[1:]
    assert slow == pytest.approx(2 * np.pi * bandwidth, rel=0.3)


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("rotor.w", AnalysisError, "cannot be an input"),
        ("rotor.flange_c", NameLookupError, "did you mean 'flange_"),
        ("signal.q", NameLookupError, "there is no signal"),
        ("nothing.*", NameLookupError, "nothing that can be an input fits"),
        ("signal", AnalysisError, "has no flange"),
    ],
)
def test_refused(name: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        FAN.linearise(inputs=[name])


def test_a_signal_that_jumps_may_be_opened_before_and_after() -> None:
    m = dt.Model("step")
    m.add(step=Step(start_time=0.5), motor=Torque(), disc=Inertia(J=2), ground=Fixed())
    m.add(spring=Spring(c=8))
    m.connect(m.motor >> m.disc >> m.spring >> m.ground)
    m.connect(m.step.y >> m.motor.tau)
    for side in ("before", "after"):
        linear = dt.linearise(m, at=0.5, side=side, inputs=["step.y"], outputs=["disc.a"])
        assert pytest.approx(np.array([[0.5]])) == linear.D


def node() -> dt.Model:
    """Return two discs that dampers couple to a node without inertia, with sources at the node."""
    m = dt.Model("node")
    m.add(left=Inertia(J=1.0), right=Inertia(J=2.0), near=SpringDamper(c=10.0, d=1.0))
    m.add(far=SpringDamper(c=20.0, d=3.0), motor=Torque(), signal=Constant(k=0.0))
    m.add(constant=ConstantTorque(tau_constant=0.0), numeric=Torque(tau=0.0))
    m.connect(m.left >> m.near >> m.far >> m.right)
    m.connect(m.signal.y >> m.motor.tau)
    for source in (m.motor, m.constant, m.numeric):
        m.connect(source.flange, m.near.flange_b)
    return m


@pytest.mark.parametrize("omega", [0.3, 5.0, 40.0])
@pytest.mark.parametrize(
    "name", ["near.flange_b", "motor", "motor.tau", "signal.y", "numeric.tau", "numeric"]
)
def test_a_torque_between_dampers_moves_them_at_once(name: str, omega: float) -> None:
    """Stiffness, damping and inertia of the three angles, as a matrix.

    The relative speed of a damper may be a state here, which jumps with the torque.
    """
    linear = dt.linearise(node(), inputs=[name], outputs=["left.phi", "right.phi", "near.tau"])
    s = 1j * omega
    near, far = 10 + s, 20 + 3 * s
    stiffness = np.array(
        [[s**2 + near, -near, 0], [-near, near + far, -far], [0, -far, 2 * s**2 + far]]
    )
    left, between, right = np.linalg.solve(stiffness, [0, 1, 0])
    found = linear.frequency_response([omega]).matrix[0, :, 0]
    assert found == pytest.approx([left, right, near * (between - left)], rel=1e-10)


@pytest.mark.parametrize("name", ["constant.tau_constant", "signal.k", "near.c"])
def test_a_parameter_whose_rate_acts_is_no_input(name: str) -> None:
    with pytest.raises(AnalysisError, match=f"{name} cannot be an input: .* rate of change"):
        dt.linearise(node(), inputs=[name])


def test_an_offset_of_a_rigid_shaft_is_no_input() -> None:
    """If it varied, it would accelerate both discs."""
    m = dt.Model("offset")
    m.add(ground=Fixed(), spring=Spring(c=100.0), left=Inertia(J=1.0), joint=Disc())
    m.add(right=Inertia(J=2.0))
    m.connect(m.ground >> m.spring >> m.left >> m.joint >> m.right)
    with pytest.raises(AnalysisError, match=r"joint \(Disc\): flange_a.phi == phi - delta_phi / 2"):
        dt.linearise(m, inputs=["joint.delta_phi"])


def test_a_third_derivative_is_refused() -> None:
    """A moved disc needs a torque, by which a node is moved that has dampers only."""
    m = dt.Model("third")
    m.add(signal=Sine(amplitude=0.1, f=0.5), base=Position(exact=True), disc=Inertia(J=2.0))
    m.add(measured=TorqueSensor(), motor=Torque(), near=SpringDamper(c=10.0, d=1.0))
    m.add(far=SpringDamper(c=20.0, d=3.0), left=Inertia(J=1.0), right=Inertia(J=2.0))
    m.connect(m.base >> m.measured >> m.disc)
    m.connect(m.signal.y >> m.base.phi_ref)
    m.connect(m.measured.tau >> m.motor.tau)
    m.connect(m.left >> m.near >> m.far >> m.right)
    m.connect(m.motor.flange, m.near.flange_b)
    with pytest.raises(StructureError, match="would have to be differentiated three times"):
        dt.linearise(m, inputs=["signal.y"])
