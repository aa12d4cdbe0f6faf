"""Methods whose names are nearly those that the compiler calls are not dropped in silence."""

from __future__ import annotations

import pytest

import drivetrain as dt
from drivetrain.errors import ModelError
from drivetrain.modeling import Component
from drivetrain.rotational import Inertia


def part(**methods):
    return type("Wheel", (dt.Model,), {"mass": Inertia(J=1.0), **methods})()


def nothing(self):
    return ()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("equation", "equations"),
        ("Equations", "equations"),
        ("initial_equation", "initial_equations"),
        ("initialEquations", "initial_equations"),
        ("init_equations", "initial_equations"),
        ("store_energy", "stored_energy"),
        ("disipated_power", "dissipated_power"),
        ("suplied_power", "supplied_power"),
    ],
)
def test_nearly_right_is_refused(name, meant):
    with pytest.raises(ModelError, match=f"Wheel.{name}' would never .* mean '{meant}'"):
        dt.compile(part(**{name: nothing}))


@pytest.mark.parametrize(
    "name", ["own_equations", "energy", "power", "windage", "equations_of_oil"]
)
def test_names_of_ones_own_are_free(name):
    dt.compile(part(**{name: nothing}))


def test_helpers_that_are_called_may_have_any_name():
    class Geared(dt.Model):
        mass = Inertia(J=1.0)

        def equations(self):
            yield from self.equations1()

        def equations1(self):
            return ()

    dt.compile(Geared())


def test_mistakes_in_bases_are_found():
    class Base(Component):
        def equation(self):
            return ()

    class Heir(Base):
        def equations(self):
            return ()

    with pytest.raises(ModelError, match=r"Heir\.equation"):
        dt.compile(type("Whole", (dt.Model,), {"part": Heir()})())
