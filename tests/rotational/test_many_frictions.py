"""Long trains whose elements all have friction or losses: each of them is as local as it looks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.kernel.binding import Solver
from drivetrain.modeling import Model, fixed, parameter
from drivetrain.rotational import BearingFriction, Inertia, LossyGear, SpringDamper, Torque
from drivetrain.simulation.results.result import Result

pytestmark = pytest.mark.slow


class Bearings(Model):
    """Discs with bearings, coupled by springs; the first one is driven to and fro."""

    n = parameter(30, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=0.1, phi=fixed(0), w=fixed(0))
    bearing: Any = BearingFriction.array(n, tau_pos=[[0, 0.1]])
    spring: Any = SpringDamper.array(n - 1, c=1e3, d=1.0)
    load, wave = Torque(), Sine(amplitude=5, f=2)

    def equations(self) -> Iterable[Any]:
        yield self.wave.y >> self.load.tau
        yield self.load >> self.disc[0]
        yield self.disc >> self.bearing
        yield self.disc[:-1] >> self.spring >> self.disc[1:]


class Gears(Model):
    """Gears with losses, coupled by springs; the first one is driven."""

    n = parameter(30, structural=True, kind="integer")
    disc: Any = Inertia.array(n, J=0.1, phi=fixed(0), w=fixed(0))
    gear: Any = LossyGear.array(n - 1, ratio=1.01, loss_table=[[0, 0.98, 0.97, 0.01, 0.01]])
    spring: Any = SpringDamper.array(n - 1, c=1e4, d=1.0)
    load = Torque(tau=10.0)

    def equations(self) -> Iterable[Any]:
        yield self.load >> self.disc[0]
        yield self.disc[:-1] >> self.gear >> self.spring >> self.disc[1:]


@pytest.fixture
def evaluations(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Full evaluations of each run that is made."""
    counts: list[int] = []
    count = Solver.count

    def counted(solver: Solver) -> Any:
        found = count(solver)
        counts.append(found().full_evaluations)
        return found

    monkeypatch.setattr(Solver, "count", counted)
    return counts


def run(model: Model) -> Result:
    return compile_model(model).simulate(stop_time=0.05, interval=0.01)


@pytest.mark.parametrize(("kind", "moving"), [(Bearings, 4), (Gears, 12)])
def test_what_rests_behind_them_changes_nothing_for_those_that_move(kind, moving):
    """The wave has not arrived behind them yet, however long the train is."""
    short, long = run(kind(n=50)), run(kind(n=120))
    for k in range(moving):
        name = f"disc[{k}].w"
        assert np.allclose(long[name], short[name], rtol=0, atol=1e-12)
    assert abs(short[f"disc[{moving - 1}].w"][-1]) > 1e-9
    assert long.final["disc[119].w"] == 0.0


@pytest.mark.parametrize("kind", [Bearings, Gears])
def test_evaluations_do_not_multiply_with_elements(kind, evaluations):
    """One more element takes one or two: where its state is stepped, once in a run."""
    run(kind(n=50))
    run(kind(n=120))
    assert evaluations[-1] - evaluations[0] <= 2 * 70


def test_bearings_stop_their_discs_to_the_last_bit():
    result = compile_model(Bearings(n=40)).simulate(stop_time=0.5, interval=0.01)
    for k in range(40):
        locked = np.asarray(result[f"bearing[{k}].locked"], dtype=bool)
        assert np.abs(result[f"disc[{k}].w"][locked]).max(initial=0.0) <= 1e-12
    assert result.energy.relative_error < 1e-6
