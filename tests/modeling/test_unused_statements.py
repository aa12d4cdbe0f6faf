"""An equation that is made and dropped is found in every method, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain import simulate
from drivetrain.errors import ExpressionError
from drivetrain.modeling import Model, boolean, constant, der, parameter, time, variable, where
from drivetrain.modeling.tracing.trace import trace
from drivetrain.rotational import Inertia

ONE, TWO = constant(1.0, "rad/s"), constant(2.0, "rad/s")


class Two(Model):
    left = Inertia(J=1.0)
    right = Inertia(J=1.0)


class FirstLost(Two):
    def initial_equations(self) -> Any:
        self.left.w == ONE  # noqa: B015
        yield self.right.w == TWO


class LastLost(Two):
    def initial_equations(self) -> Any:
        yield self.right.w == TWO
        self.left.w == ONE  # noqa: B015


class LostInOneLine(Two):
    def initial_equations(self) -> Any:
        yield self.right.phi == 0
        self.left.w == ONE, self.right.w == TWO  # noqa: B018


class LostInABranch(Two):
    is_moving = parameter(False, structural=True)

    def initial_equations(self) -> Any:
        yield self.right.w == TWO
        if self.is_moving:
            self.left.w == ONE  # noqa: B015


class LostInALoop(Two):
    def initial_equations(self) -> Any:
        yield self.left.phi == 0
        for one in (self.left, self.right):
            one.w == ONE  # noqa: B015


class LostInAHelper(Two):
    def initial_equations(self) -> Any:
        yield from self.speeds()

    def speeds(self) -> Any:
        yield self.right.w == TWO
        self.left.w == ONE  # noqa: B015


class LostInEquations(Two):
    x = variable()

    def equations(self) -> Any:
        yield der(self.x) == constant(1.0, "Hz")
        self.left.w == self.right.w  # noqa: B015


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (FirstLost, "self.left.w == ONE"),
        (LastLost, "self.left.w == ONE"),
        (LostInOneLine, "self.right.w == TWO"),
        (LostInABranch, "self.left.w == ONE"),
        (LostInALoop, "one.w == ONE"),
        (LostInAHelper, "self.left.w == ONE"),
        (LostInEquations, "self.left.w == self.right.w"),
    ],
)
def test_an_equation_that_is_not_yielded_is_found(model: type[Model], text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        trace(model())
    message = str(caught.value)
    assert f"'{text}' is made but not yielded" in message
    assert f"[in {model.__name__}, " in message
    assert "test_unused_statements.py:" in message


class Used(Two):
    """Compares in all the ways that have a meaning."""

    n = parameter(2, structural=True)
    x = variable("s")
    on = boolean()

    def equations(self) -> Any:
        never = self.x == 3  # kept, though not used
        if self.n == 2:
            yield self.on == (time > constant(0.5, "s"))
        both = [self.x == where(self.on == (time > 0), 1, 2) * constant(1.0, "s")]
        assert self.n == 2
        yield both
        del never

    def initial_equations(self) -> Any:
        yield [self.left.w == ONE, self.right.w == TWO]


def test_comparisons_with_a_use_pass_and_initial_equations_may_come_in_a_list() -> None:
    final = simulate(Used(), stop_time=0.1).final
    assert (final["left.w"], final["right.w"]) == (1.0, 2.0)
