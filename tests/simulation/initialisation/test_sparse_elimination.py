"""Starts of large models: found by one elimination, and the same as by differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model
from drivetrain import compile as compile_model
from drivetrain.blocks import Constant
from drivetrain.kernel.binding import Solver
from drivetrain.modeling import fixed, guess, parameter
from drivetrain.rotational import Clutch, IdealGear, Inertia, SpringDamper
from drivetrain.simulation.initialisation import newton as initialise

ASKED = ("fixed", "guess", "at rest", "start value")


class Stack(Model):
    """Discs with clutches: their relative angles and speeds are states, and nobody starts them."""

    n = parameter(8, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=1.0)
    clutch: Any = Clutch.array(n - 1, fn_max=100.0)
    pedal = Constant(k=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]
        for k in range(self.n - 1):
            yield self.pedal.y >> self.clutch[k].f_normalized


class Guessed(Stack):
    """One disc turns, and drags along what is not told apart from it."""

    engine = Inertia(J=1.0, phi=fixed(0.3), w=fixed(100.0))
    last = Inertia(J=1.0, w=guess(20.0))

    def equations(self) -> Iterable[Any]:
        yield self.engine >> self.disc[0]
        yield self.disc[-1] >> self.last


class Shaft(Model):
    """Absolute angles and speeds are demanded, relative ones are states; gears lie in between."""

    n = parameter(8, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.5), w=fixed(2.0))
    gear: Any = IdealGear.array(n - 1, ratio=2.0)
    link: Any = SpringDamper.array(n - 1, c=100.0, d=1.0, phi_rel0=0.1)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.gear >> self.link >> self.disc[1:]


class Resting(Model):
    """Every disc is demanded to be at rest, which it is when the relative motions are."""

    n = parameter(60, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=1.0, phi=fixed(0.0), w=fixed(0.0))
    link: Any = SpringDamper.array(n - 1, c=100.0, d=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.link >> self.disc[1:]


@pytest.mark.parametrize("model", [Stack, Guessed, Shaft])
def test_is_the_same_as_by_differences(model, monkeypatch):
    starts = []
    for many in (1, 10**9):
        monkeypatch.undo()
        monkeypatch.setattr(initialise, "_MANY", many)
        if many == 1:
            monkeypatch.delattr(initialise, "_attempt")  # that would take differences
        compiled = compile_model(model())
        row, report = compiled.simulate(stop_time=0.0).rows[0], str(compiled.start())
        starts.append((row, [line for line in report.splitlines() if line.endswith(ASKED)]))
    np.testing.assert_allclose(starts[0][0], starts[1][0], rtol=1e-12, atol=1e-12)
    assert starts[0][1] == starts[1][1]


def test_looks_at_the_first_instant_a_few_times_however_many_states(monkeypatch):
    looks, probe = [], Solver.probe

    def spy(self, *args):
        looks[-1] += 1
        return probe(self, *args)

    monkeypatch.setattr(Solver, "probe", spy)
    for n in (60, 120):
        looks.append(0)
        result = compile_model(Stack(n=n)).simulate(stop_time=0.0)
        assert not any(result[f"disc[{k}].w"][0] for k in range(n))
    assert looks[0] == looks[1] < 10


def test_what_holds_already_is_not_looked_for(monkeypatch):
    monkeypatch.delattr(initialise, "linear_start")
    result = compile_model(Resting(n=60)).simulate(stop_time=0.0)
    assert not any(result[f"disc[{k}].w"][0] for k in range(60))
