"""Models that are put together go on after they have been compiled and run; what has been stays."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drivetrain import CompiledModel, Experiment, Model, Result, fixed, simulate
from drivetrain import compile as compile_model
from drivetrain.errors import ModelError, NameLookupError
from drivetrain.modeling import variable, when
from drivetrain.rotational import Brake, Fixed, Inertia, SpringDamper
from drivetrain.simulation.verification.residuals import residuals

STOP = 0.5


def line() -> Model:
    model = Model("line")
    model.add(
        a=Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)), s=SpringDamper(c=10.0, d=0.1),
        b=Inertia(J=2.0), s2=SpringDamper(c=5.0, d=0.1), g=Fixed(),
    )  # fmt: skip
    model.connect(model.a >> model.s >> model.b >> model.s2)
    return model


def add_a_part(model: Model) -> None:
    model.add(z=Inertia(J=5.0))
    model.connect(model.b >> model.z)


def hold_the_end(model: Model) -> None:
    model.connect(model.s2 >> model.g)


def add_an_equation(model: Model) -> None:
    model.add(seen=variable(unit="rad/s"))
    model.equation(model.seen == 2.0 * model.a.w)


CHANGES = [add_a_part, hold_the_end, add_an_equation]
each_change = pytest.mark.parametrize("change", CHANGES)


def read(compiled: CompiledModel) -> list[Any]:
    """Return everything that a compiled model can be asked for."""
    plain = compiled.simulate(stop_time=STOP)
    free = compiled.simulate(stop_time=STOP, parameters={"b.J": 0.0})  # translated anew
    many = compiled.ensemble({"b.J": [2.0, 0.0, 3.0]}, stop_time=STOP)
    again = pickle.loads(pickle.dumps(compiled)).simulate(stop_time=STOP)
    stiff = compiled.simulate(stop_time=STOP, solver="rodas")
    return [
        repr(compiled), *(r.rows.tobytes() for r in (plain, free, again, stiff)), list(plain.names),
        many.final("a.w").tolist(), str(compiled.start()), dict(free.parameters),
        str(residuals(compiled, free, {"b.J": 0.0})),
    ]  # fmt: skip


@each_change
def test_what_is_compiled_stays(change: Callable[[Model], None]) -> None:
    model = line()
    compiled = compile_model(model)
    change(model)
    assert read(compiled) == read(compile_model(line()))
    with pytest.raises(NameLookupError, match=r"no parameter 'z\.J'"):
        compiled.simulate(parameters={"z.J": 3.0})


def _without_wall_times(summary: str) -> str:
    return "\n".join(line for line in summary.splitlines() if not line.startswith("wall time"))


def look(result: Result) -> list[Any]:
    """Return what is found out about a result when it is asked for, without its wall times."""
    return [
        dict(result.parameters), dict(result.parameter_units), str(result.start),
        str(result.energy), str(result.events), _without_wall_times(result.summary()),
        list(pickle.loads(pickle.dumps(result)).names), result.final["s.tau"],
    ]  # fmt: skip


@each_change
def test_results_stay(change: Callable[[Model], None]) -> None:
    model = line()
    result = simulate(model, stop_time=STOP)
    change(model)
    assert look(result) == look(simulate(line(), stop_time=STOP))


@each_change
def test_the_model_goes_on(change: Callable[[Model], None]) -> None:
    """Simulating between the steps changes nothing about what is built."""
    model, fresh = line(), line()
    compile_model(model).simulate(stop_time=STOP)
    change(model)
    change(fresh)
    assert read(compile_model(model)) == read(compile_model(fresh))


def test_parts_kept_from_before_a_run_are_still_parts_of_the_model() -> None:
    model, fresh = line(), line()
    b = model.b
    simulate(model, stop_time=STOP)
    model.add(z=Inertia(J=5.0))
    model.connect(b >> model.z)
    add_a_part(fresh)
    ran, expected = simulate(model, stop_time=STOP), simulate(fresh, stop_time=STOP)
    assert ran.rows.tobytes() == expected.rows.tobytes()


def test_a_variable_that_becomes_discrete_after_a_run() -> None:
    """pre(x) is x as long as nothing makes x discrete, and that can come later."""

    def begin() -> Model:
        model = Model("counter")
        model.add(wheel=Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)), n=variable(start=0.0))
        model.add(twice=variable())
        model.equation(model.twice == 2.0 * model.n.previous())
        return model

    def count(model: Model) -> None:
        model.equation(when(model.wheel.phi > 0.25, model.n == model.n.previous() + 1.0))

    model, fresh = begin(), begin()
    with pytest.raises(ModelError):
        compile_model(model)  # nothing says what n is
    count(model)
    count(fresh)
    ran, expected = simulate(model, stop_time=STOP), simulate(fresh, stop_time=STOP)
    assert expected.final["twice"] == 2.0
    assert ran.rows.tobytes() == expected.rows.tobytes()


def test_a_part_of_another_model_that_was_compiled_before() -> None:
    inner = Model("inner")
    inner.add(disc=Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)))
    alone = compile_model(inner)
    inner.add(other=Inertia(J=2.0, phi=fixed(0.0), w=fixed(3.0)))
    outer = Model("outer")
    outer.add(first=inner, second=inner)
    assert simulate(outer, stop_time=STOP).final["second.other.w"] == 3.0
    assert "other.w" not in alone.simulate(stop_time=STOP)
    with pytest.raises(ModelError, match="is a part of 'outer' already"):
        inner.add(late=Inertia(J=1.0))


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_the_model_of_a_copy_goes_on_by_itself(again: Callable[[Any], Any]) -> None:
    model = line()
    model.experiment = Experiment(stop_time=STOP)  # type: ignore[misc]
    compiled = compile_model(model)
    expected = compiled.simulate().rows.tobytes()
    other = again(compiled)
    add_a_part(other.model)
    assert other.simulate().rows.tobytes() == expected
    assert compiled.simulate().rows.tobytes() == expected
    assert simulate(model).rows.tobytes() == expected
    assert "z.w" in simulate(other.model)
    add_a_part(model)
    assert "z.w" in simulate(model)


def test_arrays_of_values_that_change_in_place() -> None:
    inertias = np.array([1.0, 2.0])
    model = Model("discs")
    model.add(disc=Inertia.array(2, J=inertias, phi=fixed(0.0), w=fixed(1.0)))
    model.add(brake=Brake(fn_max=1.0, f_normalized=1.0))
    model.connect(model.disc[0] >> model.brake)
    compiled = compile_model(model)
    expected = compiled.simulate(stop_time=STOP, parameters={"brake.fn_max": 0.0}).rows.tobytes()
    inertias[:] = 7.0
    ran = compiled.simulate(stop_time=STOP, parameters={"brake.fn_max": 0.0})
    assert ran.rows.tobytes() == expected
