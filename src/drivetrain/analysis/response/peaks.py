"""Peaks of frequency responses: where they are, how high and how wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.presentation import Presented

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.analysis.response.frequency_response import FrequencyResponse

__all__ = ["Peak", "Peaks", "peaks_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Amplitude = Callable[[float], float]

_HALF_POWER = np.sqrt(0.5)
_UNDAMPED = 1e-9
"""Damping ratio of an eigenvalue whose peak is infinite."""
_NEAR = 3.0
"""Distance from a pole to a peak that is its own, in half half-power widths."""


class Peak(NamedTuple):
    """A peak of a response.

    Attributes
    ----------
    input, output, unit : str
        The pair, and the unit of its response.
    omega : float
        Angular frequency, rad/s.
    amplitude, phase : float
        Of the output for an input of amplitude 1; phase in rad.
    mode : int
        Number of the eigenmode, from 1; 0 if none is near.
    width : float
        Distance of the frequencies at which half the power is left, rad/s; NaN if there is none
        before the next peak.
    """

    input: str
    output: str
    unit: str
    omega: float
    amplitude: float
    phase: float
    mode: int
    width: float

    @property
    def frequency(self) -> float:
        """Frequency, Hz."""
        return self.omega / (2 * np.pi)


@dataclass(frozen=True, eq=False, repr=False)
class Peaks(Presented, Sequence[Peak]):
    """Peaks of frequency responses, pair by pair in the order of their frequency.

    Attributes
    ----------
    model : str
        Name of the linear model.
    found : tuple of Peak
        The peaks.
    """

    model: str
    found: tuple[Peak, ...]

    @property
    def title(self) -> str:
        """What they are, in one line."""
        count = len(self.found)
        return f"{count} peak{'s' * (count != 1)} of the frequency response of {self.model}"

    def __len__(self) -> int:
        """Return the number of peaks."""
        return len(self.found)

    def __iter__(self) -> Iterator[Peak]:
        """Iterate over the peaks."""
        return iter(self.found)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        """Return a peak, or some."""
        return self.found[place]

    def to_pandas(self) -> pd.DataFrame:
        """Return a table, one row per peak."""
        import pandas as pd

        return pd.DataFrame(
            {
                "input": [peak.input for peak in self.found],
                "output": [peak.output for peak in self.found],
                "frequency [Hz]": [peak.frequency for peak in self.found],
                "omega [rad/s]": [peak.omega for peak in self.found],
                "amplitude": [peak.amplitude for peak in self.found],
                "unit": [peak.unit for peak in self.found],
                "phase [rad]": [peak.phase for peak in self.found],
                "mode": [peak.mode for peak in self.found],
                "half-power width [rad/s]": [peak.width for peak in self.found],
            },
            index=pd.RangeIndex(1, len(self.found) + 1, name="peak"),
        )


def peaks_of(response: FrequencyResponse, pairs: Sequence[tuple[str, str]]) -> Peaks:
    """Return the peaks of some pairs; see :meth:`FrequencyResponse.peaks`.

    Parameters
    ----------
    response : FrequencyResponse
        The response.
    pairs : sequence of (str, str)
        Inputs and outputs.
    """
    order = np.argsort(response.omega, kind="stable")
    found: list[Peak] = []
    for pair in pairs:
        found += _Search(response, pair, order).peaks()
    return Peaks(response.model.name, tuple(found))


class _Search:
    """Finds the peaks of one pair: on the grid first, then between its points."""

    def __init__(
        self, response: FrequencyResponse, pair: tuple[str, str], order: NDArray[np.int64]
    ) -> None:
        self._response, self._pair = response, pair
        self._omega = response.omega[order]
        self._size = response.amplitude(*pair)[order]
        self._place, self._row = response.pairs.places(*pair)

    def peaks(self) -> list[Peak]:
        size = self._size
        inner = np.arange(1, len(size) - 1)
        tops = inner[(size[inner] > size[inner - 1]) & (size[inner] >= size[inner + 1])]
        return [self._peak(int(top)) for top in tops]

    def _peak(self, top: int) -> Peak:
        low, high = self._omega[top - 1], self._omega[top + 1]
        unit = self._response.unit(*self._pair)
        mode = self._undamped(low, high)
        if mode:
            omega = float(self._response.eigenvalues[mode - 1].imag)
            return Peak(*self._pair, unit, omega, np.inf, np.nan, mode, 0.0)
        omega = self._highest(low, high)
        value = self._value(omega)
        width = self._width(omega, abs(value), top)
        phase = float(np.angle(value))
        return Peak(*self._pair, unit, omega, abs(value), phase, self._mode(omega), width)

    def _value(self, omega: float) -> complex:
        found = self._response.function.at(np.array([omega]))
        return complex(found[0, self._row, self._place])

    def _highest(self, low: float, high: float) -> float:
        from scipy.optimize import minimize_scalar

        found = minimize_scalar(
            lambda omega: -abs(self._value(omega)), bounds=(low, high), method="bounded",
            options={"xatol": 1e-10 * high},
        )  # fmt: skip
        return float(found.x)

    def _undamped(self, low: float, high: float) -> int:
        """Return the number of an undamped eigenmode between two frequencies; 0: none."""
        values = self._response.eigenvalues
        if self._response.laws:
            return 0
        undamped = np.abs(values.real) <= _UNDAMPED * np.abs(values)
        inside = np.flatnonzero(undamped & (values.imag > low) & (values.imag < high))
        return int(inside[0]) + 1 if len(inside) else 0

    def _mode(self, omega: float) -> int:
        """Return the number of the eigenmode that a peak belongs to; 0: none."""
        values = self._response.eigenvalues
        if not len(values):
            return 0
        distance = np.abs(values - 1j * omega)
        nearest = int(distance.argmin())
        near = max(_NEAR * abs(values[nearest].real), 0.02 * omega)
        return nearest + 1 if distance[nearest] <= near else 0

    def _width(self, omega: float, height: float, top: int) -> float:
        """Return the half-power width."""
        level = _HALF_POWER * height
        sides = [self._crossing(omega, level, top, step) for step in (-1, 1)]
        return float(sides[1] - sides[0])

    def _crossing(self, omega: float, level: float, top: int, step: int) -> float:
        """Return where a side of a peak falls below a level; NaN if it rises again before."""
        from scipy.optimize import brentq

        inside, place = omega, top
        while 0 <= place < len(self._omega):
            if (self._omega[place] - omega) * step > 0:
                if self._size[place] <= level:
                    outside = self._omega[place]
                    return float(
                        brentq(lambda w: abs(self._value(w)) - level, inside, outside, xtol=1e-12)
                    )
                if self._size[place] > self._size[max(place - step, 0)] and place != top:
                    return float("nan")
                inside = self._omega[place]
            place += step
        return float("nan")
