"""Where derivatives bend without an event."""

from __future__ import annotations

import math

from drivetrain.compiler.program.discontinuities import find_discontinuities, with_slopes
from drivetrain.compiler.program.program import BOOL, Program


def state(program: Program, number: int = 0) -> int:
    return program.node("x", (), number)


def test_a_limit_bends_where_its_operands_meet():
    program = Program()
    x, limit = state(program), program.node("p", (), 0)
    for op in ("min", "max", "gt", "le"):
        found = find_discontinuities(program, [program.node(op, (x, limit))])
        assert found.crossings == [program.sub(x, limit)]
        assert found.place == {program.node(op, (x, limit)): 0}


def test_a_size_bends_at_zero():
    program = Program()
    x = state(program)
    assert find_discontinuities(program, [program.node("abs", (x,))]).crossings == [x]


def test_what_only_parameters_decide_never_bends():
    program = Program()
    size = program.node("abs", (program.node("p", (), 0),))
    assert find_discontinuities(program, [program.mul(size, state(program))]).crossings == []


def test_what_no_derivative_needs_does_not_count():
    program = Program()
    program.node("abs", (state(program),))
    assert find_discontinuities(program, [state(program)]).crossings == []


def test_frozen_relations_bend_at_events_only():
    program = Program()
    x = state(program)
    touching = program.relation("gt", x, program.const(0.0))
    assert (
        find_discontinuities(program, [program.where(touching, x, program.const(0.0))]).crossings
        == []
    )


def test_a_branch_that_is_not_in_force_does_not_bend():
    program = Program()
    x, y = state(program), state(program, 1)
    touching = program.relation("gt", y, program.const(0.0))
    size = program.node("abs", (x,))
    root = program.where(touching, size, program.const(0.0))
    assert find_discontinuities(program, [root]).crossings == [
        program.where(touching, x, program.const(math.nan))
    ]
    assert find_discontinuities(program, [root, size]).crossings == [x]


def test_equal_conditions_are_one_kink():
    program = Program()
    x, zero = state(program), program.const(0.0)
    above = program.node("gt", (x, zero), None, BOOL)
    below = program.node("le", (x, zero), None, BOOL)
    found = find_discontinuities(
        program, [program.where(above, x, zero), program.where(below, x, zero)]
    )
    assert found.crossings == [x]
    assert found.place == {above: 0, below: 0}


def test_slopes_are_on_the_branch_of_whichever_law_is_in_force():
    """The flanks of teeth: on one the smaller of two torques acts, on the other the larger."""
    program = Program()
    x, y, position = (state(program, k) for k in range(3))
    forward = program.relation("gt", position, program.const(0.0))
    least, most = program.node("min", (x, y)), program.node("max", (x, y))
    found = find_discontinuities(program, [program.where(forward, least, most)])
    assert found.place == {least: 0, most: 1}
    assert not found.else_at
    slope = program.node("ge", (x, y), None, BOOL)
    more = with_slopes(program, found, ())
    assert {more.place[slope], *more.else_at[slope]} == {0, 1}


def test_a_table_bends_if_it_is_said_to():
    program = Program()
    x = state(program)
    look_up = program.node("table", (x,), (3, 0))
    assert find_discontinuities(program, [look_up]).crossings == []
    found = find_discontinuities(program, [look_up], bending={3})
    assert found.crossings == [program.node("bend", (x,), (3, 0))]
    assert found.place == {look_up: 0}
