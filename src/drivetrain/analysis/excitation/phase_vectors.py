"""Phase vector sums: how much the cylinders of an engine add up in an order and a mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import numbers, text
from drivetrain.analysis.excitation.firing import FiringOrder
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, NameLookupError, ParameterError, nearest, shown
from drivetrain.modeling.argument_values import checked_number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["PhaseVectorSums", "phase_vector_sums"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_HIGHEST = 12
_SAME = 1e-9
"""Orders, and sums of unit vectors, that differ by less are the same."""
_ROUNDING = 1e-12
"""Sum that is zero, relative to that of the lengths."""


@dataclass(frozen=True, eq=False, repr=False)
class PhaseVectorSums(Presented):
    """Phase vector sums ``S_o = |Σ_k φ_k exp(−i o α_k)|`` over orders and modes.

    Attributes
    ----------
    orders : float array, shape (n_orders,)
        Orders of the crankshaft.
    modes : tuple of str
        Names of the shapes.
    shapes : complex array, shape (n_modes, n_cylinders)
        Amplitudes ``φ_k`` at the throws of cylinders 1, 2, …
    angles : float array, shape (n_cylinders,)
        Firing angles ``α_k``, rad.
    """

    orders: Floats
    modes: tuple[str, ...]
    shapes: Complexes
    angles: Floats

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.angles)
        return f"phase vector sums of {count} cylinder{'s' * (count > 1)}"

    @property
    def vectors(self) -> Complexes:
        """Phase vectors ``φ_k exp(−i o α_k)``, complex array (n_modes, n_orders, n_cylinders)."""
        turned = np.exp(-1j * np.outer(self.orders, self.angles))
        return np.asarray(self.shapes[:, None, :] * turned)

    @property
    def sums(self) -> Floats:
        """The sums ``S_o``, float array (n_modes, n_orders)."""
        vectors = self.vectors
        sums = np.abs(vectors.sum(axis=2))
        return np.where(sums <= _ROUNDING * np.abs(vectors).sum(axis=2), 0.0, sums)

    @property
    def major(self) -> Floats:
        """Orders in which the vectors of all cylinders point in one direction.

        In these the cylinders of a rigid crankshaft add up in full: multiples of half the number of
        cylinders in a four-stroke engine that fires evenly, of their number in a two-stroke one.
        """
        aligned = np.abs(np.exp(-1j * np.outer(self.orders, self.angles)).sum(axis=1))
        return np.asarray(self.orders[aligned >= len(self.angles) * (1 - _SAME)])

    def notes(self) -> list[str]:
        """Return the major orders."""
        major = ", ".join(f"{order:g}" for order in self.major)
        return [f"major orders: {major or 'none of these'}"]

    def to_pandas(self) -> pd.DataFrame:
        """Return the sums by order and mode; a last column tells major orders."""
        import pandas as pd

        index = pd.Index(self.orders, name="order")
        table = pd.DataFrame(self.sums.T, index=index, columns=list(self.modes))
        table["major"] = ["yes" if order in self.major else "" for order in self.orders]
        return table

    def __getitem__(self, asked: tuple[str, float]) -> float:
        """Return one sum: ``sums[mode, order]``.

        Raises
        ------
        NameLookupError, AnalysisError
            If there is no such mode or order.
        """
        if not isinstance(asked, tuple) or len(asked) != 2:
            raise ParameterError(f"sums[{shown(asked)}]: give mode and order, sums['I', 4.5]")
        mode, order = asked
        return float(self.sums[self.mode_place(mode), self.order_place(order)])

    def mode_place(self, mode: str) -> int:
        """Return the place of a mode among the modes.

        Parameters
        ----------
        mode : str
            Its name.
        """
        if not isinstance(mode, str) or mode not in self.modes:
            hint = nearest(str(mode), self.modes)
            raise NameLookupError(f"there is no mode {shown(mode)}{hint}")
        return self.modes.index(mode)

    def order_place(self, order: float) -> int:
        """Return the place of an order among the orders.

        Parameters
        ----------
        order : float
            The order.
        """
        order = checked_number(order, "order", "1")
        found = np.flatnonzero(np.abs(self.orders - order) <= _SAME)
        if not len(found):
            known = ", ".join(f"{one:g}" for one in self.orders)
            raise AnalysisError(f"there is no order {order:g}; the orders are {known}")
        return int(found[0])

    @explained
    def plot(
        self, *orders: float, mode: str | None = None, path: str | Path | None = None
    ) -> Figure:
        """Draw the vectors of all cylinders as stars, one for each order.

        Parameters
        ----------
        *orders : float
            Orders to draw; the first twelve by default.
        mode : str, optional
            The mode; the first one by default.
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        """
        chosen = [self.order_place(one) for one in orders] or range(min(12, len(self.orders)))
        place = 0 if mode is None else self.mode_place(mode)
        figure: Figure = drawn("vector_stars", self, list(chosen), place, path=path)
        return figure


@explained
def phase_vector_sums(
    firing: FiringOrder | ArrayLike,
    shapes: ArrayLike | Mapping[str, ArrayLike] | None = None,
    orders: ArrayLike | None = None,
) -> PhaseVectorSums:
    """Return how the torques of all cylinders add up in the orders of modes.

    All cylinders excite order ``o`` alike but for the firing angle ``α_k``, so that together they
    do on a mode with the amplitudes ``φ_k`` what a single one would do with the amplitude ``S_o =
    |Σ_k φ_k exp(−i o α_k)|`` (Ker Wilson, Practical Solution of Torsional Vibration Problems, vol.
    2).

    Parameters
    ----------
    firing : FiringOrder or array_like
        The firing order, or firing angles of cylinders 1, 2, …, rad.
    shapes : array_like or mapping of str to array_like, optional
        Amplitudes of cylinders 1, 2, … in one mode, or by the name of the mode, real or complex; of
        a rigid crankshaft by default, 1 for all.
    orders : array_like, optional
        Orders; up to 12 in steps of one half for four strokes, and of one for two. Firing angles
        alone do not tell the strokes, so that orders are needed with them.

    Returns
    -------
    PhaseVectorSums
        A table of orders and modes.

    Examples
    --------
    >>> sums = phase_vector_sums(FiringOrder("1-5-3-6-2-4"))
    >>> sums.major.tolist()
    [3.0, 6.0, 9.0, 12.0]
    """
    if isinstance(firing, FiringOrder):
        angles = firing.angles.copy()
        step = 0.5 if firing.strokes == 4 else 1.0
        default: Any = np.arange(step, _HIGHEST + step / 2, step)
    else:
        angles, default = numbers(firing, "firing", "rad"), None
    if orders is None and default is None:
        raise ParameterError("orders: firing angles do not tell the strokes; give the orders")
    asked = numbers(default if orders is None else orders, "orders", "1")
    if (asked <= 0).any():
        raise ParameterError(f"orders={shown(orders)}: give orders above 0")
    named = _named(shapes, len(angles))
    return PhaseVectorSums(
        np.unique(asked), tuple(named), np.array(list(named.values()), dtype=complex), angles
    )


def _named(shapes: Any, count: int) -> dict[str, Complexes]:
    """Return shapes by the name of their mode."""
    if shapes is None:
        return {"rigid": np.ones(count, dtype=complex)}
    given = shapes if isinstance(shapes, Mapping) else {"shape": shapes}
    found = {}
    for name, shape in given.items():
        try:
            values = np.asarray(shape, dtype=complex)
        except (TypeError, ValueError, OverflowError):
            values = np.empty(0)
        if values.shape != (count,) or not np.isfinite(values).all():
            raise ParameterError(
                f"shape of {name}: {shown(shape)}: give {count} amplitudes, those of cylinders 1 "
                f"to {count}"
            )
        found[text(name, "name of a mode")] = values
    if not found:
        raise ParameterError("shapes={}: give the amplitudes of at least one mode")
    return found
