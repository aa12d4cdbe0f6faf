"""Reduced models: the response stays, free motions too."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.shafts import chain, long_shaft
from tests.closed_forms.building import build, turning

import drivetrain as dt
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError, UsageError
from drivetrain.rotational import Clutch, Damper, Fixed, Inertia, SpringDamper

OUTPUTS = ["shaft0.tau", "shaft3.tau", "disc1.w", "disc4.phi"]


@pytest.fixture(scope="module")
def line() -> LinearModel:
    model = chain([2, 3, 4, 1, 0.5], [1200, 3000, 2e4, 1e5], [6, 1, 2, 5])
    return dt.linearise(model, inputs=["disc0", "disc3"], outputs=OUTPUTS)


def worst(one: LinearModel, other: LinearModel, omega: np.ndarray) -> np.ndarray:
    """Return the largest error of each output, relative to its largest response."""
    expected = one.frequency_response(omega).matrix
    off = np.abs(other.frequency_response(omega).matrix - expected).max(axis=(0, 2))
    found: np.ndarray = off / np.abs(expected).max(axis=(0, 2))
    return found


def test_all_modes_are_the_model_itself(line: LinearModel) -> None:
    whole = line.reduced(count=4)
    assert len(whole.states) == 10
    assert whole.states.names[:4] == ("free[0]", "free[1]", "mode[0].re", "mode[0].im")
    assert worst(line, whole, np.geomspace(0.01, 1e3, 50)).max() < 1e-11
    assert whole.eigenmodes().omega == pytest.approx(line.eigenmodes().omega)
    assert whole.eigenmodes().free_motions == 2


def test_few_modes_with_a_static_correction(line: LinearModel) -> None:
    low = np.geomspace(0.1, 25, 40)
    small = line.reduced(count=2)
    assert small.eigenmodes().omega == pytest.approx(line.eigenmodes().omega[:2])
    assert small.outputs.names == line.outputs.names
    plain = line.reduced(count=2, static_correction=False)
    assert np.array_equal(plain.D, line.D)
    corrected, missing = worst(line, small, low), worst(line, plain, low)
    assert corrected.max() < 0.04
    assert missing.max() > 3 * corrected.max()  # the stiff shaft belongs to what is left out
    still = line.frequency_response(0.0, outputs=["shaft*.tau"]).matrix
    assert small.frequency_response(0.0, outputs=["shaft*.tau"]).matrix == pytest.approx(still)


def test_modes_in_a_band(line: LinearModel) -> None:
    own = line.eigenmodes().omega
    middle = line.reduced(between=(own[1] - 1, own[2] + 1))
    assert middle.eigenmodes().omega == pytest.approx(own[1:3])
    hertz = f"{(own[1] - 1) / (2 * np.pi)} Hz", f"{(own[2] + 1) / (2 * np.pi)} Hz"
    assert len(line.reduced(between=hertz).states) == len(middle.states)


def test_slow_decays_are_kept_and_locks_are_gone() -> None:
    m = build(
        lambda s: [
            s.a >> s.clutch >> s.b >> s.shaft >> s.c >> s.stiff >> s.e,
            s.a.flange_a >> s.drag.flange_a, s.drag.flange_b >> s.ground.flange,
            s.one.y >> s.clutch.f_normalized,
        ],
        a=Inertia(J=1, **turning(0)), clutch=Clutch(fn_max=1e3), b=Inertia(J=0.1, **turning(0)),
        shaft=SpringDamper(c=100, d=0.5), c=Inertia(J=1, **turning(0)),
        stiff=SpringDamper(c=1e5, d=0.5), e=Inertia(J=0.5, **turning(0)), drag=Damper(d=0.3),
        ground=Fixed(), one=Constant(k=1.0),
    )  # fmt: skip
    linear = dt.linearise(m, inputs=["a"], outputs=["shaft.tau", "e.w"])
    assert linear.held_by
    small = linear.reduced(count=1)
    assert not small.held_by
    assert small.eigenmodes().omega == pytest.approx(linear.eigenmodes().omega[:1])
    assert small.eigenmodes().decays == pytest.approx(linear.eigenmodes().decays)
    assert worst(linear, small, np.geomspace(0.01, 20, 30)).max() < 1e-4
    assert small.residual == pytest.approx(0.0, abs=1e-12)


def test_large_models_get_small() -> None:
    outputs = ["shaft[0].tau", "disc[1009].phi"]
    linear = dt.linearise(long_shaft(1010), inputs=["disc[0]"], outputs=outputs)
    small = linear.reduced(count=6)
    assert len(small.states) == 14
    assert small.eigenmodes().omega == pytest.approx(linear.eigenmodes(count=6).omega, rel=1e-6)
    omega = np.array([0.3, 1.2, 2.0])
    assert worst(linear, small, omega).max() < 0.02


def test_balanced_models(line: LinearModel) -> None:
    twists = dt.linearise(
        chain([2, 3, 4, 1, 0.5], [1200, 3000, 2e4, 1e5], [6, 1, 2, 5]),
        inputs=["disc0"], outputs=["shaft0.tau", "shaft1.tau"],
    )  # fmt: skip
    omega = np.geomspace(0.1, 1e3, 60)
    whole = twists.balanced(count=8)
    assert worst(twists, whole, omega).max() < 1e-9
    errors = [worst(twists, twists.balanced(count=k), omega).max() for k in (2, 4, 6)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[1] < 0.02
    assert twists.balanced(count=4).states.names == (
        "free[0]", "free[1]", "balanced[0]", "balanced[1]", "balanced[2]", "balanced[3]",
    )  # fmt: skip


def test_refused(line: LinearModel) -> None:
    for how in ({}, {"count": 2, "between": (1, 2)}):
        with pytest.raises(UsageError, match="give the number of oscillations to be kept"):
            line.reduced(**how)
    for count in (0, 1.5, True):
        with pytest.raises(UsageError, match="give the number of"):
            line.reduced(count=count)
        with pytest.raises(UsageError, match="give the number of states"):
            line.balanced(count=count)
    undamped = dt.linearise(chain([1, 2], [100]), inputs=["disc0"], outputs=["disc1.w"])
    with pytest.raises(AnalysisError, match="cannot be balanced"):
        undamped.balanced(count=1)
