"""Other values of parameters are run by the same program unless a factor has become zero."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivetrain import examples
from drivetrain.compiler.frontend.equation_groups import factors, groups, parametric_values
from drivetrain.compiler.frontend.values import Values, evaluate_values
from drivetrain.compiler.pipeline import translate
from drivetrain.compiler.structure.causalization import divisors
from drivetrain.compiler.translation import Translation

MODELS = ["CoupledClutches", "book.SMDWithBacklash", "ElasticBearing", "machines.ShipShafting"]


def zeros(t: Translation, values: Values) -> list[np.ndarray]:
    """Where any factor is zero, all of them looked at."""
    found = [
        parametric_values(e, group, values.parameter) == 0
        for group in groups(t.flat, t.aliased)
        for _, e in factors(group)
    ]
    for group in t.reduced.groups:
        for e, rows in divisors(t.reduced, group):
            found.append(parametric_values(e, group, values.parameter)[rows] == 0)
    return found


def with_value(values: Values, number: int, value: float) -> Values:
    parameter = values.parameter.copy()
    parameter[number] = value
    return replace(values, parameter=parameter)


@pytest.mark.parametrize("value", [0.0, 1.0, np.inf, 0.37])
@pytest.mark.parametrize("name", MODELS)
def test_looking_at_what_has_changed_is_enough(name: str, value: float):
    t = translate(examples.find(name)())
    before = zeros(t, t.values)
    for number in range(len(t.values.parameter)):
        after = with_value(t.values, number, value)
        same = all(map(np.array_equal, before, zeros(t, after)))
        assert t.guards.holds_for(after.parameter) == same, f"parameter {number}"


def test_a_vanishing_inertia_is_another_structure():
    t = translate(examples.find("CoupledClutches")())
    needed = [
        value
        for number, value in enumerate(t.values.parameter)
        if not t.guards.holds_for(with_value(t.values, number, 0.0).parameter)
    ]
    assert len(needed) >= 4
    assert 0.0 not in needed
    assert t.guards.holds_for(t.values.parameter)


def test_many_runs_at_once_are_judged_one_by_one():
    t = translate(examples.find("CoupledClutches")())
    own = t.values.parameter
    rows = np.array([with_value(t.values, k, 0.0).parameter for k in range(len(own))])
    holds = t.guards.holds_for(rows)
    assert holds.tolist() == [bool(t.guards.holds_for(row)) for row in rows]
    assert holds.any()
    assert not holds.all()


def test_a_table_that_begins_to_bend_is_another_structure():
    model = examples.find("machines.DualClutchLaunch")()
    t = translate(model)
    bent = evaluate_values(t.flat, {"clutch1.mu_pos": [[0, 0.3], [10, 0.2], [20, 0.19]]})
    straight = evaluate_values(t.flat, {"clutch1.mu_pos": [[0, 0.1]]})
    assert t.guards.admits(bent)
    assert t.guards.admits(straight)
    without = translate(model, {"clutch1.mu_pos": [[0, 0.1]]})
    assert without.guards.admits(straight)
    assert not without.guards.admits(t.values)


def test_a_table_that_begins_to_turn_is_another_structure():
    t = translate(examples.find("machines.DualClutchLaunch")())
    turning = evaluate_values(t.flat, {"clutch1.mu_pos": [[0, 0.1], [10, 0.2], [20, 0.1]]})
    assert not t.guards.admits(turning)
