"""Energies of the run, of all parts or of one."""

from __future__ import annotations

from dataclasses import dataclass

from drivetrain.calls import explained
from drivetrain.gradients.outcomes.outcome import Outcome, Reading
from drivetrain.gradients.outcomes.values import checked_name
from drivetrain.simulation.results.result import Result

__all__ = ["dissipated", "stored", "supplied"]


@dataclass(frozen=True)
class _Energy(Outcome):
    kind: str
    part: str | None

    @property
    def name(self) -> str:
        return f"{self.kind}({self.part or ''})"

    def unit(self, result: Result) -> str:
        return "J"

    def of(self, result: Result) -> Reading:
        if self.part is None:
            return Reading(float(getattr(result.energy, self.kind)[-1]))
        return Reading(float(getattr(result.energy, f"{self.kind}_by")[self.part][-1]))


def _energy(kind: str, part: str | None) -> Outcome:
    return _Energy(kind, None if part is None else checked_name(part, kind))


@explained
def dissipated(part: str | None = None) -> Outcome:
    """Energy turned into heat until the end of the run, J.

    Parameters
    ----------
    part : str, optional
        Path of a part; all of them if omitted.

    Examples
    --------
    >>> dissipated("clutch").name
    'dissipated(clutch)'
    """
    return _energy("dissipated", part)


@explained
def supplied(part: str | None = None) -> Outcome:
    """Energy delivered by sources until the end of the run, J.

    Parameters
    ----------
    part : str, optional
        Path of a part; all of them if omitted.
    """
    return _energy("supplied", part)


@explained
def stored(part: str | None = None) -> Outcome:
    """Energy stored at the end of the run, J.

    Parameters
    ----------
    part : str, optional
        Path of a part; all of them if omitted.
    """
    return _energy("stored", part)
