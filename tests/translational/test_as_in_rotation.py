"""What rotates and what slides follow the same laws: with equal numbers, equal motion.

Every pair of components stands between two inertias or masses and is driven alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from drivetrain import rotational, simulate, translational
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Component, Model, fixed
from drivetrain.thermal import HeatCapacitor

NAMES = {
    "Inertia": "Mass", "J": "m", "phi": "s", "w": "v", "a": "a", "tau": "f", "BearingFriction":
    "SupportFriction", "Torque": "Force", "Torque2": "Force2", "ConstantTorque": "ConstantForce",
    "TorqueStep": "ForceStep", "AngleSensor": "PositionSensor",
    "RelAngleSensor": "RelPositionSensor", "TorqueSensor": "ForceSensor", "tau_pos": "f_pos",
    "tau_constant": "f_constant", "step_torque": "step_force", "offset_torque": "offset_force",
    "tau_nominal": "f_nominal", "torque_direction": "force_direction", "w_nominal": "v_nominal",
    "w0": "v0", "w_fixed": "v_fixed", "phi_ref": "s_ref", "w_ref": "v_ref", "w_rel": "v_rel",
    "phi_rel": "s_rel", "SignTorque": "SignForce", "EddyCurrentTorque": "EddyCurrentForce",
    "LinearSpeedDependentTorque": "LinearSpeedDependentForce",
    "QuadraticSpeedDependentTorque": "QuadraticSpeedDependentForce",
    "InverseSpeedDependentTorque": "InverseSpeedDependentForce", "w_small": "v_small",
    "GeneralAngleToTorqueAdaptor": "GeneralPositionToForceAdaptor",
    "GeneralTorqueToAngleAdaptor": "GeneralForceToPositionAdaptor",
}  # fmt: skip

LAW = {"tau_nominal": -20.0, "w_nominal": 4.0, "torque_direction": False}
BETWEEN: list[tuple[str, dict[str, Any]]] = [
    ("Spring", {"c": 200.0}),
    ("Damper", {"d": 2.0}),
    ("SpringDamper", {"c": 200.0, "d": 1.0}),
    ("BearingFriction", {"tau_pos": [[0, 4.0], [5, 6.0]], "peak": 1.2, "w_small": 1e10}),
    ("Brake", {"fn_max": 12.0, "mu_pos": [[0, 0.5], [5, 0.7]], "peak": 1.2, "w_small": 1e10}),
    ("RelativeStates", {}),
    ("TorqueSensor", {}),
    ("PowerSensor", {}),
    ("MultiSensor", {}),
    ("RelAngleSensor", {}),
    ("RelSpeedSensor", {}),
    ("RelAccSensor", {}),
    ("Torque2", {}),
]
AT_ONE_END: list[tuple[str, dict[str, Any]]] = [
    ("ConstantTorque", {"tau_constant": 5.0}),
    ("TorqueStep", {"step_torque": 5.0, "offset_torque": -1.0, "start_time": 0.3}),
    ("LinearSpeedDependentTorque", LAW),
    ("QuadraticSpeedDependentTorque", LAW),
    ("InverseSpeedDependentTorque", {**LAW, "w0": 4.0}),
    ("InverseSpeedDependentTorque", {**LAW, "torque_direction": True, "w0": 1.0}),
    ("SignTorque", {"tau_nominal": -5.0, "w0": 1.0}),
    ("SignTorque", {"tau_nominal": -5.0, "w0": 1.0, "reg": "sine"}),
    ("SignTorque", {"tau_nominal": -5.0, "w0": 1.0, "reg": "linear"}),
    ("SignTorque", {"tau_nominal": -5.0, "w0": 1.0, "reg": "cosine"}),
    ("EddyCurrentTorque", {"tau_nominal": 9.0, "w_nominal": 2.0, "T_ref": 300.0, "alpha20": 4e-3}),
    ("AngleSensor", {}),
    ("SpeedSensor", {}),
    ("AccSensor", {}),
    ("Position", {}),
    ("Position", {"exact": True}),
    ("Speed", {}),
    ("Speed", {"exact": True}),
    ("ConstantSpeed", {"w_fixed": 2.0}),
]
RIGID = {"BearingFriction", "Brake", "TorqueSensor", "PowerSensor", "MultiSensor"}
MOVES = {"Position", "Speed", "ConstantSpeed"}


class Library:
    """The classes and names of one library by those of rotation."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.slides = module is translational

    def name(self, rotating: str) -> str:
        return NAMES.get(rotating, rotating) if self.slides else rotating

    def make(self, cls: str, **given: Any) -> Component:
        made: Component = self.cls(cls)(**{self.name(k): v for k, v in given.items()})
        return made

    def cls(self, rotating: str) -> type[Component]:
        found: type[Component] = getattr(self.module, self.name(rotating))
        return found


def bench(library: Library, cls: str, given: dict[str, Any], **switches: Any) -> Model:
    """Return a driven shaft (or rod) with the component in the middle or at its right end."""
    part = library.make(cls, **given, **switches)
    at_end = (cls, given) in AT_ONE_END
    declared = type(part).declarations()
    states = {} if cls in RIGID else {"phi": fixed(0.0), "w": fixed(0.0)}
    if cls in MOVES:
        start: dict[str, Any] = {"phi": fixed(0.0), "w": fixed(0.0)} if cls == "Position" else {}
        start = {} if given.get("exact") else start
        start = {"phi": fixed(0.0)} if cls == "ConstantSpeed" else start
        states = start
    members: dict[str, Any] = {
        "left": library.make("Inertia", J=1.0, phi=fixed(0.0), w=fixed(3.0)),
        "shaft": library.make("SpringDamper", c=50.0, d=1.0),
        "part": part,
        "right": library.make("Inertia", J=2.0, **states),
        "sine": Sine(amplitude=25.0, f=1.0, phase=0.3),
        "motor": library.make("Torque"),
        "ground": library.make("Fixed"),
        "drag": library.make("Damper", d=0.5),
    }
    inputs = [name for name, member in declared.items()
              if getattr(member, "is_input", False) and name != "excitation"]  # fmt: skip
    if inputs:
        members["signal"] = Constant(k=0.8) if "f_normalized" in inputs else Sine(f=0.7)
    if switches.get("use_heat_port"):
        members["heat"] = HeatCapacitor(C=10.0, T=fixed(300.0))

    def equations(self: Any) -> Iterable[Any]:
        tau = library.name("tau")
        yield self.sine.y >> getattr(self.motor, tau)
        if at_end:
            yield self.motor >> self.left >> self.shaft >> self.right >> self.part
        else:
            yield self.motor >> self.left >> self.part >> self.right
        yield self.right >> self.drag >> self.ground
        for name in inputs:
            yield self.signal.y >> getattr(self.part, name)
        if switches.get("use_support"):
            yield self.part.support >> self.ground.flange
        if switches.get("use_heat_port"):
            yield self.part.heat_port >> self.heat.port

    if not at_end:
        del members["shaft"]
    made: Model = type("Bench", (Model,), {**members, "equations": equations})()
    return made


CASES = BETWEEN + AT_ONE_END


@cache
def run(slides: bool, index: int, **switches: Any) -> Any:
    library = Library(translational if slides else rotational)
    model = bench(library, *CASES[index], **switches)
    return simulate(model, stop_time=1.5, interval=1e-3, tolerance=1e-9)


every = pytest.mark.parametrize("index", range(len(CASES)), ids=lambda k: f"{CASES[k][0]}{k}")


def has(index: int, member: str) -> bool:
    return member in Library(translational).cls(CASES[index][0]).declarations()


@every
def test_equal_numbers_give_equal_motion(index):
    turning, sliding = run(False, index), run(True, index)
    for name, other in (("left.w", "left.v"), ("right.w", "right.v"), ("right.phi", "right.s")):
        assert sliding[other][-1] == pytest.approx(turning[name][-1], rel=1e-6, abs=1e-7)


@every
def test_energy_is_accounted_for(index):
    energy = run(True, index).energy
    scale = max(np.abs(energy.stored).max(), np.abs(energy.supplied).max())
    assert np.abs(energy.balance).max() < 1e-5 * scale


@every
def test_an_explicit_ground_changes_nothing(index):
    if not has(index, "support"):
        pytest.skip("has no housing")
    plain, mounted = run(True, index), run(True, index, use_support=True)
    for name in ("left.v", "right.v"):
        assert mounted[name][-1] == pytest.approx(plain[name][-1], rel=1e-6, abs=1e-7)
    ends = [f"part.{e}.f" for e in ("flange", "flange_a", "flange_b") if has(index, e)]
    total = sum(mounted[e] for e in ends) + mounted["part.support.f"]
    np.testing.assert_allclose(total, 0.0, atol=1e-9)


@every
def test_losses_arrive_at_the_heat_port(index):
    if not has(index, "heat_port"):
        pytest.skip("does not dissipate")
    result = run(True, index, use_heat_port=True)
    gained = 10.0 * (result["heat.T"][-1] - 300.0)
    assert gained > 0
    assert gained == pytest.approx(result.energy.dissipated_by["part"][-1], rel=1e-6)


@every
def test_sensors_tell_the_same(index):
    cls = CASES[index][0]
    if not cls.endswith("Sensor"):
        pytest.skip("is no sensor")
    turning, sliding = run(False, index), run(True, index)
    library = Library(translational)
    for name in ("phi", "w", "a", "phi_rel", "w_rel", "a_rel", "tau", "power"):
        if name in Library(rotational).cls(cls).declarations():
            ours = sliding[f"part.{library.name(name)}"]
            np.testing.assert_allclose(ours[-1], turning[f"part.{name}"][-1], rtol=1e-5, atol=1e-6)
