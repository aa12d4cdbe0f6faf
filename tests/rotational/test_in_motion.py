"""Properties that hold for every component while a driveline moves.

Each component sits between two inertias; the left one is driven by a sine, the right one runs
against a damper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from drivetrain import simulate
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Component, Model, fixed
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Clutch,
    Damper,
    Disc,
    ElastoBacklash,
    ElastoBacklash2,
    Fixed,
    IdealGear,
    Inertia,
    MultiSensor,
    PowerSensor,
    RelAccSensor,
    RelAngleSensor,
    RelativeStates,
    RelSpeedSensor,
    SpeedSensor,
    Spring,
    SpringDamper,
    Torque,
    TorqueSensor,
)
from drivetrain.thermal import HeatCapacitor

STOP, INTERVAL = 1.5, 2e-4


@dataclass(frozen=True)
class Case:
    """A component on the bench.

    `rigid`: left and right inertia move together. `mirrored`: the component that, turned round,
    does the same.
    """

    cls: type[Component]
    given: dict[str, Any] = field(default_factory=dict)
    rigid: bool = False
    mirrored: dict[str, Any] | None = None

    def __str__(self) -> str:
        return self.cls.__name__

    def has(self, member: str) -> bool:
        return member in self.cls.declarations()


GAP = {"c": 500.0, "d": 5.0, "b": 0.1}
CASES = [
    Case(Inertia, {"J": 0.5}, rigid=True),
    Case(Disc, {"delta_phi": 0.3}, rigid=True, mirrored={"delta_phi": -0.3}),
    Case(Spring, {"c": 200.0}),
    Case(Damper, {"d": 2.0}),
    Case(SpringDamper, {"c": 200.0, "d": 1.0}),
    Case(ElastoBacklash, GAP),
    Case(ElastoBacklash2, GAP),
    Case(BearingFriction, {"tau_pos": [[0, 4.0], [5, 6.0]], "peak": 1.2}, rigid=True),
    Case(Brake, {"fn_max": 12.0, "mu_pos": [[0, 0.5], [5, 0.7]], "peak": 1.2}, rigid=True),
    Case(Clutch, {"fn_max": 12.0, "mu_pos": [[0, 0.5], [5, 0.5]], "peak": 1.2}),
    Case(IdealGear, {"ratio": 2.0}, rigid=True, mirrored={"ratio": 0.5}),
    Case(RelativeStates),
    Case(RelAngleSensor),
    Case(RelSpeedSensor),
    Case(RelAccSensor),
    Case(TorqueSensor, rigid=True),
    Case(PowerSensor, rigid=True),
    Case(MultiSensor, rigid=True),
]
HOUSED = [case for case in CASES if case.has("support")]
HEATED = [case for case in CASES if case.has("heat_port")]


def bench(case: Case, sign: int = 1, turned: bool = False, **switches: Any) -> Model:
    """Return the model with the component of `case` in it.

    Parameters
    ----------
    sign
        -1 reverses all start values and torques.
    turned
        The component is turned round (and replaced by its mirror image).
    """
    given = (case.mirrored or case.given) if turned else case.given
    right = {} if case.rigid else {"phi": fixed(0.0), "w": fixed(0.0)}
    members: dict[str, Any] = {
        "left": Inertia(J=1.0, phi=fixed(0.0), w=fixed(sign * 3.0)),
        "part": case.cls(**given, **switches),
        "right": Inertia(J=2.0, **right),
        "sine": Sine(amplitude=sign * 25.0, f=1.0, phase=0.3),
        "motor": Torque(),
        "drag": Damper(d=0.5),
        "ground": Fixed(),
        "speed_a": SpeedSensor(),
        "speed_b": SpeedSensor(),
    }
    if case.has("f_normalized"):
        members["force"] = Constant(k=0.8)
    if switches.get("use_heat_port"):
        members["heat"] = HeatCapacitor(C=10.0, T=fixed(300.0))

    def equations(self: Any) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        ends = (self.part.flange_a, self.part.flange_b)
        entry, leaving = reversed(ends) if turned else ends
        yield self.motor >> self.left >> entry
        yield leaving >> self.right >> self.drag >> self.ground
        yield self.part.flange_a >> self.speed_a.flange
        yield self.part.flange_b >> self.speed_b.flange
        if case.has("f_normalized"):
            yield self.force.y >> self.part.f_normalized
        if switches.get("use_support"):
            yield self.part.support >> self.ground.flange
        if switches.get("use_heat_port"):
            yield self.part.heat_port >> self.heat.port

    made: Model = type("Bench", (Model,), {**members, "equations": equations})()
    return made


@cache
def run(index: int, sign: int = 1, turned: bool = False, **switches: Any) -> Any:
    model = bench(CASES[index], sign, turned, **switches)
    return simulate(model, stop_time=STOP, interval=INTERVAL, tolerance=1e-8)


def part(result: Any, name: str) -> Any:
    return result[f"part.{name}"]


def integral(result: Any, power: Any) -> float:
    return float(np.trapezoid(power, result.time))


def shaft_power(result: Any) -> Any:
    return (
        part(result, "flange_a.tau") * result["speed_a.w"]
        + part(result, "flange_b.tau") * result["speed_b.w"]
    )


every = pytest.mark.parametrize("index", range(len(CASES)), ids=map(str, CASES))
housed = pytest.mark.parametrize("index", [CASES.index(c) for c in HOUSED], ids=map(str, HOUSED))
heated = pytest.mark.parametrize("index", [CASES.index(c) for c in HEATED], ids=map(str, HEATED))


@every
def test_torques_balance(index):
    case, result = CASES[index], run(index)
    total = part(result, "flange_a.tau") + part(result, "flange_b.tau")
    if case.cls is Inertia:
        total = total - 0.5 * part(result, "a")
    elif case.has("tau") and case.has("support"):
        total = total - part(result, "tau")
    elif case.cls is IdealGear:
        total = total - (1 - 2.0) * part(result, "flange_a.tau")
    np.testing.assert_allclose(total, 0.0, atol=1e-8)


@housed
def test_an_explicit_ground_changes_nothing(index):
    plain, mounted = run(index), run(index, use_support=True)
    for name in ("left.w", "right.w", "left.phi"):
        assert mounted[name][-1] == pytest.approx(plain[name][-1], rel=1e-6, abs=1e-8)
    total = sum(part(mounted, f"{end}.tau") for end in ("flange_a", "flange_b", "support"))
    np.testing.assert_allclose(total, 0.0, atol=1e-8)


@every
def test_power_through_the_flanges_is_stored_or_dissipated(index, laws):
    case, result = CASES[index], run(index)
    law = laws(case.cls(**case.given))
    values = {v.name: part(result, v.name) for v in law.trace.variables if not v.hidden}
    monitors = law.trace.monitors
    lost = 0.0
    if "dissipated_power" in monitors:
        power = law.evaluate(monitors["dissipated_power"], values)
        assert np.min(power) > -1e-6
        lost = integral(result, power)
    stored = 0.0
    if "stored_energy" in monitors:
        energy = law.evaluate(monitors["stored_energy"], values)
        stored = float(energy[-1] - energy[0])
    received = integral(result, shaft_power(result))
    scale = 1.0 + integral(result, np.abs(shaft_power(result)))
    assert received == pytest.approx(stored + lost, abs=1e-5 * scale)


@every
def test_reversed_excitation_gives_reversed_motion(index):
    forward, backward = run(index), run(index, sign=-1)
    for name in ("left.w", "right.w"):
        assert backward[name][-1] == pytest.approx(-forward[name][-1], rel=1e-6, abs=1e-7)


@every
def test_a_component_turned_round_does_the_same(index):
    straight, turned = run(index), run(index, turned=True)
    for name in ("left.w", "right.w"):
        assert turned[name][-1] == pytest.approx(straight[name][-1], rel=1e-6, abs=1e-7)


@heated
def test_heat_arrives_at_the_port(index):
    result = run(index, use_heat_port=True)
    gained = 10.0 * (result["heat.T"][-1] - 300.0)
    assert gained == pytest.approx(integral(result, part(result, "loss_power")), rel=1e-4, abs=1e-6)
    np.testing.assert_allclose(
        part(result, "heat_port.Q_flow"), -part(result, "loss_power"), atol=1e-9
    )
