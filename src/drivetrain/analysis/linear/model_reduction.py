"""Smaller linear models with nearly the same response.

Free motions are always kept; of the rest those eigenmodes are kept that matter, or those states
which the inputs move and the outputs show most [1]_. What is left out answers at once: its static
response becomes part of `D`.

References
----------
.. [1] A. C. Antoulas, "Approximation of Large-Scale Dynamical Systems", SIAM 2005, chapter 7.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse
from scipy.sparse.linalg import splu

from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.modes.solution import eigenmodes_of
from drivetrain.analysis.response.frequencies import band
from drivetrain.analysis.response.splitting import FreeSplit, without_held
from drivetrain.analysis.response.system import CONSTANT, System
from drivetrain.errors import AnalysisError, UsageError, shown
from drivetrain.modeling.argument_values import check_flags

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["balanced_truncation", "modal_truncation"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Matrix = Any

_REAL = 1e-12
"""Imaginary part, relative to the eigenvalue, that is rounding."""


def modal_truncation(
    model: LinearModel, count: int | None, between: Any, static_correction: bool
) -> LinearModel:
    """Return a model of fewer eigenmodes; see :meth:`LinearModel.reduced`."""
    if (count is None) == (between is None):
        raise UsageError("give the number of oscillations to be kept, count=…, or a band between=…")
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
        raise UsageError(f"count={shown(count)}: give the number of oscillations, 1, 2, …")
    check_flags("reduced", static_correction=static_correction)
    parts = _Parts(model)
    modes = parts.sparse_modes(count, between) if is_sparse(model.A) else parts.dense_modes()
    low, high = (0.0, modes.highest(count)) if between is None else band(between)
    slow = modes.some(np.abs(modes.values) <= high * (1 + 1e-9))
    kept = slow.some(np.abs(slow.values) >= low * (1 - 1e-9))
    pushed = parts.model.B.shape[1]
    direct = dense(model.D).astype(float)
    if static_correction:
        direct = direct + (parts.static - slow.static)[:, :pushed]
    blocks = [parts.free_block, *kept.blocks()]
    return _model(model, blocks, direct)


def balanced_truncation(model: LinearModel, count: int) -> LinearModel:
    """Return a model of fewer states, balanced; see :meth:`LinearModel.balanced`."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise UsageError(f"count={shown(count)}: give the number of states, 1, 2, …")
    if is_sparse(model.A):
        raise AnalysisError(
            f"{model.A.shape[0]} states are too many to be balanced: use reduced(count=20)"
        )
    parts = _Parts(model)
    A, B, C = parts.rest, parts.pushed, parts.shown
    if len(A) and np.linalg.eigvals(A).real.max() >= 0:
        raise AnalysisError(
            "the model is not stable or has an oscillation without damping, so that its states "
            "cannot be balanced: use reduced(count=…)"
        )
    own = B[:, : model.B.shape[1]]
    moved = _root(linalg.solve_continuous_lyapunov(A, -own @ own.T))
    seen = _root(linalg.solve_continuous_lyapunov(A.T, -C.T @ C))
    left, sizes, right = np.linalg.svd(seen.T @ moved)
    n = min(count, int(np.sum(sizes > sizes.max(initial=0.0) * len(A) * np.finfo(float).eps)))
    scale = 1 / np.sqrt(sizes[:n])
    into, out = moved @ right[:n].T * scale, (seen @ left[:, :n] * scale).T
    names = tuple(f"balanced[{k}]" for k in range(n))
    block = _Block(names, out @ A @ into, out @ B, C @ into)
    return _model(model, [parts.free_block, block], dense(model.D).astype(float))


def _root(matrix: Any) -> Floats:
    """Return a factor of a positive semidefinite matrix: ``root @ root.T``."""
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


class _Block(NamedTuple):
    """States that act on nothing but themselves and the outputs."""

    names: tuple[str, ...]
    A: Floats
    B: Floats
    C: Floats


class _Modes(NamedTuple):
    """Eigenvalues, and how inputs move and outputs show their modes.

    Attributes
    ----------
    values : complex array
        Real eigenvalues, and those with positive imaginary parts.
    pushed : complex array, shape (n_modes, n_inputs)
        Modal inputs.
    shown : complex array, shape (n_outputs, n_modes)
        Modal outputs.
    """

    values: Complexes
    pushed: Complexes
    shown: Complexes

    def some(self, chosen: NDArray[np.bool_]) -> _Modes:
        return _Modes(self.values[chosen], self.pushed[chosen], self.shown[:, chosen])

    @property
    def turning(self) -> NDArray[np.bool_]:
        return np.abs(self.values.imag) > _REAL * np.abs(self.values)

    def highest(self, count: int | None) -> float:
        """Return the undamped frequency of the last of the first oscillations."""
        sizes = np.sort(np.abs(self.values[self.turning]))
        if not len(sizes):
            return float("inf")
        return float(sizes[min(count or 1, len(sizes)) - 1])

    @property
    def static(self) -> Floats:
        """The static response of all modes."""
        twice = np.where(self.turning, 2.0, 1.0)
        return np.asarray(((self.shown * (-twice / self.values)) @ self.pushed).real)

    def blocks(self) -> list[_Block]:
        """Return real states for each mode."""
        found = []
        for k, value in enumerate(self.values.tolist()):
            push, show = self.pushed[[k]], self.shown[:, [k]]
            if not self.turning[k]:
                name = (f"mode[{k}]",)
                found.append(_Block(name, np.array([[value.real]]), push.real, show.real))
                continue
            names = f"mode[{k}].re", f"mode[{k}].im"
            turn = np.array([[value.real, -value.imag], [value.imag, value.real]])
            rows = np.vstack([push.real, push.imag])
            found.append(_Block(names, turn, rows, 2 * np.hstack([show.real, -show.imag])))
        return found


class _Parts:
    """Free motions and the rest of a linear model, uncoupled.

    The rates at the operating point and their dependence on time are carried along as two more
    inputs.
    """

    def __init__(self, model: LinearModel) -> None:
        self.model, reduction = model, model.reduction
        beside = np.column_stack([dense(model.B), model.point.rates, model.point.by_time])
        whole = System(
            {CONSTANT: model.A}, {CONSTANT: beside}, {CONSTANT: model.C}, {CONSTANT: model.D}
        )
        held = without_held(whole, reduction)
        self._A, self._B, self._C = (t[CONSTANT] for t in (held.A, held.B, held.C))
        self._split = FreeSplit(held, reduction)

    @cached_property
    def rest(self) -> Matrix:
        """State matrix without free motions."""
        if not self._split.count:
            return self._A
        return self._split.rest(self._A)[:, self._split.kept]

    @cached_property
    def pushed(self) -> Floats:
        """Input matrix of the rest."""
        return dense(self._split.rest(self._B)) if self._split.count else dense(self._B)

    @cached_property
    def _seen(self) -> Floats:
        """What outputs show of the free motions."""
        return dense(self._split.effect(self._C))

    @cached_property
    def _coupling(self) -> Floats:
        """Y in ``q - Y z``, a combination of free motions and the rest that the rest leaves alone.

        It solves ``N Y - Y A_z + R = 0``; `N` is strictly upper triangular.
        """
        split = self._split
        row = split.driven(self._A)[:, split.kept]
        found = np.zeros(row.shape)
        solve = self._solver(transposed=True)
        for k in range(split.count - 1, -1, -1):
            found[k] = solve(row[k] + split.chain[k] @ found)
        return found

    def _solver(self, transposed: bool = False) -> Any:
        matrix = self.rest.T if transposed else self.rest
        if is_sparse(matrix):
            return splu(sparse.csc_array(matrix)).solve
        factors = linalg.lu_factor(matrix)
        return lambda right: linalg.lu_solve(factors, right)

    @cached_property
    def shown(self) -> Floats:
        """Output matrix of the rest."""
        if not self._split.count:
            return dense(self._C)
        return np.asarray(dense(self._C[:, self._split.kept]) + self._seen @ self._coupling)

    @cached_property
    def free_block(self) -> _Block:
        """The free motions."""
        split = self._split
        if not split.count:
            none = np.zeros((0, self.pushed.shape[1]))
            return _Block((), np.zeros((0, 0)), none, np.zeros((self._C.shape[0], 0)))
        push = split.driven(self._B) - self._coupling @ self.pushed
        names = tuple(f"free[{k}]" for k in range(split.count))
        return _Block(names, split.chain, push, self._seen)

    @cached_property
    def static(self) -> Floats:
        """Static response of the rest."""
        if not self.rest.shape[0]:
            return np.zeros((self.shown.shape[0], self.pushed.shape[1]))
        return np.asarray(self.shown @ self._solver()(-self.pushed))

    def dense_modes(self) -> _Modes:
        """Return all eigenmodes of the rest."""
        if not len(self.rest):
            shapes = (0,), (0, self.pushed.shape[1]), (len(self.shown), 0)
            return _Modes(*(np.empty(shape, dtype=complex) for shape in shapes))
        solved: Any = linalg.eig(self.rest, left=True, right=True)
        values, left, right = solved
        left = left.conj() / np.einsum("ij,ij->j", left.conj(), right)
        whole = _Modes(values, left.T @ self.pushed, self.shown @ right)
        real = np.abs(values.imag) <= _REAL * np.abs(values)
        order = np.lexsort((values.real, np.abs(values)))
        order = order[(real | (values.imag > 0))[order]]
        return _Modes(whole.values[order], whole.pushed[order], whole.shown[:, order])

    def sparse_modes(self, count: int | None, between: Any) -> _Modes:
        """Return the slowest eigenmodes of a large model, without decays."""
        wanted = None if between is None else (0.0, band(between)[1])
        modes = eigenmodes_of(self.model, count, 0.0, wanted)
        point = self.model.point
        beside = np.column_stack([dense(self.model.B), point.rates, point.by_time])
        return _Modes(
            modes.eigenvalue, modes.left.T @ beside, np.asarray(self.model.C @ modes.right)
        )


def _model(model: LinearModel, blocks: list[_Block], direct: Floats) -> LinearModel:
    """Return a linear model that consists of uncoupled blocks."""
    names = tuple(name for block in blocks for name in block.names)
    A = linalg.block_diag(*(block.A for block in blocks if block.names))
    A = A if names else np.zeros((0, 0))
    B = np.vstack([block.B for block in blocks])
    pushed = model.B.shape[1]
    point = replace(
        model.point, states=np.zeros(len(names)), rates=B[:, pushed], by_time=B[:, pushed + 1],
        nominal=np.ones(len(names)),
    )  # fmt: skip
    return model.with_matrices(
        name=f"{model.name}, reduced",
        A=A, B=B[:, :pushed], C=np.hstack([block.C for block in blocks]), D=direct,
        states=Signals("state", names, ("1",) * len(names)), point=point,
        constraints=np.zeros((0, len(names))), held_by=(),
    )  # fmt: skip
