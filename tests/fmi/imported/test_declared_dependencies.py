"""FMUs that depend on more than they declare."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Gain, Ramp, Sine
from tests.fmi.imported import exchange_units, units
from tests.fmi.imported.conftest import Make

STEP = 0.125


@pytest.fixture
def spring(version: int, libraries: Path, tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a unit whose y = x + u, with what it says that y depends on."""

    def made(y_depends_on: str) -> Path:
        return exchange_units.packed(
            tmp_path / "spring.fmu", version, libraries, y_depends_on=y_depends_on
        )

    return made


def fed(path: Path, **how: Any) -> dt.Model:
    class Fed(dt.Model):
        """y = x + u, where u is a sine, doubled behind the unit."""

        unit = dt.FMU(path, kind="me", **how)
        source = Sine(amplitude=0.1, f=1.0)
        double = Gain(k=2.0)

        def equations(self):
            yield self.unit.y >> self.double.u
            yield self.source.y >> self.unit.u

    return Fed()


def test_an_undeclared_input_is_named(spring: Callable[..., Path]) -> None:
    told = r"unit \(spring\.fmu\) depends on more than its description declares: y to u react"
    with pytest.warns(dt.ModelWarning, match=told):
        dt.simulate(fed(spring("4")), stop_time=0.2)
    with pytest.warns(dt.ModelWarning, match=r"y to x, y to u react at once. give dependencies="):
        dt.simulate(fed(spring("")), stop_time=0.2)


@pytest.mark.parametrize("declared", ["3 4", ""])
def test_all_dependencies_are_right_whatever_is_declared(
    spring: Callable[..., Path], declared: str
) -> None:
    model = fed(spring(declared), **({} if declared else {"dependencies": "all"}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = dt.simulate(model, stop_time=0.25, interval=0.05, tolerance=1e-9)
    wanted = result["unit.x"] + 0.1 * np.sin(2 * math.pi * result.time)
    assert result["unit.y"] == pytest.approx(wanted, abs=1e-12)
    assert result["double.y"] == pytest.approx(2 * wanted, abs=1e-12)


def test_a_wrong_choice_is_refused(spring: Callable[..., Path]) -> None:
    path = spring("3 4")
    with pytest.raises(dt.DrivetrainError, match="choose 'declared'"):
        dt.FMU(path, dependencies="none")
    assert "dependencies='all'" in repr(dt.FMU(path, dependencies="all"))


def ramped(path: Path) -> dt.Model:
    class Ramped(dt.Model):
        """y = k u + x, where u rises."""

        source = Ramp(height=1.0, duration=1.0)
        unit = dt.FMU(path, step=STEP, on=False, k=2.0)

        def equations(self):
            yield self.source.y >> self.unit.u

    return Ramped()


def test_outputs_of_a_tick_follow_from_its_inputs_even_if_undeclared(
    make: Make, version: int
) -> None:
    text = units.description(version)
    last = '<Unknown index="8"/>' if version == 2 else '<Output valueReference="8"/>'
    assert last in text
    path = make(text=text.replace(last, last.replace("/>", ' dependencies=""/>')))
    with pytest.warns(dt.ModelWarning, match=r"unit \(unit\.fmu\) depends.*: y to u react at once"):
        result = dt.simulate(ramped(path), stop_time=0.5, interval=STEP)
    assert result.final["unit.y"] == pytest.approx(1.0, rel=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        honest = dt.simulate(ramped(make()), stop_time=0.5, interval=STEP)
    assert honest.final["unit.y"] == pytest.approx(1.0, rel=1e-12)
