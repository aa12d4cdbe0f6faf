"""Order tables: what excites a driveline, as complex torques by the order of a shaft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import (
    checked_complex,
    checked_unit,
    keep,
    numbers,
    positive,
    text,
    texts,
)
from drivetrain.analysis.excitation.extremes import half_range_of
from drivetrain.analysis.excitation.sampling import Sampling, harmonics_of
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained, explained_class
from drivetrain.errors import AnalysisError, NameLookupError, ParameterError, nearest, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.units import dimension
from drivetrain.patterns import wildcard

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["OrderTable", "common_revolutions"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_DIGITS = 9
"""Decimals in which orders differ."""
_ROUNDING = 1e-13
"""Sum of amplitudes that is zero, relative to the sum of their magnitudes."""
_MOST_REVOLUTIONS = 100
"""Longest common period of all orders that is looked for."""
_MOST_COLUMNS = 8
"""Number of sources up to which the text of a table has a column for each."""


@explained_class
@dataclass(frozen=True, eq=False, init=False, repr=False)
class OrderTable(Presented):
    """Periodic torques (or angles) of named sources, by orders of a reference shaft.

    Each source is ``x(θ) = mean + Re Σ T_o exp(i o θ)``, where ``θ`` is the angle of the reference
    shaft, zero at its zero angle. Amplitudes are peak values: half the range of one harmonic.
    Orders may be halves, as those of four-stroke engines, or any other positive number.

    Parameters
    ----------
    values : mapping of str to mapping of float to complex
        By source: order and complex amplitude in `unit`. Orders that a source lacks are zero.
    mean : mapping of str to float, optional
        Mean value of sources, in `unit`; zero for the others.
    unit : str
        Unit of all values, coherent SI: ``"N.m"``, or ``"rad"`` for transmission errors.
    shaft : str
        Name of the reference shaft, such as ``"flywheel"``.
    remarks : iterable of str
        Lines that belong to it, such as which cylinder is cut out; they follow the table.

    Attributes
    ----------
    sources : tuple of str
        Names, such as ``"cylinder[0].tau"``.
    orders : float array
        All orders, ascending.
    values : complex array, shape (n_sources, n_orders)
        Amplitudes.
    mean : float array, shape (n_sources,)
        Mean values.

    Raises
    ------
    ParameterError
        If an order is not positive or an amplitude is no finite number.
    NameLookupError
        If `mean` has a source that is not among the values.

    Examples
    --------
    >>> table = OrderTable({"propeller.tau": {4: -5000 + 1000j}}, mean={"propeller.tau": -7e5})
    >>> table["propeller.tau", 4]
    (-5000+1000j)
    """

    sources: tuple[str, ...]
    orders: Floats
    values: Complexes
    mean: Floats
    unit: str
    shaft: str
    remarks: tuple[str, ...]

    def __init__(
        self,
        values: Mapping[str, Mapping[float, complex]],
        mean: Mapping[str, float] | None = None,
        *,
        unit: str = "N.m",
        shaft: str = "",
        remarks: Iterable[str] = (),
    ) -> None:
        if not isinstance(values, Mapping) or not values:
            raise ParameterError(
                f"OrderTable({shown(values)}): give amplitudes by source and order, "
                "{'propeller.tau': {4: 5000 + 1000j}}"
            )
        checked_unit(unit)
        sources = texts(values, "sources")
        rows = [_row(source, values[source], unit) for source in sources]
        orders = sorted({order for row in rows for order in row})
        means = {} if mean is None else _mapping(mean, "mean")
        for name in means:
            if name not in sources:
                raise NameLookupError(f"mean: there is no source {name!r}{nearest(name, sources)}")
        self._keep(
            sources,
            np.array(orders, dtype=float),
            np.array([[row.get(order, 0.0) for order in orders] for row in rows], dtype=complex),
            np.array([checked_number(means.get(s, 0.0), f"mean of {s}", unit) for s in sources]),
            (unit, text(shaft, "shaft"), texts(remarks, "remarks")),
        )

    def _keep(
        self,
        sources: tuple[str, ...],
        orders: Floats,
        values: Complexes,
        mean: Floats,
        about: tuple[str, str, tuple[str, ...]],
    ) -> None:
        unit, shaft, remarks = about
        values = values.reshape(len(sources), len(orders))
        keep(self, sources=sources, orders=orders, values=values, mean=mean)
        keep(self, unit=unit, shaft=shaft, remarks=remarks)

    def _like(
        self,
        *,
        sources: tuple[str, ...] | None = None,
        orders: Floats | None = None,
        values: Complexes | None = None,
        mean: Floats | None = None,
        about: tuple[str, str, tuple[str, ...]] | None = None,
    ) -> OrderTable:
        """Return a table in which some fields are others."""
        made = object.__new__(OrderTable)
        made._keep(
            self.sources if sources is None else sources,
            self.orders if orders is None else orders,
            self.values if values is None else values,
            self.mean if mean is None else mean,
            about or (self.unit, self.shaft, self.remarks),
        )
        return made

    @classmethod
    @explained
    def from_samples(
        cls,
        samples: Mapping[str, ArrayLike],
        *,
        revolutions: int = 1,
        angle: ArrayLike | None = None,
        end_repeated: bool | None = None,
        highest: float | None = None,
        unit: str = "N.m",
        shaft: str = "",
    ) -> OrderTable:
        """Return the orders of one sampled period.

        Parameters
        ----------
        samples : mapping of str to array_like, shape (n,)
            By source: values at equal steps of the angle of the shaft, beginning at zero. The end
            of the period, where the next one begins, is not among them.
        revolutions : int
            Revolutions of the shaft in the period: 2 for a four-stroke engine.
        angle : array_like, shape (n,), optional
            Angles of the samples, rad: they are held against the period, and may begin elsewhere.
        end_repeated : bool, optional
            True drops the last sample, which repeats the first; False keeps it although it equals
            the first. Without it, and without `angle`, such samples are refused: with the end of
            the period in twice, every order leaks into others.
        highest : float, optional
            Highest order that is kept; all that the samples resolve by default.
        unit : str
            Unit of the samples.
        shaft : str
            Name of the reference shaft.

        Returns
        -------
        OrderTable
            Order ``k / revolutions`` from the discrete Fourier transform of the samples. It is
            exact for periods without orders above half the number of samples per revolution; higher
            ones are folded back.

        Raises
        ------
        ParameterError
            If samples are not finite, differ in number, or are fewer than three.
        AnalysisError
            If the end of the period seems to be repeated, or angles are not equidistant.

        Examples
        --------
        >>> import numpy as np
        >>> theta = 2 * np.pi * np.arange(16) / 16
        >>> table = OrderTable.from_samples({"motor.tau": 5 + 3 * np.cos(2 * theta)})
        >>> float(table.mean[0]), round(abs(table["motor.tau", 2]), 12)
        (5.0, 3.0)
        """
        checked_unit(unit)
        sampling = Sampling(revolutions, angle, end_repeated)
        sources, orders, values, mean = harmonics_of(samples, sampling, highest, unit)
        made = object.__new__(cls)
        made._keep(sources, orders, values, mean, (unit, text(shaft, "shaft"), ()))
        return made

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.sources)
        name = self.sources[0] if count == 1 else f"{count} sources"
        known = [f"{order:g}" for order in self.orders]
        span = f"orders {known[0]} … {known[-1]}" if len(known) > 1 else f"order {''.join(known)}"
        about = f" of {self.shaft}" if self.shaft else ""
        return f"{name}: {span}{about}, {self.unit}"

    def notes(self) -> list[str]:
        """Return the remarks."""
        return list(self.remarks)

    def to_pandas(self) -> pd.DataFrame:
        """Return a table of amplitudes and phases by source and order; order 0 is the mean.

        The phase of ``Re T exp(i o θ)`` is that of ``T``, in degrees of its own oscillation.
        """
        import pandas as pd

        orders = np.concatenate([[0.0], self.orders])
        values = np.column_stack([self.mean.astype(complex), self.values])
        index = pd.MultiIndex.from_product([self.sources, orders], names=["source", "order"])
        flat = values.ravel()
        amplitude = np.where(index.get_level_values("order") == 0, flat.real, np.abs(flat))
        phase = np.where(index.get_level_values("order") == 0, 0.0, np.degrees(np.angle(flat)))
        columns = {f"amplitude [{self.unit}]": amplitude, "phase [deg]": phase}
        return pd.DataFrame(columns, index=index)

    def _cells(self) -> tuple[list[str], list[list[str]], list[int], int]:
        if 1 < len(self.sources) <= _MOST_COLUMNS:
            return _Amplitudes(self)._cells()
        return super()._cells()

    def __getitem__(self, asked: str | tuple[str, float]) -> Any:
        """Return the amplitudes of a source, or one: ``table[source]``, ``table[source, order]``.

        Raises
        ------
        NameLookupError
            If there is no such source.
        AnalysisError
            If the table has no such order.
        """
        source, *rest = asked if isinstance(asked, tuple) and len(asked) == 2 else (asked,)
        if not isinstance(source, str) or source not in self.sources:
            hint = nearest(str(source), self.sources)
            raise NameLookupError(f"the order table has no source {shown(source)}{hint}")
        row = self.values[self.sources.index(source)]
        return complex(row[self._place(rest[0])]) if rest else row

    def _place(self, order: Any) -> int:
        number = checked_number(order, "order", "1")
        found = np.flatnonzero(np.round(self.orders - number, _DIGITS) == 0)
        if not len(found):
            known = ", ".join(f"{one:g}" for one in self.orders[:12])
            more = ", …" if len(self.orders) > 12 else ""
            raise AnalysisError(f"the table has no order {number:g}; its orders are {known}{more}")
        return int(found[0])

    @property
    def revolutions(self) -> int | None:
        """Revolutions of the shaft after which all sources repeat; None if none were found."""
        return common_revolutions(self.orders)

    @explained
    def evaluate(self, angle: ArrayLike) -> Floats:
        """Return the values of all sources over the angle of the shaft.

        Parameters
        ----------
        angle : array_like, shape (n,)
            Angles, rad.

        Returns
        -------
        float array, shape (n_sources, n)
            Mean and all orders together, in the unit of the table.
        """
        angles = numbers(angle, "angle", "rad")
        waves = np.exp(1j * np.outer(self.orders, angles))
        return np.asarray((self.values @ waves).real + self.mean[:, None])

    @explained
    def half_range(self, source: str) -> float:
        """Return half the range of a source over its period: (largest − smallest) / 2.

        This is what limits are held against: phases count, unlike in :meth:`upper_bound`.

        Parameters
        ----------
        source : str
            Its name.

        Raises
        ------
        AnalysisError
            If the orders have no common period.
        """
        amplitudes = self[source]
        revolutions = self.revolutions
        if revolutions is None:
            raise AnalysisError(
                f"half range of {source!r}: the orders do not repeat within {_MOST_REVOLUTIONS} "
                "revolutions; take upper_bound, which they come close to, or fewer orders"
            )
        return half_range_of(self.orders, amplitudes, revolutions)

    @explained
    def upper_bound(self, source: str) -> float:
        """Return the sum of the amplitudes of a source, which its half range does not exceed.

        Parameters
        ----------
        source : str
            Its name.
        """
        return float(np.abs(self[source]).sum())

    @explained
    def scaled(self, factor: float | Mapping[str, float]) -> OrderTable:
        """Return the table with all values, means included, multiplied.

        Parameters
        ----------
        factor : float or mapping of str to float
            One for all, or by source; sources that are not named keep their values.
        """
        factors = self._by_source(factor, "factor", "1", 1.0)
        return self._like(values=self.values * factors[:, None], mean=self.mean * factors)

    def __mul__(self, factor: float) -> OrderTable:
        """Return the table with all values multiplied."""
        return self.scaled(factor)

    __rmul__ = __mul__

    @explained
    def with_remarks(self, remarks: Iterable[str]) -> OrderTable:
        """Return the table with other remarks.

        Parameters
        ----------
        remarks : iterable of str
            Lines that follow it.
        """
        return self._like(about=(self.unit, self.shaft, texts(remarks, "remarks")))

    @explained
    def shifted(self, angle: Number | Mapping[str, Number]) -> OrderTable:
        """Return the table as it is when everything happens later by an angle of the shaft.

        Order ``o`` is multiplied by ``exp(−i o α)``.

        Parameters
        ----------
        angle : number or mapping of str to number
            Angle ``α``, rad, such as the firing angle of a cylinder: one for all, or by source.
        """
        angles = self._by_source(angle, "angle", "rad", 0.0)
        return self._like(values=self.values * np.exp(-1j * np.outer(angles, self.orders)))

    def _by_source(self, given: Any, label: str, unit: str, default: float) -> Floats:
        if not isinstance(given, Mapping):
            return np.full(len(self.sources), checked_number(given, label, unit))
        for name in given:
            if not isinstance(name, str) or name not in self.sources:
                hint = nearest(str(name), self.sources)
                raise NameLookupError(f"{label}: there is no source {name!r}{hint}")
        found = {s: checked_number(g, f"{label} of {s}", unit) for s, g in given.items()}
        return np.array([found.get(source, default) for source in self.sources])

    def __add__(self, other: OrderTable) -> OrderTable:
        """Return both together; what both have of a source is added.

        Raises
        ------
        AnalysisError
            If units or reference shafts differ.
        """
        if not isinstance(other, OrderTable):
            return NotImplemented
        self._check_alike(other)
        sources = tuple(dict.fromkeys(self.sources + other.sources))
        orders = np.unique(np.round(np.concatenate([self.orders, other.orders]), _DIGITS))
        values = np.zeros((len(sources), len(orders)), dtype=complex)
        mean = np.zeros(len(sources))
        for one in (self, other):
            rows = np.array([sources.index(source) for source in one.sources])
            places = np.searchsorted(orders, np.round(one.orders, _DIGITS))
            values[np.ix_(rows, places)] += one.values
            mean[rows] += one.mean
        remarks = tuple(dict.fromkeys(self.remarks + other.remarks))
        about = (self.unit, self.shaft or other.shaft, remarks)
        return self._like(sources=sources, orders=orders, values=values, mean=mean, about=about)

    def _check_alike(self, other: OrderTable) -> None:
        if dimension(self.unit) != dimension(other.unit):
            raise AnalysisError(
                f"sum of order tables: one is in {self.unit!r}, the other in {other.unit!r}"
            )
        if self.shaft and other.shaft and self.shaft != other.shaft:
            raise AnalysisError(
                f"sum of order tables: one has orders of {self.shaft!r}, the other of "
                f"{other.shaft!r}; refer one to the other with referred(ratio, shaft)"
            )

    @explained
    def referred(self, ratio: float, shaft: str = "") -> OrderTable:
        """Return the table by orders of another shaft, as behind a gear.

        Parameters
        ----------
        ratio : float
            Speed of the present shaft over that of the other one: order 4 of a propeller that turns
            a third as fast as the engine is order 4 / 3 of the engine. Both angles are zero
            together.
        shaft : str
            Name of the other shaft.
        """
        orders = np.round(self.orders * positive(ratio, "ratio", "1"), _DIGITS)
        about = (self.unit, text(shaft, "shaft"), self.remarks)
        return self._like(orders=orders, about=about)

    @explained
    def up_to(self, highest: float) -> OrderTable:
        """Return the table without orders above one.

        Parameters
        ----------
        highest : float
            The highest order that is kept.
        """
        kept = self.orders <= positive(highest, "highest", "1") + 10.0**-_DIGITS
        return self._like(orders=self.orders[kept], values=self.values[:, kept])

    @explained
    def select(self, *names: str) -> OrderTable:
        """Return the table of some sources.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?``.

        Raises
        ------
        NameLookupError
            If a name or a pattern fits no source.
        """
        rows: dict[int, None] = {}
        for name in texts(names, "names"):
            fits = [k for k, s in enumerate(self.sources) if wildcard(name).fullmatch(s)]
            if not fits:
                hint = nearest(name, self.sources)
                raise NameLookupError(f"the order table has no source {name!r}{hint}")
            rows.update(dict.fromkeys(fits))
        chosen = list(rows)
        sources = tuple(self.sources[k] for k in chosen)
        return self._like(sources=sources, values=self.values[chosen], mean=self.mean[chosen])

    @explained
    def combined(
        self, name: str = "sum", weights: Mapping[str, complex] | None = None
    ) -> OrderTable:
        """Return the sum of all sources as one source.

        Parameters
        ----------
        name : str
            Name of the sum.
        weights : mapping of str to complex, optional
            Factor of each source, such as the amplitude of a shape where it acts; 1 by default, as
            if the shaft were rigid. With weights, sources that are not named count nothing, and the
            mean is summed with the real parts.

        Raises
        ------
        NameLookupError
            If a weight belongs to no source.
        """
        factors = np.ones(len(self.sources), dtype=complex)
        if weights is not None:
            for one in _mapping(weights, "weights"):
                if not isinstance(one, str) or one not in self.sources:
                    hint = nearest(str(one), self.sources)
                    raise NameLookupError(f"weights: there is no source {shown(one)}{hint}")
            factors = np.array(
                [checked_complex(weights.get(s, 0.0), f"weight of {s}", "1") for s in self.sources]
            )
        parts = factors[:, None] * self.values
        total = parts.sum(axis=0)
        total[np.abs(total) <= _ROUNDING * np.abs(parts).sum(axis=0)] = 0.0
        mean = np.array([factors.real @ self.mean])
        return self._like(sources=(text(name, "name"),), values=total[None, :], mean=mean)

    @explained
    def plot(self, *, path: str | Path | None = None) -> Figure:
        """Draw the amplitudes over the orders, as stems.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        """
        figure: Figure = drawn("order_spectrum", self, path=path)
        return figure

    @explained
    def plot_cycle(self, *, path: str | Path | None = None) -> Figure:
        """Draw all sources over the angle of the shaft, for one period.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
        """
        figure: Figure = drawn("values_over_cycle", self, path=path)
        return figure


class _Amplitudes(Presented):
    """Amplitudes of several sources side by side, as the text of a table shows them."""

    def __init__(self, table: OrderTable) -> None:
        self._table = table

    @property
    def title(self) -> str:
        return self._table.title

    def to_pandas(self) -> pd.DataFrame:
        import pandas as pd

        table = self._table
        rows = np.vstack([table.mean, np.abs(table.values).T])
        index = pd.Index(["mean", *(f"{order:g}" for order in table.orders)], name="order")
        return pd.DataFrame(rows, index=index, columns=list(table.sources))


def _mapping(given: Any, label: str) -> dict[Any, Any]:
    if not isinstance(given, Mapping):
        raise ParameterError(
            f"{label}={shown(given)}: give numbers by source, {{'motor.tau': 1.0}}"
        )
    return dict(given)


def _row(source: Any, given: Any, unit: str) -> dict[float, complex]:
    """Return the amplitudes of one source by order."""
    if not isinstance(source, str) or not isinstance(given, Mapping):
        raise ParameterError(
            f"{shown(source)}: {shown(given)}: give amplitudes by order, {{0.5: 10 + 3j, 1: 20}}"
        )
    row: dict[float, complex] = {}
    for order, value in given.items():
        number = checked_number(order, f"order of {source}", "1")
        if not 0 < number < np.inf:
            raise ParameterError(
                f"{source}: order {shown(order)}: give orders above 0, and the mean by mean=…"
            )
        row[round(number, _DIGITS)] = checked_complex(value, f"{source}, order {number:g}", unit)
    return row


def common_revolutions(orders: Floats) -> int | None:
    """Return the number of revolutions after which all orders repeat; None if none was found.

    Parameters
    ----------
    orders : float array, shape (n,)
        The orders.
    """
    for count in range(1, _MOST_REVOLUTIONS + 1):
        turns = orders * count
        if (np.abs(turns - np.round(turns)) <= 1e-7).all():
            return count
    return None
