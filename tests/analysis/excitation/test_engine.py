"""Engines: gas torque from pressures, scenarios, and the whole engine against its parts."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy.integrate import quad

from drivetrain.analysis.excitation import Engine, FiringOrder, OrderTable, Pressure
from drivetrain.errors import AnalysisError, ArgumentError, ParameterError, TableError, UnitError

DEGREES = np.arange(0.0, 720.0, 1.0)
ENGINE = Engine(
    firing=FiringOrder("1-5-3-6-2-4"),
    bore="128 mm",
    stroke="166 mm",
    rod_ratio=0.31,
    oscillating_mass="4.2 kg",
)


def law(angle: np.ndarray, peak: float = 140e5) -> np.ndarray:
    """Return a smooth pressure, Pa, that is highest 12° after the firing dead centre."""
    return np.asarray(peak * np.exp((np.cos((angle - np.radians(12)) / 2) - 1) / 0.01))


def table(peak: float = 140e5, **options: object) -> Pressure:
    pressure = law(np.radians(DEGREES), peak)
    return Pressure(DEGREES, pressure, angle_unit="deg", **options)  # type: ignore[arg-type]


def test_gas_torque_by_quadrature() -> None:
    """Fourier integrals of p A dx/dθ with the formula of the pressure, by QUADPACK."""
    found = ENGINE.gas_torque(table())
    area = np.pi * 0.128**2 / 4

    def torque(angle: float) -> float:
        return float(law(np.array(angle)) * area * ENGINE.crank.velocity(angle))

    for order in (0.5, 1, 2.5, 6, 12):
        cosine, sine = (
            quad(
                lambda angle, wave=wave, order=order: torque(angle) * wave(order * angle),
                -2 * np.pi,
                2 * np.pi,
                points=[0],
                limit=400,
                epsabs=1e-9,
            )[0]
            / (2 * np.pi)
            for wave in (np.cos, np.sin)
        )
        assert found["cylinder.tau", order] == pytest.approx(cosine - 1j * sine, abs=1e-6)
    work = quad(torque, -2 * np.pi, 2 * np.pi, points=[0], limit=400)[0]
    assert 4 * np.pi * found.mean[0] == pytest.approx(work, rel=1e-9)


def test_uneven_tables_are_interpolated_without_overshoot() -> None:
    degrees = np.concatenate([np.arange(0, 90, 0.5), np.arange(90, 630, 5), np.arange(630, 720)])
    uneven = Pressure(degrees, law(np.radians(degrees)), angle_unit="deg")
    assert uneven.step_count is None
    fine = uneven(np.linspace(0, 4 * np.pi, 5000))
    assert fine.max() <= uneven.pressure.max()
    assert fine.min() >= 0
    even, found = ENGINE.gas_torque(table()), ENGINE.gas_torque(uneven)
    np.testing.assert_allclose(found.values, even.values, atol=2e-3 * np.abs(even.values).max())


def test_constant_pressure_does_no_work_and_has_the_orders_of_the_crank() -> None:
    """The torque is p A dx/dθ: −i o times the orders of the displacement, no half orders."""
    flat = ENGINE.gas_torque(Pressure(DEGREES, np.full(720, 3e5), angle_unit="deg"))
    assert flat.mean[0] == 0
    assert np.count_nonzero(flat["cylinder.tau"][flat.orders % 1 == 0.5]) == 0
    assert ENGINE.mean_effective_pressure(table()) > 0
    force = 3e5 * ENGINE.piston_area
    assert flat["cylinder.tau", 1] == pytest.approx(-1j * force * 0.083, rel=1e-13)


def test_ambient_pressure_and_units() -> None:
    absolute = Pressure(
        DEGREES, (law(np.radians(DEGREES)) + 101300) / 1e5, angle_unit="deg",
        pressure_unit="bar", ambient="1.013 bar",
    )  # fmt: skip
    np.testing.assert_allclose(absolute.pressure, table().pressure, atol=1e-6)
    in_radians = Pressure(np.radians(DEGREES), law(np.radians(DEGREES)))
    np.testing.assert_allclose(in_radians.pressure, table().pressure)
    with pytest.raises(UnitError):
        Pressure(DEGREES, DEGREES, angle_unit="deg", pressure_unit="N")


def test_tables_begin_anywhere_and_may_contain_the_end() -> None:
    shifted = np.arange(-360.0, 361.0)
    closed = Pressure(shifted, law(np.radians(shifted)), angle_unit="deg")
    np.testing.assert_allclose(closed.angle, table().angle, atol=1e-12)
    np.testing.assert_allclose(closed.pressure, table().pressure, rtol=1e-9, atol=1e-6)
    assert closed.step_count == 720


@pytest.mark.parametrize(
    ("angle", "options", "said"),
    [
        (DEGREES, {}, "a cycle has 12.5664 rad.*angle_unit='deg' for degrees"),
        (np.arange(-180.0, 180.0), {"angle_unit": "deg"}, "over the whole cycle"),
        (DEGREES, {"angle_unit": "deg", "strokes": 2}, "a cycle has 6.28319 rad"),
        (DEGREES[::-1], {"angle_unit": "deg"}, "have to ascend, but number 1"),
        (DEGREES[:5], {"angle_unit": "deg"}, "5 pressures in a cycle: give 8"),
    ],
)
def test_tables_cover_the_cycle_once(
    angle: np.ndarray, options: dict[str, object], said: str
) -> None:
    with pytest.raises(TableError, match=said):
        Pressure(angle, np.ones(len(angle)), **options)  # type: ignore[arg-type]


def test_a_drift_over_the_cycle_is_not_hidden() -> None:
    closed = np.arange(0.0, 721.0)
    drifting = law(np.radians(closed)) + 3e5 * closed / 720
    with pytest.raises(ParameterError, match=r"begins with .* and ends with .* correct the drift"):
        Pressure(closed, drifting, angle_unit="deg")


def test_all_cylinders_do_the_same_at_their_own_time() -> None:
    found = ENGINE.excitation(table(), "1800 rpm", shaft="flywheel")
    assert found.sources == tuple(f"cylinder[{k}].tau" for k in range(6))
    alone = ENGINE.gas_torque(table()) + ENGINE.inertia_torque(60 * np.pi)
    for k, angle in enumerate(ENGINE.firing.angles):
        theta = np.linspace(0, 4 * np.pi, 100)
        expected = alone.evaluate(theta - angle)[0]
        one = found.select(f"cylinder[{k}].tau").evaluate(theta)[0]
        np.testing.assert_allclose(one, expected, atol=1e-9 * np.abs(expected).max())


def test_a_rigid_six_has_the_orders_three_six_nine() -> None:
    total = ENGINE.excitation(table(), "1800 rpm").combined("engine")
    acting = total.orders[np.abs(total["engine"]) > 1e-9 * np.abs(total["engine"]).max()]
    assert acting.tolist() == [3, 6, 9, 12]


def test_a_cylinder_that_is_cut_out_keeps_its_inertia() -> None:
    normal = ENGINE.excitation(table(), "1800 rpm")
    cut = ENGINE.excitation(table(), "1800 rpm", cut_out=[3])
    changed = [s for s in normal.sources if (normal[s] != cut[s]).any()]
    assert changed == ["cylinder[2].tau"]
    angle = float(ENGINE.firing.angles[2])
    moved = ENGINE.inertia_torque("1800 rpm").shifted(angle)
    assert cut["cylinder[2].tau", 2] == pytest.approx(moved["cylinder.tau", 2])
    assert cut.mean[2] == 0
    assert cut.remarks == ("cylinder 3 cut out: no gas torque; its masses act on",)
    assert ENGINE.excitation(table(), "1800 rpm", cut_out=3).remarks == cut.remarks


def test_a_misfire_compresses_without_combustion() -> None:
    motored = table(80e5)
    missed = ENGINE.excitation(table(), "1800 rpm", misfire=2, motored=motored)
    alone = (ENGINE.gas_torque(motored) + ENGINE.inertia_torque("1800 rpm")).shifted(
        float(ENGINE.firing.angles[1])
    )
    np.testing.assert_allclose(missed["cylinder[1].tau"], alone["cylinder.tau"], rtol=1e-12)
    assert "compression without combustion" in missed.remarks[0]
    blind = ENGINE.excitation(table(), "1800 rpm", misfire=2)
    assert "treated as cut out, because no pressure without combustion" in str(blind)
    cut = ENGINE.excitation(table(), "1800 rpm", cut_out=2)
    np.testing.assert_array_equal(blind.values, cut.values)


def test_loads_scale_the_gas_or_lie_between_two_pressures() -> None:
    full = ENGINE.excitation(table(), 0.0)
    half = ENGINE.excitation(table(), 0.0, load={2: 0.5})
    np.testing.assert_allclose(half["cylinder[1].tau"], full["cylinder[1].tau"] / 2)
    np.testing.assert_array_equal(half["cylinder[0].tau"], full["cylinder[0].tau"])
    between = ENGINE.excitation(table(), 0.0, load=0.5, motored=table(80e5))
    expected = (full.values + ENGINE.excitation(table(80e5), 0.0).values) / 2
    np.testing.assert_allclose(between.values, expected, rtol=1e-10)
    assert "pressures between motored and fired" in between.remarks[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"cut_out": 0}, "no cylinder 0; they are numbered from 1 to 6"),
        ({"cut_out": [7]}, "no cylinder 7"),
        ({"misfire": ["3"]}, "no cylinder '3'"),
        ({"load": {0: 1.0}}, "no cylinder 0"),
        ({"load": [1.0, 1.0]}, "give 6 loads"),
        ({"load": -0.1}, "give 0 or a number above"),
        ({"cut_out": 3, "misfire": [3, 4]}, "cylinder 3 is cut out and misfires"),
        ({"source": "cylinder.tau"}, "one \\* for the number"),
    ],
)
def test_scenarios_name_cylinders_that_exist(options: dict[str, object], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        ENGINE.excitation(table(), "1800 rpm", **options)  # type: ignore[arg-type]


def test_strokes_agree_and_words_are_checked() -> None:
    two = Engine(firing=FiringOrder("1-2", strokes=2), bore=0.5, stroke=2.0, rod_ratio=0.4)
    with pytest.raises(AnalysisError, match="4-stroke cycle, the firing order that of a 2-stroke"):
        two.gas_torque(table())
    with pytest.raises(ArgumentError, match="did you mean 'cut_out'"):
        ENGINE.excitation(table(), 1.0, cutout=3)  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match="did you mean 'bore'"):
        Engine(firing=FiringOrder("1-2"), boar=1, stroke=2, rod_ratio=0.3)  # type: ignore[call-arg]
    cycle = np.arange(0.0, 360.0)
    pressure = Pressure(cycle, law(np.radians(cycle) * 2), strokes=2, angle_unit="deg")
    table_of_two = two.excitation(pressure, "100 rpm")
    assert (table_of_two.orders % 1 == 0).all()


def test_displaced_volume_and_mean_effective_pressure() -> None:
    """12.82 litres; the work of a rectangular diagram over the stroke is its pressure."""
    assert ENGINE.displaced_volume == pytest.approx(6 * np.pi * 0.064**2 * 0.166)
    theta = np.radians(np.arange(0, 720, 0.1))
    expanding = np.where(theta < np.pi, 5e5, 0.0)
    rectangle = Pressure(theta, expanding)
    assert ENGINE.mean_effective_pressure(rectangle) == pytest.approx(5e5, rel=1e-5)


def test_an_engine_can_be_pickled() -> None:
    again = pickle.loads(pickle.dumps((ENGINE, table())))
    one, two = again[0].excitation(again[1], 100.0), ENGINE.excitation(table(), 100.0)
    np.testing.assert_array_equal(one.values, two.values)
    assert isinstance(one, OrderTable)
