"""Steps end where derivatives bend or jump without an event."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from drivetrain import Model, simulate
from drivetrain import compile as compile_model
from drivetrain.modeling import (
    Expr,
    ceil,
    constant,
    der,
    fixed,
    floor,
    maximum,
    minimum,
    mod,
    no_event,
    sign,
    sin,
    sqrt,
    table,
    time,
    variable,
    where,
)
from drivetrain.rotational import Inertia, LossyGear

SECOND = constant(1.0, "s")
SPEED, OMEGA = 4.0, 20.0


class Gap(Model):
    """A mass between two springs: free flight, and half a sine in either contact."""

    x = variable(start=fixed(0.0))
    v = variable(start=fixed(SPEED))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == self.v
        beyond, before = maximum(self.x - 1, 0), minimum(self.x + 1, 0)
        yield SECOND * der(self.v) == -(OMEGA**2) * (beyond + before)


def in_gap(t: Any) -> Any:
    """Return where the mass is."""
    flight, touch = 1.0 / SPEED, math.pi / OMEGA
    half = 2.0 * flight + touch
    sign, t = 1.0 - 2.0 * (np.floor(t / half) % 2), t % half
    contact = 1.0 + SPEED / OMEGA * np.sin(OMEGA * (t - flight))
    back = 1.0 - SPEED * (t - flight - touch)
    return sign * np.where(t < flight, SPEED * t, np.where(t < flight + touch, contact, back))


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_errors_follow_the_tolerance_across_kinks(solver: Any, tolerance: float) -> None:
    result = simulate(Gap(), stop_time=2.0, tolerance=tolerance, solver=solver)
    error = np.abs(result["x"] - in_gap(result.time)).max()
    assert tolerance / 30 < error < 30 * tolerance
    assert result.stats.state_events == 0


SIZES: dict[str, Callable[[Expr], Expr]] = {
    "abs": abs,
    "maximum": lambda u: maximum(u, -u),
    "minimum": lambda u: -minimum(u, -u),
    "above": lambda u: no_event(where(u >= 0, u, -u)),
    "below": lambda u: no_event(where(u < 0, -u, u)),
}


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_whatever_bends_is_a_kink(size: Callable[[Expr], Expr], solver: Any) -> None:
    """Between kinks the solution is a parabola, which either method finds at any tolerance."""

    class Path(Model):
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == size(time / SECOND - 0.307)

    result = simulate(Path(), stop_time=1.0, tolerance=1e-3, solver=solver)
    u = result.time - 0.307
    np.testing.assert_allclose(result["x"], (u * np.abs(u) + 0.307**2) / 2, atol=1e-9)


def _whole(t: Any) -> Any:
    """Return the integral of floor from 0 to t."""
    n = np.floor(t)
    return n * (n - 1.0) / 2.0 + n * (t - n)


STEPS: dict[str, tuple[Callable[[Expr], Expr], Callable[[Any], Any]]] = {
    "floor": (lambda u: floor(3.0 * u + 0.2), lambda t: _whole(3.0 * t + 0.2) / 3.0),
    "ceil": (ceil, lambda t: _whole(t) + t),
    "mod": (lambda u: mod(u, 0.7), lambda t: t**2 / 2.0 - 0.49 * _whole(t / 0.7)),
    "falling": (
        lambda u: mod(0.3 - u, 0.7),
        lambda t: 0.3 * t - t**2 / 2.0 - 0.49 * (_whole(0.3 / 0.7) - _whole((0.3 - t) / 0.7)),
    ),
    "square": (
        lambda u: no_event(where(mod(u, 1.0) < 0.25, 1.0, 0.0)),
        lambda t: 0.25 * np.floor(t) + np.minimum(t - np.floor(t), 0.25),
    ),
    "negative": (lambda u: floor(-u), lambda t: -_whole(t) - t),
}


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize(("rate", "integral"), STEPS.values(), ids=STEPS)
def test_steps_end_where_a_number_jumps(
    rate: Callable[[Expr], Expr], integral: Callable[[Any], Any], tolerance: float, solver: Any
) -> None:
    class Path(Model):
        x = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == rate(time / SECOND)

    result = simulate(Path(), stop_time=10.0, tolerance=tolerance, solver=solver)
    size = np.abs(result["x"]).max()
    np.testing.assert_allclose(result["x"], integral(result.time), atol=5 * tolerance * size)
    assert result.stats.state_events == 0
    assert result.stats.steps + result.stats.rejected_steps < 200


class Bump(Model):
    """A rate that differs from zero for a moment only."""

    x = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == maximum(1 - ((time / SECOND - 0.51) / 0.008) ** 2, 0)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_bump_within_a_step_is_seen(solver: Any) -> None:
    result = simulate(Bump(), stop_time=1.0, tolerance=1e-6, solver=solver)
    assert result["x"][-1] == pytest.approx(0.008 * 4 / 3, abs=1e-6)


class Draining(Model):
    """A tank that runs empty: the level has no rate below the bottom."""

    level = variable(start=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.level) == no_event(where(self.level > 0, -sqrt(self.level), 0))


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_branch_may_be_undefined_beyond_its_kink(solver: Any) -> None:
    result = simulate(Draining(), stop_time=3.0, tolerance=1e-6, solver=solver)
    expected = np.maximum(1 - result.time / 2, 0) ** 2
    np.testing.assert_allclose(result["level"], expected, atol=3e-5)


class Same(Model):
    """The smaller of two signals that differ by rounding."""

    x = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        wave = sin(time / SECOND)
        yield SECOND * der(self.x) == minimum(0.3 * wave, 0.1 * wave + 0.2 * wave)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_rounding_does_not_count_as_a_kink(solver: Any) -> None:
    result = simulate(Same(), stop_time=10.0, tolerance=1e-6, solver=solver)
    assert result["x"][-1] == pytest.approx(0.3 * (1 - math.cos(10.0)), abs=1e-5)
    assert result.stats.steps < 300


class Resting(Model):
    """A damped mass on a spring that rests where rounding puts it, beside a slow motion."""

    x = variable(start=fixed(0.0))
    v = variable(start=fixed(1e-18))
    y = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == self.v
        yield SECOND * der(self.v) == -1e4 * self.x - abs(self.v)
        yield SECOND * der(self.y) == sin(time / SECOND)


def test_a_kink_without_consequences_does_not_end_a_step() -> None:
    """The speed changes its sign all the time, and never matters."""
    result = simulate(Resting(), stop_time=10.0, tolerance=1e-6, solver="rodas")
    assert result["y"][-1] == pytest.approx(1 - math.cos(10.0), abs=1e-5)
    assert result.stats.steps + result.stats.rejected_steps < 100


class Rail(Model):
    """A mass on a track whose slope changes at two points: parabolas in between."""

    slope = table([[-1, -1], [-0.5, -1], [0.5, 1], [1, 1]])
    x = variable(start=fixed(-3.0))
    v = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.x) == self.v
        yield SECOND * der(self.v) == -self.slope(self.x)


def on_rail(t: float) -> float:
    """Return where the mass is after it has fallen to the bend, and swung to the other one."""
    to_bend, speed, rate = math.sqrt(2 * 2.5), math.sqrt(2 * 2.5), math.sqrt(2.0)
    if t < to_bend:
        return -3.0 + t**2 / 2
    t -= to_bend
    return -0.5 * math.cos(rate * t) + speed / rate * math.sin(rate * t)


@pytest.mark.parametrize("solver", ["dopri5", "rodas"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_tables_bend_at_their_points(solver: Any, tolerance: float) -> None:
    """At the beginning of the swing, before the other bend is reached."""
    end = math.sqrt(5.0) + 0.3
    result = simulate(Rail(), stop_time=end, tolerance=tolerance, solver=solver)
    assert result["x"][-1] == pytest.approx(on_rail(end), abs=3 * tolerance)
    assert result.stats.steps + result.stats.rejected_steps < 80


class Wheel(Model):
    """A wheel that turns steadily, and what a table of its angle adds up to."""

    torque = table([[0, 0], [1, 1], [2, 1], [3, 0]], extrapolation="periodic")
    work = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.work) == self.torque(time / SECOND)


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
@pytest.mark.parametrize(
    ("rows", "per_turn"),
    [
        ([[0, 0], [1, 1], [2, 1], [3, 0]], 2.0),
        ([[0, 0], [3, 1]], 1.5),
        ([[0, 0], [1, 2], [2, 0], [3, -1]], 1.5),
    ],
)
def test_a_table_bends_where_it_repeats_itself(
    rows: list[list[float]], per_turn: float, solver: Any
) -> None:
    """Or jumps there, however many bends it has besides."""
    result = simulate(Wheel(torque=rows), stop_time=300.0, interval=3.0, solver=solver)
    np.testing.assert_allclose(result["work"], per_turn / 3.0 * result.time, rtol=2e-6)


def test_a_table_may_get_its_bends_with_a_run() -> None:
    """The compiled model knows of none."""
    straight = compile_model(Rail(slope=[[-1, -1], [1, 1]]))
    bent = [[-1, -1], [-0.5, -1], [0.5, 1], [1, 1]]
    one = straight.simulate(stop_time=3.0, tolerance=1e-6, parameters={"slope": bent})
    other = simulate(Rail(), stop_time=3.0, tolerance=1e-6)
    np.testing.assert_array_equal(one["x"], other["x"])


@pytest.mark.parametrize("before", [1e-3, 1e-4, 1e-5])
def test_a_kink_just_before_the_end(before: float) -> None:
    """A step that is cut there is not stretched to the end of the run again."""
    kink = 1.0 - before

    class Late(Model):
        x = variable(start=fixed(0.0))
        y = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield SECOND * der(self.x) == 1.0
            yield SECOND * der(self.y) == 1e6 * maximum(self.x - kink, 0)

    result = simulate(Late(), stop_time=1.0)
    assert result["y"][-1] == pytest.approx(0.5e6 * before**2, rel=1e-5, abs=1e-6)


def test_a_wave_is_watched_on_the_branch_that_holds() -> None:
    """The derivatives do not need the limit before 0.5 s; the event needs it all the time."""

    class Late(Model):
        z = variable(start=fixed(0.0))
        x = variable(start=fixed(0.0))
        high = variable(start=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            wave = sin(20 * maximum(self.z - 0.2, 0.0))
            yield SECOND * der(self.z) == 1.0
            yield SECOND * der(self.x) == where(time < 0.5 * SECOND, 0.0, wave)
            yield SECOND * der(self.high) == where(wave > 0.5, 1.0, 0.0)

    result = simulate(Late(), stop_time=1.0)
    assert result["x"][-1] == pytest.approx((math.cos(6.0) - math.cos(16.0)) / 20.0, rel=1e-6)
    assert result["high"][-1] == pytest.approx(math.pi / 10.0, rel=1e-6)


class Hidden(Model):
    """Speeds that jump where a level is passed, with no event."""

    level = variable(start=fixed(0.0))
    signed = variable(start=fixed(0.0))
    chosen = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        second = constant(1.0, "s")
        yield second * der(self.level) == 1 - self.level
        yield second * der(self.signed) == no_event(sign(self.level - 0.5))
        yield second * der(self.chosen) == no_event(where(self.level > 0.5, 1.0, 0.0))


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_jumps_without_events(solver: Any, tolerance: float) -> None:
    """The level passes one half at ln 2."""
    result = simulate(Hidden(), stop_time=1.0, interval=1.0, solver=solver, tolerance=tolerance)
    assert result["signed"][-1] == pytest.approx(1 - 2 * math.log(2), abs=5 * tolerance)
    assert result["chosen"][-1] == pytest.approx(1 - math.log(2), abs=5 * tolerance)
    assert len(result.events) == 0


class Started(Model):
    """Rates that jump exactly where a step begins: at first, and with an event at 0.5 s."""

    square = table([[0, 2], [1, 2], [1, 1], [2, 1]], smoothness="jumping_linear_segments")
    begun = variable(start=fixed(0.0))
    reached = variable(start=fixed(0.0))
    signed = variable(start=fixed(0.0))
    whole = variable(start=fixed(0.0))
    looked = variable(start=fixed(0.0))
    event = variable(start=fixed(0.0))
    after = variable(start=fixed(0.0))
    since = variable(start=fixed(0.0))
    moved = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        t = time / SECOND
        yield SECOND * der(self.begun) == no_event(where(t > 0, 1.0, 0.0))
        yield SECOND * der(self.reached) == no_event(where(t >= 0.5, 1.0, 0.0))
        yield SECOND * der(self.signed) == sign(t)
        yield SECOND * der(self.whole) == ceil(t)
        yield SECOND * der(self.looked) == self.square(1 - t)
        yield SECOND * der(self.event) == where(t > 0.5, 1.0, 0.0)
        yield SECOND * der(self.after) == no_event(where(t > 0.5, 1.0, 0.0))
        yield SECOND * der(self.since) == sign(self.event)
        yield SECOND * der(self.moved) == floor(-self.event)


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_jumps_exactly_where_a_step_begins_or_ends(solver: Any, tolerance: float) -> None:
    """All rates are constant on both sides, so that no error is left but that of the jumps."""
    result = simulate(Started(), stop_time=0.9, interval=0.9, tolerance=tolerance, solver=solver)
    totals = {name: float(result[name][-1]) for name in ("begun", "signed", "whole", "looked")}
    assert totals == pytest.approx({"begun": 0.9, "signed": 0.9, "whole": 0.9, "looked": 1.8})
    late = {name: float(result[name][-1]) for name in ("reached", "after", "since", "moved")}
    expected = {"reached": 0.4, "after": 0.4, "since": 0.4, "moved": -0.4}
    assert late == pytest.approx(expected, abs=1e-9)


class Sliding(Model):
    """A state that is driven back to zero from either side, beside one that leaves it."""

    held = variable(start=fixed(0.0))
    driven = variable(start=fixed(0.0))
    left = variable(start=fixed(0.0))

    def equations(self) -> Iterable[Any]:
        yield SECOND * der(self.held) == -no_event(sign(self.held))
        yield SECOND * der(self.driven) == 1.0 - 20.0 * maximum(self.driven, 0)
        yield SECOND * der(self.left) == no_event(where(self.left > 0, 1.0, -1.0))


@pytest.mark.parametrize("solver", ["bs5", "rodas"])
def test_a_step_that_begins_at_a_kink_goes_where_its_rate_leads(solver: Any) -> None:
    result = simulate(Sliding(), stop_time=1.0, tolerance=1e-8, solver=solver)
    assert np.all(result["held"] == 0.0)
    expected = (1 - np.exp(-20.0 * result.time)) / 20.0
    np.testing.assert_allclose(result["driven"], expected, atol=3e-8)
    np.testing.assert_allclose(result["left"], -result.time, atol=1e-9)
    assert result.stats.rejected_steps < 20


class Coasting(Model):
    """Two equal discs and the gear between them; below 5 rad/s its bearings lose half as much.

    Above, they lose nothing while driven back: a bearing torque whose size begins at a kink and
    stays there.
    """

    left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(5.1))
    gear = LossyGear(
        ratio=1.0,
        smoothness="constant_segments",
        loss_table=[[0, 0.9, 0.8, 1, 1], [5, 0.9, 0.8, 2, 0], [10, 0.9, 0.8, 2, 0]],
    )
    right = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
def test_what_is_zero_for_a_while_begins_no_step_anew(solver: Any) -> None:
    """Flange_a drives with half the loss: loss = 0.1 loss / 2 + tau_bf1, and 2 w' = -loss."""
    result = simulate(Coasting(), stop_time=1.0, solver=solver)
    slow_after = 0.1 * 1.9 / 2.0
    assert result["left.w"][-1] == pytest.approx(5.0 - (1.0 - slow_after) / 1.9, abs=1e-8)
    assert result.stats.steps < 100
