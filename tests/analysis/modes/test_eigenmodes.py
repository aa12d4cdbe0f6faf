"""Eigenmodes as objects: selection, numbers, shapes, factors, files, refusals."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.analysis.test_published_cases import chain, row

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.modes import solution
from drivetrain.errors import (
    AnalysisError,
    ArgumentError,
    NameLookupError,
    ParameterError,
    ResultError,
    UsageError,
)
from drivetrain.rotational import Damper, Fixed, Inertia, SpringDamper

SHIP = dt.compile(examples.find("machines.ShipShafting")())


def uneven(n: int) -> dt.Model:
    """Return a row of discs with one damper to the ground, so that damping is not proportional."""
    m = chain([0.1] * n, [1e4] * (n - 1), [0.0] * (n - 1))
    m.add(ground=Fixed(), damper=Damper(d=2))
    m.connect(m.disc0.flange_a, m.damper.flange_a)
    m.connect(m.damper.flange_b, m.ground.flange)
    return m


@pytest.mark.parametrize("model", [row(40), uneven(12)])
def test_some_are_those_of_all(model: dt.Model) -> None:
    linear = dt.linearise(model, outputs=[])
    every = linear.eigenmodes().omega
    lowest = linear.eigenmodes(count=3)
    assert lowest.omega == pytest.approx(every[:3], rel=1e-9)
    middle = float(every[5]) * 1.001
    nearest = np.sort(every[np.argsort(np.abs(every - middle))[:3]])
    assert linear.eigenmodes(count=3, near=middle).omega == pytest.approx(nearest, rel=1e-9)
    low, high = float(every[3]) - 1e-6, float(every[6]) + 1e-6
    assert linear.eigenmodes(between=(low, high)).omega == pytest.approx(every[3:7], rel=1e-9)


def test_large_models_by_shift_invert(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sparse solver for damping that is not proportional, against the dense one."""
    linear = dt.linearise(uneven(30), outputs=[])
    every = linear.eigenmodes()
    monkeypatch.setattr(solution, "LARGEST_DENSE", 10)
    some = linear.eigenmodes(count=4, near=float(every.omega[9]))
    assert some.eigenvalue == pytest.approx(every.eigenvalue[8:12], rel=1e-8)
    assert some.left.T @ some.right == pytest.approx(np.eye(4), abs=1e-6)
    for k, place in enumerate(range(8, 12)):
        here, there = some.right[:, k], every.right[:, place]
        same = abs(np.vdot(here, there)) / np.linalg.norm(here) / np.linalg.norm(there)
        assert same == pytest.approx(1, abs=1e-8)
    assert not some.complete
    with pytest.raises(AnalysisError, match=r"give eigenmodes\(count=20\)"):
        linear.eigenmodes()


def test_numbers_of_one_oscillation() -> None:
    (mode,) = dt.linearise(chain([2, 3], [1200], [6])).eigenmodes()
    zeta = 2.5 / np.sqrt(1000)
    assert mode.number == 1
    assert mode.omega == pytest.approx(np.sqrt(1000))
    assert mode.frequency == pytest.approx(np.sqrt(1000) / (2 * np.pi))
    assert mode.damped_omega == pytest.approx(np.sqrt(1000 - 2.5**2))
    assert mode.damping_ratio == pytest.approx(zeta)
    assert mode.logarithmic_decrement == pytest.approx(2 * np.pi * 2.5 / mode.damped_omega)
    assert mode.time_constant == pytest.approx(0.4)
    assert mode.quality == pytest.approx(1 / (2 * zeta))
    assert mode.is_stable
    assert mode.condition >= 1
    (undamped,) = dt.linearise(chain([2, 3], [1200])).eigenmodes()
    assert undamped.time_constant == np.inf
    assert undamped.quality == np.inf


def test_overdamped_oscillations_are_decays() -> None:
    """Ten discs with so much damping that none swings: 2 (n - 1) real eigenvalues."""
    modes = dt.linearise(chain([0.1] * 10, [1e4] * 9, [400.0] * 9)).eigenmodes()
    squares = 4 * 1e5 * np.sin(np.arange(1, 10) * np.pi / 20) ** 2
    half = 400 / 1e4 * squares / 2
    turning = half**2 < squares
    slow = -squares[~turning] / (half + np.sqrt(half**2 - squares, where=~turning))[~turning]
    assert len(modes) == int(turning.sum())
    assert len(modes.decays) == 2 * int((~turning).sum())
    assert modes.decays[: len(slow)] == pytest.approx(np.sort(slow)[::-1], rel=1e-6)


def test_shapes_have_scales() -> None:
    mode = SHIP.linearise().eigenmodes()[1]
    largest = mode.shape("*.phi")
    assert max(map(abs, largest.values())) == pytest.approx(1)
    at = mode.shape("*.phi", scale="at:flywheel")
    assert at["flywheel.phi"] == pytest.approx(1)
    by_name = mode.shape("propeller.w", scale="at:propeller.w")
    assert by_name["propeller.w"] == pytest.approx(1)
    torque = mode.shape("intermediate_shaft.tau", "flywheel.phi", "coupling.phi", scale="mass")
    c, d = 79.3e9 * np.pi * 0.395**4 / (32 * 8), 8e3
    twist = torque["coupling.phi"] - torque["flywheel.phi"]
    assert torque["intermediate_shaft.tau"] == pytest.approx((c + d * mode.eigenvalue) * twist)
    inertias = {"propeller": 42e3, "flywheel": 8e3, "coupling": 600, "damper": 4e3}
    inertias |= {f"throw[{k}]": 6500 for k in range(6)}
    unit = mode.shape(*(f"{name}.phi" for name in inertias), scale="mass")
    modal = sum(J * abs(unit[f"{name}.phi"]) ** 2 for name, J in inertias.items())
    assert modal == pytest.approx(1)
    assert 0.5 < mode.collinearity() < 1


def test_participation_adds_up() -> None:
    """Over states to 1 for each mode; over all eigenvalues to 1 for each state."""
    m = chain([1, 2, 3], [100, 200], [0.1, 0.3])
    m.add(ground=Fixed(), base=SpringDamper(c=50, d=0.2))
    m.connect(m.ground >> m.base)
    m.connect(m.base.flange_b, m.disc0.flange_a)
    modes = dt.linearise(m).eigenmodes()
    factors = modes.participation()
    assert factors.sum(axis=0).to_numpy() == pytest.approx(np.ones(3))
    assert 2 * factors.sum(axis=1).to_numpy().real == pytest.approx(np.ones(6))


def test_residues_add_up_to_the_response() -> None:
    m = chain([1, 2, 3], [100, 200], [0.1, 0.3])
    m.add(ground=Fixed(), base=SpringDamper(c=50, d=0.2))
    m.connect(m.ground >> m.base)
    m.connect(m.base.flange_b, m.disc0.flange_a)
    linear = dt.linearise(m, inputs=["disc2"], outputs=["shaft0.tau", "disc1.w"])
    modes, s = linear.eigenmodes(), 7.3j
    inner = np.linalg.solve(s * np.eye(6) - linear.A, linear.B)
    for place, name in enumerate(linear.outputs):
        r = modes.residues(name, "disc2")
        total = (r / (s - modes.eigenvalue) + r.conj() / (s - modes.eigenvalue.conj())).sum()
        assert total + linear.D[place, 0] == pytest.approx((linear.C @ inner + linear.D)[place, 0])
        factor = modes.output_factors(name).to_numpy()[0] * modes.input_factors()["disc2"]
        assert factor.to_numpy() == pytest.approx(r)
    with pytest.raises(NameLookupError, match="no input"):
        modes.residues("disc1.w", "disc1")


def test_tables_and_files(tmp_path: Path) -> None:
    modes = SHIP.linearise().eigenmodes()
    table = modes.to_pandas()
    assert list(table.index) == list(range(1, 10))
    assert table["frequency [Hz]"].iloc[0] == pytest.approx(4.2241, abs=1e-4)
    assert "decays, 1/s: -0.0862568" in str(modes)
    assert "<table" in modes._repr_html_()
    modes.save(tmp_path / "modes.csv")
    again = pd.read_csv(tmp_path / "modes.csv")
    assert again["omega [rad/s]"].tolist() == pytest.approx(modes.omega.tolist())
    modes.save(tmp_path / "modes.pickle")
    loaded = pickle.loads((tmp_path / "modes.pickle").read_bytes())
    assert str(loaded) == str(modes)
    assert loaded[2].energy("elastic") == modes[2].energy("elastic")
    with pytest.raises(ResultError, match="suffix"):
        modes.save(tmp_path / "modes.txt")


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda modes: modes[0], UsageError, "numbered from 1 to 9"),
        (lambda modes: modes[10], UsageError, "numbered from 1 to 9"),
        (lambda modes: modes[1].shape("throw[0].fi"), NameLookupError, "did you mean"),
        (lambda modes: modes[1].shape(scale="max"), UsageError, "choose 'largest', 'mass'"),
        (lambda modes: modes[1].shape(scale="at:fly"), NameLookupError, "no output"),
        (lambda modes: modes[1].energy("kinetik"), UsageError, "did you mean 'kinetic'"),
        (lambda modes: modes.model.eigenmodes(count=0), UsageError, "give the number"),
        (lambda modes: modes.model.eigenmodes(near=-1), ParameterError, "give 0 or a number above"),
        (lambda modes: modes.model.eigenmodes(between=(5, 2)), UsageError, "below the second"),
        (lambda modes: modes.model.eigenmodes(between=3), UsageError, "two angular frequencies"),
        (lambda modes: modes.model.eigenmodes(damping=False), ArgumentError, "did you mean"),
    ],
)
def test_refused(call: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        call(SHIP.linearise().eigenmodes())


def test_slices_and_iteration() -> None:
    modes = SHIP.linearise().eigenmodes()
    assert [mode.number for mode in modes] == list(range(1, 10))
    assert [mode.number for mode in modes[:2]] == [1, 2]
    assert "eigenmode 3 of ShipShafting" in repr(modes[3])


def test_loaded_linear_models_say_what_is_missing() -> None:
    linear = pickle.loads(pickle.dumps(SHIP.linearise()))
    modes = linear.eigenmodes()
    assert len(modes) == 9
    assert "most kinetic" not in str(modes)
    with pytest.raises(AnalysisError, match="comes without its model"):
        modes[1].energy("kinetic")


def test_controllers_have_no_undamped_form() -> None:
    m = dt.Model("controlled")
    m.add(
        measured=dt.rotational.SpeedSensor(), lag=dt.blocks.FirstOrder(T=0.1, k=-2),
        motor=dt.rotational.Torque(), disc=Inertia(J=1),
    )  # fmt: skip
    m.connect(m.motor >> m.disc >> m.measured)
    m.connect(m.measured.w >> m.lag.u)
    m.connect(m.lag.y >> m.motor.tau)
    with pytest.raises(AnalysisError, match="no purely mechanical system"):
        dt.linearise(m).eigenmodes(damped=False)
