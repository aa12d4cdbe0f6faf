"""What is asked for as a state is one, or is refused, or the report says that it is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import check, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import Step
from drivetrain.errors import ModelError
from drivetrain.modeling import (
    Model,
    boolean,
    constant,
    der,
    fixed,
    guess,
    parameter,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import (
    Clutch,
    ConstantSpeed,
    ConstantTorque,
    Damper,
    Fixed,
    IdealGear,
    Inertia,
    Position,
    Spring,
    SpringDamper,
)
from drivetrain.simulation.verification.residuals import residuals
from drivetrain.translational import Fixed as Wall
from drivetrain.translational import Force, Mass
from drivetrain.translational import SpringDamper as Strut
from drivetrain.translational.interfaces import TwoFlanges


def refusal(model: Model) -> str:
    """Return why a model is refused; `drivetrain check` says the same."""
    with pytest.raises(ModelError) as refused:
        compile_model(model)
    assert check(model).faults == (str(refused.value),)
    return " ".join(str(refused.value).split())


class Counted(Model):
    """A pendulum of torsion whose revolutions are counted by a variable of its own."""

    wanted = "default"
    turn = parameter(0.25, unit="rad")
    body = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))
    bar = Spring(c=4.0)
    wall = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.wall >> self.bar >> self.body
        yield self.turns * self.turn == self.body.phi


class Preferring(Counted):
    turns = variable(state_select="prefer")


class Demanding(Counted):
    turns = variable(state_select="always")


class Starting(Counted):
    turns = variable(start=guess(4.0, state_select="always"))


class Plain(Counted):
    turns = variable()


@pytest.mark.parametrize("model", [Preferring, Demanding, Starting])
def test_what_follows_from_a_state_takes_its_place(model: type[Model]) -> None:
    """The constraint is differentiated as often as the motion is; the result is the same."""
    assert set(check(Plain()).states) == {"body.phi", "body.w"}
    assert set(check(model()).states) == {"turns", "der(turns)"}
    assert check(model()).unmet == ()
    result = simulate(model(), stop_time=2.0, tolerance=1e-10)
    np.testing.assert_allclose(result["body.phi"], np.cos(2 * result.time), atol=1e-8)
    assert residuals(compile_model(model()), result).worst < 1e-9


class Strutted(Model):
    """Nothing but the strut needs a derivative of its speed."""

    wall = Wall()
    strut = Strut(c=100.0, d=1.0, s_rel=fixed(0.1), v_rel=fixed(0.0))
    body = Mass(m=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.wall >> self.strut >> self.body


def test_a_preferred_speed_gets_the_derivative_that_it_needs() -> None:
    assert set(check(Strutted()).states) == {"strut.s_rel", "strut.v_rel"}


class Loose(Model):
    """A strut with a free end, which a force that jumps pulls at."""

    wall = Wall()
    strut = Strut(c=100.0, d=20.0, s_rel=fixed(0.0))
    pull = Force()
    step = Step(height=1.0, start_time=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.wall >> self.strut
        yield self.strut.flange_b >> self.pull.flange
        yield self.step.y >> self.pull.f


def test_a_preferred_speed_that_forces_determine_is_none_and_the_report_says_so() -> None:
    """It jumps with the force, and no derivative is made of it."""
    found = check(Loose())
    assert len(found.constraints) == 2
    assert found.states == ("strut.s_rel",)
    assert found.unmet == ("strut.v_rel",)
    assert "1 preferred as states, but determined by the states\n    strut.v_rel" in str(found)
    result = simulate(Loose(), stop_time=1.0, tolerance=1e-10)
    late = result.time > 0.5
    expected = 0.01 * (1 - np.exp(-5.0 * (result.time[late] - 0.5)))
    np.testing.assert_allclose(result["strut.s_rel"][late], expected, atol=1e-8)


class Pushed(Model):
    """A strut between a body and an end that begins to move at once."""

    body = Mass(m=1.0, s=fixed(0.0), v=fixed(0.0))
    strut = Strut(c=100.0, d=20.0)
    end = TwoFlanges()
    at = variable("m")

    def equations(self) -> Iterable[Any]:
        late = time - constant(0.5, "s")
        yield self.body >> self.strut >> self.end.flange_a
        yield self.at == where(late < constant(0.0, "s"), 0.0, constant(0.1, "m/s") * late)
        yield self.end.flange_a.s == self.at
        yield self.end.flange_b.s == self.at


def test_a_motion_with_a_kink_is_refused_for_no_preference() -> None:
    """The speed of the strut jumps: it can be no state, and nobody has to have it as one."""
    assert "strut.v_rel" in check(Pushed()).unmet
    result = simulate(Pushed(), stop_time=5.0)
    assert result.final["body.v"] == pytest.approx(0.1, rel=1e-4)


class Contradicting(Model):
    left = Inertia(J=1.0, state_select="always")
    gear = IdealGear(ratio=2.0)
    right = Inertia(J=1.0, state_select="always")

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right


def test_two_that_contradict_each_other_are_refused_by_name() -> None:
    message = refusal(Contradicting())
    assert "'left.phi'" in message
    assert "'right.phi'" in message
    assert "one follows from the others" in message


class Alternative(Contradicting):
    right = Inertia(J=1.0, state_select="prefer")


def test_one_of_them_is_taken_if_the_other_may_follow() -> None:
    assert set(check(Alternative()).states) == {"left.phi", "left.w"}
    assert set(check(Alternative()).unmet) == {"right.phi", "right.w"}


class Driven(Model):
    """The speed is given; the angle follows from it."""

    source = ConstantSpeed(w_fixed=1.0)
    body = Inertia(J=1.0, state_select="always")

    def equations(self) -> Iterable[Any]:
        yield self.source >> self.body


class Timed(Model):
    body = Inertia(J=1.0)
    x = variable(state_select="always")

    def equations(self) -> Iterable[Any]:
        yield self.x == time / constant(1.0, "s")


class Energetic(Model):
    """The energy does not tell which way the body turns."""

    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    energy = variable("J", state_select="always")

    def equations(self) -> Iterable[Any]:
        yield self.energy == self.body.J * self.body.w**2 / 2


@pytest.mark.parametrize(
    ("model", "name", "equation"),
    [
        (Driven, "body.w", "w == w_fixed"),
        (Timed, "x", "x == time"),
        (Energetic, "energy", "energy == body.J * body.w ** 2 / 2"),
    ],
)
def test_what_others_determine_is_refused(model: Any, name: str, equation: str) -> None:
    message = refusal(model())
    assert f"'{name}' must be a state (state_select='always'), but it follows from" in message
    assert equation in message


class Sampled(Model):
    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    x = variable("rad", start=fixed(0.0), state_select="always")

    def equations(self) -> Iterable[Any]:
        yield when(self.body.phi > constant(1.0, "rad"), self.x == self.body.phi)


class Switched(Model):
    """Start values carry the wish where a variable is declared, too."""

    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    on = boolean(start=fixed(False, state_select="always"))

    def equations(self) -> Iterable[Any]:
        yield self.on == (self.body.phi > constant(1.0, "rad"))


class Grounded(Model):
    wall = Fixed()
    body = Inertia(J=1.0)
    other = Inertia(J=1.0, phi=fixed(0.0, state_select="always"), w=fixed(0.0))
    bar = Spring(c=1.0)
    x = variable("rad", state_select="always")

    def equations(self) -> Iterable[Any]:
        yield self.wall >> self.bar >> self.body
        yield self.x == 0


@pytest.mark.parametrize(
    ("model", "name", "why"),
    [
        (Sampled, "x", "changes at events only"),
        (Switched, "on", "changes at events only"),
        (Grounded, "x", "is zero at all times"),
    ],
)
def test_what_has_no_derivative_is_refused(model: Any, name: str, why: str) -> None:
    message = refusal(model())
    assert f"'{name}' must be a state (state_select='always'), but it {why}" in message


class Launch(Model):
    """The shaft behind the clutch has no inertia."""

    engine = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    clutch = Clutch(fn_max=10.0, f_normalized=1.0)
    shaft = SpringDamper(c=100.0, d=1.0)
    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.clutch >> self.shaft >> self.body


class Insisting(Launch):
    clutch = Clutch(fn_max=10.0, f_normalized=1.0, state_select="always")


def test_what_a_lock_determines_is_refused_as_a_state() -> None:
    assert set(check(Launch()).unmet) == {"clutch.phi_rel", "shaft.w_rel"}
    message = refusal(Insisting())
    assert "'clutch.w_rel'" in message
    assert "'clutch.locked'" in message


class Chain(Model):
    """Every twist is asked for, and there is one body too many for all."""

    motor = ConstantTorque(tau_constant=1.0)
    first = Inertia(J=1.0)
    dash = Damper(d=1.0, state_select="always")
    second = Inertia(J=2.0)
    bar = SpringDamper(c=1.0, d=1.0, state_select="always")
    third = Inertia(J=3.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.first >> self.dash >> self.second >> self.bar >> self.third


def test_twists_that_must_be_states_are_states() -> None:
    wanted = {"dash.phi_rel", "dash.w_rel", "bar.phi_rel", "bar.w_rel"}
    assert wanted <= set(check(Chain()).states)


class Ring(Model):
    """Around a ring one twist follows from the others."""

    first = Inertia(J=1.0)
    second = Inertia(J=2.0)
    bars: Any = SpringDamper.array(3, c=1.0, d=1.0, state_select="always")
    wall = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.wall >> self.bars[0] >> self.first
        yield self.first >> self.bars[1] >> self.second
        yield self.wall >> self.bars[2] >> self.second


def test_twists_around_a_ring_contradict_each_other() -> None:
    message = refusal(Ring())
    assert len(re.findall(r"'bars\[\d\].phi_rel'", message)) >= 2


class Filtered(Model):
    """A variable of its own with a derivative, which is a state at any wish."""

    body = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))
    angle = variable("rad", start=fixed(0.0), state_select="never")

    def equations(self) -> Iterable[Any]:
        yield der(self.angle) * constant(1.0, "s") == self.body.phi - self.angle


def test_what_has_to_be_a_state_is_one_even_if_it_should_not() -> None:
    assert "angle" in check(Filtered()).states


def test_an_exact_source_prefers_nothing() -> None:
    class Exact(Model):
        """A source that is followed exactly."""

        source = Position(exact=True)
        body = Inertia(J=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.source >> self.body
            yield self.source.phi_ref == constant(1.0, "rad")

    assert check(Exact()).unmet == ()
