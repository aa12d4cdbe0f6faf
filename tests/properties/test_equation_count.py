"""Every component has as many equations as unknowns of its own."""

from __future__ import annotations

import pytest

from drivetrain.modeling import Component
from drivetrain.modeling.tracing.trace import Trace, trace
from tests.properties.classes import COMPLETE, label, variants


@pytest.mark.parametrize("cls", COMPLETE, ids=label)
def test_equations_and_unknowns_are_equal_in_number(cls: type[Component]) -> None:
    for component in variants(cls):
        traced = trace(component)
        assert len(traced.equations) == unknowns(traced)


def unknowns(traced: Trace) -> int:
    """Count the variables that the component's own equations have to determine.

    Connections give one equation per flow, and whoever drives an input gives one per input. In a
    class with parts they also join its own connectors and signals to those of the parts, and
    equations may say what the inputs of parts are.
    """
    if traced.subs:
        joined = sum(len(c.declaration.variables()) for c in traced.connectors)
        driven = {link.target.slot for link, _ in traced.signal_links}
        own = {v.slot for v in traced.variables if not v.is_input}
        return len((own | inputs_of_parts(traced)) - driven) - joined
    flows = sum(sum(v.is_flow for v in c.declaration.variables()) for c in traced.connectors)
    return traced.n_variables - flows - sum(v.is_input for v in traced.variables)


def inputs_of_parts(traced: Trace) -> set[int]:
    return {
        sub.variable_start + k * sub.trace.n_variables + v.slot
        for sub in traced.subs
        for k in range(1 if sub.count is None else sub.count)
        for v in sub.trace.variables
        if v.is_input
    }
