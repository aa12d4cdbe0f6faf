"""What depends on parameters alone is computed once per run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model
from drivetrain import compile as compile_model
from drivetrain.compiler.program.program import BOOL, Program
from drivetrain.compiler.program.run_constants import run_constants
from drivetrain.modeling import der, fixed, parameter, sin, variable, where


def test_only_the_outermost_values_are_kept():
    program = Program()
    p, x = program.node("p", (), 0), program.node("x", (), 0)
    inner = program.node("sin", (p,))
    outer = program.mul(inner, program.const(2.0))
    rate = program.mul(outer, x)
    assert run_constants(program, [rate]) == {outer: 0}


def test_parameters_themselves_are_read_where_they_are():
    program = Program()
    p, x = program.node("p", (), 0), program.node("x", (), 0)
    assert run_constants(program, [program.mul(p, x), p, program.const(1.0)]) == {}


@pytest.mark.parametrize("leaf", ["z", "pre", "rel", "trel", "sample", "initial", "time"])
def test_what_may_change_at_events_or_with_time_is_not_constant(leaf: str):
    program = Program()
    p = program.node("p", (), 0)
    if leaf == "z":
        moving = program.node("z", (), 0, BOOL)
        program.define(moving, program.node("rel", (), 0, BOOL))
    else:
        moving = program.node(leaf, (), 0, BOOL)
    if leaf == "trel":
        program.relation("gt", program.node("time"), p)
    root = program.where(moving, p, program.const(1.0))
    assert run_constants(program, [root]) == {}


def test_a_placeholder_of_a_constant_gives_what_stands_behind_it():
    program = Program()
    p, x = program.node("p", (), 0), program.node("x", (), 0)
    member, root = program.node("member", (), 0), program.node("sin", (p,))
    program.define(member, root)
    assert run_constants(program, [program.mul(member, x), member]) == {root: 0}


class Phased(Model):
    """Its rate is a function of parameters, one of them a condition."""

    phase = parameter(0.5)
    gain = parameter(2.0)
    x = variable(start=fixed(0.0), unit="s")

    def equations(self) -> Iterable[Any]:
        chosen = where(self.gain > 1.0, sin(self.phase), self.gain)
        yield der(self.x) == self.gain * chosen


@pytest.mark.parametrize("gain", [0.5, 2.0, 3.0])
def test_every_run_has_its_own(gain: float):
    compiled = compile_model(Phased())
    slope = gain * (np.sin(0.7) if gain > 1.0 else gain)
    for solver in ("bs5", "rodas"):
        r = compiled.simulate(stop_time=1.0, solver=solver, parameters={"gain": gain, "phase": 0.7})
        assert r["x"][-1] == pytest.approx(slope, rel=1e-12)
