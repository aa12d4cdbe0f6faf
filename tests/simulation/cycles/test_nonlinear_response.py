"""Branches of cycles over a parameter: against closed forms, and against plain runs."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.simulation.cycles.test_cycle import Driven

import drivetrain as dt
from drivetrain.analysis.cycles.nonlinear_response import NonlinearResponse
from drivetrain.blocks import Sine
from drivetrain.errors import (
    AnalysisError,
    ArgumentError,
    NameLookupError,
    ParameterError,
    UsageError,
)
from drivetrain.modeling import fixed
from drivetrain.rotational import (
    ConstantTorque,
    ElastoBacklash,
    Fixed,
    Inertia,
    Position,
    SpringDamper,
    Torque,
)


@pytest.fixture(scope="module")
def linear() -> NonlinearResponse:
    return dt.compile(Driven()).cycles(
        "drive.f", between=(0.2, 1.2), outputs=["torque.tau", "mass.phi"], period=lambda f: 1 / f
    )


def test_a_linear_machine_has_its_frequency_response(linear: NonlinearResponse) -> None:
    omega = 2 * math.pi * linear.parameter
    expected = 1 / (4.0 - 0.3 * omega**2 + 0.6j * omega)
    assert linear.gain("torque.tau", "mass.phi") == pytest.approx(expected, rel=1e-7)
    assert linear.half_range("mass.phi") == pytest.approx(2 * np.abs(expected), rel=1e-7)
    assert linear.harmonic("torque.tau") == pytest.approx(2.0, rel=1e-10)
    assert np.abs(linear.harmonic("mass.phi", order=2)).max() < 1e-8
    assert linear.is_stable.all()
    assert linear.folds == linear.changes == []
    assert linear.ended == ""
    assert linear.parameter[[0, -1]].tolist() == [0.2, 1.2]
    assert linear.period == pytest.approx(1 / linear.parameter, rel=1e-15)


def test_its_multipliers_are_those_of_its_eigenvalues(linear: NonlinearResponse) -> None:
    decay = math.exp(1) ** (-0.6 / (2 * 0.3) * linear.period)
    assert linear.largest_multiplier == pytest.approx(decay, rel=1e-9)


def test_amplitudes_are_parameters_as_well() -> None:
    found = dt.compile(Driven()).cycles(
        "drive.amplitude", between=(5.0, 1.0), outputs=["mass.phi"], period=2.0
    )
    slope = 1 / abs(4.0 - 0.3 * math.pi**2 + 0.6j * math.pi)
    assert found.half_range("mass.phi") == pytest.approx(slope * found.parameter, rel=1e-8)
    assert (np.diff(found.parameter) < 0).all()


class Shaken(dt.Model):
    """Play with a spring, moved to and fro."""

    drive = Sine(amplitude=0.2, f=1.0)
    shaker = Position(exact=True)
    lash = ElastoBacklash(c=100.0, d=0.0, b=0.1)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.shaker.phi_ref
        yield self.shaker.flange >> self.lash >> self.wall


def test_the_describing_function_of_play() -> None:
    """``c (1 − (2/π)(asin x + x sqrt(1 − x²)))`` with ``x = b/(2 A)``.

    A. Gelb, W. E. Vander Velde, "Multiple-Input Describing Functions and Nonlinear System Design",
    McGraw-Hill, 1968, appendix B: threshold with linear gain.
    """
    found = dt.compile(Shaken()).cycles(
        "drive.amplitude", between=(0.06, 1.0), outputs=["lash.phi_rel", "lash.tau"], period=1.0
    )
    x = 0.05 / found.parameter
    expected = 100.0 * (1 - 2 / math.pi * (np.arcsin(x) + x * np.sqrt(1 - x**2)))
    assert found.gain("lash.phi_rel", "lash.tau") == pytest.approx(expected, rel=1e-10)
    assert found.half_range("lash.tau") == pytest.approx(
        100.0 * (found.parameter - 0.05), rel=1e-10
    )


class Teeth(dt.Model):
    """A tooth mesh with play, preloaded, and driven by a torque that can lift it off."""

    drive = Sine(amplitude=1.2, f=1.2, phase=math.pi / 2)
    torque = Torque()
    bias = ConstantTorque(tau_constant=2.0)
    mass = Inertia(J=1.0, phi=fixed(0.07), w=fixed(0.0))
    mesh = ElastoBacklash(c=100.0, d=0.6, b=0.1)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.bias.flange >> self.mass.flange_a
        yield self.wall >> self.mesh >> self.mass.flange_b


@pytest.fixture(scope="module")
def teeth() -> dt.CompiledModel:
    return dt.compile(Teeth())


@pytest.fixture(scope="module")
def lifted(teeth: dt.CompiledModel) -> NonlinearResponse:
    return teeth.cycles("drive.f", between=(2.2, 0.9), outputs=["mass.phi"], period=lambda f: 1 / f)


def swept(
    compiled: dt.CompiledModel, frequencies: list[float], exact: bool = False
) -> Iterator[tuple[float, float]]:
    """Yield half the range of the angle as the frequency is stepped, without jumps of the phase."""
    run: Any = None
    end, phase, last = 0.0, math.pi / 2, frequencies[0]
    for f in frequencies:
        phase += 2 * math.pi * (last - f) * end
        values, last = {"drive.f": f, "drive.phase": phase}, f
        end += 300 / f
        run = compiled.simulate(stop_time=end, parameters=values, initial=run)
        if exact:
            cycle = compiled.cycle(period=1 / f, guess=run, parameters=values)
            assert cycle.is_stable
            yield f, cycle.half_range("mass.phi")
        else:
            late = run.at(np.linspace(end - 1 / f, end, 501))["mass.phi"]
            yield f, 0.5 * float(late.max() - late.min())


def between(found: NonlinearResponse, part: slice, f: float) -> float:
    """Return half the range of the angle at a frequency, from points on both sides."""
    order = np.argsort(found.parameter[part])
    values = found.half_range("mass.phi")[part][order]
    return float(np.interp(f, found.parameter[part][order], values))


class TestTeeth:
    """Losing contact softens the mesh: the resonance bends to lower frequencies, and folds."""

    def test_it_folds(self, lifted: NonlinearResponse) -> None:
        """Steps ten times shorter find the same folds to 1e-8."""
        first, second = lifted.folds
        assert first.parameter == pytest.approx(1.14628650, abs=1e-7)
        assert second.parameter == pytest.approx(1.41446090, abs=1e-7)
        assert second.half_range["mass.phi"] == pytest.approx(0.289563, rel=1e-4)
        assert "fold: drive.f = 1.14629 Hz" in lifted.notes()
        back = slice(first.before + 1, second.before + 1)
        assert (np.diff(lifted.parameter[back]) > 0).all()
        assert not lifted.is_stable[first.before + 2 : second.before].any()
        assert not lifted.changes

    @pytest.mark.parametrize("upward", [True, False])
    def test_plain_runs_end_on_its_stable_parts(
        self, teeth: dt.CompiledModel, lifted: NonlinearResponse, upward: bool
    ) -> None:
        """A sweep upward leaves the upper branch at one fold, a sweep downward the lower one at
        the other; between the folds they end on different cycles.
        """
        first, second = lifted.folds
        frequencies = [1.05, 1.1, 1.2, 1.25, 1.3, 1.35, 1.4, 1.43, 1.5]
        for f, amplitude in swept(teeth, frequencies if upward else frequencies[::-1]):
            on_upper = f < (second if upward else first).parameter
            part = slice(second.before + 1, None) if on_upper else slice(first.before + 1)
            assert amplitude == pytest.approx(between(lifted, part, f), rel=0.01), f

    def test_two_stable_cycles_belong_to_one_frequency(
        self, teeth: dt.CompiledModel, lifted: NonlinearResponse
    ) -> None:
        """Which of them is found depends on the guess."""
        first, second = lifted.folds
        for begin, part in (
            (1.5, slice(first.before + 1)),
            (1.1, slice(second.before + 1, None)),
        ):
            *_, (f, amplitude) = swept(teeth, np.linspace(begin, 1.3, 5).tolist(), exact=True)
            assert amplitude == pytest.approx(between(lifted, part, f), rel=0.01)

    def test_files(self, lifted: NonlinearResponse, tmp_path: Path) -> None:
        again = pickle.loads(pickle.dumps(lifted))
        assert str(again) == str(lifted)
        table = pd.read_csv(lifted.save(tmp_path / "response.csv"), index_col=0)
        assert list(table) == [
            "drive.f [Hz]",
            "period [s]",
            "stable",
            "largest multiplier",
            "half range of mass.phi [rad]",
            "first harmonic of mass.phi [rad]",
        ]
        assert len(table) == len(lifted) == len(lifted.points)
        assert "cycles of Teeth over drive.f, 0.9 to 2.2 Hz" in repr(lifted)


class Stiffening(dt.Model):
    """A body in the middle of its play: springs on both sides, a light damper all the way."""

    drive = Sine(amplitude=1.0, f=1.2, phase=math.pi / 2)
    torque = Torque()
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
    lash = ElastoBacklash(c=100.0, d=0.0, b=0.02)
    spring = SpringDamper(c=20.0, d=0.6)
    wall = Fixed()

    def equations(self) -> Iterator[Any]:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.wall >> self.lash >> self.mass.flange_b
        yield self.wall >> self.spring >> self.mass.flange_b


def test_folds_are_those_of_the_harmonic_balance_where_that_is_almost_exact() -> None:
    """With most of the stiffness in play the resonance bends to higher frequencies.

    The amplitude follows from ``(N(A) − J ω²)² + (d ω)² = (P/A)²`` with the describing function
    of play in parallel with a spring; higher harmonics leave an error of some per mille.
    """
    compiled = dt.compile(Stiffening())
    found = compiled.cycles(
        "drive.f", between=(0.9, 2.2), outputs=["mass.phi", "torque.tau"], period=lambda f: 1 / f
    )
    amplitude = np.abs(found.harmonic("mass.phi"))
    x = np.minimum(0.01 / amplitude, 1.0)
    stiffness = 120.0 - 200.0 / math.pi * (np.arcsin(x) + x * np.sqrt(1 - x**2))
    omega = 2 * math.pi * found.parameter
    gain = 1 / (stiffness - omega**2 + 0.6j * omega)
    assert found.gain("torque.tau", "mass.phi") == pytest.approx(gain, rel=0.03)


def test_slopes_of_the_branch_are_those_of_its_points() -> None:
    """The tangent, from variational equations with the parameter, against secants."""
    found = dt.compile(Teeth()).cycles(
        "drive.amplitude",
        between=(0.8, 1.4),
        outputs=["mass.phi"],
        period=1 / 1.6,
        parameters={"drive.f": 1.6},
    )
    arcs, values, slopes = (
        np.array([getattr(point, name) for point in found.points])
        for name in ("arc", "parameter", "slope")
    )
    secants = np.diff(values) / np.diff(arcs)
    assert secants == pytest.approx(0.5 * (slopes[:-1] + slopes[1:]), rel=0.02)


REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"parameter": "drive.g"}, NameLookupError, "drive.f"),
    ({"parameter": "mass.phi"}, NameLookupError, "parameter"),
    ({"between": (1.0, 1.0)}, UsageError, "between"),
    ({"between": 3.0}, UsageError, "between"),
    ({"outputs": ["mass.phj"]}, NameLookupError, "mass.phi"),
    ({"outputs": []}, UsageError, "outputs"),
    ({"harmonics": -1}, UsageError, "harmonics"),
    ({"harmonics": 400}, UsageError, "harmonics"),
    ({"most": 0}, UsageError, "most"),
    ({"period": 1.0}, AnalysisError, "no cycle"),
    ({"period": lambda f: -1.0}, UsageError, "period"),
    ({"period": lambda f: "long"}, ParameterError, "period"),
    ({"botween": 1}, ArgumentError, "between"),
]


@pytest.mark.parametrize(("changed", "error", "message"), REFUSED)
def test_refused(changed: dict[str, Any], error: type[Exception], message: str) -> None:
    asked: dict[str, Any] = {
        "parameter": "drive.f",
        "between": (0.4, 0.6),
        "outputs": ["mass.phi"],
        "period": lambda f: 1 / f,
    }
    asked |= changed
    compiled = dt.compile(Driven())
    with pytest.raises(error, match=message):
        compiled.cycles(asked.pop("parameter"), **asked)


def test_outputs_that_were_not_kept_are_named(linear: NonlinearResponse) -> None:
    with pytest.raises(NameLookupError, match=r"outputs=\[…\]"):
        linear.half_range("mass.w")
    with pytest.raises(UsageError, match="orders 0 to 5"):
        linear.harmonic("mass.phi", order=6)
