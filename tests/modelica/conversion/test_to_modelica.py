"""Models of Python move as before when they are written as Modelica and read again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.blocks import Sine
from drivetrain.errors import ModelicaError
from drivetrain.modelica.library import snake_case
from drivetrain.modeling import (
    Connector,
    Experiment,
    Expr,
    RealInput,
    RealOutput,
    boolean,
    change,
    constant,
    delay,
    der,
    ensure,
    fixed,
    flow,
    guess,
    initial,
    integer,
    maximum,
    motion,
    no_event,
    parameter,
    potential,
    pre,
    reinit,
    sample,
    sin,
    time,
    variable,
    when,
    where,
)
from drivetrain.rotational import Inertia, Rigid, Spring, SpringDamper, Torque

OUT_OF_REACH = (  # contacts, data
    "contacts.BandBrake", "contacts.DogClutch", "contacts.RigidDogClutch", "contacts.RigidRatchet",
    "contacts.Stops", "edition2002.", "gears.ScrewJack", "gears.SplitFriction", "gears.WormHoist",
    "machines.DualClutchLaunch", "machines.Hoist",
)  # fmt: skip
EXAMPLES = [one for one in dt.examples.names() if not one.startswith(OUT_OF_REACH)]


def read_again(folder: Path, model: Any) -> Any:
    file = folder / "Written.mo"
    file.write_text(dt.modelica.to_modelica(model))
    return dt.modelica.load(file)


def assert_same(model: Any, again: Any, **settings: Any) -> dt.Result:
    found, expected = (dt.simulate(one(), **settings) for one in (again, model))
    assert np.array_equal(found.time, expected.time)
    assert sorted(found.names) == sorted(expected.names)
    for name in expected.names:
        assert np.array_equal(found[name], expected[name]), name
    return expected


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.filterwarnings("ignore::drivetrain.errors.CheckWarning")
def test_an_example_has_the_same_bits(name: str, tmp_path: Path) -> None:
    model = dt.examples.find(name)
    stop = min(model.experiment.stop_time, 2.0)
    assert_same(model, read_again(tmp_path, model), stop_time=stop)


class Port(Connector):
    """A connector of one's own."""

    v = potential("V")
    i = flow("A")


class Capacitor(dt.Model):
    """A capacitor with a resistance."""

    p = Port()
    C = parameter(0.1, unit="F", min=0)
    R = parameter(2.0, unit="Ohm")
    v = variable("V", start=fixed(1.0), nominal=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.C * der(self.v) == self.p.i
        yield self.p.v == self.v + self.R * self.p.i


class Source(dt.Model):
    """A source that is switched."""

    p = Port()
    u = RealInput("V")
    is_on = parameter(True, structural=True)

    def equations(self) -> Iterable[Any]:
        if self.is_on:
            yield self.p.v == self.u
        else:
            yield self.p.i == 0


class Circuit(dt.Model):
    """Two sources, two capacitors."""

    experiment = Experiment(stop_time=1.0, tolerance=1e-8)
    C0 = parameter(0.05, unit="F", doc="A capacitance")
    source = Source()
    off = Source(is_on=False)
    first = Capacitor(C=2 * C0)
    second = Capacitor(R=3.0, v=fixed(0.25))
    sine = Sine(f=2.0)
    end = RealOutput("V", doc="The voltage that is left")

    def equations(self) -> Iterable[Any]:
        yield self.source.p >> self.first.p
        yield self.off.p >> self.second.p
        yield self.sine.y >> self.source.u
        yield self.sine.y >> self.off.u
        yield self.end == self.second.v


class Events(dt.Model):
    """Everything that happens at instants."""

    numbers_fit_any_unit = True

    model = variable("1", start=guess(1.0), state_select="prefer")
    w = variable("rad/s", start=fixed(3.0), min=-10)
    count = integer(start=fixed(0))
    is_low = boolean(start=fixed(False))
    z = variable("1", size=2)
    held = variable("1", start=fixed(0.0))
    late = variable("1")

    def equations(self) -> Iterable[Any]:
        yield der(self.model) == -self.model / constant(1.0, "s")
        yield der(self.w) == constant(-1.0, "rad/s2") + no_event(
            where(self.w > 1, constant(-2.0, "rad/s2"), constant(0.5, "rad/s2"))
        )
        yield self.is_low == where(pre(self.is_low), ~(self.w > 2), self.w < 0)
        yield when(
            change(self.is_low), self.count == pre(self.count) + 1, reinit(self.w, -2 * self.w)
        ).elsewhen(sample(0.1, 0.25), self.count == pre(self.count) + 10)
        yield when([initial(), time > 0.5], self.held == sin(self.model))
        yield self.z[0] == maximum(self.model, 2.0**2) - (self.model - (1.0 - self.model))
        yield self.z[1] == abs(-(self.model**2)) / (self.model * 3) * (2 / self.model)
        yield self.late == delay(self.model, 0.05)
        yield ensure(self.model > -10, 'is "too" small')

    def initial_equations(self) -> Iterable[Any]:
        yield self.model == 2.0


class Shaft(Rigid):
    """A part with the flanges of the library."""

    J = parameter(1.5, unit="kg.m2")
    w = variable("rad/s")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.J * der(self.w) == self.flange_a.tau + self.flange_b.tau


class Line(dt.Model):
    """Own shafts between those of the library."""

    torque = Torque(tau=2.0)
    start = Inertia(J="20 kg.cm2", phi=fixed(0), w=fixed("60 rpm"))
    spring = Spring(c=100.0)
    own = Shaft(phi=fixed(0.0), w=fixed(0.0))
    end = SpringDamper(c=10.0, d=0.5, phi_rel=guess(0.1))
    last = Inertia(J=1.0)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.start >> self.spring >> self.own >> self.end >> self.last


@pytest.mark.parametrize("model", [Circuit, Events, Line], ids=lambda one: one.__name__)
@pytest.mark.filterwarnings("ignore::drivetrain.errors.CheckWarning")
def test_a_model_of_ones_own_has_the_same_bits(model: Any, tmp_path: Path) -> None:
    result = assert_same(model, read_again(tmp_path, model))
    if model is Events:
        assert result.final["count"] > 20


def test_what_is_written_stays_the_same_if_it_is_read_and_written_again(tmp_path: Path) -> None:
    again = read_again(tmp_path, Events)
    assert dt.modelica.to_modelica(again) == (tmp_path / "Written.mo").read_text()


class OfPython(dt.Model):
    """What Modelica has not."""

    wheel = Inertia(J=1.0)
    a = variable("rad")

    def equations(self) -> Iterable[Any]:
        yield self.a == motion(sin(time * constant(1.0, "rad/s")), constant(1.0, "rad/s"))

    def stored_energy(self) -> Expr:
        return constant(0.0, "J")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gears.WormHoist", "WormGear has no counterpart in the Modelica Standard Library"),
        ("contacts.Stops", "RigidStop has no counterpart"),
        ("edition2002.First", "is of the edition of 2002"),
    ],
)
def test_what_modelica_has_not_is_refused_by_name(name: str, told: str) -> None:
    with pytest.raises(ModelicaError, match=told):
        dt.modelica.to_modelica(dt.examples.find(name))


def test_a_motion_is_refused_with_its_line() -> None:
    with pytest.raises(ModelicaError, match=r"test_to_modelica\.py:\d+: a motion with given"):
        dt.modelica.to_modelica(OfPython)


def test_a_model_built_step_by_step_is_refused() -> None:
    m = dt.Model("steps")
    m.add(wheel=Inertia(J=1.0))
    with pytest.raises(ModelicaError, match="built step by step"):
        dt.modelica.to_modelica(m)


def test_members_have_their_modelica_names() -> None:
    text = dt.modelica.to_modelica(dt.examples.find("Friction"))
    assert "useSupport = true" in text
    assert "Modelica.Blocks.Sources.Step step(startTime = start_time)" in text
    assert snake_case("useSupport") not in text


TO_BE_WRITTEN = {
    "a start from a matrix": (
        "  parameter Real a[2, 2] = {{1, 2}, {3, 4}}; Real x[2, 2](start=a, each fixed=true);"
        " equation der(x) = zeros(2, 2);"
    ),
    "a start that is computed": (
        "  parameter Real a[2] = {1, 2}; Real x[2](start=2*a, each fixed=true);"
        " equation der(x) = {0, 0};"
    ),
    "starts of a vector of a part": (
        "  model W Real w[2]; equation der(w) = {0, 0}; end W;"
        " W p(w(start={5, 6}, each fixed=true));"
    ),
    "a start that is free": (
        "  model W Real w(start=5, fixed=true); equation der(w) = 0; end W;"
        " W p(w(fixed=false)); initial equation p.w = 3;"
    ),
    "a declared start": (
        "  model W parameter Real a = 4; Real w(start=a); equation der(w) = 0; end W;"
        " W p(a=2, w(fixed=true));"
    ),
    "bounds": (
        "  connector P Real e(max=0.5); flow Real f; end P;"
        "  block B input Real u(max=2); output Real y(min=0.5) = u; end B; B b(u=time + 1);"
        "  model S P p; equation p.e = 0.2; end S; S s; model G P p; equation p.f = 0; end G; G g;"
        "  model W Integer n(max=3) = 2; Real x = 1; end W; W w(x(max=4));"
        " equation connect(s.p, g.p);"
    ),
    "a part that a text decides about": (
        """  model W
    import Modelica.Mechanics.Rotational.Components.*;
    parameter String mode = "braked";
    Damper d(d=1) if mode == "braked";
    Inertia a(J=1, w(start=1, fixed=true), phi(fixed=true));
    Fixed f;
  equation
    connect(a.flange_b, d.flange_a); connect(d.flange_b, f.flange);
  end W;
  W w;"""
    ),
}


@pytest.mark.parametrize("title", TO_BE_WRITTEN)
def test_what_is_read_is_written_and_read_again(tmp_path: Path, title: str) -> None:
    file = tmp_path / "A.mo"
    file.write_text(f"model A\n{TO_BE_WRITTEN[title]}\nend A;\n", encoding="utf-8")
    loaded = dt.modelica.load(file)
    file.write_text(dt.modelica.to_modelica(loaded), encoding="utf-8")
    name = "A" if "package" not in file.read_text() else "APackage.A"
    again = dt.modelica.load(file, name)
    one, other = (dt.simulate(each(), stop_time=0.5) for each in (loaded, again))
    assert set(one.names) == set(other.names)
    for key in one.names:
        assert np.array_equal(one[key], other[key]), key
