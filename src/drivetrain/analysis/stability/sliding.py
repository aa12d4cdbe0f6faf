"""What friction that slides adds to the damping of eigenmodes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import TransmittedPowers
from drivetrain.analysis.matrices import dense
from drivetrain.analysis.presentation import Presented, drawn
from drivetrain.calls import explained

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.analysis.modes.eigenmodes import Eigenmodes

__all__ = ["SlidingFriction", "sliding_of"]

Floats = NDArray[np.float64]

_SLIDING = ("forward", "backward")
_PARALLEL = 1e-9
"""Relative rest of a load that is proportional to a speed."""
_TOLD = 1e-6
"""Damping ratio from which a sentence tells it."""


@dataclass(frozen=True, eq=False, repr=False)
class SlidingFriction(Presented):
    """Elements that slide, and what they add to the damping of eigenmodes.

    Attributes
    ----------
    model : str
        Name of the model.
    elements, states : tuple of str
        The elements, and their contacts.
    slopes : float array, shape (n_elements,)
        How the torque against the motion changes with the speed of sliding, N.m.s/rad (N.s/m along
        a line); below zero friction falls. NaN if it depends on other speeds, too.
    damping : float array, shape (n_elements, n_modes)
        Share of each element in the damping ratio of each eigenmode.
    """

    model: str
    elements: tuple[str, ...]
    states: tuple[str, ...]
    slopes: Floats
    damping: Floats

    @property
    def title(self) -> str:
        """What it is, in one line."""
        return f"sliding friction of {self.model}, and what it adds to damping ratios"

    @explained
    def plot(self, *, path: str | Path | None = None, title: str | None = None) -> Figure:
        """Draw what each element adds to the damping ratio of each eigenmode.

        Parameters
        ----------
        path : str or Path, optional
            Also write the figure to this file.
        title : str, optional
            Title.
        """
        return drawn("plot_sliding", self, path=path, title=title)

    def to_pandas(self) -> pd.DataFrame:
        """Return contacts, slopes and shares in the damping ratio of each eigenmode."""
        import pandas as pd

        index = pd.Index(self.elements, name="element")
        columns: dict[str, Any] = {"state": self.states, "slope [N.m.s/rad]": self.slopes}
        for k, column in enumerate(self.damping.T):
            columns[f"mode {k + 1}"] = column
        return pd.DataFrame(columns, index=index)

    def notes(self) -> list[str]:
        """Return what each element does, in words."""
        return [
            f"sliding at {element} adds {share:.3g} to the damping ratio of mode {k + 1}"
            for element, shares in zip(self.elements, self.damping, strict=True)
            for k, share in enumerate(shares.tolist())
            if abs(share) >= _TOLD
        ]


def sliding_of(modes: Eigenmodes) -> SlidingFriction:
    """Return what the elements that slide add to the damping of eigenmodes.

    Parameters
    ----------
    modes : Eigenmodes
        Eigenmodes of a linear model that knows its parts.
    """
    model, energies = modes.model, modes.energies
    sliding = [
        (contact.name.rpartition(".")[0], contact.state)
        for contact in model.point.contacts
        if contact.state in _SLIDING
    ]
    place = {part: k for k, part in enumerate(energies.damping_parts)}
    elements = [(part, state) for part, state in sliding if part in place]
    rows = [place[part] for part, _ in elements]
    powers = model.details.powers()
    speeds = powers.motions @ model.A
    slopes = [_slope(powers, speeds, row) for row in rows]
    damping = energies.damped[rows].reshape(len(rows), len(modes))
    names, states = (tuple(one[k] for one in elements) for k in (0, 1))
    return SlidingFriction(model.name, names, states, np.array(slopes), damping)


def _slope(powers: TransmittedPowers, speeds: Any, part: int) -> float:
    """Return how the torque of an element changes with its speed of sliding."""
    flanges = np.flatnonzero(powers.part == part)
    loads, motions = dense(powers.loads[flanges]), dense(speeds[flanges])
    load, relative = loads[-1], motions[-1] - motions[0]
    if np.abs(relative).max() <= _PARALLEL * np.abs(motions).max():  # a brake: one shaft
        load, relative = loads.sum(axis=0), motions[0]
    size = float(relative @ relative)
    if not size:
        return float("nan")
    slope = float(load @ relative) / size
    rest = np.abs(load - slope * relative).max()
    same = rest <= _PARALLEL * (np.abs(load).max() + abs(slope) * np.abs(relative).max())
    return slope if same else float("nan")
