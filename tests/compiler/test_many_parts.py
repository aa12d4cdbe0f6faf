"""Thousands of parts at one flange or one behind the other: no pass runs out of Python's stack."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain import simulate
from drivetrain.blocks import ContinuousClock, Gain, GreaterThreshold, Sin, Sine
from drivetrain.compiler.expressions import algebra as symbolic
from drivetrain.compiler.frontend.equation_groups import _balance
from drivetrain.compiler.graph.rank import column_basis
from drivetrain.modeling import Model, constant, fixed, sin, time
from drivetrain.rotational import (
    BearingFriction,
    ConstantTorque,
    Damper,
    Fixed,
    Inertia,
    Position,
    Spring,
    Torque,
)
from drivetrain.simulation.verification.residuals import residuals

pytestmark = pytest.mark.slow

MANY = 2000


def at_one_flange(part: Callable[[], Any], count: int) -> Model:
    """Return a shaft that begins to turn, with many parts between it and the ground."""
    model = Model("Star")
    model.add(shaft=Inertia(J=1.0, w=fixed(1.0), phi=fixed(0.0)), ground=Fixed())
    for k in range(count):
        made = part()
        model.add(**{f"part{k}": made})
        one = getattr(model, f"part{k}")
        flange = one.flange if isinstance(made, ConstantTorque) else one.flange_a
        model.connect(model.shaft.flange_b, flange)
        if isinstance(made, Spring | Damper):
            model.connect(one.flange_b, model.ground.flange)
    return model


def in_series(part: Callable[[], Any], count: int) -> Model:
    """Return the same with the parts one behind the other."""
    model = Model("Series")
    model.add(shaft=Inertia(J=1.0, w=fixed(1.0), phi=fixed(0.0)), ground=Fixed())
    end = model.shaft.flange_b
    for k in range(count):
        model.add(**{f"part{k}": part()})
        one = getattr(model, f"part{k}")
        model.connect(end, one.flange_a)
        end = one.flange_b
    model.connect(end, model.ground.flange)
    return model


@pytest.mark.parametrize(
    ("part", "speed"),
    [
        (lambda: Damper(d=1.0 / MANY), math.exp(-1.0)),
        (lambda: Spring(c=1.0 / MANY), math.cos(1.0)),
        (lambda: ConstantTorque(tau_constant=1.0 / MANY), 2.0),
        (lambda: Inertia(J=1.0 / MANY), 1.0),
    ],
)
def test_thousands_of_parts_at_one_flange(part, speed):
    result = simulate(at_one_flange(part, MANY), stop_time=1.0, tolerance=1e-8)
    assert result["shaft.w"][-1] == pytest.approx(speed, abs=1e-6)


def test_many_bearings_on_one_shaft():
    model = at_one_flange(lambda: BearingFriction(tau_pos=[[0, 0.5 / 60]]), 60)
    assert simulate(model, stop_time=1.0)["shaft.w"][-1] == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    ("part", "speed"),
    [
        (lambda: Spring(c=float(MANY)), math.cos(1.0)),
        (lambda: Damper(d=float(MANY)), math.exp(-1.0)),
    ],
)
def test_thousands_of_massless_parts_in_series(part, speed):
    result = simulate(in_series(part, MANY), stop_time=1.0, tolerance=1e-8)
    assert result["shaft.w"][-1] == pytest.approx(speed, abs=1e-6)


def signals(source: Any, block: Callable[[int], Any], count: int) -> Model:
    """Return a torque that a signal gives which has passed many blocks."""
    model = Model("Signals")
    model.add(source=source, motor=Torque(), shaft=Inertia(J=1.0, w=fixed(0.0), phi=fixed(0.0)))
    model.connect(model.motor.flange, model.shaft.flange_a)
    signal = model.source.y
    for k in range(count):
        model.add(**{f"block{k}": block(k)})
        one = getattr(model, f"block{k}")
        model.connect(signal, one.u)
        signal = one.y
    model.connect(signal, model.motor.tau)
    return model


def test_waves_behind_thousands_of_blocks():
    """A sine of a hundredth, a hundred times as much, and so on: nearly what it was."""
    count = 1000
    made = signals(Sine(amplitude=0.01, f=1.0), lambda k: Sin() if k % 2 else Gain(k=1.0), count)
    result = simulate(made, stop_time=0.5, tolerance=1e-8)
    t = np.linspace(0.0, 0.5, 20001)
    y = 0.01 * np.sin(2 * np.pi * t)
    for _ in range(count // 2):
        y = np.sin(y)
    assert result["shaft.w"][-1] == pytest.approx(np.trapezoid(y, t), rel=1e-5)


def test_a_clock_behind_thousands_of_blocks():
    model = signals(ContinuousClock(), lambda k: Gain(k=1.0), 1000)
    model.add(late=GreaterThreshold(threshold=0.25))
    model.connect(model.block999.y, model.late.u)
    result = simulate(model, stop_time=1.0)
    assert result.events.times("late.y") == pytest.approx([0.25], abs=1e-12)
    assert result["shaft.w"][-1] == pytest.approx(0.5)


def test_work_on_a_balance_grows_about_like_its_flows(monkeypatch):
    """Nodes made to solve it for each flow, and to differentiate it by each."""
    made: Counter[int] = Counter()
    rebuild = symbolic.rebuild

    def counting(e, args):
        made[size] += 1
        return rebuild(e, args)

    monkeypatch.setattr(symbolic, "rebuild", counting)
    for size in (500, 4000):
        balance = _balance.__wrapped__(size)
        assert all(balance.solution(place) is not None for place in range(size))
        assert all(symbolic.is_constant(balance.sensitivity(k), 1.0) for k in range(size))
    assert made[4000] <= 8 * made[500] * math.log(4000) / math.log(500) * 1.1


def test_a_full_column_fills_no_others():
    """As that of a shaft with many parts does whose relative angles are chosen before its own."""
    size = 400
    rows = np.concatenate([np.arange(size), np.arange(size)])
    columns = np.concatenate([np.zeros(size, dtype=int), 1 + np.arange(size)])
    basis = column_basis(size, rows, columns, np.ones(2 * size), np.arange(size + 1))
    assert basis.column.tolist() == list(range(size))
    assert sum(map(len, basis.reduced)) <= 3 * size


class Deep(Model):
    """A motion given by an expression of nearly as many levels as there may be."""

    drive = Position(exact=True)
    shaft = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        angle = sin(time / constant(1.0, "s"))
        for _ in range(95):
            angle = 1.001 * angle + 0.001 * time / constant(1.0, "s")
        yield self.drive.phi_ref == angle * constant(1.0, "rad")
        yield self.drive >> self.shaft


def test_expressions_as_deep_as_they_may_be():
    """It is differentiated twice, solved, watched for waves and put into words."""
    compiled = compile_model(Deep())
    result = compiled.simulate(stop_time=1.0)
    assert residuals(compiled, result).worst <= 1e-12
    np.testing.assert_allclose(result["shaft.a"], -(1.001**95) * np.sin(result.time), rtol=1e-12)
