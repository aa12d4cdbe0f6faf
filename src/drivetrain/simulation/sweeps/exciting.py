"""What excites in a sweep: an order table, a function of the speed, or the model's own sources."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drivetrain.analysis.excitation import OrderTable
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.simulation.operating_points.requests import Steady
from drivetrain.simulation.sweeps.excitation import orders_of
from drivetrain.simulation.sweeps.shafts import ShaftVariables

__all__ = ["CutOut", "Exciting", "GivenTable", "OwnSources", "TableOverSpeed"]


class Exciting(ABC):
    """What excites at a speed."""

    @property
    @abstractmethod
    def sources(self) -> tuple[str, ...]:
        """Names of inputs, or patterns of them."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """Variables that are needed to know it."""
        return ()

    @property
    @abstractmethod
    def revolutions(self) -> float:
        """Revolutions of the shaft in a cycle; 0 if unknown."""

    @abstractmethod
    def at(self, steady: Steady, speed: float) -> OrderTable:
        """Return the order table in a steady state.

        Parameters
        ----------
        steady : Steady
            The steady state; its last outputs are :attr:`outputs`.
        speed : float
            Its speed, rad/s.
        """


@dataclass(frozen=True)
class GivenTable(Exciting):
    """The same order table at every speed."""

    table: OrderTable

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of inputs."""
        return self.table.sources

    @property
    def revolutions(self) -> float:
        """Revolutions of the shaft in a cycle."""
        return float(self.table.revolutions or 0)

    def at(self, steady: Steady, speed: float) -> OrderTable:
        """Return the table."""
        return self.table


@dataclass(frozen=True)
class TableOverSpeed(Exciting):
    """An order table that is a function of the speed.

    Attributes
    ----------
    function : callable
        Order table at a speed, rad/s.
    first : OrderTable
        The table at the lowest speed.
    """

    function: Callable[[float], OrderTable]
    first: OrderTable

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of inputs."""
        return self.first.sources

    @property
    def revolutions(self) -> float:
        """Revolutions of the shaft in a cycle."""
        return float(self.first.revolutions or 0)

    def at(self, steady: Steady, speed: float) -> OrderTable:
        """Return the table at the speed."""
        table = self.function(speed)
        if not isinstance(table, OrderTable) or table.sources != self.first.sources:
            raise UsageError(
                f"excitation at {speed:g} rad/s: {shown(table)}, but an OrderTable with the "
                f"sources {', '.join(self.first.sources)} is needed, as at the first speed"
            )
        return table


@dataclass(frozen=True)
class OwnSources(Exciting):
    """Sources of the model itself, whose orders are taken in every steady state.

    Attributes
    ----------
    patterns : tuple of str
        Names or patterns.
    shaft : ShaftVariables
        The reference shaft.
    cycle : int
        Revolutions of the shaft in a cycle.
    highest : float
        Highest order.
    """

    patterns: tuple[str, ...]
    shaft: ShaftVariables
    cycle: int
    highest: float

    @property
    def sources(self) -> tuple[str, ...]:
        """Patterns of inputs."""
        return self.patterns

    @property
    def outputs(self) -> tuple[str, ...]:
        """The sources, as variables."""
        return self.patterns

    @property
    def revolutions(self) -> float:
        """Revolutions of the shaft in a cycle."""
        return float(self.cycle)

    def at(self, steady: Steady, speed: float) -> OrderTable:
        """Return the orders in the steady state."""
        inputs = steady.made.columns.names
        outputs = list(steady.made.output_signals)
        places = np.array([outputs.index(name) for name in inputs], dtype=np.int64)
        return orders_of(steady, places, self.shaft, (self.cycle, self.highest))


@dataclass(frozen=True)
class CutOut(Exciting):
    """Another excitation in which some sources do nothing.

    Attributes
    ----------
    whole : Exciting
        With all sources.
    names : sequence of str or int
        What is cut out: names, or numbers of sources, beginning with 1.
    """

    whole: Exciting
    names: Sequence[Any]

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of inputs, or patterns of them."""
        return self.whole.sources

    @property
    def outputs(self) -> tuple[str, ...]:
        """Variables that are needed to know it."""
        return self.whole.outputs

    @property
    def revolutions(self) -> float:
        """Revolutions of the shaft in a cycle."""
        return self.whole.revolutions

    def at(self, steady: Steady, speed: float) -> OrderTable:
        """Return the table at the speed."""
        table = self.whole.at(steady, speed)
        names = [_source(table, one) for one in self.names]
        quiet = table.scaled(dict.fromkeys(names, 0.0))
        return quiet.with_remarks((*table.remarks, f"cut out: {', '.join(names)}"))


def _source(table: OrderTable, one: Any) -> str:
    """Return the name of a source, which may be given by its number, beginning with 1."""
    if isinstance(one, int) and not isinstance(one, bool):
        if 1 <= one <= len(table.sources):
            return table.sources[one - 1]
        raise UsageError(f"cut_out={one}: there are sources 1 to {len(table.sources)}")
    if one in table.sources:
        return str(one)
    raise NameLookupError(
        f"cut_out: there is no source {shown(one)}{nearest(str(one), table.sources)}"
    )
