"""Sensitivities beside those of another package, diffsol, which knows events and resets as well.

A mode is a state there that only resets change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

import drivetrain as dt
from tests.gradients.machines import Falling, LockUp
from tests.gradients.switching import Refilled, StickSlip, Switching

pydiffsol = pytest.importorskip(
    "pydiffsol", reason="pydiffsol is not installed: pip install 'drivetrain[second-opinion]'"
)

PRECISE = 1e-11


class Case(NamedTuple):
    """The same motion in both languages."""

    model: type[dt.Model]
    stop_time: float
    parameters: dict[str, float]
    outputs: tuple[str, ...]
    code: str


CASES = {
    "a clutch that locks": Case(
        LockUp, 4.0, {"clutch.fn_max": 40.0, "engine.J": 0.2, "brake.d": 0.4},
        ("engine.w", "load.w"),
        """
        in_i { force = 40.0, J = 0.2, d = 0.4 }
        u_i { w1 = 100.0, w2 = 0.0, m = 0.0 }
        F_i {
            -(1.0 - m) * 0.5 * force / J - m * d * w1 / (J + 0.5),
            (1.0 - m) * (0.5 * force - d * w2) / 0.5 - m * d * w2 / (J + 0.5),
            0.0 * w1
        }
        stop_i { (1.0 - m) * (w1 - w2) - m }
        reset_i { w1, w2, 1.0 }
        out_i { w1, w2 }
        """,
    ),
    "a body that bounces": Case(
        Falling, 2.0, {"height": 1.0, "stop_.e": 0.6, "weight": 2.0}, ("lever.phi", "lever.w"),
        """
        in_i { h = 1.0, e = 0.6, a = 2.0 }
        u_i { x = h, v = 0.0 }
        F_i { v, -a }
        stop_i { x }
        reset_i { 0.0, -e * v }
        out_i { x, v }
        """,
    ),
    "a state that is reset": Case(
        Refilled, 2.0, {"k": 1.3, "level": 0.5, "amount": 0.7}, ("x",),
        """
        in_i { k = 1.3, level = 0.5, amount = 0.7 }
        u_i { x = 1.0 }
        F_i { -k * x }
        stop_i { x - level }
        reset_i { x + amount }
        out_i { x }
        """,
    ),
    "two systems that follow each other": Case(
        Switching, 0.2, {"first": 2.75, "second": 0.36}, ("x1", "x2"),
        """
        in_i { first = 2.75, second = 0.36 }
        u_i { x1 = 0.0, x2 = 1.0, m = 0.0 }
        F_i {
            x1 + (10.0 * m + 100.0 * (1.0 - m)) * x2,
            x2 - (100.0 * m + 10.0 * (1.0 - m)) * x1,
            0.0 * x1
        }
        stop_i { (1.0 - m) * (x2 - first * x1) + m * (x2 - second * x1) }
        reset_i { x1, x2, 1.0 - m }
        out_i { x1, x2 }
        """,
    ),
    "a wheel that breaks loose": Case(
        StickSlip, 0.9, {"spring.c": 10.0, "bearing.peak": 1.5, "wheel.J": 0.3},
        ("wheel.phi", "wheel.w"),
        """
        in_i { c = 10.0, peak = 1.5, J = 0.3 }
        u_i { phi = 0.0, w = 0.0, m = 0.0 }
        F_i { m * w, m * (c * (t - phi) - 4.0) / J, 0.0 * w }
        stop_i { (1.0 - m) * (c * t - 4.0 * peak) + m }
        reset_i { phi, w, 1.0 }
        out_i { phi, w }
        """,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_another_package_finds_the_same_derivatives(name: str) -> None:
    case = CASES[name]
    other = pydiffsol.Ode(case.code, matrix_type=pydiffsol.nalgebra_dense, ode_solver=pydiffsol.bdf)
    for setting in ("rtol", "atol", "sens_rtol", "sens_atol"):
        setattr(other, setting, PRECISE)
    theirs = other.solve_fwd_sens(np.array([*case.parameters.values()]), np.array([case.stop_time]))
    ours = dt.compile(case.model()).sensitivities(
        [*case.parameters], stop_time=case.stop_time, tolerance=PRECISE
    )
    assert ours.is_complete
    for row, output in enumerate(case.outputs):
        value, expected = float(theirs.ys[row, 0]), [float(by[row, 0]) for by in theirs.sens]
        size = np.abs(expected).max()
        assert ours.result.final[output] == pytest.approx(value, rel=1e-7), output
        assert ours.final(output) == pytest.approx(expected, rel=1e-5, abs=1e-6 * size), output
