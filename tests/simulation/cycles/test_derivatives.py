"""Derivatives of period maps: variational equations against differences of exact runs."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.analysis.cycles.floquet import multipliers
from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.blocks import Constant, Sine
from drivetrain.couplings import RigidStop
from drivetrain.modeling import Model, constant, der, fixed, parameter, sin, variable
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    ElastoBacklash,
    Fixed,
    Inertia,
    PartialTorque,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.cycles.beginnings import after_start, away_from_events, point_of
from drivetrain.simulation.cycles.deviations.derivative import Derivatives
from drivetrain.simulation.cycles.deviations.differences import Differences
from drivetrain.simulation.cycles.deviations.variational import Variational
from drivetrain.simulation.cycles.held_values import HeldValues
from drivetrain.simulation.cycles.period_runs import PeriodRuns
from drivetrain.simulation.settings import Settings

NONE = np.empty(0, dtype=np.int64)
COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 60


class Swinging(PartialTorque):
    """A torque that depends on the angle and the speed."""

    size = parameter(1.0, unit="N.m", doc="Magnitude")
    tau = variable("N.m", doc="Torque")

    def equations(self) -> Any:
        speed = der(self.phi) / constant(1.0, "rad/s")
        yield self.tau == self.size * sin(self.phi) - 0.1 * self.size * speed**3
        yield self.flange.tau == -self.tau


def machine(seed: int, smooth: bool) -> Model:
    """Return a row of bodies between springs, with something at each of them."""
    random = np.random.default_rng(seed)
    m = Model(f"random{seed}")
    count = int(random.integers(2, 5))
    f = float(random.uniform(0.6, 2.0))
    m.add(
        wave=Sine(amplitude=float(random.uniform(3, 9)), f=f, offset=1.0),
        push=Torque(),
        wall=Fixed(),
    )
    m.connect(m.wave.y >> m.push.tau)
    for k in range(count):
        m.add(
            **{f"mass{k}": Inertia(J=float(random.uniform(0.3, 1.5)), phi=fixed(0.0), w=fixed(0.0))}
        )
        before = m.wall if k == 0 else getattr(m, f"mass{k - 1}")
        link: Any = SpringDamper(c=float(random.uniform(20, 90)), d=float(random.uniform(0.2, 1.0)))
        if not smooth and random.random() < 0.4:
            link = ElastoBacklash(
                c=float(random.uniform(30, 90)), d=float(random.uniform(0.2, 1.0)), b=0.05
            )
        m.add(**{f"link{k}": link})
        m.connect(before >> getattr(m, f"link{k}") >> getattr(m, f"mass{k}"))
        _add_part(m, k, random, smooth)
    m.connect(m.push.flange >> getattr(m, f"mass{count - 1}").flange_b)
    m.experiment = dt.Experiment(stop_time=1 / f)
    return m


def _add_part(m: Model, k: int, random: np.random.Generator, smooth: bool) -> None:
    body, drag = getattr(m, f"mass{k}"), float(random.uniform(0.2, 2.0))
    kind = (
        "swinging" if smooth else random.choice(["friction", "brake", "stop", "swinging", "none"])
    )
    if kind == "swinging":
        m.add(**{f"part{k}": Swinging(size=drag)})
        m.connect(getattr(m, f"part{k}").flange >> body.flange_b)
    elif kind == "friction":
        m.add(**{f"part{k}": BearingFriction(tau_pos=[[0, drag], [20, 1.3 * drag]], peak=1.2)})
        m.connect(body >> getattr(m, f"part{k}"))
    elif kind == "brake":
        m.add(**{f"part{k}": Brake(fn_max=1.0, mu_pos=[[0, drag]]), f"level{k}": Constant(k=1.0)})
        m.connect(getattr(m, f"level{k}").y >> getattr(m, f"part{k}").f_normalized)
        m.connect(body >> getattr(m, f"part{k}"))
    elif kind == "stop":
        m.add(**{f"part{k}": RigidStop(lower=-1.5, upper=float(random.uniform(0.02, 0.1)), e=0.6)})
        m.connect(m.wall >> getattr(m, f"part{k}") >> body)


class Period:
    """One period of a run of a machine, with everything that is known about it."""

    def __init__(self, model: Model, periods: int = 12) -> None:
        prepared = dt.compile(model).prepared
        t, period = prepared.translation, model.experiment.stop_time
        lead = Settings(0.0, periods * period, 1e-11, math.inf, "auto")
        at = after_start(prepared, lead, t.values)
        self.runs = PeriodRuns(prepared, t.values, 1e-14, at.time, period)
        at = away_from_events(self.runs, at, period)
        self.passage = self.runs.passage(point_of(self.runs, at), at.time + period)
        held = HeldValues(t, self.runs.parts, t.values.parameter)
        self.derivatives = Derivatives(Variational(prepared, {}), held, False)
        self.sizes = np.ones(len(t.lowered.states))

    def derivative(self, reason: str = "") -> MapDerivative:
        return self.derivatives.of(self.runs, self.passage, self.sizes, NONE, reason=reason)

    def differences(self, held: Any, step: float) -> Any:
        """Return the same from central differences, but for what locks hold."""
        nothing = np.zeros((len(self.sizes), 0))
        return Differences(self.runs, self.passage, self.sizes, NONE, step).matrix(held, nothing)


def assert_same(period: Period) -> None:
    """Central differences approach variational equations with the square of their step."""
    found = period.derivative()
    assert found.kind == "variational", found.reason
    held = found.legs[0].held
    free = np.eye(len(period.sizes)) - np.linalg.pinv(held) @ held
    coarse, fine = (period.differences(held, step) for step in (4e-5, 2e-5))
    doubt = np.abs(coarse - fine).max()
    miss = np.abs((found.matrix - fine) @ free).max()
    assert miss <= 0.6 * doubt + 1e-6 * max(np.abs(fine).max(), 1.0)
    assert doubt <= 0.05 * np.abs(fine).max()


@pytest.mark.parametrize("seed", range(8))
def test_smooth_machines(seed: int) -> None:
    period = Period(machine(seed, smooth=True))
    assert not len(period.passage.events)
    assert_same(period)


HYBRID = range(100, 124)


@pytest.mark.parametrize("seed", HYBRID)
def test_hybrid_machines(seed: int) -> None:
    assert_same(Period(machine(seed, smooth=False)))


def test_the_hybrid_machines_have_events_of_all_kinds() -> None:
    kinds: set[str] = set()
    for seed in HYBRID:
        model = machine(seed, smooth=False)
        result = dt.simulate(model, stop_time=12 * model.experiment.stop_time)
        kinds |= {change.after_label for event in result.events for change in event.changes}
        kinds |= {"impact" for event in result.events if event.impacts}
    assert {"stuck", "forward", "backward", "impact"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1000 + COUNT))
def test_many_hybrid_machines(seed: int) -> None:
    assert_same(Period(machine(seed, smooth=False)))


def test_differences_are_a_derivative_of_their_own() -> None:
    """What falls back to differences finds the same multipliers."""
    period = Period(machine(107, smooth=False))
    one, other = period.derivative(), period.derivative("for comparison")
    assert (one.kind, other.kind) == ("variational", "differences")
    found = [multipliers(d.legs, d.neutral, d.autonomous) for d in (one, other)]
    assert np.abs(found[0]) == pytest.approx(np.abs(found[1]), abs=1e-5)


def test_two_clutches_that_close_at_one_instant_are_left_to_differences() -> None:
    """Two equal branches stick at the same instant: which is first depends on the deviation."""
    m = Model("twins")
    m.add(wave=Sine(amplitude=5.0, f=1.0), press=Constant(k=1.0))
    for side in ("left", "right"):
        m.add(
            **{
                f"push_{side}": Torque(),
                f"mass_{side}": Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)),
                f"brake_{side}": Brake(fn_max=1.0, mu_pos=[[0, 2.0]]),
            }
        )
        push, mass, brake = (getattr(m, f"{part}_{side}") for part in ("push", "mass", "brake"))
        m.connect(m.wave.y >> push.tau)
        m.connect(push.flange >> mass.flange_a)
        m.connect(m.press.y >> brake.f_normalized)
        m.connect(mass >> brake)
    m.experiment = dt.Experiment(stop_time=1.0)
    found = Period(m).derivative()
    assert found.kind == "differences"
    assert "several conditions change at one instant" in found.reason
