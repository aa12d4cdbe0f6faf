"""Other values without compiling anew, and other ways to write the same model."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest

from drivetrain import check, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import Sine
from drivetrain.errors import (
    InitialisationError,
    NameLookupError,
    ParameterError,
    SimulationError,
    StructureError,
    UsageError,
)
from drivetrain.examples.coupled_clutches import CoupledClutches
from drivetrain.examples.first import First
from drivetrain.examples.first_grounded import FirstGrounded
from drivetrain.modeling import Model, constant, der, fixed, parameter, variable
from drivetrain.rotational import Clutch, IdealGear, Inertia, SpringDamper, Torque
from drivetrain.simulation.runs import prepared_model
from drivetrain.simulation.verification.residuals import residuals

REST = {"phi": fixed(0.0), "w": fixed(0.0)}


class Shaft(Model):
    """A sine drives a mass through a clutch and a spring."""

    J = parameter(1.0, unit="kg.m2")

    sine = Sine(amplitude=5.0, f=1.0)
    motor = Torque()
    left = Inertia(J=J, **REST)
    clutch = Clutch(fn_max=10.0, f_normalized=1.0)
    middle = Inertia(J=2 * J, **REST)
    spring = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=0.5, phi=fixed(0.0), w=fixed(1.0))

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.left >> self.clutch >> self.middle >> self.spring >> self.right


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a compiled shaft that must not be translated again."""
    compiled = compile_model(Shaft())

    def refuse(*args: Any) -> Any:
        raise AssertionError("translated again")

    monkeypatch.setattr(prepared_model, "translate", refuse)
    return compiled


CHANGES = {
    "a number": {"spring.c": 300.0},
    "a parameter of the model": {"J": 3.0},
    "a table": {"clutch.mu_pos": [[0, 0.4], [2, 0.3]]},
    "a start value": {"right.w.start": -2.0},
    "all of them": {"spring.d": 0.1, "J": 2.0, "clutch.mu_pos": [[0, 0.2]], "left.w.start": 4.0},
}


@pytest.mark.parametrize("what", CHANGES)
def test_values_change_without_compiling(frozen: Any, what: str):
    given = CHANGES[what]
    before = frozen.simulate(interval=0.05)
    changed = frozen.simulate(parameters=given, interval=0.05)
    again = frozen.simulate(interval=0.05)
    assert residuals(frozen, changed, given).worst <= 1e-9
    assert before.rows.tobytes() == again.rows.tobytes()
    assert np.abs(changed["right.w"][-1] - before["right.w"][-1]) > 1e-4


def test_a_run_does_not_depend_on_the_run_before():
    asked: dict[str, dict[str, Any]] = {
        "nothing": {},
        "another end": {"stop_time": 0.5},
        "another beginning": {"start_time": 0.3},
        "a tolerance": {"tolerance": 1e-4},
        "a solver": {"solver": "rodas"},
        **{what: {"parameters": given} for what, given in CHANGES.items()},
    }
    fresh = {
        what: compile_model(Shaft()).simulate(interval=0.1, **one).rows.tobytes()
        for what, one in asked.items()
    }
    compiled = compile_model(Shaft())
    for before, after in product(asked, repeat=2):
        for what in (before, after):
            rows = compiled.simulate(interval=0.1, **asked[what]).rows
            assert rows.tobytes() == fresh[what], f"{after} after {before}"


def test_values_bound_to_a_parameter_follow_it(frozen: Any):
    result = frozen.simulate(parameters={"J": 3.0}, interval=0.1)
    assert result.parameters["left.J"] == 3.0
    assert result.parameters["middle.J"] == 6.0


def test_start_value_from_the_outside_equals_one_in_the_class():
    class Faster(Shaft):
        """The same with another mass and table."""

    direct = simulate(Faster(J=3.0), interval=0.05)
    later = compile_model(Faster()).simulate(parameters={"J": 3.0}, interval=0.05)
    assert direct.rows.tobytes() == later.rows.tobytes()


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"spring.cc": 1.0}, NameLookupError, "did you mean 'spring.c'"),
        ({"left.J": -1.0}, ParameterError, "left.J = -1 kg.m2 is below its minimum 0"),
        ({"left.J": float("nan")}, ParameterError, "left.J is not a number"),
        ({"left.J": "heavy"}, ParameterError, "give a number"),
        ({"clutch.mu_pos": [[1, 0.5], [0, 0.4]]}, ParameterError, "clutch.mu_pos"),
        ({"left.v.start": 1.0}, NameLookupError, "left.w"),
        ({"left": 1.0}, NameLookupError, "'left' is a component: .* own names, 'left.J'"),
        ({"clutch": 1.0}, NameLookupError, "'clutch' is a component: .*, …"),
        ({"clutch.smoothness": "linear_segments"}, ParameterError, "where the component is made"),
    ],
)
def test_wrong_values_are_refused(given: dict[str, Any], error: type, text: str):
    with pytest.raises(error, match=text):
        compile_model(Shaft()).simulate(parameters=given)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stop_time": -1.0},
        {"tolerance": 0.0},
        {"tolerance": float("nan")},
        {"interval": 0.0},
        {"interval": float("nan")},
        {"solver": "dopri"},
        {"stop_time": float("inf")},
        {"stop_time": "soon"},
        {"stop_time": None, "start_time": [1.0]},
        {"stop_time": 10**400},
        {"tolerance": 1e-15},
        {"interval": 1e-9},
        {"interval": 1e-300},
        {"start_time": 1e12, "stop_time": 1e12 + 1.0},
        {"start_time": -1e300},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]):
    with pytest.raises(UsageError):
        compile_model(Shaft()).simulate(**wrong)


class Rigid(Model):
    """Two masses on one shaft behind a spring-damper."""

    sine = Sine(amplitude=5.0, f=1.0)
    motor = Torque()
    left = Inertia(J=1.0, **REST)
    spring = SpringDamper(c=100.0, d=1.0)
    right = Inertia(J=0.5)
    gear = IdealGear(ratio=2.0)
    slow = Inertia(J=0.5)

    def equations(self) -> Iterable[Any]:
        yield self.sine.y >> self.motor.tau
        yield self.motor >> self.left >> self.spring >> self.right >> self.gear >> self.slow


def test_what_is_asked_of_a_run_is_looked_at_every_time():
    compiled = compile_model(First())
    end = np.array(0.1)
    assert compiled.simulate(stop_time=end).time[-1] == 0.1
    end += 0.1
    assert compiled.simulate(stop_time=end).time[-1] == 0.2
    for stop in (0.3, 0.3, 0.4, 0.3):
        assert compiled.simulate(stop_time=stop).time[-1] == stop
    for _ in range(2):
        with pytest.raises(UsageError, match="give a number"):
            compiled.simulate(stop_time=np.array([0.3, 0.4]))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"stop_time": np.inf}, "stop_time=inf: give a finite time"),
        ({"stop_time": np.nan}, "stop_time=nan: give a finite time"),
        ({"start_time": -np.inf}, "start_time=-inf: give a finite time"),
        ({"stop_time": "5"}, "stop_time='5': give a number"),
        ({"tolerance": "1e-6"}, "tolerance='1e-6': give a number"),
        ({"interval": b"1"}, "interval=b'1': give a number"),
        ({"interval": True}, "interval=True: give a number"),
        ({"stop_time": True}, "stop_time=True: give a number"),
        ({"start_time": np.False_}, r"start_time=.*False.*: give a number"),
        ({"stop_time": np.array(True)}, r"stop_time=array\(True\): give a number"),
    ],
)
def test_settings_that_are_none(asked: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=f"^{said}$"):
        compile_model(First()).simulate(**asked)


@pytest.mark.parametrize("function", [simulate, compile_model, check])
def test_a_compiled_model_is_not_compiled_again(function: Any):
    with pytest.raises(UsageError, match=r"compiled already: call compiled\.simulate\(…\)"):
        function(compile_model(First()))


def test_an_array_of_components_is_no_parameter():
    class Row(Model):
        disc = Inertia.array(2, J=1.0)

    with pytest.raises(NameLookupError, match=r"array of components.*'disc\[0\]\.J'"):
        compile_model(Row()).simulate(stop_time=1.0, parameters={"disc": 2.0})


class Discs(Model):
    """Three discs that turn freely, and two clutches."""

    disc: Any = Inertia.array(3, J=1.0, phi=fixed(0.0), w=fixed(1.0))
    clutch: Any = Clutch.array(2, fn_max=1.0, f_normalized=0.0)

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.clutch >> self.disc[1:]


@pytest.mark.parametrize("name", ["disc.J", "disc[*].J", "disc[:].J", "disc.w.start"])
@pytest.mark.parametrize("value", [2.0, [1.0, 2.0, 3.0]])
def test_values_of_an_array_are_given_one_by_one(name: str, value: Any):
    compiled = compile_model(Discs())
    member = name.removeprefix("disc").removeprefix("[*]").removeprefix("[:]")
    with pytest.raises(NameLookupError) as refused:
        compiled.simulate(parameters={name: value})
    assert str(refused.value) == (
        f"{name!r} stands for 3 values: give them by their own names, 'disc[0]{member}', "
        f"'disc[1]{member}', …, as in {{f'disc[{{k}}]{member}': value for k, value in "
        "enumerate(values)}"
    )
    run = compiled.simulate(parameters={f"disc[{k}]{member}": 5.0 for k in range(3)})
    assert run.final["disc[2].w"] == (5.0 if "start" in name else 1.0)


def test_tables_of_an_array_are_given_one_by_one():
    compiled = compile_model(Discs())
    with pytest.raises(NameLookupError, match=r"'clutch\[0\]\.mu_pos', 'clutch\[1\]\.mu_pos', as"):
        compiled.simulate(parameters={"clutch.mu_pos": [[0.0, 0.5]]})


@pytest.mark.parametrize("gone", ["right", "slow"])
def test_an_inertia_may_vanish_beside_another(gone: str):
    compiled = compile_model(Rigid())
    given = {f"{gone}.J": 0.0}
    result = compiled.simulate(parameters=given, stop_time=0.5, interval=0.05)
    assert residuals(compiled, result, given).worst <= 1e-9
    assert result.energy.relative_error < 1e-4
    again = compiled.simulate(stop_time=0.5, interval=0.05)
    assert residuals(compiled, again).worst <= 1e-9


def test_a_shaft_may_be_without_any_inertia():
    """Without any mass at its end the spring-damper only creeps back."""
    given = {"right.J": 0.0, "slow.J": 0.0}
    compiled = compile_model(Rigid())
    result = compiled.simulate(parameters=given, stop_time=0.5, interval=0.05)
    np.testing.assert_allclose(result["spring.tau"], 0.0, atol=1e-12)
    assert result.energy.relative_error < 1e-4


def test_impossible_values_name_the_parts():
    """A torque on a shaft without mass, behind a sliding clutch: nothing balances it."""
    with pytest.raises((InitialisationError, SimulationError, StructureError)) as caught:
        compile_model(Shaft()).simulate(parameters={"left.J": 0.0, "left.w.start": 1.0})
    assert "left" in str(caught.value) or "clutch" in str(caught.value)


def test_step_by_step_equals_the_class_bit_by_bit():
    m = Model("Shaft")
    m.add(J=parameter(1.0, unit="kg.m2"))
    m.add(sine=Sine(amplitude=5.0, f=1.0), motor=Torque())
    m.add(left=Inertia(J=m.J, **REST), clutch=Clutch(fn_max=10.0, f_normalized=1.0))
    m.add(middle=Inertia(J=2 * m.J, **REST), spring=SpringDamper(c=100.0, d=1.0))
    m.add(right=Inertia(J=0.5, phi=fixed(0.0), w=fixed(1.0)))
    m.connect(m.sine.y, m.motor.tau)
    m.connect(m.motor >> m.left >> m.clutch >> m.middle >> m.spring >> m.right)
    one, other = simulate(m), simulate(Shaft())
    assert list(one) == list(other)
    assert one.rows.tobytes() == other.rows.tobytes()


def test_grounded_support_equals_none():
    one, other = simulate(First(), tolerance=1e-8), simulate(FirstGrounded(), tolerance=1e-8)
    np.testing.assert_array_equal(one.time, other.time)
    for name in set(one) & set(other):
        if one[name].dtype == float and "support" not in name and not name.startswith("fixed"):
            scale = np.abs(one[name]).max() + 1.0
            np.testing.assert_allclose(one[name], other[name], rtol=0, atol=1e-13 * scale)


class Comb(Model):
    """A long elastic shaft as arrays."""

    n = parameter(8, structural=True)
    disc = Inertia.array(n, J=np.linspace(0.5, 1.5, 8), phi=fixed(0.0), w=fixed(np.arange(8.0)))
    link = SpringDamper.array(n - 1, c=100.0, d=np.linspace(0.1, 0.7, 7))

    def equations(self) -> Iterable[Any]:
        yield self.disc[:-1] >> self.link >> self.disc[1:]


def test_arrays_equal_components_written_one_by_one():
    m = Model("By hand")
    for k in range(8):
        J = np.linspace(0.5, 1.5, 8)[k]
        m.add(**{f"disc{k}": Inertia(J=J, phi=fixed(0.0), w=fixed(float(k)))})
    for k in range(7):
        m.add(**{f"link{k}": SpringDamper(c=100.0, d=np.linspace(0.1, 0.7, 7)[k])})
        m.connect(getattr(m, f"disc{k}") >> getattr(m, f"link{k}") >> getattr(m, f"disc{k + 1}"))
    one, other = simulate(Comb(), tolerance=1e-9), simulate(m, tolerance=1e-9)
    for k in range(8):
        np.testing.assert_allclose(one[f"disc[{k}].w"], other[f"disc{k}.w"], atol=1e-8)
        np.testing.assert_allclose(one[f"disc[{k}].a"], other[f"disc{k}.a"], atol=1e-6)


def test_no_value_of_a_run_leaks_into_the_next():
    compiled = compile_model(CoupledClutches())
    first = compiled.simulate()
    compiled.simulate(parameters={"clutch1.fn_max": 5.0, "J2.J": 7.0}, tolerance=1e-3)
    assert compiled.simulate().rows.tobytes() == first.rows.tobytes()


@pytest.mark.parametrize("nominal", [0.0, -1.0])
def test_a_nominal_value_that_is_not_positive_is_refused_by_name(nominal):
    class Line(Model):
        x = variable(start=fixed(1.0), nominal=nominal)

        def equations(self):
            yield der(self.x) == constant(1.0, "1/s")

    with pytest.raises(ParameterError, match="nominal value of x is"):
        simulate(Line(), stop_time=0.1)
    with pytest.raises(ParameterError, match="give the typical size"):
        fixed(1.0, nominal=nominal)


def test_what_follows_from_other_parameters_cannot_be_set() -> None:
    class Doubled(Model):
        J = parameter(1.0, unit="kg.m2")
        twice = parameter(2 * J, unit="kg.m2", final=True)
        disc = Inertia(J=twice, w=fixed(1.0))

    compiled = compile_model(Doubled())
    with pytest.raises(ParameterError, match="'twice' is computed from other parameters"):
        compiled.simulate(parameters={"twice": 3.0})
    with pytest.raises(ParameterError, match="'twice' is computed from other parameters"):
        compiled.ensemble({"twice": [2.0, 3.0]})


def test_a_variable_is_told_from_a_parameter() -> None:
    with pytest.raises(NameLookupError, match=r"is a variable.*by the name 'left\.w\.start'"):
        compile_model(Shaft()).simulate(parameters={"left.w": 2.0})


def test_an_input_is_told_from_a_parameter() -> None:
    class Driven(Model):
        """A torque given as a number, on an inertia."""

        torque = Torque(tau=2.0)
        disc = Inertia(J=1.0)

        def equations(self) -> Iterable[Any]:
            yield self.torque >> self.disc

    with pytest.raises(NameLookupError, match=r"'torque\.tau' is an input: .* parameter of the"):
        compile_model(Driven()).simulate(parameters={"torque.tau": 3.0})
