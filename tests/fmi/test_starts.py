"""Starts of units: what depends on inputs and on the start time is solved for, or refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from fmpy import simulate_fmu
from fmpy.fmi1 import FMICallException

import drivetrain as dt
from drivetrain.modeling import RealInput, parameter, time, variable
from drivetrain.rotational import Damper, Inertia, Speed
from tests.compiled_examples import compiled_example
from tests.fmi.running import opened

KINDS = [(2, "cs"), (2, "me"), (3, "cs"), (3, "me")]


class Relative(dt.Model):
    """A disc whose speed relative to a signal is given at the start."""

    u = RealInput(unit="rad/s")
    v = variable(unit="rad/s", start=dt.fixed(3.0))
    disc = Inertia(J=1.0, phi=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.v == self.disc.w - self.u


class Preferred(dt.Model):
    """A disc behind a source; the speed between them is rather 3 rad/s than another one."""

    u = RealInput(unit="rad/s")
    source = Speed(exact=True)
    gap = Damper(d=1e-3, w_rel=dt.guess(3.0))
    disc = Inertia(J=1.0, phi=dt.fixed(0))

    def equations(self) -> dt.Equations:
        yield self.u >> self.source.w_ref
        yield self.source.flange >> self.gap >> self.disc


class BySignal(dt.Model):
    """A disc whose speed at the start is that of a signal."""

    u = RealInput(unit="rad/s")
    disc = Inertia(J=1.0, phi=dt.fixed(0))

    def equations(self) -> dt.Equations:
        return ()

    def initial_equations(self) -> dt.Equations:
        yield self.disc.w == 2 * self.u


class ByTime(dt.Model):
    """A disc whose speed at the start depends on when it is."""

    c = parameter(2.0, unit="rad/s2")
    disc = Inertia(J=1.0, phi=dt.fixed(0))

    def equations(self) -> dt.Equations:
        return ()

    def initial_equations(self) -> dt.Equations:
        yield self.disc.w == self.c * time


def first_row(unit: Path, kind: str, **settings: object) -> object:
    """Return the values at the start."""
    kinds = {"cs": "CoSimulation", "me": "ModelExchange"}
    rows = simulate_fmu(
        str(unit), fmi_type=kinds[kind], output=["disc.w", "disc.phi"], output_interval=0.1,
        **{"stop_time": 0.1, **settings},
    )  # fmt: skip
    return rows[0]


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_required_starts_hold_whatever_the_inputs(fmi: int, kind: str, tmp_path: Path) -> None:
    unit = dt.export(Relative(), tmp_path / "unit.fmu", fmi=fmi, kinds=[kind])
    for u in (0.0, 5.0):
        assert first_row(unit, kind, start_values={"u": u})["disc.w"] == 3.0 + u


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_preferred_starts_are_sought_whatever_the_inputs(
    fmi: int, kind: str, tmp_path: Path
) -> None:
    unit = dt.export(Preferred(), tmp_path / "unit.fmu", fmi=fmi, kinds=[kind])
    for u in (0.0, 5.0):
        assert first_row(unit, kind, start_values={"u": u})["disc.w"] == pytest.approx(3.0 + u)


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_initial_equations_of_other_inputs_are_refused(fmi: int, kind: str, tmp_path: Path) -> None:
    """They were solved when the unit was made."""
    unit = dt.export(BySignal(), tmp_path / "unit.fmu", fmi=fmi, kinds=[kind])
    assert first_row(unit, kind, start_values={"u": 0.0})["disc.w"] == 0.0
    with pytest.raises(FMICallException, match="xitInitializationMode"):
        first_row(unit, kind, start_values={"u": 5.0})


@pytest.mark.parametrize(("fmi", "kind"), KINDS)
def test_initial_equations_of_another_time_are_refused(fmi: int, kind: str, tmp_path: Path) -> None:
    unit = dt.export(ByTime(), tmp_path / "unit.fmu", fmi=fmi, kinds=[kind])
    with pytest.raises(FMICallException, match="xitInitializationMode"):
        first_row(unit, kind, start_time=0.5, stop_time=0.6)
    later = dt.export(ByTime(), tmp_path / "later.fmu", fmi=fmi, kinds=[kind], start_time=0.5)
    assert first_row(later, kind, start_time=0.5, stop_time=0.6)["disc.w"] == 1.0


@pytest.mark.parametrize("fmi", [2, 3])
def test_a_run_may_begin_at_another_time(fmi: int, tmp_path: Path) -> None:
    """A source prescribes a motion, so that the start is another one."""
    compiled = compiled_example("redundancy.FrictionOnSpeedSource")
    unit = dt.export(compiled.model, tmp_path / "unit.fmu", fmi=fmi)
    start, stop = 1.5, 2.5
    times = np.linspace(start, stop, 9)
    native = compiled.simulate(start_time=start, stop_time=stop, output_times=times)
    rows = simulate_fmu(
        str(unit), start_time=start, stop_time=stop, output_interval=0.125,
        output=["mass.w", "clutch.w_rel"], fmi_type="CoSimulation",
    )  # fmt: skip
    for name in ("mass.w", "clutch.w_rel"):
        expected = np.interp(rows["time"], native.time, native[name])
        assert rows[name] == pytest.approx(expected, abs=1e-9), name


def test_a_start_that_cannot_be_solved_for_names_what_is_missed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    unit = dt.export(BySignal(), tmp_path / "unit.fmu")
    with pytest.raises(FMICallException), opened(unit, tmp_path / "in", {"u": 5.0}):
        pass
    assert "what an initial equation reads" in capfd.readouterr().out
