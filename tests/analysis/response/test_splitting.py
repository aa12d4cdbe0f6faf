"""Free motions, locks and angles are split off without changing the response."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.shafts import chain
from tests.closed_forms.building import build, turning

import drivetrain as dt
from drivetrain.analysis.response.solvers import Responder
from drivetrain.analysis.response.splitting import without_angles, without_free, without_held
from drivetrain.analysis.response.system import CONSTANT, System
from drivetrain.rotational import Brake, Clutch, Inertia, SpringDamper

OMEGA = np.array([0.5, 7.0, 60.0])


def system_of(linear: dt.CompiledModel) -> System:
    made = (linear.A, linear.B, linear.C, linear.D)
    A, B, C, D = ({CONSTANT: matrix} for matrix in made)
    return System(A, B, C, D)


@pytest.fixture
def free() -> dt.CompiledModel:
    model = chain([2, 3, 4], [1200, 3000], [6, 1])
    return dt.linearise(model, inputs=["disc0", "disc2"], outputs=["*.tau", "*.phi", "*.w"])


def test_free_motions_are_integrators_behind_the_rest(free: dt.CompiledModel) -> None:
    whole = system_of(free)
    split = without_free(without_held(whole, free.reduction), free.reduction)
    assert whole.size - split.size == 2
    assert {term.power for term in split.D} >= {-2}
    assert Responder(split).at(OMEGA) == pytest.approx(Responder(whole).at(OMEGA), rel=1e-9)


def test_angles_follow_from_speeds(free: dt.CompiledModel) -> None:
    whole = system_of(free)
    split = without_angles(whole, free.is_angle)
    assert split.size == whole.size // 2
    assert Responder(split).at(OMEGA) == pytest.approx(Responder(whole).at(OMEGA), rel=1e-9)


def test_what_locks_hold_is_left_out() -> None:
    m = build(
        lambda s: [
            s.a >> s.clutch >> s.b >> s.shaft >> s.c, s.c.flange_b >> s.brake.flange_a,
            s.one.y >> s.clutch.f_normalized, s.one.y >> s.brake.f_normalized,
        ],
        a=Inertia(J=1, **turning(0)), clutch=Clutch(fn_max=1e3), b=Inertia(J=0.1, **turning(0)),
        shaft=SpringDamper(c=100, d=0.5), c=Inertia(J=1, **turning(0)), brake=Brake(fn_max=1e3),
        one=dt.blocks.Constant(k=1.0),
    )  # fmt: skip
    linear = dt.linearise(m, inputs=["a"], outputs=["shaft.tau", "clutch.grip", "brake.grip"])
    assert {state for _, state in linear.point.contacts} == {"stuck"}
    whole = system_of(linear)
    split = without_free(without_held(whole, linear.reduction), linear.reduction)
    assert split.size == 2
    assert Responder(split).at(OMEGA) == pytest.approx(Responder(whole).at(OMEGA), rel=1e-9)
    found = linear.frequency_response(OMEGA)
    exact = (100 + 0.5j * OMEGA) / (100 + 0.5j * OMEGA - 1.1 * OMEGA**2)
    assert -found["shaft.tau"] == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("omega", [1e-6, 1e-3, 1.0, 30.0])
def test_responses_far_below_the_first_frequency_keep_their_digits(omega: float) -> None:
    """A stiff mesh beside a soft shaft: rates of 3e7/s^2 cancel to the response at 1e-6 rad/s."""
    model = chain([2, 1e-3, 3], [1e8, 1200], [0, 6])
    linear = dt.linearise(model, inputs=["disc0"], outputs=["shaft1.tau", "disc2.w"])
    s = 1j * omega
    soft = 1200 + 6 * s
    # Balances of all three discs and of the last two, for an angle and two twists: nothing cancels.
    balances = np.array(
        [
            [(2 + 1e-3 + 3) * s**2, (1e-3 + 3) * s**2, 3 * s**2],
            [1e-3 * s**2, 1e8 + 1e-3 * s**2, -soft],
            [3 * s**2, 3 * s**2, soft + 3 * s**2],
        ]
    )
    angle, mesh, twist = np.linalg.solve(balances, [1, 0, 0])
    found = linear.frequency_response(omega)
    assert found["shaft1.tau"][0] == pytest.approx(soft * twist, rel=1e-9)
    assert found["disc2.w"][0] == pytest.approx(s * (angle + mesh + twist), rel=1e-9)
