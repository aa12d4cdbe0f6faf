"""Values for what is inside a part are given where the part is made: ``part=dict(…)``."""

from __future__ import annotations

from typing import Any

import pytest

from drivetrain import Model, compile, fixed, guess, simulate  # noqa: A004
from drivetrain.blocks import TimeTable
from drivetrain.errors import ModelError, ParameterError, UnitError
from drivetrain.modeling import Component, RealInput, constant, parameter, table, variable
from drivetrain.rotational import Damper, Fixed, Inertia, Torque
from drivetrain.translational import Vehicle


class Weighted(Component):
    """Has every kind of member that can be given a value."""

    k = parameter([1.0, 2.0])
    own = parameter(2.0)
    doubled = parameter(2.0 * own, final=True)
    rows = table([[0, 1], [1, 2]])
    is_big = parameter(False, structural=True)
    u = RealInput()
    x = variable()

    def equations(self) -> Any:
        yield self.x == self.k[0] * self.u + self.k[1] * self.rows(0.5) + self.doubled


class Axle(Model):
    """A wheel with a drag, and two more parts."""

    drag = parameter(0.5, unit="N.m.s/rad")
    wheel = Inertia(J=2.0, phi=fixed(0.0))
    damper = Damper(d=drag)
    weighted = Weighted(u=1.0)
    source = TimeTable(table=[[0, 1], [1, 2]])
    spokes: Any = Inertia.array(2, J=1.0)
    ground = Fixed()

    def equations(self) -> Any:
        yield self.wheel >> self.damper >> self.ground


class Train(Model):
    w0 = parameter(3.0, unit="rad/s")
    first = Axle(wheel={"w": fixed(w0), "J": 4.0}, weighted={"k": [5.0, 6.0]})
    second = Axle(drag=0.7, damper={"d": 0.9}, weighted={"rows": [[0, 10], [1, 20]]})
    many: Any = Axle.array(3, wheel={"w": fixed([1.0, 2.0, 3.0]), "J": [5.0, 6.0, 7.0]})
    all_spokes: Any = Axle.array(2, spokes={"w": guess(8.0), "J": 9.0}, wheel={"w": fixed(0)})
    own_spokes = Axle(spokes={"w": fixed([1.0, 2.0])}, wheel={"w": fixed(0)})


def test_values_reach_what_is_inside_a_part() -> None:
    result = simulate(Train(second={"wheel": {"w": fixed(30.0)}}), stop_time=0.0)
    start, given = result.final, result.parameters
    assert start["first.wheel.w"] == 3.0
    assert start["second.wheel.w"] == 30.0
    assert [start[f"many[{k}].wheel.w"] for k in range(3)] == [1.0, 2.0, 3.0]
    assert [given[f"many[{k}].wheel.J"] for k in range(3)] == [5.0, 6.0, 7.0]
    assert {given[f"all_spokes[{k}].spokes[{n}].J"] for k in (0, 1) for n in (0, 1)} == {9.0}
    assert start["all_spokes[1].spokes[0].w"] == 8.0
    assert [start[f"own_spokes.spokes[{k}].w"] for k in (0, 1)] == [1.0, 2.0]
    assert given["first.wheel.J"] == 4.0
    assert (given["first.damper.d"], given["second.damper.d"]) == (0.5, 0.9)
    assert start["first.weighted.x"] == 5.0 + 6.0 * 1.5 + 4.0
    assert start["second.weighted.x"] == 1.0 + 2.0 * 15.0 + 4.0


def test_a_run_may_change_them_by_their_dotted_names() -> None:
    compiled = compile(Train(second={"wheel": {"w": fixed(30.0)}}))
    result = compiled.simulate(
        stop_time=0.0, parameters={"w0": 4.0, "second.wheel.w.start": 5.0, "first.damper.d": 0.1}
    )
    assert result.final["first.wheel.w"] == 4.0
    assert result.final["second.wheel.w"] == 5.0
    assert result.parameters["first.damper.d"] == 0.1


def test_models_built_step_by_step_are_modified_too() -> None:
    inner = Model("inner")
    inner.add(wheel=Inertia(J=1.0), fixed_end=Fixed())
    outer = Model("outer")
    outer.add(axle=Axle(wheel={"w": fixed(2.0)}))

    class Around(Model):
        part = inner

    model = Around(part={"wheel": {"w": fixed(6.0)}})
    assert simulate(model, stop_time=0.0).final["part.wheel.w"] == 6.0
    assert simulate(outer, stop_time=0.0).final["axle.wheel.w"] == 2.0
    with pytest.raises(ParameterError, match=r"has no member 'weel'; did you mean 'wheel'\?"):
        compile(Around(part={"weel": {"w": fixed(6.0)}}))


class Bank(Component):
    """Has as many tanks as its structural parameter says."""

    n = parameter(2, kind="integer", structural=True)
    rows = parameter([[1.0, 2.0]], structural=True)
    weights = parameter([1.0, 1.0])
    level = variable(size=n)

    def equations(self) -> Any:
        for k in range(self.n):
            yield self.level[k] == sum(self.weights) * self.rows[-1][0]


class Site(Model):
    bank = Bank()


class Region(Model):
    count = parameter(3, kind="integer", structural=True)
    large = Site(bank={"n": count + 1, "rows": [[1.0, 2.0], [5.0, 6.0]]})
    small = Site(bank={"weights": [1.0, 2.0, 3.0]})
    sites: Any = Site.array(2, bank={"n": 1})


def test_what_changes_the_equations_of_a_part_inside_is_given_as_well() -> None:
    class Country(Model):
        region = Region(large={"bank": {"n": 3}}, count=5)

    final = simulate(Region(), stop_time=0.0).final
    assert [final[f"large.bank.level[{k}]"] for k in range(4)] == [10.0] * 4
    assert [final[f"small.bank.level[{k}]"] for k in range(2)] == [6.0] * 2
    assert "sites[1].bank.level[1]" not in final
    final = simulate(Country(), stop_time=0.0).final
    assert final["region.large.bank.level[2]"] == 10.0
    assert "region.large.bank.level[3]" not in final


def test_the_speed_of_a_vehicle() -> None:
    class Road(Model):
        car = Vehicle(m=1e3, J=1.0, R=0.3, A=2.0, Cd=0.3, mass={"v": fixed(27.8)})

    assert simulate(Road(), stop_time=0.0).final["car.mass.v"] == pytest.approx(27.8)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"weel": {"w": fixed(1)}}, r"Axle has no parameter or variable 'weel'; .*'wheel'\?"),
        ({"wheel": {"W": fixed(1)}}, r"Axle\(wheel=dict\(…\)\): Inertia\(W=.*mean 'w'\?"),
        ({"wheel": 3.0}, r"'wheel' is a part of Axle, .*wheel=dict\("),
        ({"wheel": Inertia(J=3.0)}, r"'wheel' is a part of Axle, .*wheel=dict\("),
        ({"wheel": {"w": 3.0}}, r"axle\.wheel\.w=3\.0: 'w' is a variable; say fixed\(3\.0\)"),
        ({"wheel": {"flange_a": 1.0}}, "'flange_a' is a part of Inertia"),
        ({"wheel": {"J": "x"}}, "axle.wheel.J='x': give a number in kg.m2"),
        ({"wheel": {"J": Train.w0}}, r"axle\.wheel\.J=w0: 'w0' is not a member of 'Wrong'"),
        ({"wheel": {"enabled": False}}, r"'enabled' changes the equations"),
        (
            {"weighted": {"is_big": "yes"}},
            r"Weighted\(is_big=…\): is_big='yes': give True or False",
        ),
        ({"weighted": {"u": 2.0}}, r"the input 'u' of 'axle\.weighted' gets its value inside"),
        ({"weighted": {"doubled": 2.0}}, r"'doubled' is computed"),
        ({"weighted": {"k": [[1.0, 2.0]]}}, r"k=\[\[1\.0, 2\.0\]\]: give a number, or a list"),
        ({"spokes": {"w": fixed([1.0, 2.0, 3.0])}}, r"axle\.spokes\.w .*found 3 values"),
    ],
)
def test_what_is_not_there_or_not_open_is_refused(given: dict[str, Any], told: str) -> None:
    def wrong() -> None:
        class Wrong(Model):
            axle = Axle(**given)

        compile(Wrong())

    with pytest.raises(ModelError, match=told):
        wrong()


def test_units_are_those_inside() -> None:
    class Mixed(Model):
        length = parameter(1.0, unit="m")
        axle = Axle(wheel={"J": length})

    with pytest.raises(UnitError, match=r"axle\.wheel\.J has unit kg\.m2 but is given 'length'"):
        compile(Mixed())


def test_a_source_is_still_connected_from_inside() -> None:
    class Driven(Model):
        motor = Torque(tau=constant(1.0, "N.m"))
        axle = Axle(wheel={"w": fixed(0.0)})

        def equations(self) -> Any:
            yield self.motor >> self.axle.wheel

    assert simulate(Driven(), stop_time=0.1).final["axle.wheel.w"] > 0
