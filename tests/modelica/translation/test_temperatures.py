"""Temperatures in degC, and in K, of models in Modelica."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivetrain.errors import UnitError

from .models import run

HEAD = """
  import Modelica.Units.Conversions.*;
  parameter Modelica.Units.SI.Temperature T = 300;
  parameter Modelica.Units.NonSI.Temperature_degC t = 20;
  parameter Modelica.Units.SI.TemperatureDifference rise = 10;
  Modelica.Units.SI.Temperature kelvin = {kelvin};
  Modelica.Units.NonSI.Temperature_degC celsius = {celsius};
  Real x = {x};
"""

FITS = {
    "converted": ({"kelvin": "from_degC(t)"}, {"kelvin": 293.15}),
    "converted back": ({"celsius": "to_degC(T)"}, {"celsius": 26.85}),
    "by the constant": ({"celsius": "T + Modelica.Constants.T_zero"}, {"celsius": 26.85}),
    "a difference of unknown name": ({"celsius": "t + rise"}, {"celsius": 30}),
    "without a unit": ({"x": "t + rise", "celsius": "x"}, {"celsius": 30}),
    "a correction": ({"celsius": "1 + 1.5*t + 0.01*t^2"}, {"celsius": 35}),
    "compared with a number": ({"x": "if t > 15 and T > 293.15 then 1 else 2"}, {"x": 1}),
}
APART = {
    "a sum": {"x": "T + t"},
    "by way of a variable without a unit": {"x": "t + rise", "kelvin": "x"},
    "branches": {"x": "if time > 0.5 then T else t"},
    "converted twice": {"kelvin": "from_degC(T)"},
    "converted back twice": {"celsius": "to_degC(t)"},
    "a comparison": {"x": "if T > t then 1 else 2"},
}


def text(said: dict[str, str]) -> str:
    return HEAD.format(**{"kelvin": "T", "celsius": "t", "x": "0"} | said)


@pytest.mark.parametrize("title", FITS)
def test_what_is_on_one_scale_is_computed(tmp_path: Path, title: str) -> None:
    said, wanted = FITS[title]
    final = run(tmp_path, text(said)).final
    assert {name: final[name] for name in wanted} == pytest.approx(wanted)


@pytest.mark.parametrize("title", APART)
def test_what_is_not_on_one_scale_is_refused(tmp_path: Path, title: str) -> None:
    with pytest.raises(UnitError, match=r"A\.mo:\d+.*\n.*(0 degC is 273\.15 K|leave that out)"):
        run(tmp_path, text(APART[title]))
