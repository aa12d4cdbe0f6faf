"""A parameter that is computed cannot be set, and no message asks for what another refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from drivetrain import Model, compile, simulate  # noqa: A004
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Component, computed, fixed, parameter, table, variable, where
from drivetrain.rotational import Inertia


class Chain(Component):
    """Parameters of which one follows from the other."""

    a = parameter(1.0)
    rows = table([[0, 1], [1, 2]])
    always = parameter(3.0, final=True)
    doubled = parameter(2 * a * always, final=True)
    last = parameter(doubled + rows(a), final=True, max=50.0)
    n = parameter(2, structural=True, kind="integer")
    m = parameter(n + 1, structural=True, final=True, kind="integer")
    x = variable()

    def equations(self) -> Any:
        yield self.x == self.last


class Holder(Model):
    part = Chain()


class Anew(Chain):
    always = parameter(4.0, final=True)


def assigned(name: str, value: float) -> None:
    model = Model("steps")
    model.add(part=Chain())
    setattr(model.part, name, value)


def equated(name: str) -> None:
    model = Model("steps")
    model.add(part=Chain())
    model.equation(getattr(model.part, name) == 3.0)
    compile(model)


def replaced() -> None:
    model = Model("steps")
    model.add(part=Chain())
    model.part = 3.0


REFUSED: dict[str, Callable[[str], Any]] = {
    "made": lambda name: Chain(**{name: 3}),
    "late": lambda name: setattr(Chain(), name, 3),
    "assigned": lambda name: assigned(name, 3),
    "nested": lambda name: compile(type("Outer", (Model,), {"h": Holder(part={name: 3})})()),
    "run": lambda name: simulate(Holder(), parameters={f"part.{name}": 3}),
    "ensemble": lambda name: compile(Holder()).ensemble({f"part.{name}": [3, 4]}),
}


@pytest.mark.parametrize("way", REFUSED)
@pytest.mark.parametrize(
    ("name", "instead"),
    [("doubled", {"a"}), ("last", {"a", "rows"}), ("m", {"n"}), ("always", set[str]())],
)
def test_what_can_be_set_instead_is_no_computed_parameter(
    way: str, name: str, instead: set[str]
) -> None:
    with pytest.raises(DrivetrainError) as caught:
        REFUSED[way](name)
    message = str(caught.value)
    if not instead:
        assert "is always 3.0 and cannot be set; only a derived class may declare it" in message
        return
    told = re.search(
        r"is computed from other parameters and cannot be set: set ([\w., ]+)", message
    )
    assert told is not None, message
    assert {one.strip().rpartition(".")[2] for one in told[1].split(",")} == instead


def test_an_equation_for_a_parameter_is_no_way_round() -> None:
    with pytest.raises(DrivetrainError, match=r"'part\.last' is computed .*: set part\.a, part\.r"):
        equated("last")
    with pytest.raises(DrivetrainError, match=r"give a parameter its value where it is declared"):
        equated("a")


def test_the_advice_can_be_followed() -> None:
    assert simulate(Holder(), parameters={"part.a": 2.0}).final["part.x"] == 12.0 + 3.0

    class Derived(Model):
        part = Anew()

    assert simulate(Derived()).final["part.x"] == 8.0 + 2.0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a", r"give the value where 'part' is made, Chain\(a=3\)$"),
        ("n", r"give the value where 'part' is made, Chain\(n=3\)$"),
        ("x", r"state an equation, part\.x == 3$"),
        ("alway", r"'part' \(Chain\) has no 'alway'; did you mean 'always'\?$"),
    ],
)
def test_an_assignment_is_answered_with_what_would_do_it(name: str, told: str) -> None:
    with pytest.raises(DrivetrainError, match=told):
        assigned(name, 3)


def test_a_part_cannot_be_replaced_by_an_assignment() -> None:
    with pytest.raises(DrivetrainError, match=r"model 'steps' has a member 'part' already"):
        replaced()


def test_a_structural_parameter_is_not_offered_to_the_run() -> None:
    with pytest.raises(DrivetrainError, match=r"where the component is made, Chain\(n=3\) \["):
        setattr(Chain(), "n", 3)  # noqa: B010


def test_a_computed_value_out_of_bounds_names_what_it_depends_on() -> None:
    with pytest.raises(DrivetrainError, match=r"above its maximum 50 .*: it is computed .*part\.a"):
        simulate(Holder(), parameters={"part.a": 20.0})


class Chosen(Model):
    """Numbers that a choice decides."""

    kind = parameter("long", structural=True, choices=("short", "long"))
    length = parameter(10.0)
    lever = parameter(where(kind == "short", 1.0, 2 * length))
    count = parameter(lever * computed(len, kind))
    inner = Inertia(J=where((kind == "short") | (length > 20.0), 3.0, length), w=fixed(0.0))


@pytest.mark.parametrize(
    ("given", "lever", "count", "J"),
    [
        ({}, 20.0, 80.0, 10.0),
        ({"kind": "short"}, 1.0, 5.0, 3.0),
        ({"length": 30.0}, 60.0, 240.0, 3.0),
    ],
)
def test_a_choice_decides_numbers(
    given: dict[str, Any], lever: float, count: float, J: float
) -> None:
    parameters = simulate(Chosen(**given), stop_time=0.1).parameters
    assert (parameters["lever"], parameters["count"]) == (lever, count)
    assert parameters["inner.J"] == J


class Data(Component):
    n = parameter(2, structural=True, kind="integer")


class Box(Component):
    """A structural value that follows from that of a part."""

    data = Data()
    count = parameter(data.n + 1, structural=True, kind="integer")
    x = variable()

    def equations(self) -> Any:
        yield self.x == self.count


def test_what_follows_from_a_part_knows_what_it_is_given() -> None:
    class Two(Model):
        usual = Box()
        other = Box(data={"n": 7})

    final = simulate(Two(), stop_time=0.1).final
    assert (final["usual.x"], final["other.x"]) == (3.0, 8.0)
