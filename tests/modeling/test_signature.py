"""What notebooks and editors show of a component class."""

from __future__ import annotations

from inspect import signature

from drivetrain.modeling import Component, Model, RealInput, parameter, table, variable


class Spring(Component):
    c0 = parameter(2.0, unit="N.m/rad", doc="Stiffness at rest")
    law = parameter("linear", structural=True, choices=("linear", "cubic"))
    c = parameter(2 * c0, unit="N.m/rad")
    m = parameter(unit="kg", doc="Mass")
    twice = parameter(2 * c, unit="N.m/rad", final=True)
    curve = table([[0, 1]], units=("1", "N"))
    phi = variable("rad", doc="Angle")
    u = RealInput("N.m")


def test_it_names_what_can_be_given_what_must_be_given_and_in_which_unit():
    assert str(signature(Spring)) == (
        "(*, m: 'kg', c0: 'N.m/rad' = 2.0, law='linear', c: 'N.m/rad' = 2 * c0, "
        "curve: 'N' = [[0, 1]], u: 'N.m' = (connected), **starts)"
    )


def test_a_class_with_its_own_way_to_be_made_keeps_it():
    class Own(Model):
        def __init__(self, n: int) -> None:
            super().__init__()

    class Derived(Own):
        pass

    assert list(signature(Own).parameters) == ["n"]
    assert list(signature(Derived).parameters) == ["n"]
    assert list(signature(Model).parameters) == ["title", "modifiers"]


def test_a_declaration_tells_unit_and_meaning():
    assert repr(vars(Spring)["c0"]) == "<Parameter c0 in N.m/rad: Stiffness at rest>"
    assert repr(vars(Spring)["law"]) == "<Parameter law>"
    assert repr(vars(Spring)["phi"]) == "<Variable phi in rad: Angle>"
