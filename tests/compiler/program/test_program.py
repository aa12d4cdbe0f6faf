"""Program: what needs no node of its own."""

from __future__ import annotations

import pytest

from drivetrain.compiler.program.program import BOOL, Program


@pytest.mark.parametrize("swapped", [False, True])
def test_conditions_with_constants_fold(swapped: bool):
    program = Program()
    known = {value: program.node("const", (), value, BOOL) for value in (False, True)}
    locked = program.node("z", (), 0, BOOL)

    def pair(value: bool) -> tuple[int, int]:
        return (known[value], locked) if swapped else (locked, known[value])

    assert program.both(*pair(True)) == program.either(*pair(False)) == locked
    assert program.both(*pair(False)) == known[False]
    assert program.either(*pair(True)) == known[True]


def test_opposites_of_constants_are_constants():
    program = Program()
    holds = program.node("const", (), True, BOOL)
    assert program.negate(program.negate(holds)) == holds
    assert program.is_const(program.negate(holds), 0.0)


def test_conditions_that_may_change_stay():
    program = Program()
    locked, free = (program.node("z", (), k, BOOL) for k in range(2))
    assert program.ops[program.both(locked, free)] == "and"
    assert program.ops[program.either(locked, free)] == "or"
    assert program.ops[program.negate(locked)] == "not"
