"""FMI 3.0: early return at events, event mode, the same numbers as by FMI 2.0."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from drivetrain import examples, simulate
from tests.fmi.binary.units import TOKEN, Unit, example_unit

_LOG = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)


class Instance3:
    """An instance for co-simulation by FMI 3.0."""

    def __init__(self, unit: Unit, events: bool) -> None:
        self.unit, self.told = unit, list[str]()
        self.library = ctypes.CDLL(str(unit.library))
        self._log = _LOG(lambda *args: self.told.append(args[-1].decode()))
        make = self.library.fmi3InstantiateCoSimulation
        make.restype = ctypes.c_void_p
        found = make(
            b"it", TOKEN.encode(), None, False, False, events, events, None, ctypes.c_size_t(0),
            None, self._log, None,
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

    def update(self) -> None:
        flags, time = [ctypes.c_bool() for _ in range(5)], ctypes.c_double()
        told = [ctypes.byref(one) for one in (*flags, time)]
        assert self.call("UpdateDiscreteStates", *told) == 0, self.told
        assert not flags[0].value

    def get(self, references: list[int]) -> np.ndarray:
        numbers, found = np.array(references, dtype=np.uint32), np.zeros(len(references))
        size = ctypes.c_size_t(len(numbers))
        assert self.call(
            "GetFloat64", numbers.ctypes.data_as(ctypes.c_void_p), size,
            found.ctypes.data_as(ctypes.c_void_p), size,
        ) == 0, self.told  # fmt: skip
        return found


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


def test_what_is_not_offered_says_so() -> None:
    unit = example_unit("First")
    one = Instance3(unit, events=False)
    assert one.call("EnterConfigurationMode") == 3
    assert "not offered" in one.told[-1]
