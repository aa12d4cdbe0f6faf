"""Outcomes of energy: what parts have dissipated or supplied over the run, or have stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.patterns import wildcard
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.outcome import Bound, Found, Outcome
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.energy_audit import audit, integral_columns, parts_with_impacts
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["dissipated", "stored", "supplied"]


@dataclass(frozen=True, repr=False)
class OfEnergy(Outcome):
    """Energy of one part, of several, or of all."""

    part: str | None = None

    _kind = ""

    @property
    def name(self) -> str:
        """``dissipated(clutch)``."""
        return f"{self._kind}({self.part or ''})"

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return J."""
        return ("J",)

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        if self.part is None:
            return [Reading(float(getattr(result.energy, self._kind)[-1]))]
        by_part = getattr(result.energy, f"{self._kind}_by")
        return [Reading(float(sum(by_part[path][-1] for path in self._paths(by_part))))]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        title = translation.flat.root.title
        none = Recording(np.empty((0, translation.kernel.row_length)))
        parts = audit(translation, translation.values, none, title)
        self._paths(getattr(parts, f"{self._kind}_by"))
        return Bound(None, ("J",), None, of_result=lambda r: (self.readings(r)[0].value,))

    def _paths(self, known: Iterable[str]) -> list[str]:
        """Return the paths of the parts that were asked for."""
        known = sorted(known)
        if self.part is None:
            return known
        inside = (f"{self.part}.", f"{self.part}[")
        fits = wildcard(self.part)
        found = [
            path for path in known
            if path == self.part or path.startswith(inside) or fits.fullmatch(path)
        ]  # fmt: skip
        if not found:
            hint = nearest(self.part, known) or f"; there are {shown(known)}"
            raise NameLookupError(f"{self!r}: no part {self.part!r} has energy {self._kind}{hint}")
        return found


@dataclass(frozen=True, repr=False)
class OverTheRun(OfEnergy):
    """Energy that the integrator computes as an integral of a power."""

    _power = ""

    def columns(self, translation: Translation) -> list[int] | None:
        """Return the columns of rows whose changes over the run it is the sum of.

        Parameters
        ----------
        translation : Translation
            The compiled model.

        Returns
        -------
        list of int or None
            None if losses in impacts, which are in no column, are a part of it.
        """
        title = translation.flat.root.title
        known = integral_columns(translation, self._power, title)
        struck = parts_with_impacts(translation, title) if self._kind == "dissipated" else set()
        paths = self._paths({*known, *struck})
        if struck.intersection(paths):
            return None
        return [column for path in paths for column in known.get(path, ())]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        title = translation.flat.root.title
        known = integral_columns(translation, self._power, title)
        struck = parts_with_impacts(translation, title) if self._kind == "dissipated" else set()
        paths = self._paths({*known, *struck})
        columns = [column for path in paths for column in known.get(path, ())]

        def reduce(batch: Batch) -> Found:
            total = np.zeros(len(batch))
            for column in columns:
                total += batch.last_rows[:, column] - batch.first_rows[:, column]
            return Found(total[:, np.newaxis])

        def of_result(result: Result) -> tuple[float, ...]:
            by_part = getattr(result.energy, f"{self._kind}_by")
            return (float(sum(by_part[path][-1] for path in paths if path in by_part)),)

        at_once = reduce if not struck.intersection(paths) else None
        return Bound(at_once, ("J",), None, of_result=of_result)


@dataclass(frozen=True, repr=False)
class Dissipated(OverTheRun):
    """Energy turned into heat."""

    _kind = "dissipated"
    _power = "dissipated_power"


@dataclass(frozen=True, repr=False)
class Supplied(OverTheRun):
    """Energy delivered by sources."""

    _kind = "supplied"
    _power = "supplied_power"


@dataclass(frozen=True, repr=False)
class Stored(OfEnergy):
    """Energy stored at the end."""

    _kind = "stored"


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

    Examples
    --------
    >>> dissipated("clutch").name
    'dissipated(clutch)'
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


@explained
def stored(part: str | None = None) -> Stored:
    """Return the outcome that is the energy stored at the end of the run, J.

    It is found from the whole run, which takes longer in studies.

    Parameters
    ----------
    part : str, optional
        As for :func:`dissipated`.
    """
    return Stored(_checked(part, "stored"))
