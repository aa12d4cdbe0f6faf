"""Interface for steps made by an external integrator on behalf of the kernel."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_void_p

import numpy as np
import numpy.typing as npt

from drivetrain.kernel import library as c
from drivetrain.kernel.status import Status
from drivetrain.kernel.sundials import NODES, make_stepper
from drivetrain.linear_algebra import least_squares, matrix_product

__all__ = ["ExternalSteps"]

Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]


def _basis() -> Floats:
    """Values of the kernel's polynomials c0 to c5 (see `dt_take_step`) at the nodes."""
    a, b = NODES, 1.0 - NODES
    columns = [np.ones_like(a)]
    for factor in (a, b, a, b, a):
        columns.append(columns[-1] * factor)
    return np.column_stack(columns)


_COEFFICIENTS = least_squares(_basis(), np.eye(len(_basis())))

_ROUNDING = 100 * np.finfo(float).eps
"""Relative lower limit of tolerances: below it corrector iterations end in rounding."""

_OFFSET = 0.01
"""Fraction of the tolerances by which the kernel may move the states without a restart."""


class ExternalSteps:
    """One run of the kernel whose steps are made by another integrator.

    Parameters
    ----------
    method : {"cvode", "ida"}
        The integrator.
    handle : int
        The kernel's solver; it must outlive this object.
    atol, rtol, size_limit : ndarray
        Tolerances of the states, and the magnitude above which they stop growing.
    max_step : float
        Longest step, s.
    n_rates : int
        Number of states and quadratures.
    pattern : tuple of ndarray, optional
        Rows and columns of the entries of the Jacobian, if the model has one.

    Raises
    ------
    UsageError
        If the integrator is not installed.
    """

    def __init__(
        self,
        method: str,
        handle: int,
        *,
        atol: Floats,
        rtol: Floats,
        size_limit: Floats,
        max_step: float,
        n_rates: int,
        pattern: tuple[_Integers, _Integers] | None,
    ) -> None:
        self.atol, self.rtol, self.size_limit = atol, rtol, size_limit
        self.max_step, self.pattern = max_step, pattern
        self._handle = handle
        self._library = c.load_library()
        self._x, self._rates = np.empty(atol.size), np.empty(n_rates)
        self._x_address, self._rates_address = self._x.ctypes.data, self._rates.ctypes.data
        self._span, self._entries = c.Span(), c_void_p()
        self._stepper = make_stepper(method, self, atol.size)
        self._reached = np.empty(atol.size)
        self._movable = np.empty(atol.size)

    def make(self) -> Status:
        """Make the step that the kernel requests.

        Returns
        -------
        Status
            `STEP`: the kernel has received it, or continues with other modes; else the reason why
            there is none.
        """
        span, n = self._span, self.atol.size
        self._library.dt_get_span(self._handle, byref(span))
        x = np.ctypeslib.as_array(span.x, (n,))
        if span.fresh or np.any(np.abs(x - self._reached) > self._movable):
            self._begin(span.start, x, np.ctypeslib.as_array(span.xdot, (n,)))
        made = self._stepper.step(span.end)
        if made is None:
            return Status(self._library.dt_give_up(self._handle))
        end, states = made
        offset = x - self._reached
        self._reached = states[-1].copy()
        states += offset
        coefficients = matrix_product(_COEFFICIENTS, np.vstack([x, states]))
        self._library.dt_take_step(
            self._handle, end, states[-1].ctypes.data, coefficients.ctypes.data
        )
        return Status.STEP

    def _begin(self, time: float, x: Floats, xdot: Floats) -> None:
        """Restart the integrator at a point.

        The integrator takes one relative tolerance for all states, but that of angles has a limit,
        so it gets absolute tolerances, for the present magnitude of the states. The kernel's states
        may differ from its own by a small fraction of these (locked speeds are kept at zero) before
        it is restarted; until then an offset is applied.
        """
        counted = np.minimum(np.abs(x), self.size_limit)
        size = np.maximum(self.atol + self.rtol * counted, _ROUNDING * np.abs(x))
        self._movable = _OFFSET * size
        self._reached = x.copy()
        self._stepper.begin(time, x, xdot, size)

    def rates(self, time: float, x: Floats, out: Floats) -> None:
        """Write the derivatives of the states, NaN where the model is undefined.

        Parameters
        ----------
        time : float
            Instant in s.
        x : ndarray
            States.
        out : ndarray
            Receives the derivatives.
        """
        self._x[:] = x
        failed = self._library.dt_rates(self._handle, time, self._x_address, self._rates_address)
        out[:] = np.nan if failed else self._rates[: out.size]

    def jacobian(self, time: float, x: Floats) -> Floats:
        """Return the entries of the Jacobian of the states, NaN where the model is undefined.

        Parameters
        ----------
        time : float
            Instant in s.
        x : ndarray
            States.
        """
        assert self.pattern is not None
        count = self.pattern[0].size
        self._x[:] = x
        failed = self._library.dt_rates_jacobian(
            self._handle, time, self._x_address, byref(self._entries)
        )
        if failed or not count:
            return np.full(count, np.nan)
        entries = ctypes.cast(self._entries, ctypes.POINTER(ctypes.c_double))
        return np.ctypeslib.as_array(entries, (count,))
