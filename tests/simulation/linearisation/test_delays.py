"""Linear models with delays: closed forms, a run, what is refused, and by which name."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from scipy.special import lambertw
from tests.analysis import shafts

import drivetrain as dt
from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.linear.delayed_model import DelayedModel
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.matrices import is_sparse
from drivetrain.blocks import Constant, FixedDelay, Sine, Step, VariableDelay
from drivetrain.errors import AnalysisError, DrivetrainError, UsageError
from drivetrain.modeling import constant, delay, der, parameter, variable, where
from drivetrain.rotational import ConstantTorque, Inertia, SpringDamper, Torque

J1, J2, STIFF, DAMP, GAIN, PLACE, LAG = 2.0, 0.5, 50.0, 0.3, 3.0, 4.0, 0.05
OMEGA = np.array([0.3, 2.0, 11.0, 11.18, 63.0])


class Servo(dt.Model):
    """Position and speed of the first of two discs on a shaft are fed back with a delay."""

    signal = Sine(amplitude=0.0, f=1.0)
    motor = Torque()
    first = Inertia(J=J1)
    shaft = SpringDamper(c=STIFF, d=DAMP)
    last = Inertia(J=J2)
    load = ConstantTorque(tau_constant=-2.0)
    wait = FixedDelay(delay_time=LAG)

    def equations(self) -> Any:
        yield self.motor >> self.first >> self.shaft >> self.last >> self.load
        turned = constant(PLACE, "1/rad") * self.first.phi
        yield self.wait.u == turned + constant(GAIN, "s/rad") * self.first.w
        yield self.motor.tau == constant(1.0, "N.m") * (self.signal.y - self.wait.y)


SERVO = dt.compile(Servo())


def receptance(omega: Any, lag: float = LAG, place: float = PLACE) -> Any:
    """Return angle and twisting torque for a torque at the first disc, shape (2, n)."""
    s = 1j * np.asarray(omega)
    coupling = STIFF + DAMP * s
    own = J1 * s**2 + coupling + (place + GAIN * s) * np.exp(-s * lag)
    phi = 1 / (own - coupling**2 / (J2 * s**2 + coupling))
    last = coupling * phi / (J2 * s**2 + coupling)
    return phi, coupling * (last - phi)


class Scalar(dt.Component):
    """``x' = -a x(t - T)``."""

    x = variable(start=0.0)
    a = parameter(1.2, unit="1/s")
    lag = parameter(0.7, unit="s")

    def equations(self) -> Any:
        yield der(self.x) == -self.a * delay(self.x, self.lag)


class Nested(dt.Component):
    """Delays in and behind each other, one of which feeds itself."""

    x = variable(start=1.0)
    u = variable("1/s")
    a = parameter(3.0, unit="1/s")

    def equations(self) -> Any:
        late = delay(self.x, 0.2)
        free = constant(3, "1/s") + constant(0.5, "1/s") * late**2
        yield der(self.x) == self.u - self.a * late + free
        past = constant(0.1, "1/s") * delay(delay(self.x, 0.3), 0.05)
        yield self.u == 0.5 * delay(self.u, 0.1) + past


class OnCondition(dt.Component):
    """A condition that is decided by a delay within it."""

    x = variable(start=2.0)

    def equations(self) -> Any:
        rate = where(delay(self.x, 0.1) > 0.3, constant(-1, "1/s"), constant(-2, "1/s"))
        yield der(self.x) == rate * self.x


class Bent(dt.Component):
    """A delayed value that acts on itself at once, and not linearly."""

    x = variable(start=2.0)
    u = variable(start=0.3)

    def equations(self) -> Any:
        yield der(self.x) == constant(-1.0, "1/s") * self.x
        yield self.u == 0.2 + delay(self.u, 0.1) ** 2 + 0.0 * self.x


class Long(dt.Model):
    """A shaft of many discs, at the first of which a delayed damper acts."""

    disc = Inertia.array(1100, J=0.1)
    shaft = SpringDamper.array(1099, c=1e4, d=1.0)
    motor = Torque()
    wait = FixedDelay(delay_time=LAG)

    def equations(self) -> Any:
        yield self.disc[:-1] >> self.shaft >> self.disc[1:]
        yield self.motor >> self.disc[0]
        yield self.wait.u == constant(1.0, "s/rad") * self.disc[0].w
        yield self.motor.tau == constant(-GAIN, "N.m") * self.wait.y


class Variable(dt.Model):
    """A delay whose time is a signal."""

    time = Constant(k=0.1)
    step = Step()
    late = VariableDelay(delay_max=1.0)

    def equations(self) -> Any:
        yield self.time.y >> self.late.delay_time
        yield self.step.y >> self.late.u


def test_feedback_with_a_delay_is_as_by_hand() -> None:
    linear = SERVO.linearise(at="start", inputs=["first"], outputs=["first.phi", "shaft.tau"])
    found = linear.frequency_response(OMEGA).matrix[:, :, 0].T
    np.testing.assert_allclose(found, receptance(OMEGA), rtol=1e-11)


def test_static_response_has_no_delay() -> None:
    linear = SERVO.linearise(at="start", inputs=["first"], outputs=["first.phi"])
    assert linear.frequency_response(0.0).matrix[0, 0, 0] == pytest.approx(1 / PLACE, rel=1e-12)


def test_steady_state_rests_where_the_value_is_the_argument() -> None:
    linear = SERVO.linearise(at="steady", inputs=["first"], outputs=["first.phi"])
    point = dict(zip(linear.states, linear.point.states, strict=True))
    assert linear.is_equilibrium
    assert point["last.phi"] == pytest.approx(-2.0 / PLACE - 2.0 / STIFF, rel=1e-8)
    np.testing.assert_allclose(
        linear.frequency_response(OMEGA)["first.phi"], receptance(OMEGA)[0], rtol=1e-11
    )


def test_delayed_signal_that_is_opened_as_an_input() -> None:
    linear = SERVO.linearise(inputs=["first", "wait.y"], outputs=["first.phi"])
    response = linear.frequency_response(OMEGA)
    by_torque, by_signal = response["first", "first.phi"], response["wait.y", "first.phi"]
    np.testing.assert_allclose(by_signal, -by_torque, rtol=1e-11)


def test_delay_that_acts_on_nothing_changes_nothing() -> None:
    class Unused(dt.Model):
        rotor = Inertia(J=1.0)
        shaft = SpringDamper(c=100.0, d=0.1)
        last = Inertia(J=2.0)
        motor = Torque()
        wait = FixedDelay(delay_time=0.1)
        gain = parameter(0.0, unit="N.m.s/rad")

        def equations(self) -> Any:
            yield self.motor >> self.rotor >> self.shaft >> self.last
            yield self.wait.u == constant(1.0, "s/rad") * self.rotor.w
            yield self.motor.tau == self.gain * constant(1.0, "rad/s") * self.wait.y

    class Without(dt.Model):
        rotor = Inertia(J=1.0)
        shaft = SpringDamper(c=100.0, d=0.1)
        last = Inertia(J=2.0)

        def equations(self) -> Any:
            yield self.rotor >> self.shaft >> self.last

    how: dict[str, Any] = {"inputs": ["rotor"], "outputs": ["last.w", "shaft.tau"]}
    one, other = (dt.linearise(m, **how).frequency_response(OMEGA) for m in (Unused(), Without()))
    np.testing.assert_allclose(one.matrix, other.matrix, rtol=1e-12)


@pytest.mark.parametrize("omega", [2.0, 9.0])
def test_response_is_that_of_a_long_run(omega: float) -> None:
    period, periods = 2 * np.pi / omega, 40
    begin = (periods - 4) * period
    run = SERVO.simulate(
        stop_time=periods * period, tolerance=1e-10, interval=period / 64, record=["first.phi"],
        parameters={
            "signal.amplitude": 0.01, "signal.f": omega / (2 * np.pi), "load.tau_constant": 0.0,
        },
    )  # fmt: skip
    times, values = run.time, run["first.phi"]
    kept = times >= begin
    basis = np.column_stack(
        [np.ones(kept.sum()), np.sin(omega * times[kept]), np.cos(omega * times[kept])]
    )
    _, sine, cosine = np.linalg.lstsq(basis, values[kept], rcond=None)[0]
    expected = 0.01 * receptance(omega)[0]
    assert complex(sine, cosine) == pytest.approx(complex(expected), rel=1e-4)


def test_nested_delays_and_one_that_feeds_itself() -> None:
    linear = dt.linearise(Nested(), at="steady", inputs=["a"], outputs=["x"])
    x, s = linear.point.states[0], 1j * OMEGA
    rest = np.roots([0.5, 0.2 - 3.0, 3.0])
    assert x == pytest.approx(rest.min(), rel=1e-8)
    past = 0.1 * np.exp(-0.35 * s) / (1 - 0.5 * np.exp(-0.1 * s))
    expected = -x / (s + (3.0 - x) * np.exp(-0.2 * s) - past)
    np.testing.assert_allclose(linear.frequency_response(OMEGA)["x"], expected, rtol=1e-9)


def test_model_with_sparse_matrices() -> None:
    """By hand: a free shaft with receptance ``h``, and ``w = i omega h (1 - g w)`` at its end."""
    linear = dt.linearise(Long(), inputs=["disc[0]"], outputs=["disc[0].w"])
    free = shafts.receptance(1100, 0, 0, OMEGA)
    expected = 1 / (1 / (1j * OMEGA * free) + GAIN * np.exp(-1j * OMEGA * LAG))
    np.testing.assert_allclose(linear.frequency_response(OMEGA)["disc[0].w"], expected, rtol=1e-8)
    rational = linear.with_pade(6)
    assert is_sparse(rational.A)
    found = rational.frequency_response(OMEGA[:3])["disc[0].w"]
    np.testing.assert_allclose(found, expected[:3], rtol=1e-6)


def test_poles_of_approximations_converge_to_the_roots() -> None:
    a, lag = 1.2, 0.7
    root = complex(lambertw(-a * lag) / lag)
    errors = []
    for order in (1, 2, 3, 5):
        modes = dt.linearise(Scalar(), pade=order).eigenmodes().eigenvalue
        errors.append(abs(modes - (root if root.imag > 0 else root.conjugate())).min())
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 1e-8


def test_approximated_response_converges_to_the_exact_one() -> None:
    how: dict[str, Any] = {"inputs": ["a"], "outputs": ["x", "u"], "at": "steady"}
    exact = dt.linearise(Nested(), **how).frequency_response(OMEGA[:3]).matrix
    found = dt.linearise(Nested(), **how, pade=6).frequency_response(OMEGA[:3]).matrix
    np.testing.assert_allclose(found, exact, rtol=1e-6)


def test_approximation_is_told() -> None:
    linear = SERVO.linearise(pade=2)
    told = "delay of wait.y (0.05 s) as Padé approximation of order 2"
    assert linear.approximated == (told,)
    assert told in repr(linear)
    assert f"approximated: {told}" in str(linear)
    assert len(linear.states) == len(SERVO.linearise().states) + 2


def test_exact_delays_are_told() -> None:
    linear = SERVO.linearise()
    assert "delay: wait.y (0.05 s)" in str(linear)
    assert "delays of wait.y (0.05 s)" in repr(linear)


def test_time_of_a_delay_follows_its_parameter() -> None:
    linear = SERVO.linearise(
        inputs=["first"], outputs=["first.phi"], parameters={"wait.delay_time": 0.02}
    )
    expected = receptance(OMEGA, 0.02)[0]
    np.testing.assert_allclose(linear.frequency_response(OMEGA)["first.phi"], expected, rtol=1e-11)


def test_laws_of_parts_act_beside_delays() -> None:
    linear = SERVO.linearise(inputs=["first"], outputs=["first.phi"])
    found = linear.frequency_response(OMEGA, hysteresis={"shaft.c": 0.0})["first.phi"]
    np.testing.assert_allclose(found, receptance(OMEGA)[0], rtol=1e-11)
    stiffer = SERVO.linearise(
        inputs=["first"], outputs=["first.phi"], parameters={"shaft.c": 2 * STIFF}
    )
    twice = linear.frequency_response(OMEGA, laws={"shaft.c": lambda omega: 2.0})["first.phi"]
    np.testing.assert_allclose(twice, stiffer.frequency_response(OMEGA)["first.phi"], rtol=1e-9)


def test_pickled_model_has_the_same_response() -> None:
    linear = SERVO.linearise(inputs=["first"], outputs=["first.phi"])
    same = pickle.loads(pickle.dumps(linear)).frequency_response(OMEGA)
    np.testing.assert_array_equal(same.matrix, linear.frequency_response(OMEGA).matrix)


def test_grid_follows_the_phase_of_a_long_delay() -> None:
    linear = SERVO.linearise(
        inputs=["first"], outputs=["wait.y"], parameters={"wait.delay_time": 5.0}
    )
    response = linear.frequency_response(between=(1.0, 60.0), points=2)
    phases = np.unwrap(np.angle(response["wait.y"]))
    between = linear.frequency_response(np.sqrt(response.omega[1:] * response.omega[:-1]))
    straight = (response["wait.y"][1:] + response["wait.y"][:-1]) / 2
    assert np.abs(np.diff(phases)).max() < 1.0
    assert (np.abs(between["wait.y"] - straight) < 0.1 * np.abs(straight)).all()
    assert response.resolved


def test_band_with_too_many_turns_is_refused() -> None:
    linear = SERVO.linearise(inputs=["first"], outputs=["wait.y"])
    with pytest.raises(UsageError, match=r"delays of wait\.y .* turn phases .* narrower band"):
        linear.frequency_response(between=(1.0, 1e8))


KNOWN = {
    "approximated", "at_rest", "constraints", "delays", "frequency_response", "free_motions",
    "held_by", "inputs", "is_angle", "is_equilibrium", "is_speed", "make_details",
    "motion_in_words", "name", "notes", "outputs", "point", "residual", "shares_locks", "states",
    "title", "with_pade",
}  # fmt: skip
"""What a model with delays does have."""
EVERY = {
    name
    for name in (*dir(LinearModel), *LinearModel.__dataclass_fields__)
    if not name.startswith("_") and name not in dir(dt.analysis.presentation.Presented)
}


@pytest.mark.parametrize("name", sorted(EVERY - KNOWN))
def test_everything_else_is_refused_by_name(name: str) -> None:
    linear = SERVO.linearise()
    with pytest.raises(AnalysisError, match=rf"has delays, wait\.y \(0\.05 s\).*'{name}'.*pade"):
        getattr(linear, name)


def test_what_is_not_refused_has_a_value() -> None:
    linear = SERVO.linearise()
    assert isinstance(linear, DelayedModel)
    assert {name for name in KNOWN if hasattr(linear, name)} == KNOWN


@pytest.mark.parametrize(
    ("model", "how", "text"),
    [
        (Servo(), {"at": 0.5}, r"contains delays \(wait\.y\): at 0\.5 s"),
        (Servo(), {"inputs": ["wait.delay_time"]}, r"delay time of wait\.y depends"),
        (Scalar(), {"only": "mechanical"}, "has delays, delay"),
        (Servo(), {"only": "mechanical", "pade": 2}, "give one of them"),
        (Servo(), {"pade": 0}, "pade=0: give an order"),
        (Servo(), {"pade": 2.0}, "pade=2.0: give the order"),
        (Variable(), {}, r"delay of late\.y has a time that may vary"),
        (OnCondition(), {}, "condition depends on a delay"),
        (Bent(), {}, "more than one value may be at rest"),
    ],
)
def test_other_points_and_delays_are_refused(model: Any, how: dict[str, Any], text: str) -> None:
    with pytest.raises(DrivetrainError, match=text):
        dt.linearise(model, **how)


def test_order_without_a_delay_is_refused() -> None:
    with pytest.raises(UsageError, match="has no delays, so this has no effect"):
        dt.linearise(dt.examples.find("First")(), pade=2)


def test_delayed_angle_of_a_turning_shaft_is_refused() -> None:
    class Turning(dt.Model):
        motor = Torque()
        rotor = Inertia(J=2.0)
        wait = FixedDelay(delay_time=LAG)

        def equations(self) -> Any:
            yield self.motor >> self.rotor
            yield self.wait.u == constant(1.0, "1/rad") * self.rotor.phi
            yield self.motor.tau == constant(0.0, "N.m") * self.wait.y

    with pytest.raises(AnalysisError, match=r"still changes, by 0\.15 within the delay of wait\.y"):
        dt.linearise(Turning(), at="steady", speed={"rotor.w": 3.0})


class Driven(dt.Model):
    """A shaft that turns, with a delayed damper."""

    motor = Torque()
    first = Inertia(J=J1, w=dt.fixed(20.0))
    shaft = SpringDamper(c=STIFF, d=DAMP)
    last = Inertia(J=J2)
    wait = FixedDelay(delay_time=LAG)

    def equations(self) -> Any:
        yield self.motor >> self.first >> self.shaft >> self.last
        yield self.wait.u == constant(1.0, "s/rad") * self.first.w
        yield self.motor.tau == constant(GAIN, "N.m") * (20.0 - self.wait.y)


def test_response_by_orders_is_exact_and_tells_what_it_missed() -> None:
    table = OrderTable({"first": {1: 1.0}}, shaft="first")
    found = dt.compile(Driven()).order_response(
        table, outputs=["shaft.tau"], speeds=[10.0, 20.0], average=0.0
    )
    np.testing.assert_allclose(
        found["shaft.tau"].order(1), receptance([10.0, 20.0], place=0.0)[1], rtol=1e-9
    )
    assert any("has delays" in remark for remark in found.remarks)


def test_speeds_about_resonances_are_refused() -> None:
    table = OrderTable({"first": {1: 1.0}}, shaft="first")
    with pytest.raises(AnalysisError, match=r"has delays, wait\.y"):
        dt.compile(Driven()).order_response(
            table, outputs=["shaft.tau"], between=(8.0, 20.0), average=0.0
        )
    with pytest.raises(AnalysisError, match=r"leave out average"):
        dt.compile(Driven()).order_response(table, outputs=["shaft.tau"], speeds=[10.0])


def test_analyses_of_eigenvalues_are_refused() -> None:
    with pytest.raises(AnalysisError, match=r"has delays, wait\.y"):
        SERVO.root_locus("shaft.c", [40.0, 50.0])
