"""Delays of a linear model: opened, closed again exactly at a frequency, or by Padé's formula.

Between the argument `z` of a delay and its value `v` the model is a linear one without delays. At a
frequency ``v = exp(-i omega T) z`` closes it. For all frequencies together there is Padé's rational
approximation [1]_.

References
----------
.. [1] G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 2013, section 9.3.1.
"""

from __future__ import annotations

import cmath
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from math import comb, factorial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse

from drivetrain.analysis.linear.model_parts import StateMatrices
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.response.system import Law
from drivetrain.errors import AnalysisError, UsageError, shown

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["Delays", "with_pade"]

Floats = NDArray[np.float64]
Numbers = NDArray[Any]
Matrix = Any

_MOST_NAMED = 3
_MOST = 12
"""Highest order of an approximation: coefficients of higher ones lose their digits."""


@dataclass(frozen=True, eq=False)
class Delays:
    """The delays of a linear model.

    Attributes
    ----------
    open : LinearModel
        The model with all delays opened: their values are its last inputs, their arguments its
        last outputs.
    names : tuple of str
        What is delayed: a variable, or a part and an expression.
    times : float array
        The delays, s.
    values : float array
        The arguments at the operating point, to which the delayed values are equal there.
    """

    open: LinearModel
    names: tuple[str, ...]
    times: Floats
    values: Floats

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.names)

    def told(self) -> str:
        """Return names and times in one line, of many the first ones."""
        more = len(self) - _MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        return ", ".join(self.listed()[:_MOST_NAMED]) + rest

    def listed(self) -> list[str]:
        """Return the name and the time of each."""
        pairs = zip(self.names, self.times.tolist(), strict=True)
        return [f"{name} ({time:g} s)" for name, time in pairs]

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of their factors among those of parameters."""
        return tuple(f"delay {k} of {name}" for k, name in enumerate(self.names))

    @property
    def laws(self) -> tuple[tuple[tuple[str, ...], Law], ...]:
        """The factor ``exp(-i omega T)`` of each delay, as a law of the frequency."""
        pairs = zip(self.keys, self.times.tolist(), strict=True)
        return tuple(((key,), partial(_turned, time)) for key, time in pairs)

    @property
    def act_once(self) -> bool:
        """Whether no value of a delay acts on an argument at once, so that factors only add up."""
        n = len(self)
        return not dense(self.open.D[-n:][:, -n:]).any()

    def matrices(self, factors: Mapping[str, complex]) -> StateMatrices:
        """Return the matrices for factors of delays and parameters; those left out are 1."""
        own = {name: value for name, value in factors.items() if name not in self.keys}
        found: Any = self.open.details.altered(own) if own else self.open
        turns = [factors.get(key, 1.0) for key in self.keys]
        return self._closed(StateMatrices(found.A, found.B, found.C, found.D), np.array(turns))

    def _closed(self, parts: StateMatrices, factors: Numbers) -> StateMatrices:
        """Return the matrices with the loops of all delays closed by factors."""
        split = _Split(parts, len(self))
        gain = split.gain(np.diag(factors), self.told())
        return StateMatrices(
            split.A + _product(split.Bv, gain, split.Cz),
            split.Bu + _product(split.Bv, gain, split.Dzu),
            split.Cy + _product(split.Dyv, gain, split.Cz),
            split.Dyu + _product(split.Dyv, gain, split.Dzu),
        )

    def at_rest(self) -> LinearModel:
        """Return the model without delays: what it is at the frequency zero."""
        found = self.matrices({})
        n = len(self)
        return replace(
            self.open, A=found.A, B=found.B, C=found.C, D=found.D,
            inputs=_first(self.open.inputs, n), outputs=_first(self.open.outputs, n),
        )  # fmt: skip


def _turned(time: float, omega: float) -> complex:
    return cmath.exp(-1j * omega * time)


def _first(signals: Signals, left_out: int) -> Signals:
    """Return all but the last signals."""
    n = len(signals) - left_out
    return Signals(
        signals.kind, tuple(signals.names[:n]), tuple(signals.units[:n]), signals.orders[:n]
    )


def _product(left: Matrix, gain: Numbers, right: Matrix) -> Matrix:
    if is_sparse(left) or is_sparse(right):
        return sparse.csr_array(left) @ sparse.csr_array(gain) @ sparse.csr_array(right)
    return left @ gain @ right


class _Split(NamedTuple):
    """Matrices of an open model, split into what users know and what belongs to delays."""

    parts: StateMatrices
    n: int

    @property
    def A(self) -> Matrix:
        return self.parts.A

    @property
    def Bu(self) -> Matrix:
        return self.parts.B[:, : -self.n]

    @property
    def Bv(self) -> Matrix:
        return self.parts.B[:, -self.n :]

    @property
    def Cy(self) -> Matrix:
        return self.parts.C[: -self.n]

    @property
    def Cz(self) -> Matrix:
        return self.parts.C[-self.n :]

    @property
    def Dyu(self) -> Matrix:
        return self.parts.D[: -self.n, : -self.n]

    @property
    def Dyv(self) -> Matrix:
        return self.parts.D[: -self.n, -self.n :]

    @property
    def Dzu(self) -> Matrix:
        return self.parts.D[-self.n :, : -self.n]

    @property
    def Dzv(self) -> Matrix:
        return self.parts.D[-self.n :, -self.n :]

    def gain(self, direct: Numbers, told: str) -> Numbers:
        """Return the values of delays by arguments from outside, if they pass at once by factors.

        Raises
        ------
        AnalysisError
            If the loop has no solution.
        """
        loop = np.eye(self.n) - direct @ dense(self.Dzv)
        if np.linalg.cond(loop) > 1e14:
            raise AnalysisError(
                f"the delays of {told} feed themselves at once with a gain of 1, so that their "
                "values are not determined: change the gain"
            )
        return np.asarray(np.linalg.solve(loop, direct))


# -- Padé's approximation --------------------------------------------------------------------------


def with_pade(delays: Delays, order: Any) -> LinearModel:
    """Return a linear model in which delays are rational functions.

    Parameters
    ----------
    delays : Delays
        The delays.
    order : int
        Degree of numerator and denominator.

    Raises
    ------
    UsageError
        If the order is no integer from 1 to 12.
    """
    if isinstance(order, bool) or not isinstance(order, (int, np.integer)):
        raise UsageError(f"pade={shown(order)}: give the order, an integer from 1 to {_MOST}")
    if not 1 <= order <= _MOST:
        raise UsageError(f"pade={order}: give an order from 1 to {_MOST}")
    chains = [_chain(int(order), time) for time in delays.times.tolist()]
    inner = tuple(linalg.block_diag(*some) for some in zip(*chains, strict=True))
    matrices = _joined(delays, inner)
    return _extended(delays, matrices, inner, int(order))


def _chain(order: int, time: float) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the matrices of one delay; its states measure time in multiples of the delay."""
    size = range(order, -1, -1)
    below = np.array(
        [factorial(2 * order - k) * comb(order, k) / factorial(2 * order) for k in size]
    )
    above = below * (-1.0) ** np.array(size)
    below, above = below / below[0], above / below[0]
    A = np.eye(order, k=-1)
    A[0] = -below[1:]
    B = np.zeros((order, 1))
    B[0] = 1.0
    C = (above - above[0] * below)[None, 1:]
    return A / time, B / time, C, np.array([[above[0]]])


def _joined(delays: Delays, inner: tuple[Floats, ...]) -> StateMatrices:
    """Return the matrices of the model with the states of all delays behind its own."""
    found = delays.open
    split = _Split(StateMatrices(found.A, found.B, found.C, found.D), len(delays))
    A, B, C, D = inner
    gain = split.gain(D, delays.told())
    # v = loop (C x + D z0) and z = z0 + Dzv v, where z0 = Cz x + Dzu u
    loop = np.linalg.solve(np.eye(len(delays)) - D @ dense(split.Dzv), C)
    seen = B @ (np.eye(len(delays)) + dense(split.Dzv) @ gain)
    rates = [
        [split.A + _product(split.Bv, gain, split.Cz), dense(split.Bv) @ loop],
        [seen @ dense(split.Cz), A + B @ dense(split.Dzv) @ loop],
    ]
    driven = split.Bu + _product(split.Bv, gain, split.Dzu), seen @ dense(split.Dzu)
    shown_by = split.Cy + _product(split.Dyv, gain, split.Cz), dense(split.Dyv) @ loop
    direct = split.Dyu + _product(split.Dyv, gain, split.Dzu)
    if is_sparse(found.A):
        return StateMatrices(
            sparse.csr_array(sparse.block_array(rates)), _stacked(driven, 0),
            _stacked(shown_by, 1), direct,
        )  # fmt: skip
    return StateMatrices(
        np.block(rates), np.vstack([dense(one) for one in driven]),
        np.hstack([dense(one) for one in shown_by]), direct,
    )  # fmt: skip


def _stacked(parts: tuple[Matrix, Matrix], axis: int) -> Matrix:
    some = [sparse.csr_array(part) for part in parts]
    return sparse.csr_array(sparse.vstack(some) if axis == 0 else sparse.hstack(some))


def _extended(
    delays: Delays, found: StateMatrices, inner: tuple[Floats, ...], order: int
) -> LinearModel:
    """Return the linear model with more states, which rest where the value is the argument."""
    whole, n = delays.open, len(delays)
    still = np.linalg.solve(inner[0], -inner[1])
    resting = still @ delays.values
    sizes = np.abs(still) @ np.maximum(np.abs(delays.values), 1.0)
    units = whole.inputs.units[len(whole.inputs) - n :]
    states = Signals(
        "state",
        (*whole.states.names, *(f"pade({d})[{k}]" for d in delays.names for k in range(order))),
        (*whole.states.units, *(unit for unit in units for _ in range(order))),
    )
    point, none = whole.point, np.zeros(len(resting))
    told = f"Padé approximation of order {order}"
    return replace(
        whole, A=found.A, B=found.B, C=found.C, D=found.D, states=states,
        inputs=_first(whole.inputs, n), outputs=_first(whole.outputs, n),
        constraints=_wider(whole.constraints, len(resting)),
        point=replace(
            point,
            states=np.concatenate([point.states, resting]),
            rates=np.concatenate([point.rates, none]),
            by_time=np.concatenate([point.by_time, none]),
            nominal=np.concatenate([point.nominal, np.where(sizes > 0, sizes, 1.0)]),
        ),
        make_details=None,
        approximated=tuple(f"delay of {one} as {told}" for one in delays.listed()),
    )  # fmt: skip


def _wider(matrix: Matrix, more: int) -> Matrix:
    zero = np.zeros((matrix.shape[0], more))
    return _stacked((matrix, zero), 1) if is_sparse(matrix) else np.hstack([matrix, zero])
