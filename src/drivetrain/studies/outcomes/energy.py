"""Outcomes of energy: what parts have dissipated or supplied over the run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.patterns import wildcard
from drivetrain.simulation.results.energy_audit import integral_columns, parts_with_impacts
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.batch import Batch
from drivetrain.studies.outcomes.outcome import Bound, Found, Outcome

__all__ = ["dissipated", "supplied"]


@dataclass(frozen=True, repr=False)
class OfEnergy(Outcome):
    """Energy of one part, of several, or of all."""

    part: str | None = None

    _power = ""
    _by_part = ""

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        title = translation.flat.root.title
        known = integral_columns(translation, self._power, title)
        struck = parts_with_impacts(translation, title) if self._power[0] == "d" else set()
        paths = self._paths({*known, *struck})
        columns = [column for path in paths for column in known.get(path, ())]

        def reduce(batch: Batch) -> Found:
            total = np.zeros(len(batch))
            for column in columns:
                total += batch.last_rows[:, column] - batch.first_rows[:, column]
            return Found(total[:, np.newaxis])

        def of_result(result: Result) -> tuple[float, ...]:
            by_part = getattr(result.energy, self._by_part)
            return (float(sum(by_part[path][-1] for path in paths if path in by_part)),)

        at_once = reduce if not struck.intersection(paths) else None
        return Bound(at_once, ("J",), None, of_result=of_result)

    def _paths(self, known: set[str]) -> list[str]:
        """Return the paths of the parts that were asked for."""
        if self.part is None:
            return sorted(known)
        inside = (f"{self.part}.", f"{self.part}[")
        fits = wildcard(self.part)
        found = sorted(
            path for path in known
            if path == self.part or path.startswith(inside) or fits.fullmatch(path)
        )  # fmt: skip
        if not found:
            hint = nearest(self.part, known) or f"; there are {shown(sorted(known))}"
            raise NameLookupError(
                f"{self!r}: no part {self.part!r} has energy {self._by_part[:-3]}{hint}"
            )
        return found


@dataclass(frozen=True, repr=False)
class Dissipated(OfEnergy):
    """Energy turned into heat."""

    _power = "dissipated_power"
    _by_part = "dissipated_by"


@dataclass(frozen=True, repr=False)
class Supplied(OfEnergy):
    """Energy delivered by sources."""

    _power = "supplied_power"
    _by_part = "supplied_by"


def _checked(part: str | None, function: str) -> str | None:
    if part is not None and not isinstance(part, str):
        raise UsageError(f"{function}({shown(part)}): give the name of a part")
    return part


@explained
def dissipated(part: str | None = None) -> Dissipated:
    """Return the outcome that is the energy dissipated over the run, J.

    Parameters
    ----------
    part : str, optional
        Path of a part, what is inside it included, or a pattern with ``*`` and ``?``; all parts if
        omitted. Losses of impacts that reset a speed are found from the whole run, which takes
        longer.
    """
    return Dissipated(_checked(part, "dissipated"))


@explained
def supplied(part: str | None = None) -> Supplied:
    """Return the outcome that is the energy supplied by sources over the run, J.

    Parameters
    ----------
    part : str, optional
        As for :func:`dissipated`.
    """
    return Supplied(_checked(part, "supplied"))
