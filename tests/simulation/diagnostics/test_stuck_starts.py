"""Elements that are asked to start stuck do so, or say why they cannot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, fixed, simulate
from drivetrain import compile as compile_model
from drivetrain.errors import InitialisationError
from drivetrain.rotational import Brake, Clutch, Inertia


class Pair(Model):
    left = Inertia(J=1.0, w=fixed(1.0))
    clutch = Clutch(fn_max=10.0, f_normalized=1.0, mode=fixed(0))
    right = Inertia(J=1.0, w=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.clutch >> self.right


def test_equal_speeds_start_stuck() -> None:
    result = simulate(Pair())
    assert result["clutch.locked"].all()
    assert result["right.w"] == pytest.approx(1.0)


def test_different_speeds_are_told() -> None:
    class Unequal(Pair):
        right = Inertia(J=1.0, w=fixed(2.5))

    with pytest.raises(InitialisationError) as caught:
        simulate(Unequal())
    message = str(caught.value)
    assert "'clutch' is asked to start stuck" in message
    assert "clutch.w_rel = 1.5 (left.w = 1, right.w = 2.5)" in message


def test_a_brake_on_a_turning_shaft() -> None:
    class Turning(Model):
        mass = Inertia(J=1.0, w=fixed(3.0))
        brake = Brake(fn_max=10.0, f_normalized=1.0, mode=fixed(0))

        def equations(self) -> Iterable[Any]:
            yield self.mass >> self.brake

    with pytest.raises(InitialisationError, match=r"'brake' is asked .*: mass\.w = 3\."):
        simulate(Turning())


def test_nobody_asked() -> None:
    class Free(Pair):
        clutch = Clutch(fn_max=10.0, f_normalized=1.0)
        right = Inertia(J=1.0, w=fixed(2.5))

    assert not simulate(Free())["clutch.locked"][0]


def test_runs_of_an_ensemble_are_told_too() -> None:
    many = compile_model(Pair()).ensemble({"right.w.start": [1.0, 2.5]}, stop_time=0.1)
    assert many.failed == [1]
    assert "'clutch' is asked to start stuck" in many.messages[1]
    assert len(many[1].time) == 0


def test_whatever_else_differs_between_the_runs() -> None:
    class Unequal(Pair):
        right = Inertia(J=1.0, w=fixed(2.5))

    many = compile_model(Unequal()).ensemble({"left.J": [1.0, 2.0]}, stop_time=0.1)
    assert many.failed == [0, 1]
