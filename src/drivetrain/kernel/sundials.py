"""Steps by CVODE and IDA of SUNDIALS, through scikit-sundae, for independent checks of a run.

The kernel does everything but the step itself: it requests one, gets its end and a polynomial, and
treats it like one of its own. Both codes are multistep methods of order 1 to 5, so the polynomial
through six points of a step is their own continuous extension.

A. C. Hindmarsh et al., "SUNDIALS: Suite of nonlinear and differential/algebraic equation solvers",
ACM Transactions on Mathematical Software 31, 2005.
"""

from __future__ import annotations

import io
import warnings
from abc import ABC, abstractmethod
from contextlib import redirect_stdout
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from drivetrain.errors import UsageError

__all__ = ["NODES", "SUNDIALS", "Stepper", "System", "make_stepper", "require_sundials"]

Floats = npt.NDArray[np.float64]
_Integers = npt.NDArray[np.int64]

SUNDIALS = ("cvode", "ida")
"""Methods that need scikit-sundae."""

NODES = 0.5 - 0.5 * np.cos(np.pi * np.arange(6) / 5)
"""Points within a step at which its polynomial is sampled, including both ends."""

_SPARSE_FROM = 200
"""Number of states from which on the Jacobian is stored as a sparse matrix."""


def require_sundials(method: str) -> None:
    """Reject a SUNDIALS method if scikit-sundae is not installed.

    Parameters
    ----------
    method : str
        Name of any integration method.

    Raises
    ------
    UsageError
        Includes the command that installs it.
    """
    if method in SUNDIALS and find_spec("sksundae") is None:
        raise UsageError(
            f"solver={method!r} needs scikit-sundae, which is not installed; "
            "run: pip install 'drivetrain[cvode]', or choose another solver"
        )


class System(Protocol):
    """The equations to integrate: derivatives of the states with all modes frozen."""

    max_step: float
    pattern: tuple[_Integers, _Integers] | None
    """Rows and columns of the entries of the Jacobian, column by column; None: it has none."""

    def rates(self, time: float, x: Floats, out: Floats) -> None:
        """Write the derivatives at a point, NaN where they are undefined."""

    def jacobian(self, time: float, x: Floats) -> Floats:
        """Return the entries of the Jacobian at a point."""


class _Matrix:
    """Positions of the Jacobian entries and of the diagonal in the matrix of a code."""

    def __init__(self, rows: _Integers, columns: _Integers, n: int) -> None:
        everywhere = np.arange(n)
        self.sparse = n >= _SPARSE_FROM
        self._place, self._diagonal = rows * n + columns, everywhere * (n + 1)
        if self.sparse:
            keys, diagonal = columns * n + rows, self._diagonal
            kept = np.union1d(keys, diagonal)
            self._place, self._diagonal = (np.searchsorted(kept, k) for k in (keys, diagonal))
            self.kept = (kept % n, kept // n)

    def fill(self, matrix: Floats, factor: float, entries: Floats, shift: float) -> None:
        """Write factor × Jacobian + shift × identity."""
        flat = matrix.reshape(-1)
        flat[:] = 0.0
        flat[self._place] = factor * entries
        flat[self._diagonal] += shift


class Stepper(ABC):
    """One integration by a SUNDIALS code.

    Parameters
    ----------
    system : System
        The equations to integrate.
    n : int
        Number of its states.
    """

    def __init__(self, system: System, n: int) -> None:
        self.system = system
        self._solver: Any = None
        self._time = 0.0
        self._matrix = None if system.pattern is None else _Matrix(*system.pattern, n)

    def begin(self, time: float, x: Floats, xdot: Floats, atol: Floats) -> None:
        """Restart at a point.

        Parameters
        ----------
        time : float
            Instant in s.
        x, xdot : ndarray
            States and their derivatives.
        atol : ndarray
            Absolute tolerances of the states from now on.
        """
        longest = self.system.max_step if np.isfinite(self.system.max_step) else 0.0
        options: dict[str, Any] = {"rtol": 0.0, "atol": atol, "max_step": longest}
        if self._matrix is not None and self._matrix.sparse:
            options |= {"linsolver": "sparse", "sparsity": self._pattern(self._matrix.kept, x.size)}
        with warnings.catch_warnings():  # about a pattern that exists for the matrix only
            warnings.simplefilter("ignore")
            self._begin(time, x, xdot, options)
        self._time = time

    def step(self, end: float) -> tuple[float, Floats] | None:
        """Make one step.

        Parameters
        ----------
        end : float
            Instant that must not be passed, s.

        Returns
        -------
        tuple or None
            Its end in s, and the states at its nodes except the first, one row for each; None if
            the code finds no step that is accurate enough.
        """
        with redirect_stdout(io.StringIO()):  # suppress messages of the code
            states = self._advance(end)
            if states is None:
                return None
            reached, x = states
            length = reached - self._time
            inner = [self._at(self._time + a * length) for a in NODES[1:-1]]
        self._time = reached
        return reached, np.array([*inner, x])

    def _advance(self, end: float) -> tuple[float, Floats] | None:
        """Advance by one step. After a look back, the code first returns to where it was."""
        for _ in range(2):
            done = self._solver.step(end, "onestep", end)
            if not done.success or not np.all(np.isfinite(done.y)):
                return None
            if done.t > self._time:
                return float(done.t), done.y
        return None

    def _at(self, time: float) -> Floats:
        """Return the states at an instant within the last step."""
        states: Floats = self._solver.step(time, "normal", None).y
        return states

    @staticmethod
    def _pattern(entries: tuple[_Integers, _Integers], n: int) -> Any:
        from scipy.sparse import csc_matrix

        return csc_matrix((np.ones(entries[0].size), entries), (n, n))

    @abstractmethod
    def _begin(self, time: float, x: Floats, xdot: Floats, options: dict[str, Any]) -> None:
        """Prepare the code to start at a point."""


class _Cvode(Stepper):
    """Backward differentiation formulas for x' = f(t, x)."""

    def _begin(self, time: float, x: Floats, xdot: Floats, options: dict[str, Any]) -> None:
        from sksundae.cvode import CVODE

        jacobian = None if self._matrix is None else self._jacobian
        self._solver = CVODE(self.system.rates, jacfn=jacobian, **options)
        self._solver.init_step(time, x)

    def _jacobian(self, time: float, x: Floats, xdot: Floats, out: Floats) -> None:
        assert self._matrix is not None
        self._matrix.fill(out, 1.0, self.system.jacobian(time, x), 0.0)


class _Ida(Stepper):
    """Backward differentiation formulas for the implicit form x' - f(t, x) = 0."""

    def _begin(self, time: float, x: Floats, xdot: Floats, options: dict[str, Any]) -> None:
        from sksundae.ida import IDA

        jacobian = None if self._matrix is None else self._jacobian
        self._solver = IDA(self._residual, jacfn=jacobian, **options)
        self._solver.init_step(time, x, xdot)

    def _residual(self, time: float, x: Floats, xdot: Floats, out: Floats) -> None:
        self.system.rates(time, x, out)
        np.subtract(xdot, out, out=out)

    def _jacobian(
        self, time: float, x: Floats, xdot: Floats, residual: Floats, shift: float, out: Floats
    ) -> None:
        assert self._matrix is not None
        self._matrix.fill(out, -1.0, self.system.jacobian(time, x), shift)


def make_stepper(method: str, system: System, n: int) -> Stepper:
    """Return a SUNDIALS code that integrates a system.

    Parameters
    ----------
    method : {"cvode", "ida"}
        The code.
    system : System
        The equations to integrate.
    n : int
        Number of its states.

    Raises
    ------
    UsageError
        If scikit-sundae is not installed.
    """
    require_sundials(method)
    return _Cvode(system, n) if method == "cvode" else _Ida(system, n)
