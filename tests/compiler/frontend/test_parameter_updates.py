"""What follows from parameters is what evaluating everything says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, examples, fixed
from drivetrain.compiler.frontend.flatten import Flat, flatten
from drivetrain.compiler.frontend.parameter_updates import ParameterUpdates
from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Component, parameter
from drivetrain.rotational import Inertia, OneWayClutch, SpringDamper


def made(model: Component) -> tuple[Flat, Values, ParameterUpdates]:
    flat = flatten(model)
    values = evaluate_values(flat)
    return flat, values, ParameterUpdates(flat, values)


def outcome(evaluate: Any, overrides: Any) -> Any:
    """Return all values as bytes, or what is said to be wrong."""
    try:
        values = evaluate(overrides)
    except DrivetrainError as error:
        return type(error), str(error)
    return [getattr(values, one.name).tobytes() for one in fields(Values)]


@pytest.mark.parametrize("name", examples.names())
def test_every_parameter_of_every_example(name: str) -> None:
    flat, own, dependents = made(examples.find(name)())
    for one, value in zip(parameter_names(flat.root), own.parameter, strict=True):
        for other in (value * 1.25 + 0.125, -1.0, 0, True):
            expected = outcome(lambda given: evaluate_values(flat, given), {one: other})
            assert outcome(dependents.values, {one: other}) == expected, f"{one} = {other}"


class Shaft(Model):
    """Parameters that follow from each other, some of which are given values of their own."""

    ratio = parameter(2.0)
    J = parameter(0.5 * ratio, unit="kg.m2")
    limit = parameter(10.0, min=2 * ratio)
    offset = parameter(0.1, unit="rad")
    left = Inertia(J=J * ratio**2, phi=fixed(offset))
    link = SpringDamper.array(3, c=100.0 * ratio, d=1.0)
    disc = Inertia.array(3, J=J / 3)
    other = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.link[0] >> self.disc[0]
        yield self.disc[:-1] >> self.link[1:] >> self.disc[1:]


@pytest.mark.parametrize(
    "given",
    [
        {"ratio": 3.0},
        {"ratio": 3.0, "J": 4.0},
        {"J": 4.0, "ratio": 3.0, "disc[1].J": 0.7, "left.J": 2.0},
        {"link[2].c": 5.0, "other.J": 3.0},
        {"ratio": 6.0},
        {"ratio": 6.0, "limit": 20.0},
        {"limit": 3.0},
        {"ratio": -1.0},
        {"ratio": 1e-60},
        {"ratio": float("nan")},
        {"ratio": "2"},
        {"ratio": [2.0]},
        {"ratio": True},
        {"offset": 0.2, "ratio": 3.0},
        {"other.w.start": 0.2, "ratio": 3.0},
        {"rato": 0.2},
        {"other.w": 0.2},
        {},
    ],
    ids=str,
)
def test_some_parameters_together(given: dict[str, Any]) -> None:
    flat, _, dependents = made(Shaft())
    for _ in range(2):
        expected = outcome(lambda names: evaluate_values(flat, names), given)
        assert outcome(dependents.values, given) == expected


def test_many_runs_at_once_are_each_of_them() -> None:
    flat, _, dependents = made(Shaft())
    columns = {"ratio": [2.0, 3.0, 6.0, -1.0], "other.J": [1.0, 2.0, 3.0, 4.0]}
    follow = dependents.of(tuple(columns))
    assert follow is not None
    rows, fit = follow.parameters(follow.checked({n: np.array(c) for n, c in columns.items()}))
    assert fit.tolist() == [True, True, False, False]
    for k in (0, 1):
        alone = evaluate_values(flat, {name: column[k] for name, column in columns.items()})
        np.testing.assert_array_equal(rows[k], alone.parameter)


def test_what_tables_are_at_a_given_place_stays() -> None:
    """The threshold of a released freewheel contains its coefficient of friction at rest."""

    class Freewheel(Model):
        left, right = Inertia(J=1.0, phi=fixed(0), w=fixed(0)), Inertia(J=2.0)
        clutch = OneWayClutch(fn_max=20.0, f_normalized=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.clutch >> self.right

    flat, _, dependents = made(Freewheel())
    given = {"clutch.fn_max": np.array([5000.0, 20.0]), "left.J": np.array([2.0, 3.0])}
    follow = dependents.of(tuple(given))
    assert follow is not None
    rows, fit = follow.parameters(follow.checked(given))
    assert fit.all()
    for k, row in enumerate(rows):
        alone = evaluate_values(flat, {name: column[k] for name, column in given.items()})
        np.testing.assert_array_equal(row, alone.parameter)
    found = rows[0, parameter_names(flat.root).index("clutch.tau0_max_low")]
    assert found == pytest.approx(1e-4 * 0.5 * 5000.0)


@pytest.mark.parametrize("name", ["offset", "left.phi.start", "left", "nobody", "left.w"])
def test_more_than_parameters(name: str) -> None:
    assert made(Shaft())[2].of((name,)) is None


def test_the_model_keeps_its_values() -> None:
    _, own, dependents = made(Shaft())
    before = own.parameter.copy()
    assert dependents.values({"ratio": 3.0}).parameter is not own.parameter
    assert dependents.values({"ratio": 3.0}).start is own.start
    np.testing.assert_array_equal(own.parameter, before)
