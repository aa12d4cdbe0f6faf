"""What locks hold and what turns freely is split off, whatever rounding does to the matrix."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.analysis.modes.free_motions import free_direction
from drivetrain.analysis.modes.reduction import reduction_of
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError
from drivetrain.rotational import (
    BearingFriction,
    Brake,
    Damper,
    Fixed,
    IdealGear,
    IdealPlanetary,
    Inertia,
    OneWayClutch,
    Spring,
    SpringDamper,
)


def test_without_any_spring_there_are_no_undamped_eigenmodes() -> None:
    m = dt.Model("loose")
    m.add(a=Inertia(J=1), link=Damper(d=1), b=Inertia(J=2))
    m.connect(m.a >> m.link >> m.b)
    modes = dt.linearise(m).eigenmodes(damped=False)
    assert len(modes) == 0
    assert modes.free_motions == 4


@pytest.mark.parametrize("damped", [True, False])
def test_without_any_state_there_are_no_eigenmodes(damped: bool) -> None:
    m = dt.Model("still")
    m.add(a=Constant(k=1))
    linear = dt.linearise(m)
    assert len(linear.eigenmodes(damped=damped)) == 0
    assert linear.is_equilibrium


def test_rows_that_are_zero_but_for_rounding_keep_what_is_held() -> None:
    """Friction and two dampers cancel on the shaft that a freewheel holds."""
    m = dt.Model("held")
    m.add(
        a=Inertia(J=0.2459, phi=dt.fixed(0), w=dt.fixed(100)), soft=Damper(d=10),
        b=Inertia(J=1.288, phi=dt.fixed(0), w=dt.fixed(13.11)), on=Constant(k=1),
        freewheel=OneWayClutch(fn_max=1.049, mu_pos=[[0, 1], [10, 0.6], [1000, 0.6]]),
        c=Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(33.11)), beside=Damper(d=10),
        bearing=BearingFriction(tau_pos=[[0, 0.2], [10, 0.4]], peak=2),
        other=OneWayClutch(fn_max=20, mu_pos=[[0, 1], [10, 0.6], [1000, 0.6]], peak=1.5),
        d=Inertia(J=0.0241, phi=dt.fixed(0), w=dt.fixed(100)),
    )  # fmt: skip
    m.connect(m.a >> m.soft >> m.b >> m.freewheel >> m.c >> m.bearing)
    m.connect(m.b.flange_b, m.beside.flange_a)
    m.connect(m.beside.flange_b, m.c.flange_b)
    m.connect(m.a.flange_b, m.other.flange_a)
    m.connect(m.other.flange_b, m.d.flange_a)
    m.connect(m.on.y >> m.freewheel.f_normalized)
    m.connect(m.on.y >> m.other.f_normalized)
    linear = dt.linearise(m, at=1.0)
    assert set(linear.held_by) == {"freewheel", "other"}
    modes = linear.eigenmodes()
    first, second, slope = 0.2459 + 0.0241, 1.288 + 1, 0.02  # what turns as one; of the bearing
    matrix = [[-10 / first, 10 / first], [10 / second, -(10 + slope) / second]]
    expected = np.sort(np.linalg.eigvals(matrix))[::-1]
    assert modes.decays == pytest.approx(expected, rel=1e-9)


def test_twists_and_angles_may_have_different_nominal_values() -> None:
    """A damper between a gear and a disc: its twist is nominally 1e-4 rad, an angle 1 rad."""
    m = dt.Model("mixed")
    m.add(
        a=Inertia(J=1), soft=SpringDamper(c=87.36, d=0.1288), b=Inertia(J=0.05),
        link=Damper(d=10), c=Inertia(J=2), spring=Spring(c=1000), e=Inertia(J=0.01),
    )  # fmt: skip
    m.connect(m.a >> m.soft >> m.b)
    m.connect(m.a >> m.link >> m.c)
    m.connect(m.a >> m.spring >> m.e)
    modes = dt.linearise(m).eigenmodes()
    assert len(modes) == 2
    assert len(modes.decays) == 1
    assert modes.free_motions == 3  # a rotation, its speed, and the rotation of c


def test_a_weak_brake_beside_a_stiff_spring_still_tells_what_turns_freely() -> None:
    """The ring of a planetary set stands still: sun and carrier turn at speeds of 5 to 1."""
    m = dt.Model("weak")
    m.add(
        a=Inertia(J=0.02, phi=dt.fixed(0), w=dt.fixed(-14)), on=Constant(k=0.5),
        freewheel=OneWayClutch(fn_max=1, mu_pos=[[0, 0.5]]),
        b=Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(-13)), gear=IdealPlanetary(ratio=4),
        c=Inertia(J=0.9999, phi=dt.fixed(0), w=dt.fixed(10)), ring=Inertia(J=1),
        brake=Brake(fn_max=2, mu_pos=[[0, 0.1], [10, 0.15], [1000, 0.15000001]]),
        spring=Spring(c=5000),
    )  # fmt: skip
    m.connect(m.a >> m.freewheel >> m.b)
    m.connect(m.b.flange_b, m.gear.sun)
    m.connect(m.gear.carrier, m.c.flange_a)
    m.connect(m.gear.ring, m.ring.flange_a)
    m.connect(m.ring >> m.brake)
    m.connect(m.c >> m.spring)
    m.connect(m.spring.flange_b, m.a.flange_b)
    m.connect(m.on.y >> m.freewheel.f_normalized)
    m.connect(m.on.y >> m.brake.f_normalized)
    modes = dt.linearise(m).eigenmodes()
    assert modes.omega == pytest.approx([502.0], rel=1e-2)
    assert modes.free_motions + len(modes.decays) == 4


@pytest.mark.parametrize("seed", range(40))
def test_terms_that_cancel_leave_nothing_behind(seed: int) -> None:
    """Two planetary sets whose third shafts turn at fifths and thirds of speeds.

    Springs tie the discs to each other only; a damper to the ground slows the first four.
    """
    random = np.random.default_rng(seed)
    inertias = 10 ** random.uniform(-2, 1, 7)
    stiffness = 10 ** random.uniform(1, 4, 3)
    speeds = np.vstack([np.eye(5), [0.8, 0, 0.2, 0, 0], [0, 0, 0, 2 / 3, 1 / 3]])
    mass = speeds.T @ np.diag(inertias) @ speeds
    twists = np.array([[-1, 1, 0, 0, 0], [-1, 0, 1, 0, 0], [0, -1, 0, 1, 0]])
    spring = twists.T @ np.diag(stiffness) @ twists
    damper = 0.1 * np.outer(speeds[5], speeds[5])
    lower = -np.linalg.solve(mass, np.hstack([spring, damper]))
    matrix = np.vstack([np.hstack([np.zeros((5, 5)), np.eye(5)]), lower])
    reduction = reduction_of(matrix, np.zeros((0, 10)), np.ones(10))
    assert reduction.free.shape[1] == 3
    left = np.linalg.eigvals(reduction.matrix)
    assert np.abs(left).min() > 1e-6
    assert np.trace(reduction.matrix) == pytest.approx(left.sum().real)


def test_a_soft_spring_beside_a_stiff_one_is_no_free_motion() -> None:
    stiff, soft = 1e9, 1e-1
    matrix = np.array(
        [
            [0, 0, 1, 0],
            [0, 0, 0, 1],
            [-stiff - soft, stiff, 0, 0],
            [stiff, -stiff, 0, 0],
        ],
        dtype=float,
    )
    assert free_direction(matrix, np.ones(4)) is None
    matrix[2, 0] = -stiff
    found = free_direction(matrix, np.ones(4))
    assert found is not None
    assert found / found[0] == pytest.approx([1, 1, 0, 0])


def test_motion_against_a_lock_is_refused() -> None:
    matrix = np.array([[0.0, 1.0, 0.0], [-4.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    with pytest.raises(AnalysisError, match="do not keep what locked elements hold"):
        reduction_of(matrix, np.array([[0.0, 0.0, 1.0]]), np.ones(3))


def test_a_soft_spring_behind_massless_dampers_is_no_free_motion() -> None:
    """Its stiffness is lost in the state matrix but for a few digits, since the terms there cancel.

    The first eigenvalue is a root of the determinant of the stiffness of all angles.
    """
    m = dt.Model("soft")
    m.add(ground=Fixed(), mount=Spring(c=17.45825616478065), stiff=Spring(c=15246.346812261078))
    m.add(gear=IdealGear(ratio=0.22200157197198286), big=Inertia(J=3.7793529384154017))
    m.add(small=Inertia(J=0.05221257284899051), tip=Inertia(J=0.010682803686767328))
    m.add(shaft=SpringDamper(c=12091.50000537668, d=19.784853772985063))
    m.add(near=Damper(d=4.403455354495761), far=Damper(d=0.04313918424934108))
    m.add(across=Damper(d=0.15471601477523966))
    m.connect(m.big.flange_b, m.stiff.flange_a)
    m.connect(m.stiff.flange_b, m.near.flange_a)
    m.connect(m.stiff.flange_b, m.gear.flange_a)
    m.connect(m.stiff.flange_b, m.mount.flange_a)
    m.connect(m.mount.flange_b, m.ground.flange)
    m.connect(m.big >> m.shaft >> m.small >> m.across)
    m.connect(m.across.flange_b, m.gear.flange_b)
    m.connect(m.near >> m.far >> m.tip)
    modes = dt.linearise(m).eigenmodes()
    assert modes.free_motions == 2  # what only dampers hold: the tip, and the node between them

    def rest(s: complex) -> complex:
        """Return the determinant for the big disc, the massless node, and the small disc."""
        ratio = 1 / 0.22200157197198286
        tip = 0.010682803686767328 * s**2
        behind = 1 / (1 / (4.403455354495761 * s) + 1 / (0.04313918424934108 * s) + 1 / tip)
        stiff, shaft = 15246.346812261078, 12091.50000537668 + 19.784853772985063 * s
        across = 0.15471601477523966 * s
        node = stiff + 17.45825616478065 + behind + ratio**2 * across
        big = 3.7793529384154017 * s**2 + stiff + shaft
        small = 0.05221257284899051 * s**2 + shaft + across
        coupling = np.array(
            [
                [big, -stiff, -shaft],
                [-stiff, node, -ratio * across],
                [-shaft, -ratio * across, small],
            ]
        )
        return complex(np.linalg.det(coupling))

    value = -0.25 + 2.1j
    for _ in range(50):  # secant steps
        step = 1e-6
        value -= rest(value) * step / (rest(value + step) - rest(value))
    assert modes[1].eigenvalue == pytest.approx(value, rel=1e-2)
