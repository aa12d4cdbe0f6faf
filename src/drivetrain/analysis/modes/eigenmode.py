"""One eigenmode: its eigenvalue, its shape, and what it consists of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.holzer.requests import effective_inertia, table_of
from drivetrain.analysis.modes.holzer.table import HolzerTable
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.modes.eigenmodes import Eigenmodes

__all__ = ["Eigenmode"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_ROUNDING = 1e-12


class Eigenmode(Presented):
    """One oscillation.

    Attributes
    ----------
    number : int
        Place in the order of frequencies, from 1.
    eigenvalue : complex
        ``sigma + i omega_d`` with ``omega_d > 0``, 1/s.
    """

    def __init__(self, modes: Eigenmodes, place: int) -> None:
        self._modes, self._place = modes, place
        self.number = place + 1
        self.eigenvalue = complex(modes.eigenvalue[place])

    @property
    def title(self) -> str:
        """Number, frequency and damping, in one line."""
        return (
            f"eigenmode {self.number} of {self._modes.model.name}: {self.frequency:.6g} Hz, "
            f"damping ratio {self.damping_ratio:.4g}"
        )

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
    def time_constant(self) -> float:
        """Time in which the amplitude falls to 1/e, s; infinite without damping."""
        sigma = self.eigenvalue.real
        return float("inf") if sigma == 0 else -1.0 / sigma

    @property
    def quality(self) -> float:
        """Quality factor, ``1 / (2 zeta)``."""
        zeta = self.damping_ratio
        return float("inf") if zeta == 0 else 1.0 / (2 * zeta)

    @property
    def is_stable(self) -> bool:
        """Whether the oscillation does not grow."""
        return self.eigenvalue.real <= _ROUNDING * self.omega

    @property
    def right(self) -> Complexes:
        """Right eigenvector in all states."""
        return self._modes.vectors(self._place)[0]

    @property
    def left(self) -> Complexes:
        """Left eigenvector in all states; the product with the right one is 1."""
        return self._modes.vectors(self._place)[1]

    @property
    def condition(self) -> float:
        """Change of the eigenvalue over that of the state matrix, at most; 1 is the best.

        States are scaled by their nominal values [1]_.

        References
        ----------
        .. [1] J. H. Wilkinson, "The Algebraic Eigenvalue Problem", Oxford 1965, chapter 2.
        """
        nominal = self._modes.model.point.nominal
        right, left = self.right / nominal, self.left * nominal
        return float(np.linalg.norm(left) * np.linalg.norm(right) / abs(left @ right))

    @explained
    def shape(self, *names: str, scale: str = "largest") -> dict[str, complex]:
        """Return complex amplitudes of outputs.

        Parameters
        ----------
        *names : str
            Names, or patterns with ``*`` and ``?`` (``"*.phi"``); all outputs if none is given.
        scale : str
            ``"largest"``: the largest of these amplitudes is 1; give variables of one unit.
            ``"mass"``: the mode has unit modal mass, so angles are in 1/sqrt(kg.m2).
            ``"at:disc[0]"``: the angle of that part, or the variable of that name, is 1. The
            amplitude that defines the scale is real and positive.

        Raises
        ------
        NameLookupError
            If the linear model has no such output.
        UsageError
            If the scale is not understood, or nothing moves there.
        """
        found, rows = self._modes.rows_of(names)
        values = np.asarray(rows @ self.right)
        return dict(zip(found, (values / self._unit(scale, values)).tolist(), strict=True))

    def _unit(self, scale: str, values: Complexes) -> complex:
        """Return the amplitude that becomes 1."""
        kind = scale if isinstance(scale, str) else ""
        if kind == "largest":
            largest = complex(values[np.abs(values).argmax()])
            return largest or 1.0
        if kind == "mass":
            return complex(self._modal_mass() ** 0.5 * self._phase())
        if not kind.startswith("at:"):
            raise UsageError(
                f"scale={shown(scale)}: choose 'largest', 'mass' or 'at:' and the name of a part"
            )
        return self._at(kind.removeprefix("at:"))

    def _at(self, name: str) -> complex:
        outputs = self._modes.model.outputs
        reference = name if name in outputs else f"{name}.phi"
        row = self._modes.model.C[[outputs.index(reference)]]
        value = complex(np.asarray(row @ self.right)[0])
        if not value:
            raise UsageError(f"scale='at:{name}': {reference} does not move in this eigenmode")
        return value

    def _modal_mass(self) -> float:
        """Return twice the kinetic energy for a speed of the angles of 1, kg.m2."""
        doubled = self._modes.energies.kinetic_of(self._place)
        return float(doubled / self.omega**2)

    def _phase(self) -> complex:
        largest = self.right[np.abs(self.right / self._modes.model.point.nominal).argmax()]
        return complex(largest / abs(largest))

    @explained
    def collinearity(self, *names: str) -> float:
        """Return how far the motion is a standing wave.

        Parameters
        ----------
        *names : str
            Outputs, names or patterns; all angles by default.

        Returns
        -------
        float
            ``|v.v|^2 / (v*.v)^2`` of the amplitudes: 1 if all move in phase or in antiphase, 0 for
            a travelling wave.
        """
        chosen = names or tuple(self._modes.angle_names())
        values = np.array(list(self.shape(*chosen).values()))
        size = float(np.vdot(values, values).real)
        return float(abs(values @ values) ** 2 / size**2) if size else 1.0

    @explained
    def energy(self, kind: str = "kinetic") -> dict[str, float]:
        """Return the shares of the parts in the energy, largest first.

        Parameters
        ----------
        kind : {"kinetic", "elastic"}
            Which energy.
        """
        return self._modes.energies.shares(self._place, kind)

    @property
    def damping_by(self) -> dict[str, float]:
        """Damping ratio by part, largest magnitude first; parts below zero feed the oscillation.

        They add up to :attr:`damping_ratio`.
        """
        return self._modes.energies.damping(self._place)

    @property
    def is_damped(self) -> bool:
        """Whether dampers were taken into account."""
        return self._modes.damped

    @explained
    def holzer(self, *, begin: str | None = None, shaft: str | None = None) -> HolzerTable:
        """Return Holzer's table at this eigenvalue; amplitudes are complex if something damps.

        Parameters
        ----------
        begin : str, optional
            The disc whose amplitude is 1; by default the first one at an end.
        shaft : str, optional
            A disc to whose shaft all is referred.

        Returns
        -------
        HolzerTable
            Rows; the residual is zero but for rounding.

        Raises
        ------
        AnalysisError
            If the machine is neither a chain nor a tree of discs and shafts.
        """
        return table_of(self, self._modes.model, begin, shaft)

    @explained
    def effective_inertia(self, *, shaft: str | None = None) -> float:
        """Return the inertia with which this eigenmode takes part in a rotation of all shafts.

        Over all undamped eigenmodes of a machine that is held, they add up to its inertia. Those of
        a machine that turns freely are zero: its oscillations balance.

        Parameters
        ----------
        shaft : str, optional
            A disc to whose shaft all is referred; by default the first one.

        Returns
        -------
        float
            ``|1.M phi|^2 / (phi*.M phi)`` with the inertias ``M`` and the amplitudes ``phi``
            referred to that shaft, kg.m2; kg if the machine moves along a line.

        Raises
        ------
        AnalysisError
            If the machine is neither a chain nor a tree of discs and shafts.
        """
        return effective_inertia(self, self._modes.model, shaft)

    def to_pandas(self) -> pd.DataFrame:
        """Return energies and damping by part."""
        return self._modes.energies.table(self._place)

    @explained
    def plot(
        self,
        *,
        shaft: str | None = None,
        path: str | Path | None = None,
        title: str | None = None,
    ) -> Figure:
        """Draw the shape along the shafts.

        Parameters
        ----------
        shaft : str, optional
            A disc to whose shaft all angles are referred.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_shapes", self._modes, (self.number,), (), shaft, path=path, title=title)
