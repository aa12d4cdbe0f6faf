"""Values that the runs of an ensemble differ in."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.compiler.frontend.values import evaluate_values
from drivetrain.errors import ParameterError
from drivetrain.examples.first import First
from drivetrain.simulation.ensembles.parameter_sets import ParameterSets

GIVEN = {"inertia2.J": [1.0, 2.0, 4.0], "J_load": [0.1, 0.2, 0.3], "spring.c": [1e3, 2e3, 3e3]}


def test_parameters_of_some_runs_are_those_of_each():
    translation = compile_model(First()).translation
    sets = ParameterSets(translation, GIVEN)
    assert sets.only_parameters
    rows = sets.parameters(range(1, 3))
    for row, run in zip(rows, (1, 2), strict=True):
        alone = evaluate_values(translation.flat, sets.given(run))
        np.testing.assert_array_equal(row, alone.parameter)
        np.testing.assert_array_equal(sets.values(run).parameter, alone.parameter)


@pytest.mark.parametrize("name", ["inertia2.w.start", "inertia2.phi.start"])
def test_what_changes_more_than_parameters_is_told(name: str):
    translation = compile_model(First()).translation
    sets = ParameterSets(translation, {name: [1.0, 3.0], "J_load": [0.5, 0.7]})
    assert not sets.only_parameters
    assert sets.count == 2
    one = sets.values(1)
    assert 3.0 in one.start
    assert 0.7 in one.parameter


def test_a_value_out_of_bounds_is_found_wherever_it_is():
    translation = compile_model(First()).translation
    with pytest.raises(ParameterError, match=r"J_load = -1 kg\.m2 is below its minimum"):
        ParameterSets(translation, {"J_load": [1.0, 2.0, -1.0, 3.0]})


def test_the_model_keeps_its_own_values():
    translation = compile_model(First()).translation
    before = translation.values.parameter.copy()
    ParameterSets(translation, GIVEN).parameters(range(3))
    np.testing.assert_array_equal(translation.values.parameter, before)
