"""Values that the runs of an ensemble differ in."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.compiler.values import evaluate_values
from drivetrain.examples.first import First
from drivetrain.simulation.parameter_sets import ParameterSets, independent_parameters

GIVEN = {"inertia2.J": [1.0, 2.0, 4.0], "spring.c": [1e3, 2e3, 3e3]}


def test_what_others_depend_on_is_not_independent():
    flat = compile_model(First()).translation.flat
    free = independent_parameters(flat)
    assert not free.all()
    assert free.any()


def test_parameters_of_some_runs_are_those_of_each():
    translation = compile_model(First()).translation
    sets = ParameterSets(translation, GIVEN)
    assert sets.only_parameters
    rows = sets.parameters(range(1, 3))
    for row, run in zip(rows, (1, 2), strict=True):
        alone = evaluate_values(translation.flat, sets.given(run))
        np.testing.assert_array_equal(row, alone.parameter)
        np.testing.assert_array_equal(sets.values(run).parameter, alone.parameter)


@pytest.mark.parametrize("name", ["J_load", "inertia2.w.start"])
def test_what_changes_more_than_a_parameter_is_told(name: str):
    translation = compile_model(First()).translation
    sets = ParameterSets(translation, {name: [1.0, 3.0]})
    assert not sets.only_parameters
    assert sets.count == 2
    one = sets.values(1)
    assert 3.0 in (one.parameter if name == "J_load" else one.start)


def test_the_model_keeps_its_own_values():
    translation = compile_model(First()).translation
    before = translation.values.parameter.copy()
    ParameterSets(translation, GIVEN).parameters(range(3))
    np.testing.assert_array_equal(translation.values.parameter, before)
