"""Energy flow of a machine in a window of time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.analysis.found_by_name import FoundByName
from drivetrain.analysis.presentation import Presented
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, nearest, shown
from drivetrain.simulation.results.energy_flow.part_flow import PartFlow
from drivetrain.text_tables import number

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["EnergyFlow"]


_ROUNDING = 1e-9
"""Energy received at once, beside the largest one, up to which it is rounding."""
_NOTABLE = 1e-7
"""Estimated error of the integrals beside the largest energy, from which on it is told."""


@dataclass(frozen=True, repr=False)
class EnergyFlow(Presented, FoundByName[PartFlow]):
    """Energy through every flange of a machine, and what its parts stored, lost and supplied.

    It is a sequence of the elementary parts with flanges, in the order of declaration, followed by
    others that store, lose or supply energy. Composite parts are found by name as well:
    ``flow["gearbox"]``. Losses, stores and supplies are those of the energy audit. Heat through
    heat ports is listed, but is no part of the balance.

    Parameters
    ----------
    model : str
        Name of the model.
    start, stop : float
        Window of time, s: from just behind an event at `start` to just behind one at `stop`.
    parts : tuple of PartFlow
        The elementary parts.
    composites : tuple of PartFlow
        Parts that are composed of others.
    unresolved : float
        Estimated error of integrals that could not be made finer, J, for example at kinks without
        an event.

    Examples
    --------
    >>> import drivetrain as dt
    >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> flow = run.energy_flow()
    >>> round(flow["clutch1"].lost, 2), round(flow["J1"].stored, 2)
    (29.52, -44.73)
    >>> bool(flow.relative_remainder < 1e-5)
    True
    """

    model: str
    start: float
    stop: float
    parts: tuple[PartFlow, ...]
    composites: tuple[PartFlow, ...] = ()
    unresolved: float = 0.0

    @property
    def title(self) -> str:
        """What it is, in one line."""
        window = f"{self.start:g} s … {self.stop:g} s"
        return f"Energy flow of {self.model}, {window}: {len(self.parts)} parts"

    @property
    def supplied(self) -> float:
        """Energy delivered by all sources, J."""
        return sum(part.supplied for part in self.parts)

    @property
    def lost(self) -> float:
        """Energy turned into heat by all parts, J."""
        return sum(part.lost for part in self.parts)

    @property
    def stored(self) -> float:
        """Change of the energy stored by all parts, J."""
        return sum(part.stored for part in self.parts)

    @property
    def remainder(self) -> float:
        """Supplied minus lost minus stored: what the audit of the run leaves over, J."""
        return self.supplied - self.lost - self.stored

    @property
    def relative_remainder(self) -> float:
        """Largest remainder of a part, relative to the largest energy of any."""
        size = max((part.size for part in self.parts), default=0.0)
        worst = max((abs(part.remainder) for part in self.parts), default=0.0)
        return worst / size if size > 0 else worst

    @property
    def _listed(self) -> tuple[PartFlow, ...]:
        return self.parts

    def _named(self, name: str) -> PartFlow:
        every = (*self.parts, *self.composites)
        found = next((part for part in every if part.path == name), None)
        if found is None:
            known = [part.path for part in every]
            hint = nearest(name, known) or f"; there are {shown(known)}"
            raise NameLookupError(f"no part {name!r} takes part in the flow of energy{hint}")
        return found

    def to_pandas(self) -> pd.DataFrame:
        """Return a table with one line per elementary part.

        The column ``at once`` is there if impacts moved energy.
        """
        import pandas as pd

        columns = ("work", "supplied", "at once", "lost", "stored", "remainder")
        rows = [
            (p.class_name, p.work, p.supplied, p.at_once, p.lost, p.stored, p.remainder)
            for p in self.parts
        ]
        names = ["class", *(f"{column} [J]" for column in columns)]
        index = pd.Index([part.path for part in self.parts], name="part", dtype=object)
        table = pd.DataFrame(rows, index=index, columns=names)
        least = _ROUNDING * max((part.size for part in self.parts), default=0.0)
        impacts = table["at once [J]"].abs().gt(least).any()
        return table if impacts else table.drop(columns="at once [J]")

    @explained
    def flanges(self) -> pd.DataFrame:
        """Return a table with one line per flange: energy into the part, and what it is joined to.

        Flanges with the same number in the column ``joint`` are connected.
        """
        import pandas as pd

        rows = [
            (part.path, one.name, one.kind, one.energy, one.joint)
            for part in (*self.parts, *self.composites)
            for one in part.flanges
        ]
        return pd.DataFrame(rows, columns=["part", "flange", "kind", "energy [J]", "joint"])

    def notes(self) -> list[str]:
        """Return the balance of the whole."""
        told = (
            f"supplied {number(self.supplied)} J, lost {number(self.lost)} J, stored "
            f"{number(self.stored)} J, left over {number(self.remainder, 2)} J; largest remainder "
            f"of a part {self.relative_remainder:.1e} of the largest energy"
        )
        rough = f"not resolved by the quadrature: about {number(self.unresolved, 2)} J"
        size = max((part.size for part in self.parts), default=0.0)
        return [told, *[rough][: self.unresolved > _NOTABLE * size]]

    @explained
    def plot(
        self,
        *,
        path: str | Path | None = None,
        title: str | None = None,
        size: tuple[float, float] | None = None,
    ) -> Figure:
        """Draw the flow from part to part, as bands whose widths are energies.

        The largest source is at the left, each connection between parts is a step to the right, and
        further sources are left of what they drive. Energy that runs back, as in planetary
        gearboxes, is a hatched band from right to left. Sources are green, heat is red, changes of
        stored energy are blue, what loads take is brown, and what is left over is grey.

        Parameters
        ----------
        path : str or Path, optional
            Write the figure to this file as well (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; the name of the model and the window by default.
        size : tuple of float, optional
            Width and height, inches.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        ResultError
            If no energy flows, or the file cannot be written.
        """
        from drivetrain.plotting.sankey.figure import plot_energy_flow

        return plot_energy_flow(self, path=path, title=title, size=size)
