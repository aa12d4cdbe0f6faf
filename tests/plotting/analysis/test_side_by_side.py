"""Pictures of linear models side by side show the numbers of their tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.blocks import Constant
from drivetrain.errors import AnalysisError
from drivetrain.rotational import Clutch, Inertia, SpringDamper


@pytest.fixture(scope="module")
def line() -> dt.CompiledModel:
    m = dt.Model("line")
    m.add(
        engine=Inertia(J=0.2, phi=dt.fixed(0.0), w=dt.fixed(110.0)),
        clutch=Clutch(fn_max=100.0, mu_pos=[[0, 0.40], [20, 0.36], [100, 0.38]]),
        gearbox=Inertia(J=0.02, phi=dt.fixed(0.0), w=dt.fixed(100.0)),
        shaft=SpringDamper(c=900.0, d=1.0),
        vehicle=Inertia(J=2.0, phi=dt.fixed(0.0), w=dt.fixed(100.0)), pedal=Constant(k=1.0),
    )  # fmt: skip
    m.connect(m.engine >> m.clutch >> m.gearbox >> m.shaft >> m.vehicle)
    m.connect(m.pedal.y >> m.clutch.f_normalized)
    return dt.compile(m)


def test_comparison(line: dt.CompiledModel, tmp_path: Path) -> None:
    same = {"engine.w": 100.0, "gearbox.w": 100.0, "vehicle.w": 100.0}
    compared = dt.compare({"sliding": line.linearise(), "stuck": line.linearise(at=same)})
    figure = compared.plot(path=tmp_path / "compared.png", title="one line")
    left, right = figure.axes
    assert [tick.get_text() for tick in left.get_xticklabels()] == ["sliding", "stuck"]
    assert np.array_equal(left.lines[0].get_ydata(), compared.frequency[:, 0])
    assert np.array_equal(right.lines[0].get_ydata(), compared.damping[:, 0])
    assert (tmp_path / "compared.png").stat().st_size > 0


def test_both_sides_of_a_kink(line: dt.CompiledModel) -> None:
    at = {"engine.w": 120.0, "gearbox.w": 100.0, "vehicle.w": 100.0, "shaft.phi_rel": 0.0}
    found = line.linearise(at=at).one_sided()
    (axes,) = found.plot().axes
    before = axes.lines[0].get_xdata()
    modes = found["clutch"].before.eigenmodes()
    assert np.array_equal(before, [*modes.eigenvalue.real, *modes.decays])
    with pytest.raises(AnalysisError, match="nothing to draw"):
        line.linearise().one_sided().plot()


def test_sliding(line: dt.CompiledModel) -> None:
    sliding = line.linearise().eigenmodes().sliding()
    (axes,) = sliding.plot().axes
    assert [bar.get_height() for bar in axes.patches] == sliding.damping[0].tolist()


def test_along_a_run_and_at_a_point(line: dt.CompiledModel) -> None:
    along = line.simulate(stop_time=1.0).linearise()
    assert along.plot().axes[0].get_ylabel() == "frequency in Hz"
    assert "imaginary part" in along[0].plot().axes[0].get_ylabel()


def test_rows_of_a_holzer_table() -> None:
    table = dt.linearise(examples.find("machines.ShipShafting")()).eigenmodes()[1].holzer()
    upper, lower = table.plot().axes
    shown = np.concatenate([one.get_ydata() for one in upper.lines[:1]])
    assert np.array_equal(shown, [np.real(row.amplitude) for row in table.rows])
    assert lower.get_ylabel().endswith("N·m")
