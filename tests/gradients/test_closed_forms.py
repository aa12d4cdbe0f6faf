"""Derivatives against formulas."""

from __future__ import annotations

from math import exp

import pytest

import drivetrain as dt
from drivetrain.outcomes import (
    at,
    dissipated,
    final,
    first,
    integral,
    last,
    maximum,
    mean,
    minimum,
    peak,
    rms,
    stored,
    time_in,
)
from tests.gradients.machines import Falling, LockUp, TwoSteps


def lock_up(force: float) -> tuple[float, float]:
    """Return instant of locking and final speed, by Newton's method."""
    torque, j1, j2, d = 0.5 * force, 0.2, 0.5, 0.4
    t = 1.0
    for _ in range(60):
        gap = 100.0 - torque / j1 * t - torque / d * (1 - exp(-d * t / j2))
        t += gap / (torque / j1 + torque / j2 * exp(-d * t / j2))
    return t, (100.0 - torque / j1 * t) * exp(-d * (4.0 - t) / (j1 + j2))


def test_a_clutch_that_locks() -> None:
    """d(final speed)/d(force) = −0.022011790741 N⁻¹rad/s with the jump at locking, of wrong sign
    without it; from the formulas of both stretches and dt*/dp = −(∇g·s)/(∇g·f⁻)."""
    slopes = dt.gradient(
        LockUp(), [final("load.w"), first("clutch.mode", "stuck")], "clutch.fn_max"
    )
    assert slopes.values[0, 0] == pytest.approx(-0.022011790741, abs=5e-9)
    assert slopes.is_smooth
    t, w = lock_up(40.0)
    assert slopes.at == pytest.approx([w, t], rel=1e-9)
    h = 1e-3
    by_formula = (lock_up(40.0 + h)[0] - lock_up(40.0 - h)[0]) / (2 * h)
    assert slopes.values[1, 0] == pytest.approx(by_formula, rel=1e-7)


def test_a_body_that_bounces() -> None:
    """It falls from h with a = W/J: t* = √(2h/a), speed −√(2ah) before and e√(2ah) after."""
    h, a, e, stop = 1.0, 2.0, 0.6, 2.0
    blow, speed = (2 * h / a) ** 0.5, (2 * a * h) ** 0.5
    outcomes = [
        first("stop_.is_below", True), final("lever.w"), final("lever.phi"), stored(),
        minimum("lever.w"), maximum("lever.w"), integral("lever.w"), mean("lever.w"),
        peak("lever.w"), dissipated(),
    ]  # fmt: skip
    slopes = dt.gradient(Falling(), outcomes, ["height", "stop_.e"])
    found = dict(zip(slopes.outcomes, slopes.values.tolist(), strict=True))
    by_height = blow / (2 * h)
    after = stop - blow
    w_end = e * speed - a * after
    dw = e * speed / (2 * h) + a * by_height
    dphi = after * e * speed / (2 * h) - e * speed * by_height + a * after * by_height
    close = {"rel": 2e-7, "abs": 2e-7}
    assert found["first(stop_.is_below → True)"] == pytest.approx([by_height, 0.0], **close)
    assert found["final(lever.w)"] == pytest.approx([dw, speed], **close)
    assert found["final(lever.phi)"] == pytest.approx([dphi, speed * after], **close)
    assert found["stored()"] == pytest.approx([w_end * dw, w_end * speed], **close)
    assert found["minimum(lever.w)"] == pytest.approx([-speed / (2 * h), 0.0], **close)
    assert found["peak(lever.w).value"] == pytest.approx([-speed / (2 * h), 0.0], **close)
    assert found["peak(lever.w).time"] == pytest.approx([by_height, 0.0], **close)
    assert found["maximum(lever.w)"] == pytest.approx([e * speed / (2 * h), speed], **close)
    assert found["integral(lever.w)"] == pytest.approx([dphi - 1.0, speed * after], **close)
    assert found["mean(lever.w)"] == pytest.approx([(dphi - 1.0) / 2, speed * after / 2], **close)
    lost = [a * (1 - e**2), -2 * e * a * h]
    assert found["dissipated()"] == pytest.approx(lost, **close)
    assert slopes.is_smooth


def test_an_extreme_between_events() -> None:
    """After the blow the lever rises by e²h; the height is reached between two output points."""
    slopes = dt.gradient(
        Falling(), {"top": maximum("lever.phi")}, ["stop_.e", "weight"], start_time=0.0,
        given={"height": 0.3, "lever.w.start": 1.0},
    )  # fmt: skip
    # From 0.3 rad it first rises to 0.3 + w²/2a: that is higher than any bounce.
    assert slopes.at == pytest.approx([0.3 + 1.0 / 4.0], rel=1e-9)
    assert slopes.values[0] == pytest.approx([0.0, -1.0 / 8.0], abs=2e-8)


def test_the_instant_of_a_smooth_peak() -> None:
    """The lever rises from 0.3 rad at v = 1 rad/s against a = W/J, so the top is at v/a."""
    slopes = dt.gradient(
        Falling(), peak("lever.phi"), ["lever.w.start", "weight"],
        given={"height": 0.3, "lever.w.start": 1.0},
    )  # fmt: skip
    assert slopes.outcomes == ("peak(lever.phi).value", "peak(lever.phi).time")
    assert slopes.outcome_units == ("rad", "s")
    assert slopes.at == pytest.approx([0.55, 0.5], rel=1e-9)
    assert slopes.values[0] == pytest.approx([0.5, -0.125], rel=1e-6)
    assert slopes.values[1] == pytest.approx([0.5, -0.25], rel=1e-6)
    alone = dt.gradient(
        Falling(), peak("lever.phi")["time"], "weight",
        given={"height": 0.3, "lever.w.start": 1.0},
    )  # fmt: skip
    assert alone.values[0, 0] == slopes.values[1, 1]


def test_windows() -> None:
    """Before the blow at 1 s the speed is −a·t, and the angle h − a·t²/2, a = W/J = 2 rad/s²."""
    window = (0.25, 0.75)
    outcomes = [
        minimum("lever.w", between=window), maximum("lever.phi", between=window),
        integral("lever.w", between=window), mean("lever.w", between=window),
        rms("lever.w", between=window),
    ]  # fmt: skip
    slopes = dt.gradient(Falling(), outcomes, "weight")
    square = (0.75**3 - 0.25**3) / 3 / 0.5
    assert slopes.at == pytest.approx([-1.5, 0.9375, -0.5, -1.0, 2 * square**0.5], rel=1e-8)
    by_acceleration = [-0.75, -(0.25**2) / 2, -0.25, -0.5, square**0.5]
    assert slopes.values[:, 0] == pytest.approx(by_acceleration, rel=1e-6)
    assert slopes.outcomes[0] == "minimum(lever.w, 0.25 s … 0.75 s)"


def test_instants_that_are_given_move_by_themselves() -> None:
    slopes = dt.gradient(
        TwoSteps(),
        [final("wheel1.w"), at("wheel1.w", 0.2), mean("wheel1.w")],
        ["first.start_time", "first.height"],
        given={"second.start_time": 0.5},
    )
    assert slopes.values[0] == pytest.approx([-3.0, 0.75], rel=1e-9)
    assert slopes.values[1] == pytest.approx([0.0, 0.0], abs=1e-12)
    assert slopes.values[2] == pytest.approx([-3.0 * 0.75, 0.75**2 / 2], rel=1e-8)


def test_time_in_a_mode() -> None:
    force = "clutch.fn_max"
    outcomes = [time_in("clutch.mode", "stuck"), last("clutch.mode", "stuck")]
    slopes = dt.gradient(LockUp(), outcomes, force)
    assert slopes.values[0, 0] == pytest.approx(-slopes.values[1, 0], rel=1e-9)
