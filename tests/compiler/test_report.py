"""The report on a structure counts in words."""

from __future__ import annotations

from drivetrain import check
from drivetrain.compiler.report import Report
from drivetrain.examples.coupled_clutches import CoupledClutches


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    text = str(check(CoupledClutches()))
    assert "\n8 states\n" in text
    assert "\n1 algebraic loop\n" in text
    assert ", 1 mixed system\n" in text
    assert "\n0 warnings" in text


def test_faults_stand_alone() -> None:
    assert str(Report("Wrong", states=("x",), faults=("it is",))) == "Wrong: not usable\nit is"
