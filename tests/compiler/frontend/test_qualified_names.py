"""A name leads to the number that it was made of."""

from __future__ import annotations

import pytest
from tests.behaviour.size.test_long_shaft import LongShaft

from drivetrain import examples
from drivetrain.compiler.frontend.qualified_names import (
    find_parameter,
    find_variable,
    parameter_names,
    variable_names,
)
from drivetrain.modeling.component import Component
from drivetrain.modeling.tracing.trace import trace

MODELS: dict[str, Component] = {
    "array": LongShaft(n=12),
    "machine": examples.find("machines.EightSpeedAutomatic")(),
    "planetary": examples.find("book.SMDWithBacklash")(),
}


@pytest.mark.parametrize("what", MODELS)
def test_every_name_is_found(what: str):
    root = trace(MODELS[what])
    parameters, variables = parameter_names(root), variable_names(root)
    assert [find_parameter(root, name) for name in parameters] == list(range(len(parameters)))
    assert [find_variable(root, name) for name in variables] == list(range(len(variables)))


@pytest.mark.parametrize(
    "name",
    [
        "", ".", "J", "disc", "disc.J", "disc[0]", "disc[0].", "disc[12].J", "disc[-1].J",
        "disc[01].J", "disc[0.J", "disc[0]].J", "disc[].J", "disc[0].JJ", "disc[0].J.",
        "drive[0].J", "disc[²].J", "link[0].c.d",
    ],
)  # fmt: skip
def test_no_other_name_is_found(name: str):
    root = trace(MODELS["array"])
    assert find_parameter(root, name) is None
    assert find_variable(root, name) is None
