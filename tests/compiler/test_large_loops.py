"""Large algebraic loops: their code grows like their unknowns, not like their matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.blocks import Step
from drivetrain.modeling import Model, parameter
from drivetrain.rotational import Clutch, Inertia, Torque


class Stack(Model):
    """Discs in a row with a clutch between each two: one loop for the torques of all clutches."""

    n = parameter(20, structural=True, kind="integer")
    motor = Torque(tau=5.0)
    disc: Any = Inertia.array(n, J=1.0)
    clutch: Any = Clutch.array(n - 1, fn_max=100.0)
    pedal = Step(start_time=0.01)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.disc[0]
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]
        for k in range(self.n - 1):
            yield self.pedal.y >> self.clutch[k].f_normalized


@pytest.fixture
def written(monkeypatch):
    """Return the function from a size to the length of the code for it and the model."""
    parse, lengths = llvm.parse_assembly, []

    def spy(text, *rest):
        lengths.append(len(text))
        return parse(text, *rest)

    monkeypatch.setattr(llvm, "parse_assembly", spy)

    def write(n):
        compiled = compile_model(Stack(n=n))
        return lengths.pop(), compiled

    return write


def test_their_code_grows_with_the_number_of_unknowns(written):
    short, _ = written(20)
    long, compiled = written(40)
    assert len(compiled.translation.lowered.loops[0].tearing) == 39
    assert long < 2.2 * short


def test_a_stack_of_closed_clutches_turns_as_one(written):
    _, compiled = written(20)
    result = compiled.simulate(stop_time=1.0)
    speeds = np.array([result[f"disc[{k}].w"][-1] for k in range(20)])
    np.testing.assert_allclose(speeds, 5.0 / 20.0, rtol=1e-6)
