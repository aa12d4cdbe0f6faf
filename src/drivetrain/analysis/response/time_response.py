"""Responses of linear models to impulses and steps, by the matrix exponential."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse
from scipy.sparse.linalg import expm_multiply

from drivetrain.analysis.arguments import any_shape
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.response.pairs import Pairs
from drivetrain.calls import explained
from drivetrain.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["TimeResponse", "impulse_response_of", "step_response_of"]

Floats = NDArray[np.float64]
Matrix = Any

_SAME_STEP = 1e-9
"""Relative difference of steps that are one."""


@dataclass(frozen=True, eq=False, repr=False)
class TimeResponse(Presented, Mapping[tuple[str, str], Floats]):
    """Deviations of outputs from the operating point after an impulse or a step of an input.

    It is a mapping as :class:`FrequencyResponse` is: ``response["motor", "shaft.tau"]``, or
    ``response["shaft.tau"]`` if there is one input only.

    Attributes
    ----------
    kind : {"impulse", "step"}
        What the inputs do at the time 0. An impulse has the area 1, a step the height 1.
    model : str
        Name of the linear model.
    pairs : Pairs
        Inputs and outputs.
    time : float array, shape (n,)
        Time since then, s.
    matrix : float array, shape (n, n_outputs, n_inputs)
        The deviations. Where an impulse acts on an output directly, that is left out.
    """

    kind: str
    model: str
    pairs: Pairs
    time: Floats
    matrix: Floats

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"{self.kind} response of {self.model} at {len(self.time)} instants"

    def __getitem__(self, names: str | tuple[str, str]) -> Floats:
        """Return the response of an output to an input, shape (n,)."""
        given = names if isinstance(names, tuple) else (names,)
        place, row = self.pairs.places(*given)
        return np.asarray(self.matrix[:, row, place])

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object."""
        return self is other

    __hash__ = object.__hash__

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the pairs of inputs and outputs."""
        return iter(self.pairs)

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.pairs)

    def to_pandas(self) -> pd.DataFrame:
        """Return a table, one row per instant."""
        import pandas as pd

        columns = {}
        for pair in self:
            unit = self.pairs.outputs.units[self.pairs.places(*pair)[1]]
            columns[f"{self.pairs.label(*pair)} [{unit}]"] = self[pair]
        return pd.DataFrame(columns, index=pd.Index(self.time, name="time [s]"))

    @explained
    def plot(self, *names: str, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw outputs over the time.

        Parameters
        ----------
        *names : str
            Outputs, names or patterns; all of them by default.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_time_response", self, names, path=path, title=title)


def impulse_response_of(model: LinearModel, pairs: Pairs, times: Any) -> TimeResponse:
    """Return a response to impulses; see :meth:`LinearModel.impulse_response`.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    pairs : Pairs
        Inputs and outputs.
    times : array_like
        Instants as given by a user.
    """
    start = _started(model.A, pairs, model.B)
    return _response("impulse", model, pairs, times, start, None)


def step_response_of(model: LinearModel, pairs: Pairs, times: Any) -> TimeResponse:
    """Return a response to steps; see :meth:`LinearModel.step_response`.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    pairs : Pairs
        Inputs and outputs.
    times : array_like
        Instants as given by a user.
    """
    lowered = {power - 1: m for power, m in _by_power(pairs, model.B).items() if power}
    start = _accumulated(model.A, lowered, (model.A.shape[0], len(pairs.inputs.columns)))
    return _response("step", model, pairs, times, start, _by_power(pairs, model.B)[0])


def _by_power(pairs: Pairs, matrix: Matrix) -> dict[int, Floats]:
    return {term.power: m for term, m in pairs.inputs.terms(matrix).items()}


def _started(A: Matrix, pairs: Pairs, B: Matrix) -> Floats:
    """Return the states just after impulses: ``B0 + A B1 + A^2 B2``."""
    return _accumulated(A, _by_power(pairs, B), (A.shape[0], len(pairs.inputs.columns)))


def _accumulated(A: Matrix, terms: Mapping[int, Floats], shape: tuple[int, int]) -> Floats:
    found = np.zeros(shape)
    for power in range(max(terms, default=-1), -1, -1):
        found = A @ found + terms.get(power, 0.0)
    return found


def _response(
    kind: str, model: LinearModel, pairs: Pairs, times: Any, start: Floats, push: Floats | None
) -> TimeResponse:
    """Return the response from states at the time 0, with constant inputs from then on."""
    time = _checked(times)
    rows, direct = model.C[pairs.rows], np.zeros((len(pairs.rows), start.shape[1]))
    if push is None:
        flow, states = model.A, start
    else:
        flow, states = _with_inputs(model.A, push), np.vstack([start, np.eye(push.shape[1])])
        rows = _beside(rows, np.zeros((rows.shape[0], push.shape[1])))
        direct = _by_power(pairs, model.D[pairs.rows])[0]
    found = [np.asarray(rows @ x) + direct for x in _states(flow, states, time)]
    matrix = np.array(found).reshape(len(time), rows.shape[0], start.shape[1])
    return TimeResponse(kind, model.name, pairs, time, matrix)


def _checked(times: Any) -> Floats:
    time = np.atleast_1d(any_shape(times, "times", "s"))
    if time.ndim != 1 or not len(time) or not np.isfinite(time).all() or time[0] < 0:
        raise UsageError("times: give instants in one row, in s, from 0 on")
    if (np.diff(time) < 0).any():
        raise UsageError("times: give instants in increasing order")
    return np.asarray(time, dtype=float)


def _with_inputs(A: Matrix, push: Floats) -> Matrix:
    """Return a state matrix with constant inputs as further states."""
    n, m = push.shape
    if is_sparse(A):
        return sparse.block_array([[A, sparse.csr_array(push)], [None, sparse.csr_array((m, m))]])
    return np.block([[dense(A), push], [np.zeros((m, n + m))]])


def _beside(left: Matrix, right: Floats) -> Matrix:
    if is_sparse(left):
        return sparse.hstack([left, sparse.csr_array(right)], format="csr")
    return np.hstack([left, right])


def _states(A: Matrix, start: Floats, time: Floats) -> Iterator[Floats]:
    """Yield the states at instants; equal steps need one matrix exponential."""
    now, states = 0.0, start
    step, forward = 0.0, None
    for instant in time.tolist():
        ahead = instant - now
        if ahead > 0 and is_sparse(A):
            states = expm_multiply(A.tocsc() * ahead, states)
        elif ahead > 0:
            if forward is None or abs(ahead - step) > _SAME_STEP * step:
                step, forward = ahead, linalg.expm(A * ahead)
            states = forward @ states
        now = instant
        yield states
