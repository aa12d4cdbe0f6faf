"""Units in which results are drawn and tabulated; axes and columns tell them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.errors import NameLookupError, UnitError
from drivetrain.simulation.results.result import Result


@pytest.fixture(autouse=True)
def plain() -> Iterator[None]:
    yield
    dt.display_units.clear()


def labels(figure: Any) -> list[str]:
    return [axes.get_ylabel() for axes in figure.axes]


def drawn(figure: Any, name: str) -> Any:
    lines = (line for axes in figure.axes for line in axes.lines if line.get_label() == name)
    return next(lines).get_ydata()


@pytest.mark.parametrize("unit", ["rpm", {"J1.w": "rpm"}, {"*1.w": "rpm"}])
def test_a_unit_for_a_plot(result: Result, unit: Any) -> None:
    figure = result.plot("J1.w", "J1.flange_a.tau", unit=unit)
    assert labels(figure) == ["rpm", "N·m"]
    np.testing.assert_allclose(drawn(figure, "J1.w"), result["J1.w"] * 30 / np.pi, rtol=1e-15)


def test_units_signal_by_signal(result: Result) -> None:
    figure = result.plot("J1.w", "J2.w", unit={"J2.w": "deg/s"})
    assert labels(figure) == ["rad/s", "deg/s"]
    np.testing.assert_array_equal(drawn(figure, "J1.w"), result["J1.w"])


def test_a_unit_for_several_runs(result: Result) -> None:
    figure = dt.plot({"one": result, "two": result}, "J1.w", unit="rpm")
    assert labels(figure) == ["rpm"]
    np.testing.assert_array_equal(drawn(figure, "J1.w, one"), drawn(figure, "J1.w, two"))


def test_the_usual_unit_of_a_quantity(result: Result) -> None:
    dt.display_units["rad/s"] = "rpm"
    assert labels(result.plot("J1.w", "J1.flange_a.tau")) == ["rpm", "N·m"]
    assert labels(result.plot("J1.w", unit="rev/s")) == ["rev/s"]
    with dt.display_units.using({"rad/s": "rps"}):
        assert labels(result.plot("J1.w")) == ["rps"]
    assert labels(result.plot("J1.w")) == ["rpm"]
    assert "J1.w" in result.to_pandas().columns  # data stay as they are
    assert "J1.w [rpm]" in result.to_pandas(units=dt.display_units).columns


@pytest.mark.parametrize(
    ("unit", "error", "said"),
    [
        ("N", UnitError, "unit 'N' fits no variable here; they are in rad/s"),
        ("rmp", UnitError, "'rmp' is unknown"),
        ({"J1.w": "N"}, UnitError, "J1.w: unit 'N' cannot be converted to 'rad/s'"),
        ({"J1.w": "Hz"}, UnitError, "J1.w: unit 'Hz' may count turns"),
        ({"J2.w": "rpm"}, NameLookupError, "no real variable of this name here"),
        ({"K*": "rpm"}, NameLookupError, "no real variable of this name here"),
        (3, UnitError, "give a unit, 'rpm', or units by name"),
    ],
)
def test_refused(result: Result, unit: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        result.plot("J1.w", unit=unit)


def test_a_mode_has_no_unit(result: Result) -> None:
    with pytest.raises(UnitError, match="fits no variable"):
        result.plot("clutch.mode", unit="rpm")


def test_columns_of_a_table_tell_their_units(result: Result) -> None:
    table = result.to_pandas(units={"*.w": "rpm"})
    np.testing.assert_allclose(table["J1.w [rpm]"], result["J1.w"] * 30 / np.pi, rtol=1e-15)
    assert table.attrs["units"]["J1.w [rpm]"] == "rpm"
    assert "J1.w" not in table.columns
    np.testing.assert_array_equal(table["J1.flange_a.tau"], result["J1.flange_a.tau"])
    with pytest.raises(UnitError):
        result.to_pandas(units={"*.w": "N"})


@pytest.mark.parametrize(
    ("unit", "shown", "said"),
    [
        ("rad/s", "N", "unit 'N' cannot be converted to 'rad/s'"),
        ("rad/s", "rmp", "'rmp' is unknown"),
        ("speed", "rpm", "'speed' is not a coherent SI unit"),
        ("rad/s", 3, "write units as texts"),
    ],
)
def test_a_wrong_setting(unit: str, shown: Any, said: str) -> None:
    with pytest.raises(UnitError, match=said):
        dt.display_units[unit] = shown


def test_a_difference_of_temperatures_stays_in_kelvin() -> None:
    from drivetrain.simulation.results.shown_units import shown_units

    declared = {"wall.T": "K", "rod.dT": "K"}
    assert shown_units(declared, None, {"K": "degC"}) == {"wall.T": "degC", "rod.dT": "K"}
    with pytest.raises(UnitError, match=r"rod\.dT: unit 'degC' is a temperature"):
        shown_units(declared, {"rod.dT": "degC"})
