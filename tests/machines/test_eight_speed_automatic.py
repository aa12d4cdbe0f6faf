"""The eight ratios of the automatic gearbox, and how it shifts."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from drivetrain.examples.machines.eight_speed_automatic import CLOSED

PUBLISHED = (4.714, 3.143, 2.106, 1.667, 1.285, 1.000, 0.839, 0.667)

SHAFTS = ("input", "suns12", "ring1", "ring2_sun3", "carrier1_ring4", "ring3_sun4", "carrier3",
          "output")  # fmt: skip
SETS = (
    (96 / 48, "suns12", "carrier1_ring4", "ring1"),
    (96 / 48, "suns12", "input", "ring2_sun3"),
    (96 / 60, "ring2_sun3", "carrier3", "ring3_sun4"),
    (104 / 28, "ring3_sun4", "output", "carrier1_ring4"),
)
JOINS = {
    "A": ("suns12",),
    "B": ("ring1",),
    "C": ("input", "ring3_sun4"),
    "D": ("carrier3", "output"),
    "E": ("ring2_sun3", "ring3_sun4"),
}


def ratio(closed: str) -> float:
    """Speed of input over output with these elements closed, from the speeds of all shafts."""
    rows = []
    for planetary, sun, carrier, ring in SETS:
        row = np.zeros(len(SHAFTS))
        for shaft, factor in ((sun, 1.0), (ring, planetary), (carrier, -1 - planetary)):
            row[SHAFTS.index(shaft)] += factor
        rows.append(row)
    for element in closed:
        row = np.zeros(len(SHAFTS))
        for shaft, factor in zip(JOINS[element], (1.0, -1.0), strict=False):
            row[SHAFTS.index(shaft)] = factor
        rows.append(row)
    driven = np.zeros(len(SHAFTS))
    driven[SHAFTS.index("input")] = 1.0
    speeds = np.linalg.solve(np.array([*rows, driven]), np.eye(len(SHAFTS))[-1])
    return float(1 / speeds[SHAFTS.index("output")])


def closed_in(gear: int) -> str:
    return "".join(name for name, gears in CLOSED.items() if gear in gears)


@pytest.mark.parametrize(("gear", "published"), [*enumerate(PUBLISHED, start=1)])
def test_ratios_are_those_published(gear, published):
    assert ratio(closed_in(gear)) == pytest.approx(published, abs=5.1e-4)


def test_the_reverse_gear_is_there_too():
    assert ratio("ABD") == pytest.approx(-3.295, abs=5e-4)


def test_three_elements_are_closed_and_a_shift_exchanges_one():
    for gear, following in pairwise(range(1, 9)):
        assert len(closed_in(gear)) == 3
        assert len(set(closed_in(gear)) - set(closed_in(following))) == 1


def test_the_car_goes_through_all_gears(run):
    r = run("EightSpeedAutomatic")
    assert np.all(np.diff(r["control.gear"]) >= 0)
    for gear in range(1, 9):
        rows = np.flatnonzero(r["control.gear"] == gear)
        engaged = rows[-1] - 1
        assert 1 / r["speed_ratio"][engaged] == pytest.approx(ratio(closed_in(gear)), rel=1e-7)


def test_elements_carry_what_the_gear_lets_them_carry(run):
    """In the sixth gear the sets turn as one, and the torque passes through two clutches."""
    r = run("EightSpeedAutomatic")
    k = np.flatnonzero(r["control.gear"] == 6)[-1] - 1
    speeds = [r[f"{shaft}.w"][k] for shaft in SHAFTS]
    np.testing.assert_allclose(speeds, speeds[0], rtol=1e-7)
    carried = r["set4.carrier.tau"][k] + r["clutch_d.tau"][k]
    assert abs(carried) == pytest.approx(300.0 - 0.25 * r["input.a"][k], rel=0.02)


def test_the_start_heats_the_brake_that_slides(run):
    r = run("EightSpeedAutomatic")
    launch = r["control.gear"] == 1
    heat = {e: r.energy.dissipated_by[e][launch][-1] for e in ("brake_a", "brake_b", "clutch_c")}
    assert heat["brake_b"] > 1e3
    assert heat["brake_a"] + heat["clutch_c"] < 1e-6
