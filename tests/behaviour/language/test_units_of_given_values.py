"""A quantity is the same number wherever it is given, and refused where it does not fit.

It may be one of pint, or a text such as "1500 rpm".

One row for each way into a model or a run: a right quantity gives what the number in SI units
gives, to the last bit, and one of another kind is refused with both units named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drivetrain as dt
from drivetrain.blocks import CombiTimeTable, Constant, Gain, Sine, Step, TimeTable
from drivetrain.errors import DrivetrainError, UnitError
from drivetrain.modeling import (
    Component,
    Experiment,
    Model,
    constant,
    delay,
    fixed,
    guess,
    initial,
    integer,
    interpolate,
    parameter,
    pre,
    reinit,
    sample,
    table,
    variable,
    when,
    where,
)
from drivetrain.modeling import time as now
from drivetrain.rotational import Clutch, Fixed, Inertia, SpringDamper, Torque
from drivetrain.thermal import FixedTemperature, HeatCapacitor, ThermalConductor

pint = pytest.importorskip("pint")
UREG = pint.UnitRegistry()
Q = UREG.Quantity
RPM = np.pi / 30
"""One revolution per minute in rad/s."""


def run(*statements: Callable[[Any], Any], **parts: Any) -> Any:
    """Run a model that is put together from parts, 10 ms long."""
    m = Model("bench")
    m.add(**parts)
    for statement in statements:
        m.connect(statement(m))
    return dt.simulate(m, stop_time=0.01)


def mass(**given: Any) -> Any:
    asked = {"J": 1.0, "phi": fixed(0.0), "w": fixed(0.0), **given}
    return run(part=Inertia(**asked))


def masses(**given: Any) -> Any:
    asked = {"J": 1.0, "phi": fixed(0.0), "w": fixed(0.0), **given}
    return run(part=Inertia.array(2, **asked))


class Shaft(Model):
    """A torque on an inertia with a clutch to the ground, which keeps open."""

    torque = Torque(tau=1.0)
    part = Inertia(J=2.0, phi=fixed(0.0), w=fixed(0.0))
    clutch = Clutch(fn_max=1.0, f_normalized=0.0, mu_pos=[[0.0, 0.5]])
    ground = Fixed()

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.part >> self.clutch >> self.ground


@pytest.fixture(scope="module")
def shaft() -> Any:
    return dt.compile(Shaft())


SHAFT = dt.compile(Shaft())


def ran(**settings: Any) -> list[float]:
    """Return numbers that show what a run of the shaft was given."""
    result = SHAFT.simulate(**{"stop_time": 0.01, **settings})
    return [result.parameters["part.J"], *result["part.w"][[0, -1]].tolist(), *result.time.tolist()]


def many(name: str, values: Any) -> list[float]:
    runs = SHAFT.ensemble({name: values}, stop_time=0.01)
    return [*runs.final("part.w").tolist(), *runs.final("part.phi").tolist()]


def declared(**members: Any) -> Any:
    """Run a class with these members."""
    return dt.simulate(type("Declared", (Model,), members)(), stop_time=0.01)


def stated(unit: str, right: Callable[[Any], Any], *more: Callable[[Any], Any]) -> float:
    """Return what one equation gives for a variable."""

    def equations(self: Any) -> Iterable[Any]:
        yield self.x == right(self)
        for one in more:
            yield one(self)

    return float(declared(x=variable(unit), equations=equations).final["x"])


def at_start(value: Any) -> float:
    def initial_equations(self: Any) -> Iterable[Any]:
        yield self.part.w == value

    members = {"part": Inertia(J=1.0, phi=fixed(0.0)), "initial_equations": initial_equations}
    return float(declared(**members).final["part.w"])


def set_anew(value: Any) -> float:
    def equations(self: Any) -> Iterable[Any]:
        yield when(now > constant(0.005, "s"), reinit(self.part.w, value))

    members = {"part": Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)), "equations": equations}
    return float(declared(**members).final["part.w"])


def counted(first: Any, interval: Any) -> float:
    def equations(self: Any) -> Iterable[Any]:
        yield when(sample(first, interval), self.n == pre(self.n) + 1)

    return float(declared(n=integer(start=fixed(0)), equations=equations).final["n"])


def bounded(**bounds: Any) -> Any:
    """Return the bounds of a variable, and of a parameter, as they are kept."""
    one, other = variable("m", **bounds), parameter(1.0, unit="m", **bounds)
    return [one.minimum, one.maximum, other.minimum, other.maximum]


def looked_up(rows: Any, **how: Any) -> float:
    """Return what a table of the class says at 1 rad/s."""
    members = {"law": table(rows, units=("rad/s", "N.m"), **how)}
    return stated_with(members, lambda self: self.law(constant(1.0, "rad/s")))


def stated_with(members: dict[str, Any], right: Callable[[Any], Any]) -> float:
    def equations(self: Any) -> Iterable[Any]:
        yield self.x == right(self)

    return float(declared(**members, x=variable("N.m"), equations=equations).final["x"])


def between(points: Any, values: Any) -> float:
    return stated(
        "N.m", lambda self: interpolate(constant(1.0, "rad/s"), points, values, units=UNITS)
    )


UNITS = ("rad/s", "N.m")


def outer(J: Any, factor: Any = None) -> float:
    """Return the inertia of a part that a parameter of the class around it gives."""
    own = parameter(J, unit="kg.m2")
    value = own if factor is None else factor(own)
    part = Inertia(J=value, phi=fixed(0.0), w=fixed(0.0))
    return float(declared(own=own, part=part).parameters["part.J"])


def given_at_top(J: Any) -> float:
    own = parameter(1.0, unit="kg.m2")
    part = Inertia(J=own, phi=fixed(0.0), w=fixed(0.0))
    cls: Any = type("Top", (Model,), {"own": own, "part": part})
    return float(dt.simulate(cls(own=J), stop_time=0.01).parameters["part.J"])


class Vectors(Component):
    """A parameter and a variable of two elements."""

    k = parameter([1.0, 2.0], unit="m")
    x = variable("m", size=2)

    def equations(self) -> Iterable[Any]:
        for x in self.x:
            yield x.derivative() == constant(0.0, "m/s")


def vectors(**given: Any) -> list[float]:
    result = run(part=Vectors(**{"k": [1.0, 2.0], "x": fixed([0.0, 0.0]), **given}))
    names = ("part.k[0]", "part.k[1]")
    return [
        *(result.parameters[name] for name in names),
        *result.match("*x*"),
        *result.final.values(),
    ]


class Structural(Component):
    """A value with a unit that is known before there are equations."""

    length = parameter(1.0, unit="m", min=0, structural=True)
    y = variable("m")

    def equations(self) -> Iterable[Any]:
        yield self.y == constant(self.length, "m")


def heated(**given: Any) -> float:
    asked = {"T": 300.0, **given}
    result = run(
        lambda m: m.wall >> m.rod >> m.body,
        wall=FixedTemperature(**asked),
        rod=ThermalConductor(G=1e-9),
        body=HeatCapacitor(C=1.0, T=fixed(300.0)),
    )
    return float(result.final["wall.port.T"])


@dataclass(frozen=True)
class Path:
    """A way for a value into a model or a run.

    Attributes
    ----------
    name : str
        What the way is.
    unit : str
        Unit that is declared where it ends.
    right : object
        A quantity, or several, for it.
    number : object
        The same in that unit, as plain numbers.
    wrong : object
        A quantity of another kind.
    read : callable
        Sends a value along the way and returns numbers that show where it arrived.
    """

    name: str
    unit: str
    right: Any
    number: Any
    wrong: Any
    read: Callable[[Any], Any]

    def __str__(self) -> str:
        return self.name


J = (Q(20000, "kg*cm^2"), 2.0, Q(3, "m"))
W = (Q(1500, "rpm"), 1500 * RPM, Q(3, "N"))
TAU = (Q(300, "N*cm"), 3.0, Q(3, "N"))
TIME = (Q(7, "ms"), 0.007, Q(3, "m"))
LENGTH = (Q(7, "cm"), 0.07, Q(3, "kg"))

PATHS = [
    Path("parameter", "kg.m2", *J, lambda v: mass(J=v).parameters["part.J"]),
    Path("parameter of a class", "kg.m2", *J, given_at_top),
    Path("default of a parameter", "kg.m2", *J, outer),
    Path("array", "kg.m2", Q([20000, 30000], "kg*cm^2"), [2.0, 3.0], Q([1, 2], "m"),
         lambda v: [masses(J=v).parameters[f"part[{k}].J"] for k in (0, 1)]),
    Path("list of quantities", "kg.m2", [Q(20000, "kg*cm^2"), 3.0], [2.0, 3.0], [1.0, Q(2, "m")],
         lambda v: [masses(J=v).parameters[f"part[{k}].J"] for k in (0, 1)]),
    Path("array of objects", "kg.m2", np.array([Q(20000, "kg*cm^2"), 3.0], dtype=object),
         [2.0, 3.0], np.array([Q(2, "m"), 1.0], dtype=object),
         lambda v: [masses(J=v).parameters[f"part[{k}].J"] for k in (0, 1)]),
    Path("one for an array", "kg.m2", *J, lambda v: masses(J=v).parameters["part[1].J"]),
    Path("term of an expression", "kg.m2", *J,
         lambda v: outer(1.0, lambda own: own + _with_unit(v, "kg.m2"))),
    Path("factor of an expression", "kg.m2", *J,
         lambda v: outer(1.0, lambda own: own * _with_unit(v, "kg.m2") / constant(1.0, "kg.m2"))),
    Path("vector parameter", "m", Q([7, 9], "cm"), [0.07, 0.09], Q([7, 9], "kg"),
         lambda v: vectors(k=v)),
    Path("element of a vector", "m", [Q(7, "cm"), 0.09], [0.07, 0.09], [Q(7, "kg"), 1.0],
         lambda v: vectors(k=v)),
    Path("start of a vector", "m", Q([7, 9], "cm"), [0.07, 0.09], Q([7, 9], "kg"),
         lambda v: vectors(x=fixed(v))),
    Path("structural parameter", "m", *LENGTH,
         lambda v: run(part=Structural(length=v)).final["part.y"]),
    Path("default of a structural one", "m", *LENGTH,
         lambda v: parameter(v, unit="m", structural=True).default),
    Path("fixed", "rad/s", *W, lambda v: mass(w=fixed(v)).final["part.w"]),
    Path("guess", "rad/s", *W, lambda v: mass(w=guess(v)).final["part.w"]),
    Path("fixed for an array", "rad/s", Q([30, 60], "rpm"), [30 * RPM, 60 * RPM],
         Q([1, 2], "N"), lambda v: masses(w=fixed(v)).final["part[1].w"]),
    Path("nominal of a start", "rad/s", *W, lambda v: mass(w=fixed(1.0, nominal=v)).time.tolist()),
    Path("input", "N.m", *TAU,
         lambda v: run(lambda m: m.t >> m.j, t=Torque(tau=v), j=Inertia(
             J=1.0, phi=fixed(0.0), w=fixed(0.0))).final["j.w"]),
    Path("input of an array", "N.m", Q([100, 300], "N*cm"), [1.0, 3.0], Q([1, 2], "N"),
         lambda v: run(lambda m: m.t >> m.j, t=Torque.array(2, tau=v), j=Inertia.array(
             2, J=1.0, phi=fixed(0.0), w=fixed(0.0))).final["j[1].w"]),
    Path("parameter of a block", "s", *TIME,
         lambda v: run(b=Step(start_time=v, height=1.0)).time.tolist()),
    Path("frequency of a block", "Hz", Q(0.02, "kHz"), 20.0, Q(3, "m"),
         lambda v: run(b=Sine(f=v, amplitude=1.0)).final["b.y"]),
    Path("number without a unit", "1", Q(50, "percent"), 0.5, Q(3, "N"),
         lambda v: run(b=Constant(k=v)).final["b.y"]),
    Path("absolute temperature", "K", Q(20, "degC"), 293.15, Q(3, "m"), lambda v: heated(T=v)),
    Path("table", "rad/s", [[Q(0, "rpm"), 0.5], [Q(30, "rpm"), Q(40, "percent")]],
         [[0.0, 0.5], [30 * RPM, 0.4]], [[Q(0, "m"), 0.5]],
         lambda v: run(lambda m: m.t >> m.j >> m.c >> m.g, t=Torque(tau=1.0), j=Inertia(
             J=1.0, phi=fixed(0.0), w=fixed(2.0)), c=Clutch(
             fn_max=1.0, f_normalized=1.0, mu_pos=v), g=Fixed()).final["j.w"]),
    Path("table as one array", "N.m", [*map(list, zip(Q([0, 60], "rpm"), Q([1, 3], "N*m"),
         strict=True))], [[0.0, 1.0], [60 * RPM, 3.0]], Q([[0, 1], [2, 3]], "rpm"),
         looked_up),
    Path("default of a table", "N.m", [[0.0, Q(100, "N*cm")], [1.0, Q(300, "N*cm")]],
         [[0.0, 1.0], [1.0, 3.0]], [[0.0, Q(1, "m")]], looked_up),
    Path("bound of a table", "rad/s", Q(-30, "rpm"), -np.pi, Q(1, "m"),
         lambda v: table([[0.0, 1.0]], units=UNITS, min=(v,)).minimum[0]),
    Path("least value", "m", *LENGTH, lambda v: bounded(min=v)),
    Path("greatest value", "m", *LENGTH, lambda v: bounded(max=v)),
    Path("nominal value", "m", *LENGTH, lambda v: variable("m", nominal=v).nominal),
    Path("start of a variable", "m", *LENGTH, lambda v: variable("m", start=v).start),
    Path("fixed start of a variable", "m", *LENGTH,
         lambda v: declared(x=variable("m", start=fixed(v)), equations=lambda self: [
             self.x.derivative() == constant(0.0, "m/s")]).final["x"]),
    Path("constant", "N.m", *TAU, lambda v: stated("N.m", lambda self: constant(v, "N.m"))),
    Path("equation", "N.m", *TAU, lambda v: stated("N.m", lambda self: _with_unit(v, "N.m"))),
    Path("term of an equation", "N.m", *TAU,
         lambda v: stated("N.m", lambda self: constant(1.0, "N.m") + _with_unit(v, "N.m"))),
    Path("branch of an equation", "N.m", *TAU,
         lambda v: stated("N.m", lambda self: where(initial(), _with_unit(v, "N.m"), v)
                          if _has_unit(v) else constant(v, "N.m"))),
    Path("initial equation", "rad/s", *W, lambda v: at_start(_with_unit(v, "rad/s"))),
    Path("reinit", "rad/s", *W, lambda v: set_anew(_with_unit(v, "rad/s"))),
    Path("sample", "s", Q(3, "ms"), 0.003, Q(3, "m"), lambda v: counted(0.001, v)),
    Path("delay", "s", *TIME, lambda v: stated("s", lambda self: delay(now, v))),
    Path("points of interpolate", "rad/s", Q([0, 60], "rpm"), [0.0, 60 * RPM],
         Q([0, 1], "m"), lambda v: between(v, [1.0, 3.0])),
    Path("values of interpolate", "N.m", Q([100, 300], "N*cm"), [1.0, 3.0], Q([0, 1], "m"),
         lambda v: between([0.0, 2.0], v)),
    Path("run: parameter", "kg.m2", *J, lambda v: ran(parameters={"part.J": v})),
    Path("run: start value", "rad/s", *W, lambda v: ran(parameters={"part.w.start": v})),
    Path("run: table", "rad/s", [[Q(30, "rpm"), 0.5]], [[30 * RPM, 0.5]],
         [[Q(30, "m"), 0.5]], lambda v: ran(parameters={"clutch.mu_pos": v})),
    Path("start: start value", "rad/s", *W,
         lambda v: SHAFT.start(parameters={"part.w.start": v}).lines[1].reached),
    Path("start: time", "s", *TIME, lambda v: str(SHAFT.start(start_time=v))),
    Path("ensemble: parameter", "kg.m2", Q([20000, 30000], "kg*cm^2"), [2.0, 3.0],
         Q([1, 2], "m"), lambda v: many("part.J", v)),
    Path("ensemble: list", "kg.m2", [Q(20000, "kg*cm^2"), 3.0], [2.0, 3.0],
         [1.0, Q(2, "m")], lambda v: many("part.J", v)),
    Path("ensemble: start values", "rad/s", Q([30, 60], "rpm"),
         [30 * RPM, 60 * RPM], Q([1, 2], "N"), lambda v: many("part.w.start", v)),
    Path("run: start_time", "s", *TIME, lambda v: ran(start_time=v)),
    Path("run: stop_time", "s", *TIME, lambda v: ran(stop_time=v)),
    Path("run: interval", "s", Q(1, "ms"), 0.001, Q(1, "m"), lambda v: ran(interval=v)),
    Path("run: output points", "s", Q([1, 7], "ms"), [0.001, 0.007], Q([1, 7], "m"),
         lambda v: ran(stop_time=0.01, output_times=v)),
    Path("run: tolerance", "1", Q(0.01, "percent"), 1e-4, Q(1, "m"), lambda v: ran(tolerance=v)),
    Path("experiment", "s", *TIME, lambda v: Experiment(stop_time=v).stop_time),
    Path("result: instant", "s", Q([1, 7], "ms"), [0.001, 0.007], Q([1, 7], "m"),
         lambda v: SHAFT.simulate(stop_time=0.01).at(v, "part.w").tolist()),
]  # fmt: skip


def _with_unit(value: Any, unit: str) -> Any:
    """Return what stands in an equation: a quantity as it is, a number with its unit."""
    return value if _has_unit(value) else constant(value, unit)


def _has_unit(value: Any) -> bool:
    return isinstance(value, str) or hasattr(value, "units")


def texts(value: Any) -> Any:
    """Return the same with a text in the place of every quantity of pint."""
    if isinstance(value, (list, tuple)):
        return [texts(one) for one in value]
    if isinstance(value, np.ndarray):
        made = np.empty(value.shape, dtype=object)
        made[:] = texts(value.tolist())
        return made
    if not isinstance(value, Q):
        return value
    if np.ndim(value.magnitude):
        return [texts(one) for one in value]
    return f"{value.magnitude:.17g} {value.units:~C}"


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_quantity_is_the_number_in_the_declared_unit(path: Path) -> None:
    assert path.read(path.right) == path.read(path.number)


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_quantity_of_another_kind_is_refused_with_both_units(path: Path) -> None:
    with pytest.raises(UnitError) as caught:
        path.read(path.wrong)
    said = str(caught.value)
    found = {"m": "meter", "N": "newton", "kg": "kilogram", "rpm": "revolutions_per_minute"}
    units = [*found.values(), "unit N", "unit m", "unit kg"]
    assert any(unit in said for unit in units), said
    assert f"'{path.unit}'" in said or f"unit {path.unit}" in said, said


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_text_is_the_number_in_the_declared_unit(path: Path) -> None:
    assert path.read(texts(path.right)) == path.read(path.number)


@pytest.mark.parametrize("path", [path for path in PATHS if isinstance(path.number, list)], ids=str)
def test_an_array_of_texts_is_an_array_of_numbers(path: Path) -> None:
    given = texts(path.right)
    if all(isinstance(one, str) for one in given):
        assert path.read(np.array(given)) == path.read(path.number)
        assert path.read(pd.Series(given)) == path.read(path.number)


@pytest.mark.parametrize("path", PATHS, ids=str)
def test_a_text_of_another_kind_is_refused_with_both_units(path: Path) -> None:
    with pytest.raises(UnitError) as caught:
        path.read(texts(path.wrong))
    said = str(caught.value)
    assert f"'{path.unit}'" in said or f"unit {path.unit}" in said, said
    assert any(f"{unit}'" in said or f"unit {unit}" in said for unit in ("m", "N", "kg", "rpm"))


@pytest.mark.parametrize("several", [[Q(1, "kg*m^2")], [[Q(1, "s"), 1.0]], Q([1, 2], "kg*m^2")])
def test_several_quantities_for_one_number_of_a_run(several: Any) -> None:
    with pytest.raises(DrivetrainError, match=r"part\.J"):
        ran(parameters={"part.J": several})
    with pytest.raises(DrivetrainError, match="stop_time"):
        ran(stop_time=several)


def test_registries_do_not_matter() -> None:
    own, other = pint.Quantity(20000, "kg*cm^2"), pint.UnitRegistry(system="cgs")
    assert mass(J=own).parameters["part.J"] == 2.0
    assert mass(J=other.Quantity(20000, "kg*cm^2")).parameters["part.J"] == 2.0
    mixed = [Q(20000, "kg*cm^2"), other.Quantity(3, "kg*m^2")]
    assert masses(J=mixed).parameters["part[1].J"] == 3.0


def test_a_quantity_to_the_left_of_an_operator_is_not_lost() -> None:
    """Pint multiplies with anything; the sums that it tries to make are refused."""
    assert stated("N.m", lambda self: TAU[0] * where(initial(), 1.0, 1.0)) == 3.0
    for wrong in (lambda self: TAU[0] + self.x, lambda self: where(TAU[0] > self.x, 1.0, 2.0)):
        with pytest.raises(DrivetrainError, match="a quantity of pint goes to the right"):
            stated("N.m", wrong)


def test_hertz_are_not_taken_for_radians_per_second() -> None:
    with pytest.raises(UnitError, match=r"start of part\.w: 50 hertz may count turns"):
        mass(w=fixed(Q(50, "Hz")))
    with pytest.raises(UnitError, match=r"b\.f: 3000 revolutions_per_minute measures an angle"):
        run(b=Sine(f=Q(3000, "rpm"), amplitude=1.0))
    with pytest.raises(UnitError, match="50 hertz may count turns or measure an angle"):
        stated("rad/s", lambda self: Q(50, "Hz"))
    assert mass(w=fixed(Q(1, "turn/s"))).final["part.w"] == 2 * np.pi


def test_a_temperature_in_an_equation_is_refused() -> None:
    with pytest.raises(UnitError, match="20 degree_Celsius has a zero of its own"):
        stated("K", lambda self: Q(20, "degC"))
    assert stated("K", lambda self: Q(20, "delta_degC")) == 20.0


@pytest.mark.parametrize("cls", [TimeTable, CombiTimeTable])
def test_a_table_without_units_refuses_quantities_by_name(cls: Any) -> None:
    with pytest.raises(UnitError, match=rf"{cls.__name__}\(table=…\): 5 millisecond cannot be"):
        run(b=cls(table=[[0.0, 1.0], [Q(5, "ms"), 2.0]]))


def test_units_of_a_gain_are_its_own() -> None:
    with pytest.raises(UnitError, match=r"b\.k: 3 newton cannot be converted to '1'"):
        run(b=Gain(k=Q(3, "N"), u=1.0))


def test_a_stiffness_per_degree() -> None:
    spring = SpringDamper(c=Q(1, "N*m/deg"), d=0.0)
    result = run(
        lambda m: m.a >> m.s >> m.b,
        a=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)),
        s=spring,
        b=Inertia(J=1.0, phi=fixed(0.0), w=fixed(0.0)),
    )
    assert result.parameters["s.c"] == pytest.approx(180 / np.pi, rel=1e-15)
