"""What rotates and what slides follow the same laws: with equal numbers, equal motion.

Every pair of components stands between two inertias or masses and is driven alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from drivetrain import check, rotational, simulate, translational
from drivetrain.blocks import Constant, Sine
from drivetrain.modeling import Component, Model, fixed
from drivetrain.modeling.members import REQUIRED
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
    "GeneralTorqueToAngleAdaptor": "GeneralForceToPositionAdaptor", "phi_nominal": "s_nominal",
    "phi_a": "s_a", "phi_b": "s_b",
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
    ("Accelerate", {}),
]
RIGID = {"BearingFriction", "Brake", "TorqueSensor", "PowerSensor", "MultiSensor"}
STARTS = {"Position", "Accelerate"}
MOVES = {"Position", "Speed", "ConstantSpeed", "Accelerate"}


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
    rigid = isinstance(part, (rotational.interfaces.Rigid, translational.interfaces.Rigid))
    states = {} if cls in RIGID or rigid else {"phi": fixed(0.0), "w": fixed(0.0)}
    if cls in MOVES:
        start: dict[str, Any] = {"phi": fixed(0.0), "w": fixed(0.0)} if cls in STARTS else {}
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


IN_EVERY_BENCH = {"Inertia", "Fixed", "Torque"}
ELSEWHERE = {
    "Move": "has a vector of inputs, and no states of its own",
    "InitializeFlange": "has inputs for start values: tests/simulation/initialisation",
    "GeneralAngleToTorqueAdaptor": "as an input: tests/rotational/test_adaptors.py",
    "GeneralTorqueToAngleAdaptor": "as an input: tests/rotational/test_adaptors.py",
    "IdealGearR2T": "one class for both",
    "IdealRollingWheel": "one class for both",
}


def twins() -> list[str]:
    """Return the classes of rotation, ready for use, that have a twin in translation."""
    found = []
    for name in rotational.__all__:
        cls = getattr(rotational, name)
        public = isinstance(cls, type) and issubclass(cls, Component)
        if public and not hasattr(rotational.interfaces, name):
            found += [name] if hasattr(translational, NAMES.get(name, name)) else []
    return found


def needed(name: str) -> dict[str, Any]:
    """Return values for what a class has to be given."""
    members = getattr(rotational, name).declarations().items()
    return {key: 1.0 for key, member in members if getattr(member, "default", None) is REQUIRED}


def further() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the twins that nobody has listed: new ones take part by themselves."""
    listed = {name for name, _ in BETWEEN + AT_ONE_END} | IN_EVERY_BENCH | ELSEWHERE.keys()
    for name in twins():
        if name not in listed:
            yield name, needed(name)


for new in further():
    is_between = "flange_a" in getattr(rotational, new[0]).declarations()
    (BETWEEN if is_between else AT_ONE_END).append(new)
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
def test_the_states_are_the_same_and_so_is_the_work(index):
    """Nothing depends on how a library names what it has; neither do the errors of a run."""
    library = Library(translational)
    turning = check(bench(Library(rotational), *CASES[index]))
    sliding = check(bench(library, *CASES[index]))
    for ours, theirs in ((sliding.states, turning.states), (sliding.unmet, turning.unmet)):
        names = [name.rpartition(".") for name in theirs]
        assert set(ours) == {f"{part}.{library.name(own)}" for part, _, own in names}
    assert set(work(True, index)) == set(work(False, index))
    assert work(True, index) == work(False, index)
    for name, other in (("left.w", "left.v"), ("right.w", "right.v")):
        ours, theirs = run(True, index)[other], run(False, index)[name]
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-15)


def work(slides: bool, index: int) -> dict[str, int]:
    """Return what a run has counted, but for times and for equations, which are named twice."""
    counted = asdict(run(slides, index).stats)
    assert counted["steps"] > 0
    return {k: v for k, v in counted.items() if not k.endswith("_time") and k != "equations"}


def test_every_twin_is_tried():
    tried = {name for name, _ in CASES}
    assert tried | IN_EVERY_BENCH | ELSEWHERE.keys() == set(twins())
    assert not tried & ELSEWHERE.keys()


@pytest.mark.parametrize("choice", ["default", "avoid", "never", "prefer", "always"])
@pytest.mark.parametrize("name", ["SpringDamper", "Damper"])
def test_twists_are_states_if_they_are_asked_for(name, choice):
    """Of a chain with a free end, wherever its speeds are given."""
    given = {"d": 1.0, "state_select": choice} | ({"c": 200.0} if name == "SpringDamper" else {})
    for module in (rotational, translational):
        library = Library(module)
        states = check(bench(library, name, given)).states
        wanted = {f"part.{library.name(one)}" for one in ("phi_rel", "w_rel")}
        assert wanted.issubset(states) == (choice in ("prefer", "always"))


@pytest.mark.parametrize("nominal", [1e-4, 1e-2])
def test_a_nominal_twist_counts(nominal):
    """A small swing of two bodies that fly along: its error is part of its size, not of the way."""
    errors = {}
    for module in (rotational, translational):
        library = Library(module)
        last = library.name("phi_rel")

        def equations(self: Any) -> Iterable[Any]:
            yield self.left >> self.part >> self.right

        start = {library.name("phi"): fixed(0.0), library.name("w"): fixed(50.0)}
        small = {last: fixed(1e-5), library.name("w_rel"): fixed(0.0)}
        members = {
            "left": library.cls("Inertia")(**{library.name("J"): 1.0}, **start),
            "part": library.cls("SpringDamper")(
                c=1e4, d=0.0, **{library.name("phi_nominal"): nominal}, **small
            ),
            "right": library.make("Inertia", J=1.0),
            "equations": equations,
        }
        flight = simulate(type("Flight", (Model,), members)(), stop_time=1.0, tolerance=1e-6)
        exact = 1e-5 * np.cos(np.sqrt(2e4) * flight.time)
        errors[module] = np.abs(flight[f"part.{last}"] - exact).max() / 1e-5
    assert errors[translational] == errors[rotational]
    assert errors[rotational] < (1e-2 if nominal < 1e-3 else 0.1)


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
