"""Complex factors of parameters: matrices against differences of parameters, and exactness."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import NameLookupError
from drivetrain.rotational import Fixed, Inertia, Spring, SpringDamper, Torque
from drivetrain.simulation.linearisation.altered_laws import changes_of
from drivetrain.simulation.linearisation.details import ModelDetails


def details_of(model: dt.Model, **how: Any) -> ModelDetails:
    found = dt.linearise(model, **how).details
    assert isinstance(found, ModelDetails)
    return found


def test_real_factors_are_other_values_of_a_linear_model() -> None:
    model = examples.find("First")()
    details = details_of(model, outputs=["*"])
    found = details.altered({"spring.c": 1.3, "damper.d": 0.5})
    c, d = (details.parameters([name])[0][1] for name in ("spring.c", "damper.d"))
    other = dt.linearise(model, outputs=["*"], parameters={"spring.c": 1.3 * c, "damper.d": d / 2})
    for name in "AC":
        matrix = getattr(found, name)
        assert matrix.toarray() == pytest.approx(np.asarray(getattr(other, name)), abs=1e-9)


def test_springs_in_series_are_exact_for_any_factor() -> None:
    """There A is a quotient of polynomials in the stiffness."""
    m = dt.Model("series")
    m.add(ground=Fixed(), one=Spring(c=500.0), two=Spring(c=2000.0), disc=Inertia(J=2.0))
    m.connect(m.ground.flange >> m.one.flange_a)
    m.connect(m.one.flange_b >> m.two.flange_a)
    m.connect(m.two.flange_b >> m.disc.flange_a)
    details = details_of(m, outputs=["one.tau"])
    for factor in (0.1, 3.0, 1 + 0.5j, -2.0 + 7j):
        both = factor * 500 * 2000 / (factor * 500 + 2000)
        found = details.altered({"one.c": factor})
        assert np.abs(found.A.toarray()).max() == pytest.approx(abs(both) / 2)
        assert found.C.toarray().sum() == pytest.approx(both)


def test_inputs_that_act_through_a_parameter() -> None:
    """A parameter as input: its column contains the stiffness that is changed."""
    m = dt.Model("offset")
    m.add(ground=Fixed(), shaft=SpringDamper(c=100.0, d=1.0, phi_rel0=0.1), disc=Inertia(J=2.0))
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft.flange_b >> m.disc.flange_a)
    details = details_of(m, inputs=["shaft.phi_rel0"], outputs=["shaft.tau"])
    found = details.altered({"shaft.c": 1 + 0.2j})
    assert np.asarray(found.B).sum() == pytest.approx(100 * (1 + 0.2j) / 2)
    assert np.asarray(found.D)[0, 0] == pytest.approx(-100 * (1 + 0.2j))


def test_the_operating_point_stays() -> None:
    """A load that carries the shaft is not altered with it."""
    m = dt.Model("loaded")
    m.add(
        ground=Fixed(), shaft=Spring(c=100.0), disc=Inertia(J=2.0, phi=dt.fixed(0.3)),
        push=Torque(),
    )  # fmt: skip
    m.connect(m.ground.flange >> m.shaft.flange_a)
    m.connect(m.shaft.flange_b >> m.disc.flange_a)
    m.connect(m.push.flange >> m.disc.flange_b)
    m.add(load=dt.blocks.Constant(k=30.0))
    m.connect(m.load.y >> m.push.tau)
    details = details_of(m, outputs=["shaft.tau"])
    at = details._altered({"shaft.c": 1 + 0.1j})[0]
    assert at.rates.values == pytest.approx([0.0, 0.0])
    assert at.outputs.by_states.toarray().sum() == pytest.approx(100 * (1 + 0.1j))


def test_slopes_by_parameters_against_differences() -> None:
    details = details_of(examples.find("HeatLosses")(), at=0.3)
    reached, system = details._reached, details._system
    point = system.point(reached.solver, reached.row, reached.values)
    direction = details._sensitivities[0].direction("elasto_backlash.c")
    found = system.equations.changed_by_parameters(point, direction)

    def by_parameters(step: float) -> Any:
        moved = replace(point.values, parameter=point.values.parameter + step * direction)
        return system.equations.by_parameters(replace(point, values=moved))

    expected = (by_parameters(1e-4) - by_parameters(-1e-4)) / 2e-4
    assert abs(found).max() > 0
    assert abs(found - expected).max() <= 1e-7 * abs(expected).max()


def test_equal_factors_are_one_change() -> None:
    directions = {"a": np.array([1.0, 0]), "b": np.array([0, 2.0]), "c": np.array([1.0, 1.0])}
    found = changes_of({"a": 1 + 0.1j, "b": 1 + 0.1j, "c": 1.0}, directions)
    assert len(found) == 1
    assert found[0][0] == pytest.approx(0.1j)
    assert found[0][1].tolist() == [1.0, 2.0]


def test_unknown_parameters_are_refused() -> None:
    details = details_of(examples.find("First")())
    with pytest.raises(NameLookupError, match=r"did you mean 'spring\.c'"):
        details.altered({"spring.cc": 2.0})
