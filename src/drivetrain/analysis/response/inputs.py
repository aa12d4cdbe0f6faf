"""Harmonic inputs: one for each signal, whose derivatives act with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import Matrix
from drivetrain.analysis.response.system import CONSTANT, Term

__all__ = ["HarmonicInputs", "harmonic_inputs"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class HarmonicInputs:
    """Inputs of a linear model as a user names them.

    A prescribed motion `u` acts by ``B0 u + B1 u' + B2 u''``, that is by ``B0 + i omega B1 -
    omega^2 B2`` where it is harmonic.

    Attributes
    ----------
    signals : Signals
        Names and units.
    columns : tuple of tuple
        For each of them the columns of the matrices, and the orders of the derivatives.
    """

    signals: Signals
    columns: tuple[tuple[tuple[int, int], ...], ...]

    def some(self, places: Sequence[int]) -> HarmonicInputs:
        """Return some of the inputs."""
        names = tuple(self.signals.names[k] for k in places)
        units = tuple(self.signals.units[k] for k in places)
        return HarmonicInputs(
            Signals("input", names, units), tuple(self.columns[k] for k in places)
        )

    def terms(self, matrix: Matrix) -> dict[Term, Matrix]:
        """Return the columns of a matrix by powers of ``i omega``."""
        orders = sorted({order for own in self.columns for _, order in own} | {0})
        found = {}
        for order in orders:
            made = np.zeros((matrix.shape[0], len(self.columns)), dtype=matrix.dtype)
            for place, own in enumerate(self.columns):
                for column, power in own:
                    if power == order:
                        one = matrix[:, [column]]
                        made[:, [place]] = one.toarray() if hasattr(one, "toarray") else one
            found[Term(order) if order else CONSTANT] = made
        return found


def harmonic_inputs(signals: Signals) -> HarmonicInputs:
    """Return the inputs of a linear model, each with the columns of its derivatives.

    Parameters
    ----------
    signals : Signals
        Names of the columns; derivatives follow what they are derivatives of.
    """
    orders = signals.orders or (0,) * len(signals)
    starts = [k for k, order in enumerate(orders) if order == 0]
    ends = [*starts, len(orders)][1:]
    columns = tuple(
        tuple((k, orders[k]) for k in range(start, end))
        for start, end in zip(starts, ends, strict=True)
    )
    names = tuple(signals.names[k] for k in starts)
    units = tuple(signals.units[k] for k in starts)
    return HarmonicInputs(Signals("input", names, units), columns)
