"""Parts of parts of parts …, deeper than Python calls functions within functions."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.modeling import Model, computed, fixed, parameter
from drivetrain.rotational import Inertia
from tests.mechanics.test_massless import Launch

LEVELS = 1000
INSIDE = "sub." * LEVELS


class Bottom(Model):
    """An inertia whose value comes from outside."""

    J = parameter(1.0, unit="kg.m2")
    kind = parameter(1, structural=True, kind="integer")
    mass = Inertia(J=J, phi=fixed(0.0), w=fixed(1.0))


def nested(cls: Any, **handed_on: Any) -> Any:
    """Return a class around classes …, each with a part `sub` that gets what its own gets."""
    for level in range(LEVELS):
        own = {name: make() for name, make in handed_on.items()}
        cls = type(f"Level{level}", (Model,), {**own, "sub": cls(**own)})
    return cls


def test_it_is_deeper_than_python_calls() -> None:
    assert sys.getrecursionlimit() <= LEVELS


def test_classes() -> None:
    compiled = dt.compile(nested(Bottom)())
    result = compiled.simulate(stop_time=0.1, parameters={f"{INSIDE}mass.w.start": 2.0})
    assert result.final[f"{INSIDE}mass.w"] == 2.0
    assert len(result.match("*.w")) == 1
    assert result.energy.relative_error < 1e-12


def test_parameters_through_all_levels() -> None:
    cls = nested(Bottom, J=lambda: parameter(1.0, unit="kg.m2"))
    compiled = dt.compile(cls(J=3.0))
    name = f"{INSIDE}mass.J"
    assert compiled.simulate(stop_time=0.1).parameters[name] == 3.0
    assert compiled.simulate(stop_time=0.1, parameters={"J": 5.0}).parameters[name] == 5.0


def test_structural_parameters_through_all_levels() -> None:
    cls = nested(Bottom, kind=lambda: parameter(1, structural=True, kind="integer"))
    assert dt.simulate(cls(kind=2), stop_time=0.1).final[f"{INSIDE}mass.w"] == 1.0


def test_models_built_step_by_step() -> None:
    model = Model("bottom")
    model.add(mass=Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)))
    for level in range(LEVELS):
        outer = Model(f"level {level}")
        outer.add(sub=model)
        model = outer
    assert dt.simulate(model, stop_time=0.1).final[f"{INSIDE}mass.w"] == 1.0


def test_elements_that_are_taken_otherwise_where_nothing_has_inertia() -> None:
    """The clutch is replaced by its massless variant, deep inside."""
    result = dt.simulate(nested(Launch)(), stop_time=1.0)
    alone = dt.simulate(Launch(), stop_time=1.0)
    assert result.final[f"{INSIDE}engine.w"] == alone.final["engine.w"]
    assert dt.check(nested(Launch)()).faults == ()


def test_classes_that_are_traced_anew_each_time() -> None:
    class Fresh(Bottom):
        """Not to be kept, as one that reads a file."""

        traced_once = False

    assert dt.simulate(nested(Fresh)(), stop_time=0.1).final[f"{INSIDE}mass.w"] == 1.0


def test_an_error_deep_inside_names_its_place() -> None:
    class Faulty(Model):
        """Refuses to be made."""

        many = parameter(-1, structural=True)
        mass = Inertia.array(computed(int, many), J=1.0)

    with pytest.raises(dt.DrivetrainError, match="an array of -1 components"):
        dt.compile(nested(Faulty)())
