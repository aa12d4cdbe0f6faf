"""Which discrete variables keep their values between events by themselves."""

from __future__ import annotations

import pytest

from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.compiler.program.variability import may_vary_between_events


class Bench:
    """A program, and the nodes of which discrete variables are made."""

    def __init__(self) -> None:
        self.program = Program()
        self.x = self.program.node("x", (), 0)
        self.kept = self.program.node("pre", (), 0)
        self.flag = self.program.node("z", (), 1, BOOL)
        self.before = self.program.node("pre", (), 1, BOOL)
        self.tick = self.program.node("sample", (), 0, BOOL)
        self.start = self.program.node("initial", (), None, BOOL)

    def both(self, one: int, other: int) -> int:
        return self.program.node("and", (one, other), None, BOOL)

    def either(self, one: int, other: int) -> int:
        return self.program.node("or", (one, other), None, BOOL)

    def no(self, one: int) -> int:
        return self.program.node("not", (one,), None, BOOL)

    def choice(self, condition: int, one: int, other: int) -> int:
        return self.program.node("where", (condition, one, other))

    def became_true(self) -> int:
        return self.both(self.flag, self.no(self.before))

    def above(self) -> int:
        return self.program.node("gt", (self.x, self.program.const(0.0)), None, BOOL)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def is_loose(bench: Bench, *discrete: int) -> bool:
    return may_vary_between_events(bench.program, list(discrete))


def test_what_a_state_tells_moves(bench: Bench):
    assert is_loose(bench, bench.x)
    assert is_loose(bench, bench.kept, bench.program.mul(bench.kept, bench.x))
    assert is_loose(bench, bench.program.node("time"))


def test_what_is_made_of_other_discrete_variables_does_not(bench: Bench):
    program = bench.program
    touching = program.relation("gt", bench.x, program.const(0.0))
    assert not is_loose(bench, bench.choice(touching, bench.kept, program.const(2.0)))
    assert not is_loose(bench, bench.either(bench.flag, bench.tick))
    assert not is_loose(bench, bench.either(bench.flag, bench.start))


def test_a_literal_relation_moves_what_it_chooses(bench: Bench):
    assert is_loose(bench, bench.choice(bench.above(), bench.kept, bench.program.const(2.0)))
    assert is_loose(bench, bench.choice(bench.flag, bench.x, bench.kept))
    assert is_loose(bench, bench.choice(bench.flag, bench.kept, bench.x))


def test_nothing_happens_in_a_when_between_events(bench: Bench):
    for condition in (
        bench.became_true(),
        bench.both(bench.became_true(), bench.above()),
        bench.both(bench.above(), bench.tick),
        bench.tick,
        bench.start,
        bench.either(bench.tick, bench.start),
        bench.program.const(0.0),
    ):
        assert not is_loose(bench, bench.choice(condition, bench.x, bench.kept))
        assert is_loose(bench, bench.choice(condition, bench.kept, bench.x))


def test_what_may_be_true_between_events_is_no_when(bench: Bench):
    other = bench.program.node("pre", (), 2, BOOL)
    for condition in (
        bench.either(bench.tick, bench.flag),
        bench.both(bench.flag, bench.no(other)),
        bench.both(bench.flag, bench.before),
        bench.program.const(1.0),
    ):
        assert is_loose(bench, bench.choice(condition, bench.x, bench.kept))
