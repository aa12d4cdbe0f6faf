"""Responses of linear models to harmonic inputs, over the frequency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import one_of
from drivetrain.analysis.linear.delays import Delays, with_pade
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.matrices import is_sparse
from drivetrain.analysis.modes.solution import eigenmodes_of
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.analysis.response.frequencies import asked, band, fine_grid, pole_grid
from drivetrain.analysis.response.laws import Laws, laws_of
from drivetrain.analysis.response.limits import AmplitudeLimits, limits_of
from drivetrain.analysis.response.model_response import ModelResponse
from drivetrain.analysis.response.pairs import Pairs
from drivetrain.analysis.response.peaks import Peaks, peaks_of
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.linear_model import LinearModel

__all__ = ["FrequencyResponse", "frequency_response_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_MOST = 30_000_000
"""Numbers in a response."""
_MOST_POINTS, _MOST_WORK = 3000, 100_000_000
"""Frequencies of a grid without eigenvalues, and these times the number of states."""
_PADE, _PHASE = 4, 0.4
"""Order of the approximation whose poles begin the grid of a model with delays, and phase in rad by
which a delay turns between its first frequencies."""
_MOST_STEPS = 30_000
"""Number of these frequencies."""
_MOST_POLES = 600
"""States up to which the eigenvalues with loss factors are computed for a grid of frequencies."""


class FrequencyResponse(Presented, Mapping[tuple[str, str], Complexes]):
    """Response to harmonic inputs: complex amplitudes of outputs for inputs of amplitude 1.

    A phasor `X` stands for ``Re(X exp(i omega t))``, its amplitude is half the range. The response
    is a mapping: ``response["motor", "shaft.tau"]`` is the array for an input and an output, and
    ``response["shaft.tau"]`` if there is one input only.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    pairs : Pairs
        Inputs and outputs.
    omega : float array, shape (n,)
        Angular frequencies, rad/s, increasing if the grid was chosen automatically.
    matrix : complex array, shape (n, n_outputs, n_inputs)
        The response.
    laws : Laws
        Complex factors of parameters.
    function : ModelResponse
        Computes the response at other frequencies.
    resolved : bool
        Whether an automatic grid was fine enough for all peaks.

    Attributes
    ----------
    model, omega, matrix, laws, resolved
        As given.
    inputs, outputs : Signals
        Names and units.
    """

    def __init__(
        self, model: LinearModel, pairs: Pairs, omega: Floats, matrix: Complexes, laws: Laws,
        function: ModelResponse, resolved: bool = True,
    ) -> None:  # fmt: skip
        self.resolved = resolved
        self.model, self.omega, self.matrix, self.laws = model, omega, matrix, laws
        self.pairs, self._function = pairs, function

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without functions of users, and without the compiled model."""
        kept: dict[str, Any] = {**vars(self), "_function": None}
        kept["laws"] = self.laws.without_functions()
        return kept

    # -- values --------------------------------------------------------------------------------

    @property
    def inputs(self) -> Signals:
        """Names and units of the inputs."""
        return self.pairs.inputs.signals

    @property
    def outputs(self) -> Signals:
        """Names and units of the outputs."""
        return self.pairs.outputs

    @property
    def frequency(self) -> Floats:
        """Frequencies, Hz."""
        return np.asarray(self.omega / (2 * np.pi))

    @property
    def title(self) -> str:
        """What it is, in one line."""
        count = f"{len(self.omega)} frequenc{'y' if len(self.omega) == 1 else 'ies'}"
        sizes = f"{len(self.inputs)} × {len(self.outputs)} at {count}"
        return f"frequency response of {self.model.name} at {self.model.point.title}: {sizes}"

    def __getitem__(self, names: str | tuple[str, str]) -> Complexes:
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

    @explained
    def amplitude(self, *names: str) -> Floats:
        """Return the amplitude of an output for an input of amplitude 1.

        Parameters
        ----------
        *names : str
            Input and output; the output is enough if there is one input.
        """
        return np.abs(self[self.pairs.names(*names)])

    @explained
    def phase(self, *names: str) -> Floats:
        """Return by how much an output is ahead of an input, rad, without jumps of whole turns.

        Parameters
        ----------
        *names : str
            Input and output; the output is enough if there is one input.
        """
        return np.unwrap(np.angle(self[self.pairs.names(*names)]))

    @explained
    def unit(self, *names: str) -> str:
        """Return the unit of a response, that of the output over that of the input.

        Parameters
        ----------
        *names : str
            Input and output; the output is enough if there is one input.
        """
        return self.pairs.unit(*names)

    # -- what follows from it ------------------------------------------------------------------

    @property
    def function(self) -> ModelResponse:
        """Computes the response at any frequency."""
        if self._function is None:
            if self.laws:
                raise AnalysisError(
                    "this frequency response was loaded, without the functions behind it: compute "
                    "it again for other frequencies"
                )
            self._function = self.pairs.function(self.model, self.laws)
        return self._function

    @explained
    def at(self, omega: Any = None, *, frequency: Any = None) -> FrequencyResponse:
        """Return the response at other frequencies, computed anew.

        Parameters
        ----------
        omega : float or array_like, optional
            Angular frequencies: numbers in rad/s, or quantities such as ``"1500 rpm"``.
        frequency : float or array_like, optional
            Frequencies, Hz, instead.
        """
        wanted = asked(omega, frequency)
        found = self.function.at(wanted)
        return FrequencyResponse(self.model, self.pairs, wanted, found, self.laws, self.function)

    @cached_property
    def eigenvalues(self) -> Complexes:
        """Eigenvalues of the oscillations in the order of their frequency, 1/s.

        They are those of the model without loss factors; none for more than 2000 states, and for
        models with delays.
        """
        if self.model.delays is not None or is_sparse(self.model.A):
            return np.empty(0, dtype=complex)
        return eigenmodes_of(self.model).eigenvalue

    @explained
    def peaks(self, *names: str) -> Peaks:
        """Return the peaks of a response within the frequencies covered.

        Parameters
        ----------
        *names : str
            Input and output; the output is enough if there is one input. All pairs if none is
            named.

        Returns
        -------
        Peaks
            Frequency, amplitude, phase, eigenmode and half-power width of each.
        """
        wanted = [self.pairs.names(*names)] if names else list(self)
        return peaks_of(self, wanted)

    @explained
    def limit(self) -> AmplitudeLimits:
        """Return up to which amplitude of each input the response holds, and what ends it.

        Returns
        -------
        AmplitudeLimits
            For each frequency the largest amplitude at which no contact changes its state.

        Raises
        ------
        AnalysisError
            If the linear model comes without its model.
        """
        return limits_of(self.model, self.pairs.inputs, self.omega, self.laws)

    # -- presentation --------------------------------------------------------------------------

    def notes(self) -> list[str]:
        """Return what a reader has to know about the numbers."""
        found = []
        if self.laws:
            found.append(f"complex: {', '.join(self.laws.names)}")
        if not self.resolved:
            found.append("not every peak is resolved: give a narrower band, or more points")
        if not self.model.is_equilibrium:
            found.append("the point is no equilibrium: print the linear model")
        return found

    @explained
    def to_pandas(self, form: str = "polar") -> pd.DataFrame:
        """Return a table, one row per frequency.

        Parameters
        ----------
        form : {"polar", "complex"}
            Two columns for each pair, amplitude and phase in rad, or one of complex numbers.
        """
        import pandas as pd

        one_of(form, "form", ("polar", "complex"))
        columns: dict[str, Any] = {"frequency [Hz]": self.frequency}
        for pair in self:
            label, unit = self.pairs.label(*pair), self.unit(*pair)
            if form == "complex":
                columns[f"{label} [{unit}]"] = self[pair]
                continue
            columns[f"{label} [{unit}]"] = self.amplitude(*pair)
            columns[f"phase of {label} [rad]"] = self.phase(*pair)
        return pd.DataFrame(columns, index=pd.Index(self.omega, name="omega [rad/s]"))

    @explained
    def plot(
        self,
        *names: str,
        beside: Mapping[str, FrequencyResponse] | None = None,
        label: str | None = None,
        amplitude: float = 1.0,
        limit: bool | None = None,
        frequency: str = "Hz",
        path: str | Path | None = None,
        title: str | None = None,
    ) -> Figure:
        """Draw amplitude and phase over the frequency.

        Parameters
        ----------
        *names : str
            Outputs, names or patterns; all of them by default.
        beside : mapping of str to FrequencyResponse, optional
            Other responses by label, to compare them.
        label : str, optional
            Label of this response beside others.
        amplitude : float
            Amplitude of the inputs, in their units.
        limit : bool, optional
            Whether to show, as a grey roof, up to which amplitude the response holds. By default it
            is shown for single responses if the model is at hand and has contacts.
        frequency : {"Hz", "rad/s", "rpm"}
            Unit of the frequencies.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn(
            "plot_frequency_response", self, names, beside=beside, label=label, limit=limit,
            amplitude=amplitude, frequency=frequency, path=path, title=title,
        )  # fmt: skip


def frequency_response_of(
    model: LinearModel,
    omega: Any,
    frequency: Any,
    between: Any,
    points: int,
    pairs: Pairs,
    laws: tuple[Any, Any],
) -> FrequencyResponse:
    """Return a frequency response; see :meth:`LinearModel.frequency_response`.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    omega, frequency, between, points
        As given by a user.
    pairs : Pairs
        Inputs and outputs.
    laws : tuple
        Loss factors and laws as given by a user.
    """
    delays = model.delays
    factors = laws_of(model if delays is None else delays.open, *laws)
    function = pairs.function(model, factors)
    if between is None:
        wanted = asked(omega, frequency)
        _check_size(wanted, pairs)
        return FrequencyResponse(model, pairs, wanted, function.at(wanted), factors, function)
    if omega is not None or frequency is not None:
        raise UsageError("give either frequencies, or a grid between=(low, high), not both")
    low, high = band(between)
    poles = None if delays is not None else _poles(model, factors)
    if poles is None:
        shape = len(pairs.outputs), len(pairs.inputs.columns)
        most = max(2 * points, min(_MOST_POINTS, _MOST_WORK // max(len(model.states), 1)))
        first = np.empty(0) if delays is None else _first_grid(delays, low, high, points)
        grid, found, resolved = fine_grid(
            low, high, points, lambda w: function.at(w).reshape(len(w), shape[0] * shape[1]),
            most + len(first), first,
        )  # fmt: skip
        matrix = found.reshape(len(grid), *shape)
        return FrequencyResponse(model, pairs, grid, matrix, factors, function, resolved)
    grid = pole_grid(low, high, points, poles)
    _check_size(grid, pairs)
    return FrequencyResponse(model, pairs, grid, function.at(grid), factors, function)


def _first_grid(delays: Delays, low: float, high: float, points: int) -> Floats:
    """Return frequencies with which a grid begins: near poles, and a part of a turn apart."""
    poles = np.empty(0, dtype=complex)
    if not is_sparse(delays.open.A):
        poles = eigenmodes_of(with_pade(delays, _PADE)).eigenvalue
    steps = int(np.ceil((high - low) * delays.times.max() / _PHASE))
    if steps > _MOST_STEPS:
        raise UsageError(
            f"between {low:g} and {high:g} rad/s the delays of {delays.told()} turn phases by so "
            f"many turns that {steps} frequencies are needed: give a narrower band, or frequencies"
        )
    even = np.linspace(low, high, steps + 1)
    return np.union1d(pole_grid(low, high, points, poles), even)


def _check_size(omega: Floats, pairs: Pairs) -> None:
    if len(omega) * len(pairs) > _MOST:
        raise UsageError(
            f"{len(omega)} frequencies of {len(pairs)} pairs of inputs and outputs are too many: "
            "name the inputs and outputs that are wanted, inputs=[…], outputs=[…]"
        )


def _poles(model: LinearModel, laws: Laws) -> Complexes | None:
    """Return the eigenvalues around which a grid has to be fine; None for large models."""
    if is_sparse(model.A) or (laws and model.A.shape[0] > _MOST_POLES):
        return None
    plain = eigenmodes_of(model).eigenvalue
    if not laws:
        return plain
    reduction, found = model.reduction, []
    for omega in plain.imag.tolist():
        altered = model.details.altered(laws.at(omega)).A
        own = altered[reduction.unlocked] @ reduction.basis
        values = np.linalg.eigvals(own.toarray() if is_sparse(own) else own)
        found.append(values[np.abs(values - 1j * omega).argmin()])
        if not laws.functions:
            return values[values.imag > 0]
    return np.array(found, dtype=complex)
