"""Units as model exchange: a foreign integrator finds the motion and the events of a run."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import Experiment, Model, examples, fixed
from drivetrain.modeling import RealInput
from drivetrain.rotational import Inertia, SpringDamper, Torque
from tests.fmi.binary.integrating import Integrator
from tests.fmi.binary.test_inputs import Driven
from tests.fmi.binary.units import Instance, Unit, example_unit, unit_of


def _integrator(unit: Unit, one: Instance) -> Integrator:
    struct = unit.parameters.translation.kernel.struct
    return Integrator(one, struct.n_x, struct.n_rel + struct.n_switching)


@pytest.mark.parametrize(
    "name",
    ["First", "CoupledClutches", "Friction", "LossyGearDemo1", "CompareBrakingTorque"],
)
def test_another_integrator_finds_the_same_motion(name: str) -> None:
    unit = example_unit(name)
    one = Instance(unit, exchange=True)
    assert one.start() == 0
    s = unit.settings
    _integrator(unit, one).run(s.start_time, s.stop_time, 1e-9)
    run = dt.simulate(examples.find(name)(), tolerance=1e-9)
    names = [unit.variables[k].name for k in unit.reals]
    span = np.array([np.ptp(run[n]) for n in names])
    wanted = np.array([run[n][-1] for n in names])
    missed = np.abs(one.get(unit.reals) - wanted) / (span + 1e-6 * np.abs(wanted) + 1e-9)
    assert missed.max() < 1e-6, names[int(missed.argmax())]


@pytest.mark.slow
def test_an_element_at_rest_lets_go_from_exactly_zero() -> None:
    """A servo axis: what a foreign integrator has left of the speed must not lock it again."""
    unit = example_unit("machines.ServoAxis")
    one = Instance(unit, exchange=True)
    assert one.start() == 0
    _integrator(unit, one).run(0.0, 4.0, 1e-9)
    run = dt.simulate(examples.find("machines.ServoAxis")(), tolerance=1e-9)
    for name in ("speed_control.I.y", "table.phi"):
        assert one.get([unit.reference(name)])[0] == pytest.approx(run[name][-1], rel=1e-6)


def test_an_input_is_read_at_every_point() -> None:
    unit = unit_of(Driven())
    one = Instance(unit, exchange=True)
    assert one.start() == 0
    struct = unit.parameters.translation.kernel.struct
    integrator = _integrator(unit, one)
    integrator._update()
    for value in (2.0, -3.0):
        assert one.set("in0", value) == 0
        assert value in integrator._array("GetDerivatives", struct.n_x)
        assert one.get([unit.reference("load.a")])[0] == value


def test_an_indicator_is_a_variable_too() -> None:
    unit = example_unit("CoupledClutches")
    one = Instance(unit, exchange=True)
    assert one.start() == 0
    integrator = _integrator(unit, one)
    wanted = integrator._array("GetEventIndicators", integrator.n_z)
    found = [one.get([unit.reference(f"indicator{k}")])[0] for k in range(integrator.n_z)]
    assert np.array_equal(found, wanted)


def _derivative(one: Instance, unknown: str, known: str, seed: float = 1.0) -> float:
    numbers = [np.array([one.unit.reference(n)], dtype=np.uint32) for n in (unknown, known)]
    found, given = np.zeros(1), np.array([seed])
    pairs = [(n.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(1)) for n in numbers]
    status = one.call(
        "GetDirectionalDerivative", *pairs[0], *pairs[1],
        given.ctypes.data_as(ctypes.c_void_p), found.ctypes.data_as(ctypes.c_void_p),
    )  # fmt: skip
    assert status == 0, one.told
    return float(found[0])


def test_states_can_be_set_one_by_one() -> None:
    unit = example_unit("First")
    found = []
    for each in (False, True):
        one = Instance(unit, exchange=True)
        assert one.start() == 0
        n_x = unit.parameters.translation.kernel.struct.n_x
        integrator = _integrator(unit, one)
        integrator._update()
        states = [unit.reference(name) for name in ("inertia3.w", "damper.phi_rel")]
        if each:
            assert one.set("inertia3.w", 2.0) == one.set("damper.phi_rel", 0.5) == 0
        else:
            x = np.zeros(n_x)
            x[[unit.variables[k].index for k in states]] = 2.0, 0.5
            integrator._place(0.0, x)
        assert one.get(states) == pytest.approx([2.0, 0.5], abs=0.0)
        found.append(integrator._array("GetDerivatives", n_x).copy())
    assert np.array_equal(*found)


class Sprung(Model):
    """Two inertias and a spring under a torque from outside."""

    tau = RealInput(unit="N.m")
    torque = Torque()
    left = Inertia(J=2.0, phi=fixed(0.1), w=fixed(1.0))
    spring = SpringDamper(c=50.0, d=3.0)
    right = Inertia(J=4.0, phi=fixed(0.0), w=fixed(0.0))
    experiment = Experiment(stop_time=1.0)

    def equations(self):
        yield self.tau >> self.torque.tau
        yield self.torque >> self.left >> self.spring >> self.right


@pytest.mark.parametrize("exchange", [False, True])
def test_directional_derivatives_are_those_of_the_equations(exchange: bool) -> None:
    unit = unit_of(Sprung())
    one = Instance(unit, exchange=exchange)
    assert one.start() == 0
    assert _derivative(one, "left.a", "in0") == pytest.approx(0.5, rel=1e-12)
    assert _derivative(one, "left.a", "in0", -4.0) == pytest.approx(-2.0, rel=1e-12)
    assert _derivative(one, "right.a", "in0") == 0.0
    assert _derivative(one, "spring.tau", "spring.phi_rel") == pytest.approx(50.0, rel=1e-9)
    assert _derivative(one, "right.a", "spring.w_rel") == pytest.approx(-3.0 / 4.0, rel=1e-9)
    if not exchange:
        assert one.step(0.0, 0.5) == 0
        assert _derivative(one, "left.a", "in0") == pytest.approx(0.5, rel=1e-12)


def test_derivatives_leave_no_trace_in_a_run() -> None:
    unit = example_unit("CoupledClutches")
    one, other = Instance(unit), Instance(unit)
    assert one.start() == other.start() == 0
    state = next(v.name for v in unit.variables if v.name.endswith(".w") and v.settable)
    for k in range(30):
        _derivative(other, "J1.a", state)
        assert one.step(k * 0.05, 0.05) == other.step(k * 0.05, 0.05) == 0
        assert np.array_equal(one.get(unit.reals), other.get(unit.reals))


def test_calls_of_one_kind_are_refused_by_the_other() -> None:
    unit = example_unit("First")
    one, other = Instance(unit), Instance(unit, exchange=True)
    assert one.start() == other.start() == 0
    assert one.call("SetTime", 0.1) == 3
    assert other.step(0.0, 0.1) == 3
