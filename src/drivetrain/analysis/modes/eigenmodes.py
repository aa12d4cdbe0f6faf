"""Eigenmodes of a linear model: frequencies, damping and shapes.

The conventions are those of the theory of linear vibrations: the time law is ``exp(lambda t)``, a
pair ``sigma + i omega_d`` has the undamped angular frequency ``omega_n = |lambda|`` and the damping
ratio ``zeta = -sigma / |lambda|``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.modes.eigenmode import Eigenmode
from drivetrain.analysis.modes.eigenvalues import OfEigenvalues
from drivetrain.analysis.modes.energy import EnergyShares, energy_shares
from drivetrain.analysis.modes.reduction import Reduction
from drivetrain.analysis.modes.scheme import Scheme
from drivetrain.analysis.modes.sensitivity import Sensitivity, sensitivity_of
from drivetrain.analysis.modes.solvers import Pairs
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained
from drivetrain.errors import AnalysisError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.analysis.stability.sliding import SlidingFriction

__all__ = ["Eigenmodes"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Complexes = NDArray[np.complex128]

_ROUNDING = 1e-12
"""Real part, relative to the eigenvalue, that counts as zero."""


class Eigenmodes(OfEigenvalues, Presented, Sequence[Eigenmode]):
    """Eigenmodes of a linear model in the order of their frequency; the first has number 1.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    pairs : Pairs
        Eigenvalues and vectors in the states that are left.
    reduction : Reduction
        The way back to all states.
    damped : bool
        Whether dampers were taken into account.

    Attributes
    ----------
    model : LinearModel
        The linear model.
    eigenvalue : complex array
        Eigenvalues of the oscillations, those with positive imaginary part, 1/s. A real part that
        the solver cannot tell from zero is zero: 7e-15 of the largest eigenvalue.
    decays : float array
        Real eigenvalues, 1/s, slowest first.
    complete : bool
        Whether these are all of them.
    damped : bool
        Whether dampers were taken into account.
    """

    def __init__(
        self, model: LinearModel, pairs: Pairs, reduction: Reduction, *, damped: bool = True
    ) -> None:
        self.model, self.damped = model, damped
        self.eigenvalue, self.decays = pairs.values, pairs.decays
        self.complete = pairs.complete
        self._pairs, self._reduction = pairs, reduction

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all vectors, and energies if the model is at hand."""
        kept = {**vars(self), "_all": self._all, "_pairs": None, "_reduction": None}
        kept["free_motions"] = self.free_motions
        if self.model.make_details is not None:
            kept["energies"], kept["scheme"] = self.energies, self.scheme
        return kept

    # -- values --------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What they are, in one line."""
        some = "" if self.complete else "some of the "
        count = f"{len(self)} eigenmode{'s' * (len(self) != 1)}"
        return f"{some}{count} of {self.model.name} at {self.model.point.title}"

    @property
    def damped_omega(self) -> Floats:
        """Angular frequencies of the damped oscillations, rad/s."""
        return self.eigenvalue.imag

    @property
    def is_stable(self) -> bool:
        """Whether neither an oscillation nor a decay grows."""
        grows = (self.eigenvalue.real > _ROUNDING * self.omega).any() or (self.decays > 0).any()
        return not bool(grows)

    @cached_property
    def free_motions(self) -> int:
        """Number of motions that nothing resists.

        These are rotations of shafts that are not tied to the ground, and steady speeds.
        """
        return int(self._reduction.free.shape[1] + self._pairs.free.shape[1])

    # -- vectors -------------------------------------------------------------------------------

    @property
    def right(self) -> Complexes:
        """Right eigenvectors in all states, shape (n_states, n_modes)."""
        return self._all[0]

    @property
    def left(self) -> Complexes:
        """Left eigenvectors in all states; ``left.T @ right`` is the identity."""
        return self._all[1]

    @cached_property
    def _all(self) -> tuple[Complexes, Complexes]:
        return self._vectors(np.arange(len(self)))

    def vectors(self, place: int) -> tuple[Complexes, Complexes]:
        """Return the right and the left eigenvector of one oscillation, by its place from 0."""
        if "_all" in vars(self):
            return self.right[:, place], self.left[:, place]
        right, left = self._vectors(np.array([place]))
        return right[:, 0], left[:, 0]

    def _vectors(self, places: NDArray[np.int64]) -> tuple[Complexes, Complexes]:
        values = self.eigenvalue[places]
        right = self._reduction.expand(self._pairs.right(places), values)
        left = self._reduction.expand_left(self._pairs.left(places))
        return right, left

    # -- single modes --------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of oscillations."""
        return len(self.eigenvalue)

    def __iter__(self) -> Iterator[Eigenmode]:
        """Iterate over the oscillations."""
        return (Eigenmode(self, place) for place in range(len(self)))

    @overload
    def __getitem__(self, number: int) -> Eigenmode: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Eigenmode]: ...

    def __getitem__(self, number: int | slice) -> Eigenmode | Sequence[Eigenmode]:
        """Return an oscillation by its number, from 1, or some of them."""
        if isinstance(number, slice):
            return [Eigenmode(self, k) for k in range(len(self))][number]
        if not isinstance(number, (int, np.integer)) or not 1 <= number <= len(self):
            raise UsageError(
                f"eigenmode {number!r}: they are numbered from 1 to {len(self)}, by frequency"
            )
        return Eigenmode(self, int(number) - 1)

    # -- parts ---------------------------------------------------------------------------------

    @cached_property
    def energies(self) -> EnergyShares:
        """Shares of the parts in kinetic and elastic energy and in the damping, by mode."""
        return energy_shares(self.model.details, self.right, self.eigenvalue)

    @cached_property
    def scheme(self) -> Scheme:
        """The shafts of the machine, and the parts between them."""
        return self.model.scheme

    @explained
    def participation(self) -> pd.DataFrame:
        """Return how much each state takes part in each oscillation.

        Returns
        -------
        DataFrame
            Complex factors ``left[k] * right[k]``, states by modes. Together with those of the
            conjugate eigenvalues, of decays and of free motions they add up to 1 in each row; in
            each column they add up to 1.
        """
        import pandas as pd

        index = pd.Index(list(self.model.states), name="state")
        return pd.DataFrame(self.left * self.right, index=index, columns=self._numbers())

    @explained
    def input_factors(self) -> pd.DataFrame:
        """Return how much each input excites each oscillation.

        Returns
        -------
        DataFrame
            Complex factors ``left.T @ B``, modes by inputs. Their phase and size depend on the
            scale of the eigenvectors; residues do not.
        """
        import pandas as pd

        factors = np.asarray(self.left.T @ self.model.B)
        return pd.DataFrame(factors, index=self._numbers(), columns=list(self.model.inputs))

    @explained
    def output_factors(self, *names: str) -> pd.DataFrame:
        """Return how much of each oscillation is seen in outputs.

        Parameters
        ----------
        *names : str
            Outputs: names, or patterns with ``*`` and ``?``; all if none is given.

        Returns
        -------
        DataFrame
            Complex factors ``C @ right``, outputs by modes.
        """
        import pandas as pd

        found, rows = self.rows_of(names)
        factors = np.asarray(rows @ self.right)
        return pd.DataFrame(factors, index=pd.Index(found, name="output"), columns=self._numbers())

    @explained
    def residues(self, output: str, input: str) -> Complexes:  # noqa: A002
        """Return the share of each oscillation in the transfer from an input to an output.

        Parameters
        ----------
        output, input : str
            Names of an output and an input.

        Returns
        -------
        complex array
            Residues ``r`` of the transfer function, which is the sum of ``r / (s - lambda)`` over
            all eigenvalues, conjugates included, and of the direct transmission.

        Raises
        ------
        NameLookupError
            If the linear model has no such output or input.
        """
        row = self.model.C[[self.model.outputs.index(output)]]
        column = self.model.B[:, [self.model.inputs.index(input)]]
        seen, excited = (row @ self.right)[0], (self.left.T @ column)[:, 0]
        return np.asarray(seen * excited)

    @explained
    def sensitivity(self, *names: str, follows: bool = False) -> Sensitivity:
        """Return how frequencies and damping change with parameters.

        Parameters
        ----------
        *names : str
            Parameters: names, or patterns with ``*`` and ``?`` (``"*.c"``); all if none is given.
        follows : bool
            Whether the operating point follows the parameters, as an equilibrium does; by default
            it stays where it is.

        Returns
        -------
        Sensitivity
            Percent per percent, and derivatives of the eigenvalues.

        Raises
        ------
        NameLookupError
            If there is no such parameter.
        AnalysisError
            If the operating point is no equilibrium, and so cannot follow.
        """
        return sensitivity_of(self, names, follows)

    def sliding(self) -> SlidingFriction:
        """Return what elements that slide add to the damping of each oscillation.

        Returns
        -------
        SlidingFriction
            Slopes of friction at the operating point, and shares in the damping ratios; its text
            tells in words what each element does.
        """
        from drivetrain.analysis.stability.sliding import sliding_of

        return sliding_of(self)

    # -- presentation --------------------------------------------------------------------------

    def _numbers(self) -> Any:
        import pandas as pd

        return pd.Index(np.arange(1, len(self) + 1), name="mode")

    def to_pandas(self) -> pd.DataFrame:
        """Return a table, one row per oscillation."""
        import pandas as pd

        columns: dict[str, Any] = {
            "frequency [Hz]": self.frequency,
            "omega [rad/s]": self.omega,
            "damping ratio": self.damping,
            "sigma [1/s]": self.eigenvalue.real,
        }
        if self.model.make_details is not None or "energies" in vars(self):
            columns |= self.energies.largest()
        return pd.DataFrame(columns, index=self._numbers())

    def notes(self) -> list[str]:
        """Return decays, free motions and what is unstable."""
        lines = []
        growing = np.flatnonzero(self.eigenvalue.real > _ROUNDING * self.omega) + 1
        if len(growing):
            lines.append(f"unstable: {', '.join(map(str, growing.tolist()))}")
        if len(self.decays):
            shown = ", ".join(f"{rate:.6g}" for rate in self.decays[:8])
            lines.append(f"decays, 1/s: {shown}{', …' if len(self.decays) > 8 else ''}")
        if self.free_motions:
            lines.append(f"free motions: {self.free_motions}")
        if self.model.held_by:
            lines.append(f"held by {', '.join(dict.fromkeys(self.model.held_by))}")
        if not self.model.is_equilibrium:
            lines.append("the point is no equilibrium: print the linear model")
        return lines

    @explained
    def plot(
        self,
        *numbers: int,
        names: Sequence[str] = (),
        shaft: str | None = None,
        path: str | Path | None = None,
        title: str | None = None,
    ) -> Figure:
        """Draw the shapes of oscillations along the shafts.

        Parameters
        ----------
        *numbers : int
            Which ones; the first three by default.
        names : sequence of str
            Outputs to be drawn one by one, names or patterns; by default the angles of all shafts
            along the machine.
        shaft : str, optional
            A disc to whose shaft all angles are referred; by default they are those of each shaft
            itself, with a step at each gear.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_shapes", self, numbers, names, shaft, path=path, title=title)

    @explained
    def plot_energy(
        self, *numbers: int, path: str | Path | None = None, title: str | None = None
    ) -> Figure:
        """Draw where the energy of oscillations is, and what damps them.

        Parameters
        ----------
        *numbers : int
            Which ones; the first three by default.
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_energy", self, numbers, path=path, title=title)

    @explained
    def plot_roots(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw the eigenvalues in the complex plane, with rays of equal damping.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_roots", self, path=path, title=title)

    def rows_of(self, names: Sequence[str]) -> tuple[list[str], Any]:
        """Return names of outputs that fit, and their rows of the output matrix."""
        outputs = self.model.outputs
        places = outputs.match(*names)
        rows = self.model.C[places]
        if not places:
            raise AnalysisError(
                "this linear model has no outputs, so that shapes cannot be shown: linearise with "
                "outputs=['*']"
            )
        return [outputs.names[k] for k in places], rows

    def angle_names(self) -> list[str]:
        """Return the outputs that are angles or positions of parts with kinetic energy."""
        outputs = self.model.outputs
        moving = self.energies.stored[0].sum(axis=1) if len(self) else ()
        parts = [
            part for part, energy in zip(self.energies.storing, moving, strict=False) if energy
        ]
        named = (f"{part}.{own}" for part in parts for own in ("phi", "s"))
        return [name for name in named if name in outputs]
