"""Eigenmodes of several linear models: which are the same, crossing and veering, side by side."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.analysis.tracks.following import LEAST, followed
from drivetrain.analysis.tracks.matching import energy_shapes, likeness, matched
from drivetrain.analysis.tracks.mode_tracks import ModeTracks
from drivetrain.blocks import Constant
from drivetrain.errors import UsageError
from drivetrain.rotational import Clutch, Fixed, Inertia, Spring, SpringDamper


class Pair(dt.Model):
    """Two oscillators on the ground, coupled by a weak spring."""

    left = Inertia(J=1)
    left_spring = Spring(c=100)
    right = Inertia(J=1)
    right_spring = Spring(c=100)
    between = Spring(c=1)
    ground = Fixed()

    def equations(self) -> Any:
        yield self.left >> self.left_spring >> self.ground
        yield self.right >> self.right_spring >> self.ground
        yield self.left >> self.between >> self.right


PAIR = dt.compile(Pair())


def tracks(coupling: float, values: Any, *, refine: bool = True) -> ModeTracks:
    """Return the eigenmodes over the stiffness of the left oscillator."""

    def evaluate(value: float) -> Any:
        given = {"left_spring.c": value, "between.c": coupling}
        return PAIR.linearise(parameters=given, outputs=()).eigenmodes()

    points = followed(evaluate, list(values), refine=refine)
    return ModeTracks("Pair", "left_spring.c", "N.m/rad", points)


def test_an_eigenmode_is_like_itself_and_no_other() -> None:
    modes = dt.linearise(examples.find("machines.ShipShafting")()).eigenmodes()
    assert likeness(modes, modes) == pytest.approx(np.eye(len(modes)), abs=1e-6)
    found = matched(modes, modes)
    assert found.there.tolist() == list(range(len(modes)))
    assert found.quality == pytest.approx(np.ones(len(modes)))


def test_likeness_does_not_depend_on_units_of_states() -> None:
    """The cosine of the angle by which two shapes turn, from 45 degrees of equal oscillators."""
    modes = PAIR.linearise(outputs=()).eigenmodes()
    other = PAIR.linearise(parameters={"left_spring.c": 104.0}, outputs=()).eigenmodes()
    found = likeness(modes, other)
    turned = np.pi / 4 - np.arctan2(2, 4) / 2
    expected = [[np.cos(turned), np.sin(turned)], [np.sin(turned), np.cos(turned)]]
    assert found == pytest.approx(np.array(expected), rel=2e-4)  # frequencies differ by 1 %


def test_tracks_cross_without_coupling() -> None:
    found = tracks(1e-9, np.linspace(80, 120, 10))
    (one,) = found.encounters
    assert one.kind == "crossing"
    assert one.value == pytest.approx(100, rel=1e-3)
    assert one.omega == pytest.approx(10, rel=1e-3)
    left = np.sqrt(found.values)
    assert np.sort(found.omega, axis=1) == pytest.approx(
        np.sort(np.column_stack([left, np.full(len(left), 10)]), axis=1), rel=1e-6
    )
    rising = int(np.argmax(found.omega[-1]))
    assert found.omega[:, rising] == pytest.approx(left, rel=1e-6)
    assert "crossing: 1 and 2 at 100" in str(found)


def test_tracks_veer_with_coupling_and_points_are_inserted() -> None:
    found = tracks(1.0, np.linspace(60, 150, 6))
    (one,) = found.encounters
    assert one.kind == "veering"
    assert one.value == pytest.approx(100, abs=3)
    assert one.gap == pytest.approx((np.sqrt(102) - 10) / 10, rel=0.1)
    assert (np.diff(found.omega, axis=1) > 0).all()
    assert len(found.values) > 6
    assert np.nanmin(found.quality) >= LEAST
    coarse = tracks(1.0, np.linspace(60, 150, 6), refine=False)
    assert len(coarse.values) == 6
    assert [one.kind for one in coarse.encounters] == ["crossing"]  # which it is not


def test_a_step_in_which_an_eigenmode_is_lost_is_told() -> None:
    """Without points in between, other shapes are taken for the same ones at less than 0.8."""
    found = tracks(5.0, [60, 100], refine=False)
    assert np.nanmin(found.quality) < LEAST
    assert "uncertain: eigenmodes change within one step at 100" in str(found)
    assert np.nanmin(tracks(5.0, [60, 100]).quality) >= LEAST


class Launch(dt.Model):
    """A clutch that slides for ten seconds, then sticks."""

    engine = Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(10))
    clutch = Clutch(fn_max=1)
    gearbox = Inertia(J=0.1, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=100, d=0.02)
    vehicle = Inertia(J=1, phi=dt.fixed(0), w=dt.fixed(0))
    pedal = Constant(k=1)

    def equations(self) -> Any:
        yield self.engine >> self.clutch >> self.gearbox >> self.shaft >> self.vehicle
        yield self.pedal.y >> self.clutch.f_normalized


def test_other_degrees_of_freedom_are_matched_by_names() -> None:
    """In both, all of the elastic energy, which is half of the whole, is in the same shaft."""
    launch = dt.compile(Launch())
    here, there = (launch.linearise(at=at, outputs=()).eigenmodes() for at in (0.1, 20))
    shapes = energy_shapes(here), energy_shapes(there)
    assert np.linalg.norm(shapes[0].values, axis=0) == pytest.approx([1])
    assert likeness(here, there)[0, 0] > 0.6
    points = followed(
        lambda at: launch.linearise(at=at, outputs=()).eigenmodes(), [0.1, 1.0, 15.0, 20.0]
    )
    found = ModeTracks("Launch", "time", "s", points)
    assert found.eigenvalue.shape == (4, 1)
    assert found.omega[:, 0] == pytest.approx([33.166, 33.166, 13.817, 13.817], abs=1e-3)
    assert found.contacts == ("clutch.mode: backward",) * 2 + ("clutch.mode: stuck",) * 2
    assert "contacts" in found.to_pandas().columns


def test_what_does_closing_the_clutch_do() -> None:
    launch = dt.compile(Launch())
    sliding, stuck = (launch.linearise(at=at) for at in (0.1, 20))
    found = dt.compare({"sliding": sliding, "stuck": stuck})
    table = found.to_pandas()
    assert table["sliding [Hz]"].tolist() == pytest.approx([33.166248 / (2 * np.pi)], rel=1e-6)
    assert table["stuck [Hz]"].tolist() == pytest.approx([13.816986 / (2 * np.pi)], rel=1e-6)
    assert found.damping[:, 0] == pytest.approx(
        [33.166248 * 0.02 / 200, 13.816986 * 0.02 / 200], rel=1e-6
    )
    assert found.freedoms == (3, 2)
    assert found.held_by == ((), ("clutch",))
    text = str(found)
    assert "stuck: 2 degrees of freedom, 2 free motions, held by clutch" in text
    assert "clutch.mode: backward / stuck" in text


def test_a_gearbox_through_its_gears() -> None:
    """The half shafts against engine and vehicle; in the last gear they are overdamped."""
    gearbox = dt.compile(examples.find("machines.EightSpeedAutomatic")())
    found = dt.compare({str(at): gearbox.linearise(at=at) for at in (3.0, 6.0, 12.0, 29.0)})
    assert found.eigenvalue.shape == (4, 1)
    assert found.parts == ("half_shafts 100 %",)
    assert np.isnan(found.frequency[3, 0])
    assert (np.diff(found.frequency[:3, 0]) > 0).all()
    again = pickle.loads(pickle.dumps(found))
    assert str(again) == str(found)


def test_refused() -> None:
    linear = PAIR.linearise()
    with pytest.raises(UsageError, match="give linear models by name"):
        dt.compare({"one": linear, "other": 3})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="at least two linear models"):
        dt.compare({"one": linear})
    with pytest.raises(UsageError, match="give a second result"):
        dt.compare(PAIR.simulate(stop_time=0.1))  # type: ignore[call-overload]
