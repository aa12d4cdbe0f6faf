"""Eigenmodes of a linear model: frequencies, damping and shapes.

The conventions are those of the theory of linear vibrations: the time law is ``exp(lambda t)``, a
pair ``sigma + i omega_d`` has the undamped angular frequency ``omega_n = |lambda|`` and the damping
ratio ``zeta = -sigma / |lambda|``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.reduction import Reduction
from drivetrain.errors import NameLookupError, UsageError, nearest
from drivetrain.patterns import wildcard

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Eigenmode", "Eigenmodes", "eigenmodes_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_REAL = 1e-12
"""Imaginary part that counts as rounding, relative to the eigenvalue."""


@dataclass(frozen=True, eq=False)
class Eigenmode:
    """One oscillation.

    Attributes
    ----------
    number : int
        Place in the order of frequencies, from 1.
    eigenvalue : complex
        ``sigma + i omega_d`` with ``omega_d > 0``, 1/s.
    right, left : complex array
        Eigenvectors in all states; ``left @ right`` is 1.
    """

    number: int
    eigenvalue: complex
    right: Complexes
    left: Complexes
    _outputs: tuple[str, ...] = field(repr=False)
    _rows: Floats = field(repr=False)

    @property
    def omega(self) -> float:
        """Undamped angular frequency, rad/s."""
        return abs(self.eigenvalue)

    @property
    def frequency(self) -> float:
        """Undamped frequency, Hz."""
        return self.omega / (2 * np.pi)

    @property
    def damped_omega(self) -> float:
        """Angular frequency of the damped oscillation, rad/s."""
        return self.eigenvalue.imag

    @property
    def damping_ratio(self) -> float:
        """Damping ratio; below zero the oscillation grows."""
        return 0.0 - self.eigenvalue.real / self.omega

    @property
    def logarithmic_decrement(self) -> float:
        """Natural logarithm of the ratio of successive amplitudes."""
        zeta = self.damping_ratio
        return float(2 * np.pi * zeta / np.sqrt(1 - zeta**2))

    @property
    def is_stable(self) -> bool:
        """Whether the oscillation does not grow."""
        return self.eigenvalue.real <= _REAL * self.omega

    def shape(self, *names: str) -> dict[str, complex]:
        """Return complex amplitudes of the outputs, the largest of which is 1.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"*.phi"``); all outputs if none is given.
            Give variables of one unit: amplitudes of others cannot be compared.

        Raises
        ------
        NameLookupError
            If the linear model has no such output.
        """
        found = _matching(self._outputs, names)
        values = self._rows[[self._outputs.index(name) for name in found]] @ self.right
        largest = values[np.abs(values).argmax()] if len(values) else 1.0
        values = values / largest if largest else values
        return dict(zip(found, values.tolist(), strict=True))


def _matching(known: tuple[str, ...], asked: tuple[str, ...]) -> list[str]:
    """Return the names that fit names or patterns, in the order requested."""
    found: dict[str, None] = {}
    for one in asked or ("*",):
        fitting = [name for name in known if wildcard(one).fullmatch(name)]
        if not fitting:
            raise NameLookupError(f"the linear model has no output {one!r}{nearest(one, known)}")
        found.update(dict.fromkeys(fitting))
    return list(found)


@dataclass(frozen=True, eq=False, repr=False)
class Eigenmodes:
    """All eigenmodes of a linear model, in the order of their frequency; the first has number 1.

    Attributes
    ----------
    decays : float array
        Real eigenvalues, 1/s, slowest first.
    free_motions : int
        Motions that nothing resists: rotations of shafts that are not tied to the ground, and
        steady speeds.
    """

    modes: tuple[Eigenmode, ...]
    decays: Floats
    free_motions: int

    def __len__(self) -> int:
        """Return the number of oscillations."""
        return len(self.modes)

    def __iter__(self) -> Iterator[Eigenmode]:
        """Iterate over the oscillations."""
        return iter(self.modes)

    def __getitem__(self, number: int) -> Eigenmode:
        """Return an oscillation by its number, from 1."""
        if not isinstance(number, int) or not 1 <= number <= len(self.modes):
            raise UsageError(
                f"eigenmode {number!r}: they are numbered from 1 to {len(self.modes)}, by frequency"
            )
        return self.modes[number - 1]

    def __str__(self) -> str:
        """Return a table."""
        head = f"{'no':>4}  {'Hz':>12}  {'rad/s':>12}  {'damping':>10}"
        lines = [head]
        for mode in self.modes:
            note = "" if mode.is_stable else "  unstable"
            lines.append(
                f"{mode.number:>4}  {mode.frequency:>12.6g}  {mode.omega:>12.6g}  "
                f"{mode.damping_ratio:>10.4g}{note}"
            )
        if len(self.decays):
            lines.append("decays, 1/s: " + ", ".join(f"{rate:.6g}" for rate in self.decays))
        if self.free_motions:
            lines.append(f"free motions: {self.free_motions}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return one line."""
        return f"<{len(self)} eigenmodes, {len(self.decays)} decays>"

    def to_pandas(self) -> pd.DataFrame:
        """Return the oscillations as a table."""
        import pandas as pd

        columns = {
            "frequency [Hz]": [mode.frequency for mode in self.modes],
            "omega [rad/s]": [mode.omega for mode in self.modes],
            "damping_ratio": [mode.damping_ratio for mode in self.modes],
            "eigenvalue [1/s]": [mode.eigenvalue for mode in self.modes],
        }
        index = pd.Index([mode.number for mode in self.modes], name="number")
        return pd.DataFrame(columns, index=index)

    @property
    def eigenvalue(self) -> Complexes:
        """Eigenvalues of the oscillations, those with positive imaginary part."""
        return np.array([mode.eigenvalue for mode in self.modes], dtype=complex)

    @property
    def frequency(self) -> Floats:
        """Undamped frequencies, Hz."""
        return np.abs(self.eigenvalue) / (2 * np.pi)

    @property
    def omega(self) -> Floats:
        """Undamped angular frequencies, rad/s."""
        return np.abs(self.eigenvalue)


def eigenmodes_of(reduction: Reduction, rows: Floats, outputs: tuple[str, ...]) -> Eigenmodes:
    """Return the eigenmodes of a reduced system.

    Parameters
    ----------
    reduction : Reduction
        Its state matrix, and the way back to all states.
    rows : float array, shape (n_outputs, n_states)
        How the outputs follow from the states.
    outputs : tuple of str
        Their names.
    """
    from scipy.linalg import eig

    if not len(reduction.matrix):
        return Eigenmodes((), np.empty(0), len(reduction.free))
    solved: Any = eig(reduction.matrix, left=True, right=True)
    values, left, right = solved
    turning = np.flatnonzero(values.imag > _REAL * np.abs(values))
    turning = turning[np.lexsort((values[turning].real, np.abs(values[turning])))]
    real = np.flatnonzero(np.abs(values.imag) <= _REAL * np.abs(values))
    decays = np.sort(values[real].real)[::-1]
    shapes = reduction.expand(right[:, turning], values[turning])
    weights = left[:, turning].conj()
    weights = weights / np.einsum("ij,ij->j", weights, right[:, turning])
    weights = reduction.expand_left(weights)
    modes = tuple(
        Eigenmode(k + 1, complex(values[at]), shapes[:, k], weights[:, k], outputs, rows)
        for k, at in enumerate(turning.tolist())
    )
    return Eigenmodes(modes, decays, len(reduction.free))
