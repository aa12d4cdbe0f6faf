"""The diagram as the page is told: views, open parts, and what moves on it."""

from __future__ import annotations

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper
from drivetrain.studio.model.loaded_model import LoadedModel, load
from drivetrain.studio.model.picture import MOST_NODES, picture
from drivetrain.studio.runs.motion_message import exact_speeds, motion_message
from tests.studio.test_runs import Example, decoded


@pytest.fixture(scope="module")
def launch() -> LoadedModel:
    return load(Example("machines.DualClutchLaunch"), 1, {})


def test_parts_are_opened_in_place(launch: LoadedModel) -> None:
    closed, opened = picture(launch), picture(launch, "", ["engine", "nowhere", "vehicle"])
    assert (closed.opened, closed.closed) == ((), ("vehicle",))
    assert (opened.opened, opened.closed, opened.told) == (("vehicle",), (), "")
    assert "vehicle" in closed.paths
    assert {"vehicle.mass", "vehicle.inertia"} <= opened.paths - closed.paths


def test_a_gearbox_has_two_views() -> None:
    loaded = load(Example("machines.EightSpeedAutomatic"), 1, {})
    assert [picture(loaded, view).view for view in ("", "schematic", "section")] == [
        "section", "schematic", "section",
    ]  # fmt: skip
    assert "0000" not in picture(loaded, "section").svg  # room for speeds, where it is no list
    assert "0000" in picture(loaded, "schematic").svg
    opened = picture(loaded, "section", ["vehicle"])
    assert (opened.view, opened.views) == ("schematic", ("schematic", "section"))


def test_parts_close_when_too_many_would_be_shown() -> None:
    class Train(dt.Component):
        for k in range(MOST_NODES // 2):
            locals()[f"disc{k}"] = Inertia(J=1.0)
        del k

    class Trains(dt.Model):
        first = Train()
        second = Train()
        third = Inertia(J=1.0)
        shaft = SpringDamper(c=1.0, d=0.0)

    structure = dt.structure(Trains())
    loaded = LoadedModel(1, "Trains", structure=structure)
    assert picture(loaded, "", ["first"]).opened == ("first",)
    both = picture(loaded, "", ["first", "second"])
    assert both.opened == ("second",)
    assert both.told.endswith("would be shown at once: first")


def test_what_moves_is_sent_once_for_equal_curves(launch: LoadedModel) -> None:
    assert launch.model is not None
    result = dt.simulate(launch.model, stop_time=1.0)
    shown = picture(launch).paths
    head, time, columns = decoded(motion_message(result, launch.structure, shown, {"x": 1}))
    assert head["x"] == 1
    assert set(head["speeds"]) == {"engine", "shaft1", "shaft2", "output"}
    rows = [int(np.flatnonzero(result.time == t)[-1]) for t in time[::40]]
    low, high = head["speeds"]["engine"]
    assert low == high
    assert columns[low][::40] == pytest.approx(result["engine.w"][rows], rel=1e-6, abs=1e-6)
    assert head["ports"]["engine.flange_b"] == head["ports"]["clutch1.flange_a"]
    assert set(head["ports"]) | {"vehicle"} >= {path for path in shown if path.endswith("flange_a")}
    assert len({column.tobytes() for column in columns}) == len(columns)


def test_exact_speeds_are_those_of_the_run(launch: LoadedModel) -> None:
    assert launch.model is not None
    result = dt.simulate(launch.model, stop_time=1.0)
    found = exact_speeds(result, 0.4321, launch.structure, picture(launch).paths)
    assert found["engine"] == (result.at(0.4321, "engine.w"),) * 2
    assert exact_speeds(result, 2.0, launch.structure, {"engine"}) == {}
    assert exact_speeds(None, 0.1, launch.structure, {"engine"}) == {}
