"""The response of a linear model as a function of the frequency."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import StateMatrices
from drivetrain.analysis.matrices import Matrix, dense, is_sparse
from drivetrain.analysis.response.inputs import HarmonicInputs
from drivetrain.analysis.response.laws import Laws
from drivetrain.analysis.response.solvers import Responder
from drivetrain.analysis.response.splitting import (
    without_angles,
    without_cancellation,
    without_free,
    without_held,
)
from drivetrain.analysis.response.system import System, Term, Terms, joined
from drivetrain.errors import AnalysisError

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["ModelResponse", "matrices_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]
Make = Callable[[Mapping[str, complex]], StateMatrices]

_LINEAR = 1e-9
"""Difference of matrices, relative to their change, that is rounding."""


def matrices_of(model: LinearModel, outputs: list[int]) -> Make:
    """Return a function that returns matrices for complex factors of parameters.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    outputs : list of int
        The rows that are wanted of its outputs.
    """

    def make(factors: Mapping[str, complex]) -> StateMatrices:
        found = model.details.altered(factors) if factors else model
        return StateMatrices(found.A, found.B, found.C[outputs], found.D[outputs])

    return make


class ModelResponse:
    """The response of a linear model to harmonic inputs, at any frequency.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    inputs : HarmonicInputs
        Its inputs.
    make : callable
        Returns matrices for complex factors of parameters.
    laws : Laws
        The factors.
    names : sequence of str
        Names of the rows, for messages.
    """

    def __init__(
        self, model: LinearModel, inputs: HarmonicInputs, make: Make, laws: Laws, names: Any
    ) -> None:
        self._model, self._inputs, self._make, self._laws = model, inputs, make, laws
        self._names = names

    def at(self, omega: Floats) -> Complexes:
        """Return the response, shape (n, n_outputs, n_inputs).

        Parameters
        ----------
        omega : float array
            Angular frequencies, rad/s, not negative.

        Raises
        ------
        AnalysisError
            If an oscillation has no damping, or a free motion no static response.
        """
        still = omega == 0
        if not still.any():
            return self._moving(omega)
        found = np.empty((len(omega), len(self._names), len(self._inputs.columns)), dtype=complex)
        found[still] = self._static
        if not still.all():
            found[~still] = self._moving(omega[~still])
        return found

    def _moving(self, omega: Floats) -> Complexes:
        if self._system is not None:
            return self._responder.at(omega)
        parts = [
            Responder(self._split(self._of(self._laws.at(w)))).at(np.array([w]))
            for w in omega.tolist()
        ]
        return np.concatenate(parts)

    # -- systems -------------------------------------------------------------------------------

    @cached_property
    def _responder(self) -> Responder:
        assert self._system is not None
        return Responder(self._split(self._system))

    @cached_property
    def _system(self) -> System | None:
        """The system with its laws as terms; None if the matrices are not linear in them."""
        base = self._make(self._laws.factors)
        if not self._laws.functions:
            return self._assembled([base])
        changes = [
            _difference(self._make(self._doubled(names, 2)), base)
            for names, _ in self._laws.functions
        ]
        everything = tuple(name for names, _ in self._laws.functions for name in names)
        tripled = _difference(self._make(self._doubled(everything, 3)), base)
        if not _is_sum(tripled, changes):
            return None
        return self._assembled([base, *changes])

    def _doubled(self, names: tuple[str, ...], times: int) -> dict[str, complex]:
        return {**self._laws.factors, **dict.fromkeys(names, times)}

    def _of(self, factors: Mapping[str, complex]) -> System:
        return self._assembled([self._make(factors)])

    def _assembled(self, parts: list[StateMatrices]) -> System:
        """Return a system from its constant matrices and their changes with laws."""
        sums: dict[str, list[Terms]] = {name: [] for name in "ABCD"}
        for law, part in enumerate(parts):
            for name, matrix in (("A", part.A), ("C", part.C)):
                sums[name].append({Term(0, law): self._shaped(matrix)})
            for name, matrix in (("B", part.B), ("D", part.D)):
                own = self._inputs.terms(matrix)
                sums[name].append({Term(term.power, law): m for term, m in own.items()})
        A, B, C, D = (joined(sums[name]) for name in "ABCD")
        laws = tuple(law for _, law in self._laws.functions) if len(parts) > 1 else ()
        return System(A, B, C, D, laws)

    def _shaped(self, matrix: Matrix) -> Matrix:
        """Return a matrix in the form of the state matrix, dense or sparse."""
        return matrix if is_sparse(self._model.A) else dense(matrix)

    def _split(self, system: System) -> System:
        """Return a system in the form that is best solved."""
        if is_sparse(self._model.A):
            return without_angles(system, self._model.is_angle)
        reduction = self._model.reduction
        return without_free(without_held(system, reduction), reduction)

    # -- at rest -------------------------------------------------------------------------------

    @cached_property
    def _static(self) -> Complexes:
        """The response at the frequency zero."""
        reduction = self._model.reduction
        system = self._system or self._of(self._laws.at(0.0))
        split = without_free(without_held(system, reduction), reduction)
        self._check_bounded(split)
        A, B, C, D = (
            {term: m for term, m in terms.items() if term.power == 0}
            for terms in (split.A, split.B, split.C, split.D)
        )
        try:
            found = Responder(System(A, B, C, D, split.laws)).at(np.zeros(1))
            return np.asarray(found[0])
        except AnalysisError:
            raise AnalysisError(
                "at 0 rad/s the response is not determined: nothing resists some motion of "
                f"{self._model.name}; give frequencies above 0"
            ) from None

    def _check_bounded(self, system: System) -> None:
        """Refuse static responses of what moves freely."""
        growing = np.zeros(system.shape[0], dtype=bool)
        for terms in (system.C, system.D):
            for term, matrix in terms.items():
                if term.power < 0:
                    growing |= dense(matrix).any(axis=1)
        if not growing.any():
            return
        first = int(np.flatnonzero(growing)[0])
        free = dense(self._model.reduction.free)
        row = self._make(self._laws.factors).C[[first]]
        seen = dense(without_cancellation(row, free))[0] != 0
        moving = self._model.motion_in_words((free[:, seen] != 0).any(axis=1))
        raise AnalysisError(
            f"at 0 rad/s the response of {self._names[first]} is not bounded: nothing resists a "
            f"motion of {moving}; give frequencies above 0, or outputs that do not follow it, such "
            "as torques"
        )


def _difference(one: StateMatrices, other: StateMatrices) -> StateMatrices:
    return StateMatrices(*(a - b for a, b in zip(one, other, strict=True)))


def _is_sum(tripled: StateMatrices, changes: list[StateMatrices]) -> bool:
    """Return whether a change by twice the parameters is twice the sum of the single changes."""
    for k, found in enumerate(tripled):
        total: Any = sum(change[k] for change in changes)
        if 0 not in found.shape and abs(found - 2 * total).max() > _LINEAR * abs(found).max():
            return False
    return True
