"""FMI 3.0: early return at events, event mode, the same numbers as by FMI 2.0."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from drivetrain import examples, simulate
from tests.fmi.binary.units import TOKEN, Unit, example_unit

_LOOK = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_double, *[ctypes.c_bool] * 4, ctypes.POINTER(ctypes.c_bool),
    ctypes.POINTER(ctypes.c_double),
)  # fmt: skip
_LOG = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)


class Instance3:
    """An instance for co-simulation by FMI 3.0.

    With `look` it is shown each step of the solver; what that returns is when to return early.
    """

    def __init__(
        self, unit: Unit, events: bool, look: Callable[[float], float | None] | None = None,
        early: bool | None = None,
    ) -> None:  # fmt: skip
        self.unit, self.told = unit, list[str]()
        self.library = ctypes.CDLL(str(unit.library))
        self._log = _LOG(lambda *args: self.told.append(args[-1].decode()))
        self._look = _LOOK(partial(_looked, look)) if look else None
        make = self.library.fmi3InstantiateCoSimulation
        make.restype = ctypes.c_void_p
        returns = events or look is not None if early is None else early
        found = make(
            b"it", TOKEN.encode(), None, False, False, events, returns, None,
            ctypes.c_size_t(0), None, self._log, self._look,
        )  # fmt: skip
        self.handle = ctypes.c_void_p(found)

    def call(self, name: str, *args: Any) -> int:
        given = [ctypes.c_double(a) if isinstance(a, float) else a for a in args]
        status: int = getattr(self.library, f"fmi3{name}")(self.handle, *given)
        return status

    def start(self) -> None:
        s = self.unit.settings
        given = False, 0.0, float(s.start_time), True, float(s.stop_time)
        assert self.call("EnterInitializationMode", *given) == 0
        assert self.call("ExitInitializationMode") == 0

    def step(self, begin: float, length: float) -> tuple[bool, bool, bool, float]:
        """Make a step; return whether there is an event, an end, an early return, and the time."""
        flags, time = [ctypes.c_bool() for _ in range(3)], ctypes.c_double()
        told = [ctypes.byref(one) for one in (*flags, time)]
        assert self.call("DoStep", float(begin), float(length), True, *told) == 0, self.told
        return (*(flag.value for flag in flags), time.value)

    def pass_event(self) -> None:
        assert self.call("EnterEventMode") == 0
        self.update()
        assert self.call("EnterStepMode") == 0

    def update(self) -> float | None:
        """Update discrete states; return the next event that is announced."""
        flags, time = [ctypes.c_bool() for _ in range(5)], ctypes.c_double()
        told = [ctypes.byref(one) for one in (*flags, time)]
        assert self.call("UpdateDiscreteStates", *told) == 0, self.told
        assert not flags[0].value
        return time.value if flags[4].value else None

    def get(self, references: list[int]) -> np.ndarray:
        numbers, found = np.array(references, dtype=np.uint32), np.zeros(len(references))
        size = ctypes.c_size_t(len(numbers))
        assert self.call(
            "GetFloat64", numbers.ctypes.data_as(ctypes.c_void_p), size,
            found.ctypes.data_as(ctypes.c_void_p), size,
        ) == 0, self.told  # fmt: skip
        return found


@pytest.mark.parametrize("name", ["CoupledClutches", "Friction"])
def test_event_mode_without_early_return_passes_events_inside_steps(name: str) -> None:
    """Importers may use event mode for what they change, and let steps come to their end."""
    unit = example_unit(name)
    plain, one = Instance3(unit, events=False), Instance3(unit, events=True, early=False)
    plain.start()
    one.start()
    assert one.update() is None  # steps handle it
    assert one.call("EnterStepMode") == 0
    time, step = float(unit.settings.start_time), unit.settings.stop_time / 10
    for _ in range(10):
        assert one.step(time, step) == plain.step(time, step)
        time += step
        one.pass_event()
        states = list(range(8))
        assert np.array_equal(one.get(states), plain.get(states))


@pytest.mark.parametrize("name", ["CoupledClutches", "Friction"])
def test_a_step_returns_at_each_event_of_the_run(name: str) -> None:
    unit = example_unit(name)
    run = simulate(examples.find(name)())
    one = Instance3(unit, events=True)
    one.start()
    one.update()
    assert one.call("EnterStepMode") == 0
    time, stop, found = unit.settings.start_time, unit.settings.stop_time, []
    while time < stop:
        event, ended, early, reached = one.step(time, stop - time)
        assert not ended
        assert early == (reached < stop)
        time = reached
        if event:
            found.append(time)
            one.pass_event()
    assert found == [event.time for event in run.events]
    wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
    assert np.array_equal(one.get(unit.reals), wanted)


def test_without_event_mode_events_are_handled_inside() -> None:
    unit = example_unit("CoupledClutches")
    run = simulate(examples.find("CoupledClutches")())
    one = Instance3(unit, events=False)
    one.start()
    assert one.step(0.0, 1.5) == (False, False, False, 1.5)
    wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
    assert np.array_equal(one.get(unit.reals), wanted)
    assert one.call("EnterEventMode") == 3
    assert one.told[-1] == "fmi3EnterEventMode is not offered by this unit"


def _looked(look: Any, environment: Any, time: float, *told: Any) -> None:
    *flags, requested, until = told
    assert flags == [False, True, True, True]
    wanted = look(time)
    requested[0] = wanted is not None
    until[0] = time if wanted is None else wanted


@pytest.mark.parametrize("events", [False, True])
def test_steps_of_the_solver_can_be_looked_at(events: bool) -> None:
    unit, seen = example_unit("CoupledClutches"), []
    speed = unit.reference("J1.w")

    def look(time: float) -> None:
        (w,) = one.get([speed])
        assert one.call("SetFloat64", None, ctypes.c_size_t(0), None, ctypes.c_size_t(0)) == 3
        seen.append((time, w))

    one = Instance3(unit, events, look)
    one.start()
    if events:
        assert one.call("EnterStepMode") == 0
    time = 0.0
    while time < 1.5:
        event, _, _, time = one.step(time, min(0.5, 1.5 - time))
        if event:
            one.pass_event()
    run = simulate(examples.find("CoupledClutches")())
    wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
    assert np.array_equal(one.get(unit.reals), wanted)
    times, speeds = np.array(seen).T
    assert len(times) > 20
    assert np.all(np.diff(times) > 0.0)
    exact = simulate(examples.find("CoupledClutches")(), output_times=np.append(times, 1.5))
    rows = np.searchsorted(exact.time, times)
    assert np.max(np.abs(speeds - exact["J1.w"][rows])) < 1e-9


@pytest.mark.parametrize("later", [0.0, 1e-4])
def test_a_look_can_end_the_step(later: float) -> None:
    unit, seen = example_unit("First"), []

    def look(time: float) -> float | None:
        seen.append(time)
        return time + later if len(seen) == 3 else None

    one = Instance3(unit, False, look)
    one.start()
    event, _, early, reached = one.step(0.0, 1.0)
    assert (event, early, reached) == (False, True, seen[2] + later)
    assert one.step(reached, 1.0 - reached) == (False, False, False, 1.0)
    run = simulate(examples.find("First")())
    wanted = [run[unit.variables[k].name][-1] for k in unit.reals]
    assert np.array_equal(one.get(unit.reals), wanted)


def test_the_next_scheduled_event_is_announced() -> None:
    one = Instance3(example_unit("CoupledClutches"), events=True)
    one.start()
    told = [ctypes.c_bool() for _ in range(5)], ctypes.c_double()
    given = [ctypes.byref(each) for each in (*told[0], told[1])]
    assert one.call("UpdateDiscreteStates", *given) == 0
    assert told[0][4].value
    run = simulate(examples.find("CoupledClutches")())
    assert told[1].value in [event.time for event in run.events]


def test_what_is_not_offered_says_so() -> None:
    unit = example_unit("First")
    one = Instance3(unit, events=False)
    assert one.call("EnterConfigurationMode") == 3
    assert "not offered" in one.told[-1]
