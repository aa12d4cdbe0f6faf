"""The report on a structure counts in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import Model, check, fixed, simulate
from drivetrain.compiler.report import Report
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.modeling import parameter
from drivetrain.rotational import Brake, Fixed, IdealGear, Inertia
from drivetrain.thermal import HeatCapacitor


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    text = str(check(CoupledClutches()))
    assert "\n8 states\n" in text
    assert "\n1 algebraic loop\n" in text
    assert ", 1 mixed system\n" in text
    assert "\n0 warnings" in text


def test_faults_stand_alone() -> None:
    assert str(Report("Wrong", states=("x",), faults=("it is",))) == "Wrong: not usable\nit is"


class Axle(Model):
    """A gear and a brake, each of which may be mounted and cooled."""

    is_mounted = parameter(False, structural=True)
    gear = IdealGear(ratio=2.0, use_support=is_mounted)
    brake = Brake(fn_max=1.0, f_normalized=0.5, use_heat_port=is_mounted)
    wheel = Inertia(J=1.0, phi=fixed(0.0), w=fixed(10.0))
    housing = Fixed()
    disc = HeatCapacitor(C=500.0)

    def equations(self) -> Iterable[Any]:
        yield self.wheel >> self.gear >> self.brake
        yield self.gear.support >> self.housing
        yield self.disc.port >> self.brake.heat_port


class Train(Model):
    axle = Axle.array(3)


def test_connections_with_what_is_switched_off_are_noted() -> None:
    report = check(Axle())
    first, second = report.notes
    assert first.startswith(
        "'gear.support' >> 'housing.flange' is left out: 'gear.support' does not exist, because "
        "use_support is False ["
    )
    assert "test_report.py:" in first
    assert second.startswith("'disc.port' >> 'brake.heat_port' is left out: ")
    assert f"\n2 notes\n    {first}\n    {second}" in str(report)
    assert not check(Axle(is_mounted=True)).notes
    assert (
        check(Train())
        .notes[0]
        .startswith("'gear.support' >> 'housing.flange' in 'axle[0]' and 2 more is left out: ")
    )


def test_a_model_runs_without_what_is_switched_off() -> None:
    without, with_both = simulate(Axle(), stop_time=1.0), simulate(Axle(is_mounted=True))
    assert without.final["wheel.w"] == pytest.approx(with_both.final["wheel.w"])
    assert without.final["disc.T"] == 293.15
    assert with_both.final["disc.T"] > 293.15
