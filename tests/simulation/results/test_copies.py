"""What goes to another process, thread or name: models, compiled models, results, errors."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from tests.fuzzing import within

from drivetrain import CompiledModel, Model, Result, check, examples, fixed, simulate
from drivetrain import compile as compile_model
from drivetrain.blocks import LowpassButterworth, Sine, Step
from drivetrain.compiler.lower import loops
from drivetrain.errors import DrivetrainError, SimulationError, SimulationInterrupted
from drivetrain.modeling import ensure, parameter
from drivetrain.rotational import Clutch, IdealGear, Inertia, Torque


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: list[Callable[[Any], Any]] = [by_pickle, copy.deepcopy, copy.copy]
each_way = pytest.mark.parametrize("again", WAYS, ids=["pickle", "deepcopy", "copy"])


@pytest.fixture(scope="module")
def clutches() -> CompiledModel:
    return compile_model(examples.find("CoupledClutches")())


@each_way
def test_results(clutches: CompiledModel, again: Callable[[Any], Any]) -> None:
    result = clutches.simulate(stop_time=1.0)
    other: Result = again(again(result))
    assert list(other) == list(result)
    for name in result:
        np.testing.assert_array_equal(other[name], result[name])
        assert other.units[name] == result.units[name]
    assert other.events.text(detail=True) == result.events.text(detail=True)
    assert other.summary() == result.summary()
    assert str(other.start) == str(result.start)
    assert dict(other.parameters) == dict(result.parameters)
    np.testing.assert_array_equal(other.energy.balance, result.energy.balance)
    assert again(result.events).text() == result.events.text()
    assert again(result.final)["J1.w"] == result.final["J1.w"]


@each_way
def test_models_and_compiled_models(clutches: CompiledModel, again: Callable[[Any], Any]) -> None:
    rows = clutches.simulate(stop_time=1.0).rows.tobytes()
    assert again(clutches).simulate(stop_time=1.0).rows.tobytes() == rows
    assert simulate(again(clutches.model), stop_time=1.0).rows.tobytes() == rows


@each_way
def test_ensembles_and_reports(clutches: CompiledModel, again: Callable[[Any], Any]) -> None:
    many = clutches.ensemble({"J1.J": [1.0, 2.0]}, stop_time=0.5)
    np.testing.assert_array_equal(again(many).final("J1.w"), many.final("J1.w"))
    report = check(clutches.model)
    assert str(again(report)) == str(report)


def put_together() -> Model:
    model = Model("line")
    model.add(
        motor=Torque(), left=Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0)),
        clutch=Clutch(fn_max=10.0), right=Inertia(J=2.0, phi=fixed(0.0), w=fixed(1.0)),
        wave=Sine(f=2.0, amplitude=6.0), smooth=LowpassButterworth(f=10.0), pedal=Step(),
    )  # fmt: skip
    model.connect(model.motor >> model.left >> model.clutch >> model.right)
    model.connect(model.wave.y >> model.smooth.u)
    model.connect(model.smooth.y >> model.motor.tau)
    model.connect(model.pedal.y >> model.clutch.f_normalized)
    return model


@each_way
def test_a_model_put_together_goes_on_as_two(again: Callable[[Any], Any]) -> None:
    one = put_together()
    expected = simulate(one, stop_time=0.5)
    other = again(one)
    assert simulate(other, stop_time=0.5).rows.tobytes() == expected.rows.tobytes()
    other.add(load=Inertia(J=1.0))
    other.connect(other.right >> other.load)
    assert not hasattr(one, "load")
    assert getattr(one, "load", None) is None
    assert simulate(one, stop_time=0.5).rows.tobytes() == expected.rows.tobytes()
    assert simulate(other, stop_time=0.5)["right.w"][-1] != expected["right.w"][-1]


class Wall(Model):
    """A mass that hits a wall."""

    at = parameter(0.5, unit="rad")
    mass = Inertia(J=1.0, phi=fixed(0.0), w=fixed(1.0))

    def equations(self) -> Any:
        yield ensure(self.mass.phi < self.at, "the shaft hits the wall")


def run_in_process(compiled: CompiledModel, at: float) -> Result:
    return compiled.simulate(parameters={"at": at}, stop_time=1.0)


@pytest.mark.skipif(sys.platform == "win32", reason="spawn is all there is")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method: str) -> None:
    compiled = compile_model(Wall())
    here = run_in_process(compiled, 2.0)
    with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as pool:
        there = pool.submit(run_in_process, compiled, 2.0).result(timeout=60)
        assert there.rows.tobytes() == here.rows.tobytes()
        with pytest.raises(SimulationError, match="hits the wall") as caught:
            pool.submit(run_in_process, compiled, 0.5).result(timeout=60)
    assert isinstance(caught.value.result, Result)
    assert caught.value.result["mass.phi"][-1] == pytest.approx(0.5)


def test_threads_that_compile_at_the_same_time() -> None:
    names = ["First", "CoupledClutches", "HeatLosses", "Friction", "Backlash", "ElasticBearing"]

    def run(name: str) -> bytes:
        return simulate(examples.find(name)()).rows.tobytes()

    alone = {name: run(name) for name in names}
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(6) as pool:
            assert list(pool.map(run, names)) == list(alone.values())
    finally:
        sys.setswitchinterval(interval)


class Train(Model):
    """Gears so many in a row that only a translation of its own gives them a Jacobian."""

    n = 40
    motor = Torque(tau=5.0)
    disc: Any = Inertia.array(n, J=1.0)
    gear: Any = IdealGear.array(n - 1, ratio=1.01)

    def equations(self) -> Any:
        yield self.motor >> self.disc[0]
        yield self.disc[:-1] >> self.gear >> self.disc[1:]


@pytest.fixture
def sparse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all linear loops sparse ones, however small: they have no Jacobian at first."""
    monkeypatch.setattr(loops, "_MOST_TORN", 0)


def everything(result: Result) -> bytes:
    return np.array([result[name] for name in result]).tobytes()


@pytest.mark.usefixtures("sparse")
def test_a_run_with_another_method_leaves_one_under_way_alone() -> None:
    """What another thread may do at any time is done here while the first run goes on."""
    compiled = compile_model(Train())
    assert not compiled.translation.kernel.has_jacobian
    expected = everything(compile_model(Train()).simulate())
    others: list[Result] = []

    def interrupt(*_: float) -> None:
        others.append(compiled.simulate(solver="rodas"))

    assert everything(compiled.simulate(progress=interrupt)) == expected
    assert others[0].stats.stiff_steps > 0


@pytest.mark.usefixtures("sparse")
def test_threads_that_run_one_model_with_other_methods() -> None:
    def run(compiled: CompiledModel, solver: str) -> bytes:
        return everything(compiled.simulate(solver=solver))

    methods = ["dopri5", "rodas"]
    alone = [run(compile_model(Train()), solver) for solver in methods]
    shared = compile_model(Train())
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(run, [shared] * 8, methods * 4)) == alone * 4
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("value", [1.0, 2.0, 3.0])
def test_a_class_defined_anew_under_the_same_name(value: float) -> None:
    cell = (
        "class Cell(Model):\n    left = Inertia(J=J, phi=fixed(0), w=fixed(0))\n"
        "    push = Torque()\n    tau = Sine(amplitude=0.0, offset=1.0, f=1.0)\n"
        "    def equations(self):\n        yield self.push >> self.left\n"
        "        yield self.tau.y >> self.push.tau\n"
    )
    names = {**globals(), "J": value}
    exec(compile(cell, "<cell 1>", "exec"), names)
    assert simulate(names["Cell"](), stop_time=1.0)["left.w"][-1] == pytest.approx(1 / value)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another thing there")
@pytest.mark.parametrize("parameter_name", ["J1.J", "J2.J"])
def test_an_interrupted_ensemble_ends_its_runs(
    clutches: CompiledModel, parameter_name: str
) -> None:
    """Two of the runs would take minutes; the other is translated anew, in vain."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    try:
        with within(60), pytest.raises(SimulationInterrupted) as caught:
            clutches.ensemble({parameter_name: [1.0, 0.0, 2.0]}, stop_time=1e6)
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, usual)
    many = caught.value.result
    assert many.interrupted == (0, 2)
    assert many.failed == [1]


@pytest.mark.parametrize(
    "error",
    [DrivetrainError("said"), SimulationError("said", None), SimulationInterrupted("said", None)],
)
def test_errors(error: BaseException) -> None:
    assert str(by_pickle(error)) == str(error)
