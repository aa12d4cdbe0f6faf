"""Names of parts, declarations and classes, however these are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import DrivetrainError, ModelError
from drivetrain.modeling import (
    Component,
    Connector,
    Model,
    constant,
    der,
    fixed,
    flow,
    parameter,
    potential,
    table,
    variable,
)
from drivetrain.modeling.member_names import fault_of_name
from drivetrain.rotational import Inertia

NO_NAMES = [
    "", " ", "=cmd|'/C calc'!A0", "a b", "a.b", "x[0]", "*", "1a", "-1", "+a", "@a", "a\0b", "a\nb",
    "a\r", "\ud800", "a,b", 'a"b', "../a", "a\u202eb", "\ufeffa",
]  # fmt: skip
OTHERS = ["class", "lambda", "None", "\ufb01", "\u210c", "_x", "__x__", "_modifiers", "_index", "_"]
GOOD = ["x", "J1", "self", "winkelgeschwindigkeit", "größe", "φ", "x_", "match", "type"]


def part() -> Inertia:
    return Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))


def by_type(name: str, member: Any) -> Any:
    return type("Made", (Model,), {name: member})


def by_add(name: str, member: Any) -> Any:
    m = Model("made")
    m.add(**{name: member})
    return m


MEMBERS: dict[str, Callable[[], Any]] = {
    "part": part,
    "array": lambda: Inertia.array(2, J=1.0),
    "parameter": lambda: parameter(1.0),
    "variable": variable,
    "table": lambda: table([[0.0, 1.0]]),
}


@pytest.mark.parametrize("made", [by_type, by_add])
@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("name", [*NO_NAMES, *OTHERS], ids=ascii)
def test_a_member_of_no_name_is_refused(name: str, member: str, made: Any) -> None:
    with pytest.raises(ModelError, match=r"declares .*, which (is|begins)") as caught:
        made(name, MEMBERS[member]())
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("made", [by_type, by_add])
@pytest.mark.parametrize("name", GOOD)
def test_a_name_is_a_name(name: str, made: Any) -> None:
    model = made(name, part())
    result = dt.simulate(model() if isinstance(model, type) else model, stop_time=0.01)
    assert f"{name}.w" in result.names


@pytest.mark.parametrize("name", [*NO_NAMES, "class", "\ufb01"], ids=ascii)
def test_a_class_of_no_name_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match=r"the class name .* is") as caught:
        type(name, (Model,), {"part": part()})
    assert str(caught.value).isprintable()
    named: Any = type("Named", (Model,), {"part": part()})
    with pytest.raises(ModelError, match="the class name"):
        named.__name__ = name


@pytest.mark.parametrize(
    "title", ["", " ", "a\0b", "a\nb", "\ud800", "a\u202eb", "\x1b[31m"], ids=ascii
)
def test_a_title_is_one_line_that_can_be_printed(title: str) -> None:
    with pytest.raises(ModelError, match="the title is a text of one line") as caught:
        Model(title)
    assert str(caught.value).isprintable()


def test_titles_may_have_blanks() -> None:
    assert Model("my launch, version 2 (ø 30 mm)").title == "my launch, version 2 (ø 30 mm)"


@pytest.mark.parametrize("name", [*NO_NAMES, *OTHERS, "face", "name", "owner"], ids=ascii)
def test_a_variable_of_a_connector_that_could_not_be_read_is_refused(name: str) -> None:
    """``self.flange.face`` was 0 or 1: which side of the connector is meant."""
    with pytest.raises(ModelError, match=r"declares .*, which (is|begins)"):
        type("Flange", (Connector,), {name: potential("rad"), "tau": flow("N.m")})


def test_a_class_made_by_type_is_checked_as_one_that_is_written() -> None:
    """It belongs to the module that makes it, so that its units are checked."""
    wrong: Any = type("Wrong", (Model,), {
        "x": variable("m"), "equations": lambda self: [der(self.x) == constant(1.0, "N")],
    })  # fmt: skip
    assert wrong.__module__ == __name__
    with pytest.raises(DrivetrainError, match="has unit"):
        dt.compile(wrong())
    with pytest.raises(ModelError, match="is a class"):
        type("Wrong", (Model,), {"inertia": Inertia})


def test_a_class_takes_no_members_later_on() -> None:
    class Done(Model):
        """A part, and nothing else."""

        part = part()

    cls: Any = Done
    with pytest.raises(ModelError, match="setting 'other' declares nothing"):
        cls.other = part()
    cls.remark = "no member"
    assert dt.simulate(Done(), stop_time=0.01).names[0].startswith("part.")


@pytest.mark.parametrize("several", [
    lambda: [part(), part()], lambda: (part(),), lambda: {"a": part()}, lambda: [parameter(1.0)],
])  # fmt: skip
@pytest.mark.parametrize("name", ["parts", "_parts"])
def test_parts_in_a_list_are_not_lost_in_silence(name: str, several: Any) -> None:
    with pytest.raises(ModelError, match="which would take no part in the model"):
        type("Row", (Model,), {name: several()})
    one = part()
    type("Row", (Model,), {"one": one, name: [one]})  # has a name besides


def test_what_a_base_class_declares_may_stand_in_a_list() -> None:
    class Base(Model):
        """One part."""

        one = part()

    class Heir(Base):
        """Speaks of the part of its base class."""

        row = (Base.one,)

        def __init_subclass__(cls, remark: str = "") -> None:
            cls.remark = remark

    assert "one.w" in dt.simulate(Heir(), stop_time=0.01).names
    assert type("Made", (Heir,), {}).remark == ""


def test_a_variable_is_not_called_as_the_time() -> None:
    with pytest.raises(ModelError, match="'time', which is what results call the time"):
        by_type("time", variable())


def test_an_attribute_is_no_member() -> None:
    made: Any = part()
    made._note = "of mine"
    with pytest.raises(ModelError, match="states nothing"):
        made._other = part()

    class Early(Model):
        """Sets a part before it is made itself."""

        def __init__(self) -> None:
            self.part = part()
            super().__init__()

    with pytest.raises(ModelError, match="states nothing"):
        Early()


def test_a_parameter_may_be_called_self() -> None:
    cls: Any = type("Odd", (Component,), {"self": parameter(1.0), "x": variable(),
        "equations": lambda me: [me.x == me.self]})  # fmt: skip
    assert dt.simulate(by_type("odd", cls(self=2.0))(), stop_time=0.0).final["odd.x"] == 2.0


def test_faults() -> None:
    assert not any(map(fault_of_name, GOOD))
    assert fault_of_name("class") == "is a word of Python: write class_"
    assert "write 'fi'" in fault_of_name("\ufb01")
