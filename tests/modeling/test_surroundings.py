"""Members of classes around: found by their names, however far up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Gain, Sine
from drivetrain.errors import ModelError, ModelWarning, ParameterError
from drivetrain.modeling import (
    Component,
    Model,
    RealInput,
    constant,
    fixed,
    inner,
    outer,
    parameter,
    time,
    variable,
)
from drivetrain.rotational import Damper, Fixed, Inertia, Torque
from drivetrain.rotational.interfaces import Flange


class Road(Model):
    """What is around."""

    J = parameter(2.0, unit="kg.m2")
    is_steep = parameter(False, structural=True)
    ground = Fixed()
    wind = Sine(amplitude=3.0, f=1.0)
    ratio = Gain(k=2.0)
    grade = variable()

    def equations(self) -> Iterable[Any]:
        yield self.grade == time / constant(1, "s")
        yield self.wind.y >> self.ratio.u


class Wheel(Model):
    """A part that reads, connects and is driven by what is around."""

    road = outer(Road)
    disc = Inertia(J=road.J, phi=fixed(0), w=fixed(0))
    damper = Damper(d=0.5)
    torque = Torque()
    seen = variable()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.disc >> self.damper >> self.road.ground.flange
        yield self.road.ratio.y >> self.torque.tau
        yield self.seen == self.road.grade


class Axle(Model):
    """Two wheels that are told nothing."""

    wheel = Wheel.array(2)


class Car(Model):
    """A car with a road."""

    road = inner(Road(J=3.0))
    axle = Axle()
    spare = Wheel()


class ByHand(Model):
    """The same without names that are looked for."""

    road = Road(J=3.0)
    disc = Inertia(J=road.J, phi=fixed(0), w=fixed(0))
    damper = Damper(d=0.5)
    torque = Torque()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.disc >> self.damper >> self.road.ground.flange
        yield self.road.ratio.y >> self.torque.tau


def test_parts_find_what_is_around() -> None:
    found, expected = dt.simulate(Car(), stop_time=2.0), dt.simulate(ByHand(), stop_time=2.0)
    for path in ("axle.wheel[0]", "axle.wheel[1]", "spare"):
        assert np.allclose(found[f"{path}.disc.w"], expected["disc.w"], rtol=1e-12, atol=1e-12)
    assert found["axle.wheel[1].seen"].tolist() == found.time.tolist()
    braking = found["road.ground.flange.tau"], 3 * expected["road.ground.flange.tau"]
    assert np.allclose(*braking, rtol=1e-12, atol=1e-12)
    assert not [name for name in found.names if "outer" in name]


def test_values_around_can_be_set_for_a_run() -> None:
    found = dt.simulate(Car(), stop_time=1.0, parameters={"road.J": 5.0})
    assert found.parameters["axle.wheel[0].disc.J"] == 5.0


def test_an_input_around_can_be_driven_from_inside() -> None:
    class Meter(Model):
        u = RealInput()
        total = variable()

        def equations(self) -> Iterable[Any]:
            yield self.total == 2 * self.u

    class Source(Model):
        meter = outer(Meter)
        sine = Sine(f=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.sine.y >> self.meter.u

    class Group(Model):
        source = Source()

    class Top(Model):
        meter = inner(Meter())
        group = Group()

    found = dt.simulate(Top(), stop_time=1.0)
    assert np.array_equal(found["meter.total"], 2 * found["group.source.sine.y"])


def test_the_nearest_one_counts() -> None:
    class Reader(Component):
        level = outer(parameter())
        y = variable()

        def equations(self) -> Iterable[Any]:
            yield self.y == self.level * time / constant(1, "s")

    class Middle(Model):
        level = inner(parameter(2.0))
        reader = Reader()

    class Hidden(Model):
        level = parameter(7.0)  # not inner: it is passed over
        reader = Reader()

    class Top(Model):
        level = inner(parameter(3.0))
        middle, hidden, reader = Middle(), Hidden(), Reader()

    found = dt.simulate(Top(), stop_time=1.0)
    ends = [found.final[f"{name}y"] for name in ("middle.reader.", "hidden.reader.", "reader.")]
    assert ends == [2.0, 3.0, 3.0]


def test_a_connector_around_carries_its_own_flow() -> None:
    class Side(Model):
        shaft = outer(Flange())
        damper, ground = Damper(d=1.0), Fixed()
        load = variable("N.m")

        def equations(self) -> Iterable[Any]:
            yield self.shaft >> self.damper >> self.ground
            yield self.load == self.shaft.tau

    class Hub(Model):
        shaft = inner(Flange())
        left, right = Side(), Side()

    class Rig(Model):
        disc = Inertia(J=1.0, phi=fixed(0), w=fixed(1))
        hub = Hub()

        def equations(self) -> Iterable[Any]:
            yield self.disc.flange_b >> self.hub.shaft

    found = dt.simulate(Rig(), stop_time=1.0)
    each = found["hub.left.damper.flange_a.tau"]
    assert np.allclose(found["hub.right.load"], 2 * each, rtol=1e-12)


def test_a_default_one_is_made_with_a_warning() -> None:
    with pytest.warns(ModelWarning, match="no inner 'road', which 'wheel' looks for: road = Road"):
        found = dt.simulate(Axle(), stop_time=1.0)
    assert found.parameters["wheel[0].disc.J"] == found.parameters["road.J"] == 2.0


class Partial(Component):
    """A class that is only derived from."""

    is_partial = True
    x = variable()


class OfPartial(Component):
    """A part that looks for it."""

    around = outer(Partial)
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield self.y == self.around.x


class OfValue(Component):
    """A part that looks for a parameter."""

    level = outer(parameter(unit="m"))
    y = variable("m")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.level


class OfChoice(Component):
    """A part whose equations depend on what is around."""

    road = outer(Road)
    y = variable()

    def equations(self) -> Iterable[Any]:
        yield self.y == (1.0 if self.road.is_steep else 2.0)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"a": OfPartial()}, r"outer 'around' \(Partial\) of 'a' is declared nowhere .*partial"),
    ({"a": OfValue()}, r"outer 'level' \(a real parameter\) of 'a' is declared nowhere around"),
    ({"level": inner(variable("m")), "a": OfValue()}, "is a real variable there, not a real par"),
    ({"level": inner(Fixed()), "a": OfValue()}, "is the part level there"),
    ({"road": inner(Fixed()), "a": Axle()}, "is a Fixed where it is declared, which has no 'J'"),
    ({"road": inner(Road()), "a": OfChoice()}, "'road.is_steep' is structural"),
    ({"road": inner(parameter(1.0)), "a": Axle()}, "is a real parameter where it is declared"),
]


@pytest.mark.parametrize(("parts", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_does_not_fit_is_refused(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        dt.simulate(type("Top", (Model,), {"__module__": __name__, **parts})(), stop_time=1.0)


def test_values_belong_to_the_inner_one() -> None:
    with pytest.raises(ModelError, match=r"say outer\(Road\); values are given where"):
        outer(Road(J=3.0))
    with pytest.raises(ParameterError, match="'road' is a member of a class around"):
        Wheel(road={"J": 3.0})
    with pytest.raises(ModelError, match=r"inner\(3\): give a component"):
        inner(3)


class Scaled(Model):
    """A part whose value follows from what is around, which nothing has read before."""

    road = outer(Road)
    disc = Inertia(J=3.0 * road.J)
    seen = variable("kg.m2")

    def equations(self) -> Iterable[Any]:
        yield self.seen == self.disc.J


class Nested(Model):
    """A road between: parts find another one than the class itself."""

    road = outer(Road)
    own = inner(Road(J=10.0 * road.J), name="road")
    part = Scaled()


def test_values_that_follow_from_what_is_around_belong_to_one_parameter_alone() -> None:
    class Top(Model):
        road = inner(Road(J=7.0))
        part = Scaled()
        nested = Nested()

    result = dt.simulate(Top(), stop_time=0.1)
    assert result.final["part.seen"] == 21.0
    assert result.final["nested.part.seen"] == 210.0


def test_a_name_is_offered_once() -> None:
    class Twice(Model):
        road = inner(Road())
        other = inner(Road(), name="road")

    with pytest.raises(ModelError, match="'other' is inner and found as 'road', and so is another"):
        dt.simulate(Twice(), stop_time=0.1)
