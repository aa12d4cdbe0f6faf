"""Locks across shafts without inertia: no state may be what a lock determines.

The reference knows the machine only: with given speeds of what has inertia, the torques at the
outputs of the gear tell how fast these turn against each other.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from drivetrain import check, rotational, simulate, translational
from drivetrain.errors import StructureError
from drivetrain.modeling import Component, Model, fixed
from drivetrain.rotational import (
    Clutch,
    ConstantTorque,
    IdealGear,
    IdealPlanetary,
    Inertia,
    OneWayClutch,
    QuadraticSpeedDependentTorque,
    SpringDamper,
)

pytestmark = pytest.mark.slow

ROTOR, WHEEL, C, D, DRIVE, REDUCTION = 0.03, 1.1, 8e3, 20.0, 20.0, 9.0
DRAG = -20.0, -400.0
MU = 0.5
STOP = 3.0

STARTS: dict[str, dict[str, dict[str, float]]] = {
    "springs": {
        "rotor": {"phi": 0.0, "w": 0.0},
        "left_shaft": {"phi_rel": 0.0, "w_rel": 0.0},
        "right_shaft": {"phi_rel": 0.0, "w_rel": 0.0},
    },
    "wheels": {
        "rotor": {"phi": 0.0, "w": 0.0},
        "left_shaft": {"phi_rel": 0.0},
        "right_shaft": {"phi_rel": 0.0},
        "left": {"w": 0.0},
        "right": {"w": 0.0},
    },
    "angles": {
        "rotor": {"w": 0.0},
        "left_shaft": {"phi_rel": 0.0},
        "right_shaft": {"phi_rel": 0.0, "w_rel": 0.0},
        "left": {"phi": 0.0, "w": 0.0},
    },
    "no rotor": {
        "left_shaft": {"phi_rel": 0.0, "w_rel": 0.0},
        "right_shaft": {"phi_rel": 0.0},
        "left": {"phi": 0.0, "w": 0.0},
        "right": {"w": 0.0},
    },
}


def machine(
    lock: Component,
    ratio: float = 1.0,
    starts: str = "wheels",
    order: int = 0,
    always: tuple[str, ...] = (),
    step: float = 0.0,
    hub: float = 0.0,
) -> Model:
    """Return a differential with a lock across its outputs, parts and lines in some order.

    A gear of the ratio `step`, if there is one, leads from the left output to the lock. Hubs of the
    inertia `hub` may sit on the outputs.
    """
    given = {part: {k: fixed(v) for k, v in one.items()} for part, one in STARTS[starts].items()}
    law = {"w_nominal": 10.0, "torque_direction": False}

    def shaft(name: str, **start: Any) -> Component:
        select = "always" if name in always else "prefer"
        return SpringDamper(c=C, d=D, state_select=select, **start)

    parts = {
        "motor": ConstantTorque(tau_constant=DRIVE),
        "rotor": Inertia(J=ROTOR, **given.get("rotor", {})),
        "reducer": IdealGear(ratio=REDUCTION),
        "gear": IdealPlanetary(ratio=ratio),
        "lock": lock,
        "left_shaft": shaft("left_shaft", **given.get("left_shaft", {})),
        "right_shaft": shaft("right_shaft", **given.get("right_shaft", {})),
        "left": Inertia(J=WHEEL, **given.get("left", {})),
        "right": Inertia(J=WHEEL, **given.get("right", {})),
        "left_drag": QuadraticSpeedDependentTorque(tau_nominal=DRAG[0], **law),
        "right_drag": QuadraticSpeedDependentTorque(tau_nominal=DRAG[1], **law),
    }
    more = {"step": IdealGear(ratio=step)} if step else {}
    hubs = {name: Inertia(J=hub) for name in ("left_hub", "right_hub") if hub}
    parts |= more | hubs
    m = Model("differential")
    names = list(parts)
    shuffle = np.random.default_rng(order).permutation if order else np.arange
    for k in shuffle(len(names)).tolist():
        m.add(**{names[k]: parts[names[k]]})
    lines = [
        m.motor >> m.rotor >> m.reducer,
        m.reducer.flange_b >> m.gear.carrier,
        m.gear.sun >> m.left_shaft.flange_a,
        m.gear.ring >> m.right_shaft.flange_a,
        m.gear.sun >> m.step >> m.lock.flange_a if step else m.gear.sun >> m.lock.flange_a,
        m.gear.ring >> m.lock.flange_b,
        m.left_shaft >> m.left >> m.left_drag,
        m.right_shaft >> m.right >> m.right_drag,
    ]
    if hub:
        lines += [m.gear.sun >> m.left_hub.flange_a, m.gear.ring >> m.right_hub.flange_a]
    for k in shuffle(len(lines)).tolist():
        m.connect(lines[k])
    return m


@cache
def reference(limit: float, ratio: float) -> tuple[float, float, float]:
    """Return the speeds of rotor, left and right wheel in the end, by SciPy.

    With x as the speed of the ring less that of the sun, the torques that the shafts leave for the
    lock are linear and fall with x: it is zero if the lock bears those at rest.
    """
    k = ratio

    def rates(_t: float, y: Any) -> list[float]:
        rotor, left, right, twist_left, twist_right = y
        carrier = rotor / REDUCTION
        at_rest = C * (twist_right - k * twist_left)
        at_rest += D * ((right - carrier) - k * (left - carrier))
        most = (1 + k) * limit
        missing = np.sign(at_rest) * max(abs(at_rest) - most, 0.0)
        x = missing * (1 + k) / (D * (1 + k**2))
        sun, ring = carrier - k * x / (1 + k), carrier + x / (1 + k)
        pull_left = C * twist_left + D * (left - sun)
        pull_right = C * twist_right + D * (right - ring)
        return [
            (DRIVE + (pull_left + pull_right) / REDUCTION) / ROTOR,
            (-pull_left + DRAG[0] / 100.0 * left * abs(left)) / WHEEL,
            (-pull_right + DRAG[1] / 100.0 * right * abs(right)) / WHEEL,
            left - sun,
            right - ring,
        ]

    found = solve_ivp(rates, (0.0, STOP), np.zeros(5), method="LSODA", rtol=1e-10, atol=1e-10)
    return tuple(found.y[:3, -1].tolist())


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("fn", [1.0, 10.0, 100.0, 1000.0, 5000.0])
def test_a_clutch_across_a_differential(fn: float, ratio: float, starts: str) -> None:
    lock = Clutch(mu_pos=[[0, MU]], fn_max=fn, f_normalized=1.0)
    result = simulate(machine(lock, ratio, starts), stop_time=STOP, tolerance=1e-8)
    speeds = [result.final[name] for name in ("rotor.w", "left.w", "right.w")]
    assert speeds == pytest.approx(reference(MU * fn, ratio), rel=1e-6)
    assert result.energy.relative_error < 1e-6
    assert result.final["lock.locked"] == (fn >= 1000.0)


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("fn", [30.0, 2000.0])
def test_a_gear_before_the_lock_changes_nothing(fn: float, starts: str) -> None:
    """The same with hubs that hardly have an inertia, where the lock acts on accelerations."""
    speeds = []
    for hub, given in ((0.0, starts), (1e-6, "wheels")):
        lock = Clutch(mu_pos=[[0, MU]], fn_max=fn, f_normalized=1.0)
        model = machine(lock, 1.5, given, step=-0.7, hub=hub)
        result = simulate(model, stop_time=STOP, tolerance=1e-8)
        assert result.energy.relative_error < 1e-6
        assert result.final["lock.locked"] == (fn > 1000.0)
        speeds.append([result.final[name] for name in ("rotor.w", "left.w", "right.w")])
    assert speeds[0] == pytest.approx(speeds[1], rel=1e-4)


@pytest.mark.parametrize("order", range(1, 6))
def test_the_order_of_parts_and_lines_does_not_matter(order: int) -> None:
    for starts in STARTS:
        lock = Clutch(mu_pos=[[0, MU]], fn_max=1000.0, f_normalized=1.0)
        result = simulate(machine(lock, 2.0, starts, order), stop_time=STOP, tolerance=1e-8)
        speeds = [result.final[name] for name in ("rotor.w", "left.w", "right.w")]
        assert speeds == pytest.approx(reference(MU * 1000.0, 2.0), rel=1e-6)
        assert result.energy.relative_error < 1e-6


@pytest.mark.parametrize("starts", STARTS)
def test_no_shaft_speed_is_a_state(starts: str) -> None:
    """Locked, both outputs turn as the rotor has it; the wheels turn as they do."""
    states = check(machine(Clutch(fn_max=1.0, f_normalized=1.0), 1.0, starts)).states
    assert not {name for name in states if name.endswith("w_rel")}
    assert len(states) == 7


@pytest.mark.parametrize("starts", STARTS)
def test_a_freewheel_across_a_differential(starts: str) -> None:
    """The left wheel, which has less drag, would run ahead; the freewheel takes the right along."""
    lock = OneWayClutch(mu_pos=[[0, MU]], fn_max=1.0, f_normalized=1.0)
    result = simulate(machine(lock, 1.0, starts), stop_time=STOP, tolerance=1e-8)
    speeds = [result.final[name] for name in ("rotor.w", "left.w", "right.w")]
    assert speeds == pytest.approx(reference(1e6, 1.0), rel=1e-6)
    assert result.energy.relative_error < 1e-6


def test_a_shaft_speed_may_be_a_state_in_place_of_the_rotors() -> None:
    """In either mode the rotor follows from one output, if the wheels are states."""
    lock = Clutch(mu_pos=[[0, MU]], fn_max=1000.0, f_normalized=1.0)
    asked = machine(lock, always=("left_shaft",))
    assert {"left_shaft.w_rel", "left.w", "right.w"} <= set(check(asked).states)
    result = simulate(asked, stop_time=STOP, tolerance=1e-8)
    speeds = [result.final[name] for name in ("rotor.w", "left.w", "right.w")]
    assert speeds == pytest.approx(reference(MU * 1000.0, 1.0), rel=1e-6)


def test_both_shaft_speeds_are_refused_as_states() -> None:
    """Whatever the clutch bears, its balance gives one of them by the other."""
    lock = Clutch(fn_max=1.0, f_normalized=1.0)
    with pytest.raises(StructureError) as refused:
        simulate(machine(lock, always=("left_shaft", "right_shaft")), stop_time=1.0)
    assert "'left_shaft.w_rel' and 'right_shaft.w_rel' must be states" in str(refused.value)


SLIDING = {
    "Inertia": "Mass", "J": "m", "phi": "s", "w": "v", "phi_rel": "s_rel", "w_rel": "v_rel",
    "BearingFriction": "SupportFriction", "tau_pos": "f_pos",
}  # fmt: skip


def seat(module: Any, starts: str) -> Model:
    """Return two bodies on elastic shafts (rods), between which one without inertia rubs."""

    def name(turning: str) -> str:
        return SLIDING[turning] if module is translational else turning

    def part(cls: str, given: dict[str, Any] | None = None, **values: float) -> Component:
        starts = {name(k): fixed(v) for k, v in (given or {}).items()}
        made: Component = getattr(module, name(cls) if cls in SLIDING else cls)(
            **{name(k) if k in SLIDING else k: v for k, v in values.items()}, **starts
        )
        return made

    body, twist = {"phi": 0.0, "w": 3.0}, {"phi_rel": 0.0, "w_rel": 0.0}
    at_springs = starts == "springs"
    m = Model("seat")
    m.add(
        left=part("Inertia", body, J=1.0),
        first=part("SpringDamper", {} if at_springs else {"phi_rel": 0.0}, c=100.0, d=1.0),
        rub=part("BearingFriction", tau_pos=[[0, 1.0]]),
        second=part("SpringDamper", twist if at_springs else {"phi_rel": 0.0}, c=100.0, d=1.0),
        right=part("Inertia", {} if at_springs else {"w": 0.0}, J=1.0),
    )
    if at_springs:
        m.add(origin=part("RelativeStates", {"phi_rel": 0.0}))
        m.connect(m.left.flange_b >> m.origin.flange_a, m.origin.flange_b >> m.second.flange_a)
    m.connect(m.left >> m.first >> m.rub >> m.second >> m.right)
    return m


@pytest.mark.parametrize("module", [rotational, translational])
def test_a_seat_between_elastic_shafts_and_rods(module: Any) -> None:
    """It slips at first: the left shaft's damper leaves 2 N·m more than it bears."""
    name = "left.v" if module is translational else "left.w"
    found = simulate(seat(module, "bodies"), stop_time=20.0, tolerance=1e-9)
    assert found.energy.relative_error < 1e-6
    turning = simulate(seat(rotational, "bodies"), stop_time=20.0, tolerance=1e-9)
    assert found[name] == pytest.approx(turning["left.w"], rel=1e-9, abs=1e-9)
    states = check(seat(module, "bodies")).states
    assert not {one for one in states if one.endswith(("w_rel", "v_rel"))}


def test_every_start_is_told_apart() -> None:
    """As many conditions as states in each, all about other variables."""
    assert len({tuple(sorted(map(str, one.items()))) for one in STARTS.values()}) == len(STARTS)
    for one, other in product(STARTS.values(), STARTS.values()):
        assert sum(map(len, one.values())) <= 7
        assert set(one) & set(other)
