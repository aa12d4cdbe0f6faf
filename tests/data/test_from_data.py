"""Signals that follow data frames, files, mappings and arrays, by name and in their units."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.errors import (
    DrivetrainError,
    NameLookupError,
    ParameterError,
    TableError,
    UnitError,
)
from drivetrain.rotational import Clutch, Inertia, Torque

DATA = {"t [ms]": [0, 500, 1000], "torque [N.cm]": [0, 200, 0]}
FRAME = pd.DataFrame(DATA)
SPEED = np.pi / 30


class Rig(dt.Model):
    """A torque from data on a wheel."""

    road = dt.from_data(FRAME)
    motor = Torque()
    wheel = Inertia(J=0.5, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self) -> Iterable[Any]:
        yield self.road.torque >> self.motor.tau
        yield self.motor >> self.wheel


RIG = dt.compile(Rig())


def rows(data: Any, **how: Any) -> Any:
    """Return the table that data become."""
    return dt.from_data(data, **how)._modifiers["table"].tolist()


def speed(table: Any) -> float:
    """Return the speed of the wheel after a run with another table: twice the impulse."""
    return float(RIG.simulate(stop_time=1.0, parameters={"road.table": table}).final["wheel.w"])


def test_a_wheel_follows_the_torque() -> None:
    result = RIG.simulate(stop_time=1.0)
    assert result.final["wheel.w"] == pytest.approx(2.0, rel=1e-12)
    assert result.units["road.torque"] == "N.m"
    assert float(result.at(0.25, "road.torque")) == 1.0


@pytest.mark.parametrize(
    "data",
    [
        FRAME,
        DATA,
        FRAME.set_index("t [ms]"),
        pd.DataFrame({"t": [0, 0.5, 1.0], "torque (N.m)": [0.0, 2.0, 0.0]}),
        pd.DataFrame({"torque / N.mm": [0, 2000, 0], "Time": [0, 0.5, 1.0]}),
    ],
)
def test_all_forms_are_the_same_table(data: Any) -> None:
    assert rows(data) == [[0.0, 0.0], [0.5, 2.0], [1.0, 0.0]]


def test_an_array_has_its_time_in_front() -> None:
    array = np.array([[0.0, 30.0], [500.0, 60.0]])
    assert rows(array, columns=["w [rpm]"]) == [[0.0, np.pi], [500.0, 2 * np.pi]]
    assert rows(array, time="t [ms]", columns=["w [rpm]"])[1][0] == 0.5


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_file(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "road.csv"
    lines = ["\ufefftime [s],speed / rpm,note", "0,30,a", "1,60,b"]
    path.write_text("\n".join(lines).replace(",", separator), encoding="utf-8")
    assert rows(path, columns=["speed"]) == [[0.0, np.pi], [1.0, 2 * np.pi]]
    assert rows(str(path), columns={"speed": "w"}) == rows(path, columns=["speed"])
    with pytest.raises(TableError, match="'note': row 1 is 'a'"):
        dt.from_data(path)


def test_items_may_carry_their_unit() -> None:
    """A data frame made of arrays of pint would drop their units without a word."""
    pint = pytest.importorskip("pint")
    q = pint.UnitRegistry().Quantity
    expected = [[0.0, np.pi], [1.0, 2 * np.pi]]
    pairs = {"t": q([0, 1000], "ms"), "w": q([30, 60], "rpm")}
    assert rows(pairs) == expected
    assert rows({"t": ["0 s", "1000 ms"], "w": ["30 rpm", q(60, "rpm")]}) == expected
    assert rows(pd.DataFrame({name: list(column) for name, column in pairs.items()})) == expected
    assert dt.from_data(pairs)._layout[0][1].unit == "rad/s"
    assert speed({"t": q([0, 1000], "ms"), "torque": q([3, 3], "N*m")}) == pytest.approx(6.0)
    with pytest.raises(UnitError, match=r"cannot be converted to 'N\.m'"):
        speed({"t": [0, 1], "torque": q([3, 3], "N")})
    with pytest.raises(TableError, match="an array has one unit only"):
        dt.from_data(q(np.zeros((2, 2)), "m"), columns=["w"])


class Foreign(np.ndarray):
    """An array with a unit that pandas drops."""

    units = "rpm"


def test_foreign_units_are_refused() -> None:
    foreign = np.zeros(2).view(Foreign)
    for data in ({"t": [0, 1], "w": foreign}, np.zeros((2, 2)).view(Foreign)):
        with pytest.raises(UnitError, match="is in 'rpm', but only"):
            dt.from_data(data, columns=["w"])
    with pytest.raises(UnitError, match="is in 'rpm', but only"):
        speed({"t": [0, 1], "torque": foreign})


def test_dates_count_from_the_first_one() -> None:
    hours = pd.date_range("2024-05-01 10:00", periods=3, freq="1h")
    expected = [[0.0, 1.0], [3600.0, 2.0], [7200.0, 3.0]]
    frame = pd.DataFrame({"w": [1, 2, 3]}, index=pd.Index(hours, name="time"))
    assert rows(frame) == expected
    frame = pd.DataFrame({"t": hours - hours[0], "w": [1, 2, 3]})
    assert rows(frame) == expected


def test_names_that_no_output_can_have() -> None:
    data = {"time": [0, 1], "engine.w [rpm]": [0, 1], "disc[0].tau": [0, 1]}
    part = dt.from_data(data)
    assert part._outputs == ("engine_w", "disc_0_tau")
    assert dt.from_data(data, columns={"engine.w": "w"})._outputs == ("w",)
    with pytest.raises(TableError, match="two columns would be called 'a_b'"):
        dt.from_data({"time": [0, 1], "a.b": [0, 1], "a_b": [0, 1]})
    with pytest.raises(TableError, match="an output cannot be called 'table'"):
        dt.from_data({"time": [0, 1], "table": [0, 1]})


def test_a_result_drives_another_run() -> None:
    """Both sides of events are jumps; the ends of the run are not."""
    result = dt.simulate(dt.examples.find("CoupledClutches")(), interval=0.01)
    part = dt.from_data(result.to_pandas(units={"J1.w": "rpm"}), columns=["J1.w", "J2.w"])
    m = dt.Model("replay")
    m.add(old=part)
    again = dt.simulate(m, stop_time=1.5, interval=0.01)
    for time in (0.0, 0.33, 1.0, 1.5):
        found, expected = again.at(time, "old.J1_w"), result.at(time, "J1.w")
        assert float(found) == pytest.approx(float(expected), rel=1e-12)


def test_a_jump_opens_a_locked_clutch_at_once() -> None:
    class Locked(dt.Model):
        push = dt.from_data({"t": [0, 0.3, 0.3, 1], "tau": [1, 1, 20, 20]})
        motor = Torque()
        left = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))
        clutch = Clutch(fn_max=10, f_normalized=1.0, mu_pos=[[0, 0.4]])
        right = Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(0))

        def equations(self) -> Iterable[Any]:
            yield self.push.tau >> self.motor.tau
            yield self.motor >> self.left >> self.clutch >> self.right

    result = dt.simulate(Locked(), stop_time=1.0)
    assert result.events.times("clutch.mode") == pytest.approx([0.3], abs=1e-9)
    momentum = result.final["left.w"] + result.final["right.w"]
    assert momentum == pytest.approx(0.3 + 20 * 0.7, rel=1e-9)


def test_the_table_is_replaced_from_run_to_run() -> None:
    frame = pd.DataFrame({"torque (N.mm)": [1000, 1000], "other": [0, 0], "t": [0, 1]})
    assert speed(frame) == pytest.approx(2.0)
    assert speed({"t [min]": [0, 1], "torque": [2.0, 2.0]}) == pytest.approx(4.0)
    assert speed([[0, 3], [1, 3]]) == pytest.approx(6.0)
    assert speed([["0 s", "300 N.cm"], ["1 s", 3.0]]) == pytest.approx(6.0)
    many = RIG.ensemble({"road.table": [frame, [[0, 3], [1, 3]]]}, stop_time=1.0)
    np.testing.assert_allclose(many.final("wheel.w"), [2.0, 6.0])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"t": [0, 1], "Torque": [1, 1]}, "no column 'torque'; did you mean 'Torque'"),
        ({"t": [0, 1], "torque [rpm]": [1, 1]}, r"values in 'rpm' cannot be converted to 'N\.m'"),
        ({"t": [0, 1, 2], "torque": [1, np.nan, 3]}, "'torque': row 2 is nan"),
        ({"t": [0, 1, 2], "torque": [1, None, 3]}, "'torque': row 2 is"),
        ({"t": [0, 1], "torque": [True, False]}, "'torque': row 1 is"),
        ({"t": [0, 1], "torque [N.m]": [3, "1,5"]}, "row 2 is '1,5'.* a comma is no decimal point"),
        ({"t": [0, 1], "torque": [1, np.inf]}, "'torque': row 2 is inf"),
        ({"t": [0, 1], "torque [N.m]": [1, 1], "torque": [1, 1]}, "two columns 'torque'"),
        ({"t": [0, 1, 0.5], "torque": [1, 2, 3]}, "row 2 has 1 and row 3 has 0.5"),
        ([[0, 1, 2], [1, 1, 2]], "a table with 2 columns .* found 2 rows with 3 columns"),
        ([[0, 1], [1, np.nan]], "y of row 2 is nan"),
    ],
)
def test_wrong_tables_name_the_row(table: Any, said: str) -> None:
    with pytest.raises(DrivetrainError, match=rf"road\.table.*{said}"):
        speed(table)


@pytest.mark.parametrize(
    ("data", "how", "error", "said"),
    [
        ({"x": [0, 1], "w": [0, 1]}, {}, TableError, "which column holds the time"),
        ({"t": [0, 1], "time": [0, 1]}, {}, TableError, "which column holds the time"),
        ({"t": [0, 1], "w": [0, 1]}, {"time": "T"}, TableError, "no column 'T'; did you mean 't'"),
        ({"t": [0, 1], "w": [0, 1]}, {"columns": ["v"]}, TableError, "no column 'v'"),
        ({"t": [0, 1], "w": [0, 1]}, {"columns": ["t"]}, TableError, "not the time"),
        ({"t": [0, 1], "w": [0]}, {}, TableError, "columns do not fit together"),
        ({"t": [0, 1], "w [rmp]": [0, 1]}, {}, UnitError, "'rmp' is unknown"),
        ({"t [N]": [0, 1], "w": [0, 1]}, {}, UnitError, "cannot be converted to 's'"),
        ({"t": [0, 1], "w": [0, 1]}, {"smoothness": "linear"}, ParameterError, "smoothness"),
        ({"t": [0, 1], "w [N]": [0, 1], "w (m)": [0, 1]}, {}, TableError, "two columns 'w'"),
        (np.zeros((2, 3)), {"columns": ["w"]}, TableError, "the array has 3 columns"),
        ([1, 2, 3], {}, TableError, "give a data frame"),
        ("nowhere.csv", {}, TableError, "there is no file 'nowhere.csv'"),
    ],
)  # fmt: skip
def test_refused(data: Any, how: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        dt.from_data(data, **how)


def test_a_file_without_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("0,1\n1,2\n")
    with pytest.raises(TableError, match="its first line has to name the columns"):
        dt.from_data(path)


def test_a_speed_does_not_drive_a_torque() -> None:
    m = dt.Model("mixed up")
    m.add(road=dt.from_data({"t": [0, 1], "w [rpm]": [0, 1]}), motor=Torque())
    m.connect(m.road.w >> m.motor.tau)
    with pytest.raises(UnitError, match=r"'road\.w' has unit rad/s but 'motor\.tau' has unit N\.m"):
        dt.compile(m)


def test_a_column_that_does_not_exist_is_refused() -> None:
    m = dt.Model("misspelt")
    m.add(road=dt.from_data({"t": [0, 1], "w [rpm]": [0, 1]}))
    with pytest.raises(NameLookupError, match="did you mean 'w'"):
        _ = m.road.w2


def test_copies_are_the_same() -> None:
    again = pickle.loads(pickle.dumps(RIG))
    assert again.simulate(stop_time=1.0).final["wheel.w"] == pytest.approx(2.0)


def test_a_wrong_order_names_the_line_of_the_user() -> None:
    m = dt.Model("disorder")
    m.add(road=dt.from_data({"t": [0, 1, 0.5], "w": [0, 1, 2]}))
    with pytest.raises(TableError, match=r"road\.table \[.*test_from_data\.py:\d+\]: .* row 3"):
        dt.compile(m)


def test_the_table_of_a_block_is_part_of_its_equations() -> None:
    from drivetrain.blocks import TimeTable

    m = dt.Model("block")
    m.add(b=TimeTable(table=[[0, 0], [1, 1]]))
    compiled, rows = dt.compile(m), [[0, 1], [1, 1]]
    with pytest.raises(ParameterError, match=r"a part made by dt\.from_data can be replaced"):
        compiled.simulate(parameters={"b.table": rows})
    with pytest.raises(ParameterError, match=r"a part made by dt\.from_data can be replaced"):
        compiled.ensemble({"b.table": [rows, rows]})


def test_blocks_take_frames_in_their_units() -> None:
    from drivetrain.blocks import CombiTimeTable

    m = dt.Model("combi")
    m.add(b=CombiTimeTable(table=pd.DataFrame({"t [ms]": [0, 10], "w [rpm]": [0, 60]})))
    assert dt.simulate(m, stop_time=0.01).final["b.y[0]"] == 60 * SPEED
