"""The report on a start tells of every variable what was asked, what was reached, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from drivetrain import CompiledModel, fixed, guess, simulate
from drivetrain.errors import InitialisationError, SimulationError
from drivetrain.modeling import Model, constant, der, ensure, parameter
from drivetrain.rotational import (
    Brake,
    Clutch,
    ConstantSpeed,
    Fixed,
    IdealGear,
    Inertia,
    OneWayClutch,
    SpringDamper,
    Torque,
)
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.results.start_report import StartLine, StartReport


def line(report: StartReport, name: str) -> StartLine:
    found = [one for one in report.lines if one.name == name]
    assert len(found) == 1, f"{name}: {found}"
    return found[0]


class Geared(Model):
    """A shaft behind a gear whose motion is demanded at both ends, and a clutch beside it."""

    left = Inertia(J=1.0, phi=fixed(0.5), w=fixed(2.0))
    gear = IdealGear(ratio=2.0)
    right = Inertia(J=1.0, w=fixed(1.0))
    more = Inertia(J=1.0, w=fixed(1.0))
    fan = Inertia(J=2.0, w=guess(0.5))
    clutch = Clutch(fn_max=1.0, f_normalized=1.0)
    load = Inertia(J=1.0)
    brake = Brake(fn_max=10.0, f_normalized=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.left >> self.gear >> self.right >> self.more
        yield self.fan >> self.clutch >> self.load >> self.brake


def test_conditions_that_say_the_same_are_accepted_and_named() -> None:
    start = simulate(Geared(), stop_time=0.0).start
    rules = {name: line(start, name).rule for name in ("left.w", "right.w", "more.w")}
    assert rules["more.w"] == "fixed, is the same as right.w"
    assert sorted((rules["left.w"], rules["right.w"])) == [
        "fixed",
        "fixed, follows from the others",
    ]
    for name, value in (("left.phi", 0.5), ("left.w", 2.0), ("right.w", 1.0), ("more.w", 1.0)):
        one = line(start, name)
        assert (one.requested, one.unit) == (value, "rad" if "phi" in name else "rad/s")
        assert one.reached == pytest.approx(value, abs=1e-12)


def test_what_was_taken_for_missing_conditions_is_named() -> None:
    start = simulate(Geared(), stop_time=0.0).start
    assert line(start, "fan.w") == StartLine("fan.w", 0.5, 0.5, "guess", "rad/s")
    assert {one.rule for one in start.lines} >= {"guess", "at rest"}


def test_modes_at_the_first_instant() -> None:
    start = simulate(Geared(), stop_time=0.0).start
    clutch, brake = line(start, "clutch.mode"), line(start, "brake.mode")
    assert (clutch.label, brake.label) == ("backward", "stuck")
    assert brake.rule == "at the first instant"
    assert "brake.mode" in str(start)


def test_a_freewheel_that_starts_locked() -> None:
    class Turning(Model):
        left = Inertia(J=1.0, w=fixed(2.0))
        freewheel = OneWayClutch(fn_max=1.0, f_normalized=1.0)
        right = Inertia(J=1.0, w=fixed(2.0))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.freewheel >> self.right

    one = line(simulate(Turning(), stop_time=0.0).start, "freewheel.locked")
    assert (one.reached, one.label, one.rule) == (1.0, "true", "at the first instant")


def test_modes_where_nothing_had_to_be_solved_for() -> None:
    class Held(Model):
        mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0))
        brake = Brake(fn_max=10.0, f_normalized=1.0)
        motor = Torque(tau=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.mass >> self.brake

    result = simulate(Held(), stop_time=0.1)
    assert line(result.start, "brake.mode").label == "stuck"
    assert result.final["mass.phi"] == 0.0


@pytest.mark.parametrize(("speed", "slip", "rule"), [
    (3.0, 0.0, "zero, which fits the conditions"),
    (4.0, 1.0, "follows from the conditions"),
])  # fmt: skip
def test_the_relative_speed_of_shafts_whose_speeds_are_demanded(
    speed: float, slip: float, rule: str
) -> None:
    class Pair(Model):
        left = Inertia(J=1.0, phi=fixed(0.0), w=fixed(3.0))
        clutch = Clutch(fn_max=1.0, f_normalized=1.0)
        right = Inertia(J=1.0, phi=fixed(0.0), w=fixed(speed))

        def equations(self) -> Iterable[Any]:
            yield self.left >> self.clutch >> self.right

    one = line(simulate(Pair(), stop_time=0.0).start, "clutch.w_rel")
    assert (one.reached, one.rule) == (slip, rule)


def test_a_value_counts_in_the_direction_of_its_own_variable() -> None:
    class Opposite(Model):
        motor = Torque(tau=1.0)
        mass = Inertia(J=1.0, phi=fixed(0.0))
        spring = SpringDamper(c=10.0, d=1.0, w_rel=fixed(3.0))
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.mass >> self.spring >> self.ground

    one = line(simulate(Opposite(), stop_time=0.0).start, "spring.w_rel")
    assert (one.requested, one.reached) == (3.0, pytest.approx(3.0))
    assert one.rule == "fixed"


def test_a_steady_start() -> None:
    class Steady(Model):
        motor = Torque(tau=5.0)
        mass = Inertia(J=1.0)
        spring = SpringDamper(c=10.0, d=1.0)
        ground = Fixed()

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.mass >> self.spring >> self.ground

        def initial_equations(self) -> Iterable[Any]:
            yield der(self.mass.phi) == 0
            yield der(self.mass.w) == 0

    start = simulate(Steady(), stop_time=0.0).start
    assert line(start, "der(mass.w) == 0").rule == "initial equation"
    found = [one for one in start.lines if one.rule == "follows from the conditions"]
    assert max(abs(one.reached) for one in found) == pytest.approx(0.5)


def test_contradicting_demands_are_named_with_both_values_and_reported() -> None:
    with pytest.raises(InitialisationError) as caught:
        simulate(Geared(), parameters={"right.w.start": 3.0, "more.w.start": 3.0})
    text = " ".join(str(caught.value).split())
    assert "left.w = fixed(2)" in text
    assert "right.w = fixed(3)" in text
    assert "With all the others," in text
    assert any(value in text for value in ("right.w is 1:", "left.w is 6:"))
    start = caught.value.start
    assert isinstance(start, StartReport)
    assert any("NOT REACHED" in one.rule for one in start.lines)


def test_contradicting_demands_on_one_shaft_are_reported() -> None:
    with pytest.raises(
        InitialisationError, match=r"more.w = fixed\(7\) contradicts right.w"
    ) as caught:
        simulate(Geared(), parameters={"more.w.start": 7.0})
    assert isinstance(caught.value.start, StartReport)
    assert line(caught.value.start, "more.w").requested == 7.0


def test_a_demand_against_a_source_says_what_the_source_makes_of_it() -> None:
    class Driven(Model):
        motor = ConstantSpeed(w_fixed=10.0)
        mass = Inertia(J=1.0, w=fixed(5.0))

        def equations(self) -> Iterable[Any]:
            yield self.motor >> self.mass

    with pytest.raises(InitialisationError, match=r"whatever the start, mass.w is 10") as caught:
        simulate(Driven())
    assert isinstance(caught.value.start, StartReport)
    one = line(caught.value.start, "mass.w")
    assert (one.requested, one.reached) == (5.0, 10.0)
    assert one.rule.endswith("NOT REACHED")


def test_a_first_instant_that_fails_keeps_its_report() -> None:
    class Wall(Model):
        mass = Inertia(J=1.0, phi=fixed(1.0), w=fixed(0.0))

        def equations(self) -> Iterable[Any]:
            yield ensure(self.mass.phi < constant(0.5, "rad"), "the shaft hits the wall")

    with pytest.raises(SimulationError) as caught:
        simulate(Wall())
    result: Any = caught.value.result
    assert line(result.start, "mass.phi").requested == 1.0


def test_start_without_a_run() -> None:
    class Turning(Model):
        w0 = parameter(3.0, unit="rad/s", doc="Speed at the start")
        mass = Inertia(J=1.0, w=fixed(w0))

    compiled = CompiledModel(Turning())
    assert line(compiled.start(), "mass.w").reached == 3.0
    assert line(compiled.start(parameters={"w0": 4.0}), "mass.w").reached == 4.0


def test_nobody_pays_for_a_report_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    original = Reached.report

    def counted(*arguments: Any) -> list[StartLine]:
        calls.append(1)
        return original(*arguments)

    monkeypatch.setattr(Reached, "report", counted)
    result = simulate(Geared(), stop_time=0.1)
    assert not calls
    assert len(result.start.lines) > 5
    assert len(calls) == 1
