"""Linear models on both sides of a kink, where a law has no derivative but one on each side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.response.splitting import without_cancellation
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, nearest

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.analysis.linear.model_parts import Conditions

__all__ = ["Kink", "OneSided", "conditions_at_limit", "one_sided_of", "told"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_STEP = 1e-7
"""Change of the states, relative to their size, by which a kink is left."""
_SHOWN = 3
"""Frequencies in the table."""
_ROUNDING = 1e-12
"""Change of the rates, relative to their size, that rounding makes."""


class Kink(NamedTuple):
    """Both sides of a kink.

    Attributes
    ----------
    name : str
        The part, and what becomes true beyond the kink.
    before, beyond : LinearModel
        The linear models on both sides.
    """

    name: str
    before: LinearModel
    beyond: LinearModel


@dataclass(frozen=True, eq=False, repr=False)
class OneSided(Presented):
    """Linear models on both sides of every kink at an operating point.

    A small oscillation around the point passes to and fro, so that neither of them alone describes
    it; its first harmonic depends on both.

    Attributes
    ----------
    model : str
        Name of the model.
    point : str
        The operating point, in words.
    kinks : tuple of Kink
        The kinks.
    remarks : tuple of str
        What has no two sides that states could decide, and rates that jump from one to the other.
    """

    model: str
    point: str
    kinks: tuple[Kink, ...]
    remarks: tuple[str, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        """Return the number of kinks."""
        return len(self.kinks)

    def __iter__(self) -> Iterator[Kink]:
        """Iterate over the kinks."""
        return iter(self.kinks)

    def __getitem__(self, asked: int | str) -> Kink:
        """Return a kink by its place or its name, of which the part is enough.

        Raises
        ------
        NameLookupError
            If there is none.
        """
        if not isinstance(asked, str):
            return self.kinks[asked]
        for one in self.kinks:
            if asked in (one.name, one.name.partition(": ")[0]):
                return one
        names = [one.name for one in self.kinks]
        raise NameLookupError(f"there is no kink {asked!r} at this point{nearest(asked, names)}")

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = len(self.kinks)
        return f"{count} kink{'s' * (count != 1)} of {self.model} at {self.point}"

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the eigenvalues on both sides of each kink in the complex plane.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_one_sided", self, path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return a line for each side of each kink: its undamped frequencies in Hz."""
        import pandas as pd

        rows, index = [], []
        for one in self.kinks:
            for side, linear in (("before", one.before), ("beyond", one.beyond)):
                modes = linear.eigenmodes()
                shown = modes.frequency[:_SHOWN].tolist()
                rows.append([*shown, *[np.nan] * (_SHOWN - len(shown)), modes.is_stable])
                index.append((one.name, side))
        columns = [*(f"f{k} [Hz]" for k in range(1, _SHOWN + 1)), "stable"]
        names = ["kink", "side"]
        pairs = [[name for name, _ in index], [side for _, side in index]]
        sides = pd.MultiIndex.from_arrays(pairs, names=names)
        return pd.DataFrame(rows, columns=columns, index=sides)

    def notes(self) -> list[str]:
        """Return the remarks."""
        return list(self.remarks)


def one_sided_of(model: LinearModel) -> OneSided:
    """Return the linear models on both sides of every kink; see :meth:`LinearModel.one_sided`."""
    conditions = model.details.conditions({})
    found: dict[str, Kink] = {}
    remarks: list[str] = []
    for place in conditions_at_limit(model, conditions):
        name = told(conditions, place)
        if name in found:
            continue
        step = _step(model, conditions, place)
        if step is None:
            remarks.append(f"{name}: only inputs decide on this")
            continue
        kink = Kink(name, model.details.beside(step), model.details.beside(-step))
        found[name] = kink
        remarks += _jumps(kink, step)
    return OneSided(model.name, model.point.title, tuple(found.values()), tuple(remarks))


def _jumps(kink: Kink, step: Floats) -> Iterator[str]:
    """Yield a remark if rates differ by more than the laws of both sides make of the step."""
    before, beyond = kink.before, kink.beyond
    rates = before.point.rates, beyond.point.rates
    slopes = abs(dense(before.A)) + abs(dense(beyond.A))
    continuous = 2 * slopes @ np.abs(step) + _ROUNDING * (np.abs(rates[0]) + np.abs(rates[1]))
    jump = rates[1] - rates[0]
    excess = (np.abs(jump) - continuous) / before.point.nominal
    place = int(np.argmax(excess)) if len(excess) else 0
    if len(excess) and excess[place] > 0:
        state = before.states.names[place]
        yield (
            f"{kink.name}: the rate of {state} jumps here by {abs(jump[place]):.6g} "
            f"{before.states.units[place]} per second; no linear model holds for a motion that "
            "passes to and fro: use a run, or a cycle"
        )


def conditions_at_limit(model: LinearModel, conditions: Conditions) -> list[int]:
    """Return the places of the conditions that are at their limits and may be passed.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    conditions : Conditions
        Its conditions.
    """
    moving = without_cancellation(conditions.by_states, model.reduction.basis)
    moves = abs(moving).sum(axis=1) + abs(conditions.by_inputs).sum(axis=1) > 0
    places: list[int] = np.flatnonzero((conditions.values == 0) & moves).tolist()
    return places


def told(conditions: Conditions, place: int) -> str:
    """Return the part and what becomes true when a condition ends."""
    part, name = conditions.parts[place], conditions.names[place]
    return f"{part}: {name}" if part else name


def _step(model: LinearModel, conditions: Conditions, place: int) -> Floats | None:
    """Return a small change of the states by which the condition holds more firmly."""
    basis, kept = dense(model.reduction.basis), model.reduction.unlocked
    row = dense(without_cancellation(conditions.by_states[[place]], basis))[0]
    direction = basis @ (model.point.nominal[kept] ** 2 * row)
    sizes = np.maximum(np.abs(model.point.states), model.point.nominal)
    largest = float(np.abs(direction / sizes).max(initial=0.0))
    return direction * (_STEP / largest) if largest > 0 else None
