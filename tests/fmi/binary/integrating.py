"""An environment that integrates units for model exchange, and locates their events."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import DOP853

from tests.fmi.binary.units import Instance

Floats = NDArray[np.float64]
_PARTS = 50
_HALVINGS = 80


class _Info(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int) for name in ("again", "ended", "nominals", "moved", "scheduled")
    ] + [("next", ctypes.c_double)]


class Integrator:
    """Integrates an instance from event to event."""

    def __init__(self, one: Instance, states: int, indicators: int) -> None:
        self.one, self.n_x, self.n_z = one, states, indicators
        self.info, self.events = _Info(), 0

    def run(self, start: float, stop: float, tolerance: float) -> None:
        """Go to the stop time."""
        time = start
        self._update()
        x = self._array("GetContinuousStates", self.n_x)
        while time < stop:
            end = min(stop, self.info.next) if self.info.scheduled else stop
            time, x = self._to_event(time, x, end, tolerance, (stop - start) / _PARTS)
            if time < stop or (self.info.scheduled and time >= self.info.next):
                self.events += 1
                self._place(time, x)
                assert self.one.call("EnterEventMode") == 0
                self._update()
                x = self._array("GetContinuousStates", self.n_x)
        self._place(time, x)

    def _to_event(
        self, time: float, x: Floats, end: float, tolerance: float, longest: float
    ) -> tuple[float, Floats]:
        """Integrate to the next change of sign of an indicator."""
        solver = DOP853(self._rates, time, x, end, rtol=tolerance, atol=tolerance, max_step=longest)
        signs = self._signs(time, x)
        while solver.status == "running":
            before = solver.t
            solver.step()
            motion = solver.dense_output()
            if (self._signs(solver.t, solver.y) != signs).any():
                crossed = self._locate(motion, before, solver.t, signs)
                return crossed, motion(crossed)
            self._place(solver.t, solver.y)
            event, ended = ctypes.c_int(), ctypes.c_int()
            told = ctypes.byref(event), ctypes.byref(ended)
            assert self.one.call("CompletedIntegratorStep", 1, *told) == 0
        return solver.t, solver.y

    def _locate(self, motion: DOP853, low: float, high: float, signs: Floats) -> float:
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            if (self._signs(middle, motion(middle)) != signs).any():
                high = middle
            else:
                low = middle
        return high

    def _update(self) -> None:
        assert self.one.call("NewDiscreteStates", ctypes.byref(self.info)) == 0, self.one.told
        assert not self.info.again
        assert self.one.call("EnterContinuousTimeMode") == 0

    def _place(self, time: float, x: Floats) -> None:
        given = np.ascontiguousarray(x)
        assert self.one.call("SetTime", float(time)) == 0
        address = given.ctypes.data_as(ctypes.c_void_p)
        assert self.one.call("SetContinuousStates", address, ctypes.c_size_t(self.n_x)) == 0

    def _array(self, name: str, count: int) -> Floats:
        found = np.zeros(count)
        address = found.ctypes.data_as(ctypes.c_void_p)
        assert self.one.call(name, address, ctypes.c_size_t(count)) == 0, self.one.told
        return found

    def _rates(self, time: float, x: Floats) -> Floats:
        self._place(time, x)
        return self._array("GetDerivatives", self.n_x)

    def _signs(self, time: float, x: Floats) -> Floats:
        self._place(time, x)
        return self._array("GetEventIndicators", self.n_z) > 0
