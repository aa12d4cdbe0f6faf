"""How far linear answers hold: the amplitude at which a contact changes its state.

Every frozen relation of the model has a function which is zero where it changes. Its own harmonic
response tells at which amplitude it reaches zero: ``a(omega) = |g(x0)| / |G(i omega)|``. The
smallest of these is the limit, and its contact is what ends the linear answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import StateMatrices
from drivetrain.analysis.linear.one_sided import conditions_at_limit, told
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.response.inputs import HarmonicInputs
from drivetrain.analysis.response.laws import Laws
from drivetrain.analysis.response.model_response import ModelResponse
from drivetrain.calls import explained

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["AmplitudeLimits", "kinks_of", "limits_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_AT_ONCE = 4_000_000
"""Numbers in the responses of conditions that are computed together."""
_NOTHING = "nothing"


@dataclass(frozen=True, eq=False, repr=False)
class AmplitudeLimits(Presented, Mapping[str, Floats]):
    """Largest amplitude of each input for which a linear answer holds, over the frequency.

    It is a mapping: ``limits["motor"]`` is the array for an input, infinite where nothing would
    change.

    Attributes
    ----------
    model : str
        Name of the linear model.
    inputs : Signals
        Names and units of the inputs.
    omega : float array, shape (n,)
        Angular frequencies, rad/s.
    amplitude : float array, shape (n, n_inputs)
        The limits, each in the unit of its input.
    which : int array, shape (n, n_inputs)
        Number of the condition that ends the answer, -1 for none.
    conditions : mapping of int to str
        Names of the conditions by number: the part, and what becomes true in it.
    remarks : tuple of str
        What a reader has to know about the numbers.
    """

    model: str
    inputs: Signals
    omega: Floats
    amplitude: Floats
    which: Ints
    conditions: Mapping[int, str]
    remarks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"largest amplitudes for which the linear model of {self.model} holds"

    @property
    def frequency(self) -> Floats:
        """Frequencies, Hz."""
        return np.asarray(self.omega / (2 * np.pi))

    def __getitem__(self, name: str) -> Floats:
        """Return the limits of an input, shape (n,)."""
        return np.asarray(self.amplitude[:, self.inputs.index(name)])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the inputs."""
        return iter(self.inputs)

    def __len__(self) -> int:
        """Return the number of inputs."""
        return len(self.inputs)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same object."""
        return self is other

    __hash__ = object.__hash__

    @explained
    def ended_by(self, name: str | None = None) -> list[str]:
        """Return what ends the linear answer at each frequency.

        Parameters
        ----------
        name : str, optional
            The input; it may be left out if there is one.

        Returns
        -------
        list of str
            The part and what becomes true in it, or ``"nothing"``.
        """
        place = 0 if name is None and len(self) == 1 else self.inputs.index(str(name))
        return [self.conditions.get(k, _NOTHING) for k in self.which[:, place].tolist()]

    def notes(self) -> list[str]:
        """Return what a reader has to know about the numbers."""
        return list(self.remarks)

    def to_pandas(self) -> pd.DataFrame:
        """Return a table, one row per frequency."""
        import pandas as pd

        columns: dict[str, Any] = {"frequency [Hz]": self.frequency}
        for name, unit in zip(self.inputs, self.inputs.units, strict=True):
            columns[f"{name} [{unit}]"] = self[name]
            columns["ended by" if len(self) == 1 else f"{name} ended by"] = self.ended_by(name)
        return pd.DataFrame(columns, index=pd.Index(self.omega, name="omega [rad/s]"))

    @explained
    def plot(
        self, *, frequency: str = "Hz", path: str | Path | None = None, title: str | None = None
    ) -> Figure:
        """Draw the limits over the frequency, with what ends them.

        Parameters
        ----------
        frequency : {"Hz", "rad/s", "rpm"}
            Unit of the frequencies.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_limits", self, frequency=frequency, path=path, title=title)


def limits_of(
    model: LinearModel, inputs: HarmonicInputs, omega: Floats, laws: Laws
) -> AmplitudeLimits:
    """Return the amplitudes for which a linear model holds; see :meth:`LinearModel.limit`.

    Parameters
    ----------
    model : LinearModel
        The linear model, with its model.
    inputs : HarmonicInputs
        The inputs.
    omega : float array
        Angular frequencies, rad/s.
    laws : Laws
        Complex factors of parameters.
    """
    conditions = model.details.conditions(laws.factors)

    def make(factors: Mapping[str, complex]) -> StateMatrices:
        altered = model.details.altered(factors) if factors else model
        own = model.details.conditions(factors) if laws.functions else conditions
        return StateMatrices(altered.A, altered.B, own.by_states, own.by_inputs)

    count = len(conditions.names)
    function = ModelResponse(model, inputs, make, laws, conditions.names)
    step = max(1, _AT_ONCE // max(1, count * len(inputs.columns)))
    amplitude, which = [], []
    for first in range(0, len(omega), step):
        found = np.abs(function.at(omega[first : first + step]))
        smallest = _smallest(found, conditions.values)
        amplitude.append(smallest[0])
        which.append(smallest[1])
    numbers = np.concatenate(which)
    named = {k: told(conditions, k) for k in np.unique(numbers[numbers >= 0]).tolist()}
    return AmplitudeLimits(
        model.name, inputs.signals, omega, np.concatenate(amplitude), numbers, named,
        tuple(_remarks(model)),
    )  # fmt: skip


def _remarks(model: LinearModel) -> Iterator[str]:
    if model.shares_locks:
        yield "shared: the limits of locked elements are those of loads that change least"
    if not model.is_equilibrium:
        yield "the point is no equilibrium: it may leave the limits by itself"


def _smallest(found: Floats, values: Floats) -> tuple[Floats, Ints]:
    """Return the smallest amplitudes at which a condition changes, and which does."""
    if not len(values):
        shape = len(found), found.shape[2]
        return np.full(shape, np.inf), np.full(shape, -1, dtype=np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        most = np.where(found > 0, values[None, :, None] / found, np.inf)
    which = most.argmin(axis=1)
    amplitude = np.take_along_axis(most, which[:, None], axis=1)[:, 0]
    return amplitude, np.where(np.isfinite(amplitude), which, -1)


def kinks_of(model: LinearModel) -> tuple[str, ...]:
    """Return the conditions that are at their limits at the operating point.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    """
    conditions = model.details.conditions({})
    places = conditions_at_limit(model, conditions)
    return tuple(dict.fromkeys(told(conditions, place) for place in places))
