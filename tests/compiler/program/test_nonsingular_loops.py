"""Loops of signals that have no single solution are refused; loops that have one are not."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import drivetrain
from drivetrain import Model, simulate
from drivetrain.blocks import Add, Constant, Gain, Sine
from drivetrain.compiler.program.nonsingular_loops import sizes_of, without_noise
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import parameter, variable
from drivetrain.rotational import ConstantTorque, IdealGear, Inertia


class Ring(Model):
    """Two gains in a circle, with something added on the way."""

    first = Gain(k=3.0)
    second = Gain(k=0.5)
    sum = Add()
    wave = Sine(f=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.first.y >> self.second.u
        yield self.second.y >> self.sum.u1
        yield self.wave.y >> self.sum.u2
        yield self.sum.y >> self.first.u


def test_gains_whose_product_is_one() -> None:
    compiled = drivetrain.compile(Ring())
    result = compiled.simulate()
    assert result["first.u"] == pytest.approx(-2.0 * result["wave.y"])
    for k in (1 / 3.0, (1 + 1e-15) / 3.0):
        with pytest.raises(DrivetrainError, match="no single one") as caught:
            compiled.simulate(parameters={"second.k": k})
        assert "first (Gain): y == k * u" in str(caught.value)
        assert "second (Gain): y == k * u" in str(caught.value)
    assert compiled.simulate(parameters={"second.k": 0.0})["first.u"][-1] == pytest.approx(0.0)


def test_without_anything_added() -> None:
    class Empty(Model):
        k = parameter(7.0)
        x = variable()
        y = variable()

        def equations(self) -> Iterable[Any]:
            yield self.x == self.k * self.y
            yield self.y == self.x / self.k

    with pytest.raises(DrivetrainError, match="signals that follow from themselves") as caught:
        simulate(Empty())
    assert "x == k * y" in str(caught.value)


def test_three_unknowns_of_which_two_say_the_same() -> None:
    class Three(Model):
        """Sums of pairs that do not tell the parts."""

        a = parameter(0.3)
        one = Constant(k=1.0)
        x = variable()
        y = variable()
        z = variable()

        def equations(self) -> Iterable[Any]:
            yield self.x + self.y + self.z == self.one.y
            yield self.x * self.a + self.y + self.z * 2 == self.one.y
            yield self.x * (1 + self.a) + self.y * 2 + self.z * 3 == 2 * self.one.y

    with pytest.raises(DrivetrainError, match="no single one"):
        simulate(Three())


class RigidTrain(Model):
    """So many gears that what is computed for their loop is nested more deeply than Python is."""

    n = parameter(700, structural=True, kind="integer")
    motor = ConstantTorque(tau_constant=1.0)
    first = Inertia(J=1.0)
    gear: Any = IdealGear.array(n, ratio=1.0)
    disc: Any = Inertia.array(n, J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.first >> self.gear[0]
        yield self.gear >> self.disc
        yield self.disc[:-1] >> self.gear[1:]


def test_a_long_rigid_train_has_a_single_solution() -> None:
    result = simulate(RigidTrain(), stop_time=0.1)
    assert result["first.a"][-1] == pytest.approx(1.0 / 701)


def value(program: Program, number: int, **read: list[float]) -> float:
    """Return the value of a node made of parameters and known values."""
    op, args = program.ops[number], program.args[number]
    if op in ("const", "p", "known"):
        return float(program.values[number] if op == "const" else read[op][program.values[number]])
    given = [value(program, arg, **read) for arg in args]
    calls: dict[str, Callable[..., Any]] = {
        "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
        "neg": operator.neg, "abs": abs, "le": operator.le, "where": lambda c, a, b: a if c else b,
    }  # fmt: skip
    return float(calls[op](*given))


def test_sizes_of_terms() -> None:
    p, given = Program(), [0.3, -5.0]
    i, j, one = p.node("p", (), 0), p.node("p", (), 1), p.const(1.0)
    left = p.sub(p.sub(one, p.sub(one, i)), i)
    below = p.node("le", (i, j), None, BOOL)
    square = p.mul(j, j)
    chosen = p.where(below, p.div(p.neg(left), j), square)
    right = p.add(left, j)
    found = sizes_of(p, [left, chosen], [right], low=right)
    known = [value(p, number, p=given) for number in found.known]
    terms = 1.0 + (1.0 + 0.3) + 0.3
    sizes = [value(found.program, number, p=given, known=known) for number in found.sizes]
    assert sizes == pytest.approx([terms, 25.0, 5.0])
    # The square, the condition, and what the loop found there are no sums to be split.
    assert found.known == [square, below, left]
    known[1] = 1.0
    sizes = [value(found.program, number, p=given, known=known) for number in found.sizes]
    assert sizes[1] == pytest.approx(terms / 5.0)


@pytest.mark.parametrize("ratio", [1 / 3, 0.4719, 1e-14])
def test_noise_is_zero(ratio: float) -> None:
    p = Program()
    i, one = p.node("p", (), 0), p.const(1.0)
    cancelled = p.sub(p.sub(one, p.sub(one, i)), i)
    assert value(p, without_noise(p, cancelled), p=[ratio]) == 0.0
    assert value(p, without_noise(p, p.mul(i, one)), p=[ratio]) == ratio
    assert value(p, without_noise(p, p.sub(one, i)), p=[ratio]) == 1.0 - ratio
