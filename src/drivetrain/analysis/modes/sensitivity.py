"""How eigenvalues change with parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import texts
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError
from drivetrain.modeling.argument_values import check_flags

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.modes.eigenmodes import Eigenmodes

__all__ = ["Sensitivity", "sensitivity_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_CLOSE = 1e-6
"""Relative distance of eigenvalues that count as repeated."""


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity(Presented):
    """Derivatives of eigenvalues with respect to parameters.

    Attributes
    ----------
    model : str
        Name of the model.
    parameters, units : tuple of str
        The parameters, and their units.
    values : float array, shape (n_parameters,)
        Their values.
    eigenvalue : complex array, shape (n_modes,)
        The eigenvalues.
    slopes : complex array, shape (n_modes, n_parameters)
        Derivatives of the eigenvalues.
    follows : bool
        Whether the operating point follows the parameters.
    repeated : tuple of int
        Numbers of modes whose eigenvalues nearly coincide: they have no derivative of their own.
    """

    model: str
    parameters: tuple[str, ...]
    units: tuple[str, ...]
    values: Floats
    eigenvalue: Complexes
    slopes: Complexes
    follows: bool
    repeated: tuple[int, ...]

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"undamped frequencies of {self.model}: percent per percent of parameters"

    @property
    def omega(self) -> Floats:
        """Derivatives of the undamped angular frequencies, rad/s per unit of each parameter."""
        size = np.abs(self.eigenvalue)[:, None]
        return np.asarray((self.eigenvalue.conj()[:, None] * self.slopes).real / size)

    @property
    def damping(self) -> Floats:
        """Derivatives of the damping ratios, per unit of each parameter."""
        size = np.abs(self.eigenvalue)[:, None]
        zeta = -self.eigenvalue.real[:, None] / size
        return np.asarray(-(self.slopes.real + zeta * self.omega) / size)

    @property
    def relative(self) -> Floats:
        """Logarithmic derivatives of the undamped frequencies, percent per percent."""
        return np.asarray(self.omega * self.values / np.abs(self.eigenvalue)[:, None])

    def to_pandas(self) -> pd.DataFrame:
        """Return percent per percent of the undamped frequencies, modes by parameters."""
        import pandas as pd

        index = pd.Index(np.arange(1, len(self.eigenvalue) + 1), name="mode")
        table = pd.DataFrame(self.relative, index=index, columns=list(self.parameters))
        table.insert(0, "frequency [Hz]", np.abs(self.eigenvalue) / (2 * np.pi))
        return table

    def notes(self) -> list[str]:
        """Return what a reader has to know about the numbers."""
        found = ["the operating point follows the parameters"] * self.follows
        if self.repeated:
            found.append(
                f"modes {', '.join(map(str, self.repeated))} nearly coincide with others: their "
                "derivatives hold for one of several possible shapes"
            )
        return found

    @explained
    def plot(
        self, *numbers: int, path: str | Path | None = None, title: str | None = None
    ) -> Figure:
        """Draw the relative sensitivities as bars.

        Parameters
        ----------
        *numbers : int
            Modes; the first three by default.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_sensitivity", self, numbers, path=path, title=title)


def sensitivity_of(modes: Eigenmodes, names: Sequence[str], follows: bool) -> Sensitivity:
    """Return the sensitivities of eigenmodes; see :meth:`Eigenmodes.sensitivity`."""
    details = modes.model.details
    check_flags("sensitivity", follows=follows)
    if follows:
        _check_equilibrium(modes)
    found = details.parameters(texts(names, "sensitivity") or ("*",))
    listed = [name for name, _, _ in found]
    slopes: Any = details.eigenvalue_slopes(modes.left, modes.right, listed, follows)
    return Sensitivity(
        modes.model.name, tuple(listed), tuple(unit for *_, unit in found),
        np.array([value for _, value, _ in found]), modes.eigenvalue, slopes, follows,
        _repeated(modes.eigenvalue),
    )  # fmt: skip


def _check_equilibrium(modes: Eigenmodes) -> None:
    """Refuse to follow a point that no equilibrium keeps in place, or something adjusted does."""
    point = modes.model.point
    if not modes.model.is_equilibrium:
        raise AnalysisError(
            f"follows=True: {point.title} is no equilibrium, so it does not move with parameters: "
            "linearise at='steady', or leave it out"
        )
    if point.held:
        names = ", ".join(one.name for one in point.held)
        raise AnalysisError(
            f"follows=True: speeds of this point are kept by {names}, which would follow too: "
            "linearise with balance=None, or for several values of the parameter"
        )


def _repeated(values: Complexes) -> tuple[int, ...]:
    apart = np.abs(values[:, None] - values[None, :]) + np.diag(np.full(len(values), np.inf))
    close = (apart <= _CLOSE * np.abs(values)[:, None]).any(axis=1)
    return tuple((np.flatnonzero(close) + 1).tolist())
