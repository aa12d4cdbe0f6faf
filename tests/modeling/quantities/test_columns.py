"""Names and units in the headers of columns."""

from __future__ import annotations

import pandas as pd
import pytest

from drivetrain.errors import TableError, UnitError
from drivetrain.modeling.columnwise_conversion import to_si_columns
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.quantities.columns import split_header


@pytest.mark.parametrize(
    ("header", "name", "unit"),
    [
        ("w [rpm]", "w", "rpm"),
        ("w[rpm]", "w", "rpm"),
        ("torque (N.m)", "torque", "N.m"),
        ("speed / rpm", "speed", "rpm"),
        ("speed in km/h", "speed", "km/h"),
        ("h [W/(m2.K)]", "h", "W/(m2.K)"),
        ("disc[0].J", "disc[0].J", None),
        ("disc[0].J [g.cm2]", "disc[0].J", "g.cm2"),
        ("y[1]", "y[1]", None),
        ("y[0,1]", "y[0,1]", None),
        ("y[:]", "y[:]", None),
        ("y[*]", "y[*]", None),
        ("y [1]", "y", "1"),
        ("m[0,1].phi", "m[0,1].phi", None),
        ("T [°C]", "T", "°C"),
        ("u [-]", "u", "1"),
        (" time ", "time", None),
    ],
)
def test_header(header: str, name: str, unit: str | None) -> None:
    assert split_header(header) == (name, unit)


def test_what_is_no_unit_is_refused() -> None:
    with pytest.raises(UnitError, match=r"column 'w \[rmp\]': unit 'rmp': 'rmp' is unknown"):
        split_header("w [rmp]")


def test_a_column_is_converted_by_its_header() -> None:
    assert to_si(pd.Series([7, 57], name="s [cm]"), "m", "x").tolist() == [0.07, 0.57]
    assert to_si(pd.Series([7.0], name="s"), "m", "x").tolist() == [7.0]
    assert to_si(pd.Series(["7 cm"], name="s"), "m", "x") == [0.07]
    with pytest.raises(UnitError, match="x: values in 'kg' cannot be converted to 'm'"):
        to_si(pd.Series([7.0], name="s [kg]"), "m", "x")
    with pytest.raises(UnitError, match=r"a header tells the unit, 'cm', so give plain numbers"):
        to_si(pd.Series(["7 cm"], name="s [cm]"), "m", "x")


def test_the_attributes_of_a_frame_tell_units_too() -> None:
    frame = pd.DataFrame({"s": [7.0]})
    frame.attrs["units"] = {"s": "cm"}
    assert to_si(frame["s"], "m", "x").tolist() == [0.07]


def test_columns_of_a_table() -> None:
    units = ("rad/s", "N.m")
    frame = pd.DataFrame({"w [rpm]": [30, 60], "torque": [1.0, 2.0]})
    assert to_si_columns(frame, units, "t").tolist() == [
        [to_si("30 rpm", "rad/s", ""), 1.0],
        [to_si("60 rpm", "rad/s", ""), 2.0],
    ]
    with pytest.raises(TableError, match="give the data frame itself"):
        to_si_columns([frame.iloc[0], frame.iloc[1]], units, "t")
    indexed = frame.set_index("w [rpm]")
    assert to_si_columns(indexed, units, "t").tolist() == to_si_columns(frame, units, "t").tolist()
    with pytest.raises(UnitError, match=r"t, 'torque \[N\]', column 2: values in 'N' cannot"):
        to_si_columns(frame.rename(columns={"torque": "torque [N]"}), units, "t")
