"""Tables of one and two variables against NumPy and SciPy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import Akima1DInterpolator, RegularGridInterpolator

from drivetrain import blocks as b
from drivetrain import simulate
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Model
from tests.blocks.building import drive

ROWS = [[0.0, 1.0, 0.0], [1.0, 3.0, 5.0], [1.5, 2.0, 5.0], [3.0, 4.0, -1.0], [4.0, 3.0, 2.0]]
GRID = [row[0] for row in ROWS]


def sweep(low=-1.0, high=5.0):
    """Return a source that runs through the table and beyond."""
    return b.Ramp(offset=low, height=high - low, duration=1.0)


def test_lines_in_one_dimension():
    result = drive(b.CombiTable1Ds(table=ROWS), 1.0, u=sweep())
    x = result["s_u.y"]
    for k in (1, 2):
        y = [row[k] for row in ROWS]
        inside = np.interp(x, GRID, y)
        left = y[0] + (y[1] - y[0]) * x
        right = y[-1] + (y[-1] - y[-2]) * (x - 4)
        expected = np.where(x < 0, left, np.where(x > 4, right, inside))
        np.testing.assert_allclose(result[f"block.y[{k - 1}]"], expected, atol=1e-12)
    assert result.stats.state_events == 0


@pytest.mark.parametrize("extrapolation", ["hold_last_point", "periodic"])
def test_akima_in_one_dimension(extrapolation):
    block = b.CombiTable1Ds(
        table=ROWS, columns=[3], smoothness="continuous_derivative", extrapolation=extrapolation
    )
    result = drive(block, 1.0, u=sweep())
    x = result["s_u.y"]
    x = np.mod(x, 4.0) if extrapolation == "periodic" else np.clip(x, 0, 4)
    akima = Akima1DInterpolator(GRID, [row[2] for row in ROWS])
    np.testing.assert_allclose(result["block.y[0]"], akima(x), atol=1e-12)


def test_an_abscissa_for_each_column():
    block = b.CombiTable1Dv(table=ROWS, smoothness="constant_segments")
    result = drive(block, 1.0, u=[sweep(0.0, 3.9), b.Constant(k=1.2)])
    x = result["s_u0.y"]
    expected = np.array([row[1] for row in ROWS])[np.searchsorted(GRID, x, side="right") - 1]
    np.testing.assert_allclose(result["block.y[0]"], expected)
    assert set(result["block.y[1]"]) == {5.0}


def test_tables_that_must_not_be_left():
    block = b.CombiTable1Ds(table=ROWS, extrapolation="no_extrapolation")
    drive(block, 1.0, u=sweep(0.0, 4.0))
    with pytest.raises(DrivetrainError, match="outside the table"):
        drive(block, 1.0, u=sweep(0.0, 4.1))
    block = b.CombiTable2Ds(table=SURFACE, extrapolation="no_extrapolation")
    drive(block, 1.0, u1=sweep(0.0, 4.0), u2=b.Constant(k=0.0))
    with pytest.raises(DrivetrainError, match="outside the table"):
        drive(block, 1.0, u1=sweep(0.0, 4.0), u2=b.Constant(k=3.1))


def test_a_grid_has_to_increase_strictly():
    with pytest.raises(DrivetrainError, match="increase"):
        drive(b.CombiTable1Ds(table=[[0, 0], [0, 1]]), 1.0, u=sweep())
    with pytest.raises(DrivetrainError, match="increase"):
        drive(b.CombiTable2Ds(table=[[0, 1, 1], [0, 1, 2]]), 1.0, u1=sweep(), u2=sweep())


U1 = np.array([0.0, 1.0, 1.5, 3.0, 4.0])
U2 = np.array([-1.0, 0.0, 2.0, 3.0])
VALUES = np.array(
    [
        [1.0, 2.0, 0.0, 1.0],
        [3.0, 1.0, 1.0, 2.0],
        [2.0, 2.0, 4.0, 0.0],
        [5.0, 0.0, 1.0, 3.0],
        [1.0, 1.0, 2.0, 2.0],
    ]
)
SURFACE = np.block([[np.zeros((1, 1)), U2[None, :]], [U1[:, None], VALUES]])
WAYS = [((-1.0, 5.0), (0.7, 0.7)), ((2.0, 2.0), (-2.0, 4.0)), ((-1.0, 5.0), (-2.0, 4.0)),
        ((5.0, -1.0), (-2.0, 4.0))]  # fmt: skip


def look_up(way, **block):
    """Return abscissae and values along a straight way over the surface."""
    block = b.CombiTable2Ds(table=SURFACE, **block)
    result = drive(block, 1.0, u1=sweep(*way[0]), u2=sweep(*way[1]))
    assert result.stats.state_events == 0
    return result["s_u1.y"], result["s_u2.y"], result["block.y"]


@pytest.mark.parametrize("way", WAYS)
def test_bilinear_surface(way):
    x1, x2, y = look_up(way)
    expected = RegularGridInterpolator((U1, U2), VALUES, bounds_error=False, fill_value=None)
    np.testing.assert_allclose(y, expected(np.column_stack([x1, x2])), atol=1e-11)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("extrapolation", ["hold_last_point", "periodic"])
def test_surface_outside_its_grid(way, extrapolation):
    x1, x2, y = look_up(way, extrapolation=extrapolation)
    if extrapolation == "periodic":
        x1, x2 = np.mod(x1, 4.0), np.mod(x2 + 1, 4.0) - 1
    else:
        x1, x2 = np.clip(x1, 0, 4), np.clip(x2, -1, 3)
    expected = RegularGridInterpolator((U1, U2), VALUES)(np.column_stack([x1, x2]))
    np.testing.assert_allclose(y, expected, atol=1e-11)


def test_surface_of_steps():
    x1, x2, y = look_up(((0.0, 3.99), (-1.0, 2.99)), smoothness="constant_segments")
    i = np.searchsorted(U1, x1, side="right") - 1
    j = np.searchsorted(U2, x2, side="right") - 1
    np.testing.assert_allclose(y, VALUES[i, j])


@pytest.mark.parametrize("k", range(4))
def test_akima_surface_along_a_line_of_the_grid(k):
    x1, _, y = look_up(((0.0, 4.0), (U2[k], U2[k])), smoothness="continuous_derivative")
    np.testing.assert_allclose(y, Akima1DInterpolator(U1, VALUES[:, k])(x1), atol=1e-11)
    _, x2, y = look_up(((U1[k], U1[k]), (-1.0, 3.0)), smoothness="continuous_derivative")
    np.testing.assert_allclose(y, Akima1DInterpolator(U2, VALUES[k])(x2), atol=1e-11)


def test_akima_surface_is_smooth():
    step = 1e-5
    for way in WAYS:
        x1, x2, y = look_up(way, smoothness="continuous_derivative")
        run = np.hypot(np.diff(x1), np.diff(x2))
        slope = np.diff(y)[run > 0] / run[run > 0]
        assert np.abs(np.diff(slope)).max() < 60 * run.max()
    for u1 in U1:
        below, at, above = (
            look_up(((u, u), (0.9, 0.9)), smoothness="continuous_derivative")[2][0]
            for u in (u1 - step, u1, u1 + step)
        )
        assert (at - below) / step == pytest.approx((above - at) / step, abs=1e-3)


def test_akima_reproduces_a_plane_and_a_twisted_plane():
    plane = 1 + 2 * U1[:, None] - 3 * U2[None, :] + 0.5 * U1[:, None] * U2[None, :]
    table = np.block([[np.zeros((1, 1)), U2[None, :]], [U1[:, None], plane]])
    block = b.CombiTable2Ds(table=table, smoothness="continuous_derivative")
    result = drive(block, 1.0, u1=sweep(-1, 5), u2=sweep(4, -2))
    x1, x2 = result["s_u1.y"], result["s_u2.y"]
    np.testing.assert_allclose(result["block.y"], 1 + 2 * x1 - 3 * x2 + 0.5 * x1 * x2, atol=1e-11)


@pytest.mark.parametrize("smoothness", ["linear_segments", "continuous_derivative"])
def test_small_surfaces(smoothness):
    row = [[0, *U2], [7.0, *VALUES[0]]]
    result = drive(b.CombiTable2Ds(table=row, smoothness=smoothness), 1.0,
                   u1=sweep(), u2=sweep(-1, 3))  # fmt: skip
    x2 = result["s_u2.y"]
    akima = smoothness == "continuous_derivative"
    expected = Akima1DInterpolator(U2, VALUES[0])(x2) if akima else np.interp(x2, U2, VALUES[0])
    np.testing.assert_allclose(result["block.y"], expected, atol=1e-12)
    single = b.CombiTable2Ds(table=[[0, 1], [2, 9.0]], smoothness=smoothness)
    assert set(drive(single, 1.0, u1=sweep(), u2=sweep())["block.y"]) == {9.0}
    four = b.CombiTable2Ds(table=[[0, 1, 2], [1, 0, 1], [3, 1, 5]], smoothness=smoothness)
    result = drive(four, 1.0, u1=sweep(0, 4), u2=sweep(0, 3))
    v, w = (result["s_u1.y"] - 1) / 2, result["s_u2.y"] - 1
    np.testing.assert_allclose(result["block.y"], v + w + 3 * v * w, atol=1e-12)


def test_a_surface_can_be_differentiated():
    class Rated(Model):
        u1 = b.Sine(f=0.5, offset=2.0)
        u2 = b.Cosine(f=0.3, offset=1.0)
        block = b.CombiTable2Ds(table=SURFACE, smoothness="continuous_derivative")
        rate = b.Der()

        def equations(self) -> Iterable[Any]:
            yield self.u1.y >> self.block.u1
            yield self.u2.y >> self.block.u2
            yield self.block.y >> self.rate.u

    result = simulate(Rated(), stop_time=2.0, interval=1e-3)
    t, y = result.time, result["block.y"]
    middle = (y[2:] - y[:-2]) / (t[2:] - t[:-2])
    # The second derivative of the surface jumps at the lines of the grid.
    error = np.abs(result["rate.y"][1:-1] - middle)
    assert np.median(error) < 2e-4
    assert error.max() < 0.05


def test_tables_from_files(tmp_path):
    file = tmp_path / "surface.csv"
    np.savetxt(file, SURFACE, delimiter=",")
    block = b.CombiTable2Ds(file_name=str(file))
    result = drive(block, 1.0, u1=b.Constant(k=1.0), u2=b.Constant(k=2.0))
    assert result["block.y"][-1] == 1.0


CELLS = [[0, 0, 1], [0, 0, 100], [200, -20, 150], [400, -40, 80]]


@pytest.mark.parametrize("solver", ["bs5", "rodas", "auto"])
@pytest.mark.parametrize("slope", [100.0, 97.3, -180.0])
def test_a_run_goes_on_from_cell_to_cell_of_a_surface(solver, slope):
    """The numbers of a cell jump where the next one begins: no wave that went round in no time."""
    begin = 0.0 if slope > 0 else 560.0
    block = b.CombiTable2Ds(table=CELLS)
    source = b.Ramp(offset=begin, height=3.0 * slope, duration=3.0)

    class Driven(Model):
        surface, ramp, other, sum = block, source, b.Constant(k=0.5), b.Integrator()

        def equations(self) -> Iterable[Any]:
            yield self.ramp.y >> self.surface.u1
            yield self.other.y >> self.surface.u2
            yield self.surface.y >> self.sum.u

    result = simulate(Driven(), stop_time=3.0, solver=solver, tolerance=1e-8)
    time = np.linspace(0.0, 3.0, 3_000_001)
    value = np.interp(begin + slope * time, [0, 200, 400], [50.0, 65.0, 20.0])
    outside = begin + slope * time > 400
    value[outside] = 20.0 + (begin + slope * time[outside] - 400) * (20.0 - 65.0) / 200
    expected = np.trapezoid(value, time)
    assert result.final["sum.y"] == pytest.approx(expected, abs=1e-5)


def test_what_is_wrong_with_a_table_is_told_of_the_part_that_was_given_it():
    class Wrong(Model):
        law = b.CombiTable1Ds(table=[[1, 0], [0, 1]])

    with pytest.raises(
        DrivetrainError, match=r"^law: .* has to increase.*\[.*test_tables\.py:\d+\]$"
    ):
        simulate(Wrong())
