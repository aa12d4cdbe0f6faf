"""Properties of every component of 2002 while a driveline moves, and its likeness to today's."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from drivetrain import edition2002 as e
from drivetrain import rotational as r
from drivetrain.modeling import Component
from drivetrain.simulation.results.result import Result
from tests.edition2002.bench import run

TEETH = {"c": 500.0, "d": 2.0, "b": 0.1}
LOSSES = [[0, 0.8, 0.7, 0.5, 0.5], [5, 0.7, 0.6, 1.0, 1.0]]


@dataclass(frozen=True)
class Case:
    """A component of 2002 on the bench, and what does the same today."""

    cls: type[Component]
    given: dict[str, Any] = field(default_factory=dict)
    rigid: bool = False
    force: bool = False
    today: Component | None = None
    gear: bool = False

    def __str__(self) -> str:
        return self.cls.__name__


CASES = [
    Case(e.Inertia, {"J": 0.5}, rigid=True, today=r.Inertia(J=0.5)),
    Case(e.Spring, {"c": 200.0}),
    Case(e.Damper, {"d": 2.0}, today=r.Damper(d=2.0)),
    Case(e.SpringDamper, {"c": 200.0, "d": 1.0}, today=r.SpringDamper(c=200.0, d=1.0)),
    Case(e.ElastoBacklash, TEETH),
    Case(e.ElastoBacklash, {**TEETH, "b": 0.0}, today=r.SpringDamper(c=500.0, d=2.0)),
    Case(
        e.BearingFriction, {"tau_pos": [[0, 4.0], [5, 6.0]]}, rigid=True,
        today=r.BearingFriction(tau_pos=[[0, 4.0], [5, 6.0]]),
    ),
    Case(
        e.Brake, {"fn_max": 12.0, "mue_pos": [[0, 0.5], [5, 0.7]]}, rigid=True, force=True,
        today=r.Brake(fn_max=12.0, mu_pos=[[0, 0.5], [5, 0.7]]),
    ),
    Case(e.Clutch, {"fn_max": 12.0}, force=True, today=r.Clutch(fn_max=12.0)),
    Case(e.IdealGear, {"ratio": 2.0}, rigid=True, gear=True, today=r.IdealGear(ratio=2.0)),
    Case(e.GearEfficiency, {"eta": 0.8}, rigid=True, gear=True),
    Case(
        e.LossyGear, {"i": 2.0, "loss_table": [[0, 0.8, 0.7, 0, 0]]}, rigid=True, gear=True,
        today=r.LossyGear(ratio=2.0, loss_table=[[0, 0.8, 0.7, 0, 0]]),
    ),
    Case(e.LossyGear, {"i": 2.0, "loss_table": LOSSES}, rigid=True, gear=True),
    Case(e.Gear, {"ratio": 2.0, "eta": 0.9, **TEETH}, gear=True),
    Case(e.Gear2, {"i": 2.0, "loss_table": LOSSES, **TEETH}, gear=True),
    Case(e.RelativeStates, today=r.RelativeStates()),
    Case(e.RelAngleSensor),
    Case(e.RelSpeedSensor),
    Case(e.RelAccSensor),
    Case(e.TorqueSensor, rigid=True, today=r.TorqueSensor()),
]  # fmt: skip
every = pytest.mark.parametrize("index", range(len(CASES)), ids=map(str, CASES))
like_today = pytest.mark.parametrize(
    "index", [k for k, c in enumerate(CASES) if c.today], ids=[str(c) for c in CASES if c.today]
)


@cache
def bench(index: int, sign: int = 1) -> Result:
    case = CASES[index]
    force = "in_port" if case.force else None
    return run(case.cls(**case.given), rigid=case.rigid, sign=sign, force=force)


@like_today
def test_what_has_not_changed_moves_as_today(index: int) -> None:
    case, result = CASES[index], bench(index)
    assert case.today is not None
    force = "f_normalized" if case.force else None
    today = run(case.today, rigid=case.rigid, force=force)
    for name in ("left.w", "right.w", "left.phi"):
        assert result[name][-1] == pytest.approx(today[name][-1], rel=1e-6, abs=1e-7)


def test_a_one_way_clutch_slips_forward_only() -> None:
    given = {"fn_max": 12.0, "peak": 1.5}
    older = run(e.OneWayClutch(**given), force="in_port", speed=0.0)
    today = run(r.OneWayClutch(**given), force="f_normalized", speed=0.0)
    assert older["part.w_rel"].min() > -1e-9
    assert older["part.w_rel"].max() > 0.1
    for name in ("left.w", "right.w"):
        assert older[name][-1] == pytest.approx(today[name][-1], rel=1e-6)
