"""Certificate of a run: automatic checks of energy, equations and steps, and their findings."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Final, NamedTuple

from drivetrain.calls import warn
from drivetrain.errors import CheckWarning
from drivetrain.markup import pairs, table

__all__ = [
    "ENERGY",
    "EQUATIONS",
    "STEPS",
    "Certificate",
    "Finding",
    "largest_imbalance",
    "warn_of",
]

ENERGY: Final = "energy"
EQUATIONS: Final = "equations"
STEPS: Final = "steps"

_MOST_TOLERANCES = 1000.0
_LEAST_IMBALANCE, _MOST_IMBALANCE = 1e-6, 0.1
_WIDTH = 100


def largest_imbalance(tolerance: float) -> float:
    """Return the permitted energy imbalance of a run, as a fraction of its largest energy.

    Energy does not affect the choice of steps. It follows from the states, whose errors accumulate
    over a run to some ten tolerances, and is a difference of larger numbers: a thousand tolerances
    are allowed, never less than the rounding error of long runs, and never more than a tenth.

    Parameters
    ----------
    tolerance : float
        Relative tolerance of the run.
    """
    return min(max(_MOST_TOLERANCES * tolerance, _LEAST_IMBALANCE), _MOST_IMBALANCE)


def warn_of(certificate: Certificate, model: str) -> None:
    """Warn of the findings for a run, if any.

    Parameters
    ----------
    certificate : Certificate
        Certificate of the run.
    model : str
        Name of the model.
    """
    if certificate.findings:
        text = f"the result of {model} is not right: {certificate.message}"
        warn(CheckWarning(text))


@dataclass(frozen=True)
class Finding:
    """Something in a result that cannot be correct.

    Attributes
    ----------
    check : {"energy", "equations", "steps"}
        The check that found it.
    component : str
        Path of the component; empty for the model as a whole.
    time : float
        Instant, s.
    value, limit : float
        Measured value, and its upper limit; see :class:`Certificate`.
    message : str
        What is wrong, where, by how much, and what to do, in one paragraph.
    """

    check: str
    component: str
    time: float
    value: float
    limit: float
    message: str

    def __str__(self) -> str:
        return self.message


class Certificate(NamedTuple):
    """Results of the automatic checks of a run.

    Every run is checked, at a sample of its rows (including both sides of some events) and of its
    steps, so that it costs very little:

    * *energy*: what was supplied is dissipated or stored;
    * *equations*: the equations as written, interpreted rather than compiled; these include
      friction laws and modes, connections and rigid constraints, and that locked elements are at
      rest;
    * *steps*: the change of every state, and of every speed and angle that is not a state, compared
      with a quadrature of its rate that is independent of the branches used by the integrator.

    Attributes
    ----------
    tolerance : float
        Relative tolerance of the run.
    equations, points, steps : int
        Numbers of equations, rows and steps that were checked.
    imbalance : float
        Largest imbalance of energy, relative to the largest energy.
    gap : float
        Largest difference of the two sides of an equation, relative to its terms, if it is more
        than rounding; else 0.
    step_error : float
        Largest discrepancy between the change of a quantity and its rate, as a multiple of what the
        tolerance allows; above 1 it is a bad step, far above 1 a wrong one.
    findings : tuple of Finding
        What cannot be correct; empty if no problem was found.
    unaudited : tuple of str
        Classes of your own that do not define their energy, so that it was not checked.

    Examples
    --------
    >>> import drivetrain as dt
    >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> result.check.passed
    True
    """

    tolerance: float
    equations: int = 0
    points: int = 0
    steps: int = 0
    imbalance: float = 0.0
    gap: float = 0.0
    step_error: float = 0.0
    findings: tuple[Finding, ...] = ()
    unaudited: tuple[str, ...] = ()

    @property
    def made(self) -> bool:
        """Whether the checks were made: not so if the run failed."""
        return self.points > 0

    @property
    def passed(self) -> bool:
        """Whether the run was checked without findings."""
        return self.made and not self.findings

    @property
    def energy_in_tolerances(self) -> float:
        """Imbalance of energy in units of the tolerance of the run."""
        return self.imbalance / self.tolerance

    @property
    def message(self) -> str:
        """The findings, a paragraph each; empty if there are none."""
        return "\n".join(str(finding) for finding in self.findings)

    @property
    def line(self) -> str:
        """Whether the run passed, and if not, what to look up in :attr:`message`, in one line."""
        if not self.findings:
            return str(self)
        found = (f"{one.check} of {one.component or 'the model'}" for one in self.findings)
        return f"FAILED: {', '.join(found)}"

    def _repr_html_(self) -> str:
        """Return the checks, or the findings, as a table for notebooks."""
        if not self.findings:
            return pairs([("check", str(self))])
        rows = [(one.check, one.component or "the model", one.message) for one in self.findings]
        return table(rows, ("check", "part", "finding"), "FAILED")

    def __bool__(self) -> bool:
        """Return whether the run passed."""
        return self.passed

    def __str__(self) -> str:
        if not self.made:
            return "not checked: the run failed"
        if self.findings:
            wrapped = (textwrap.fill(str(one), _WIDTH) for one in self.findings)
            return "\n".join(["FAILED", *(textwrap.indent(text, "  ") for text in wrapped)])
        looks = f"{self.equations} equations at {self.points} points, {self.steps} steps"
        energy = f"energy within {self.energy_in_tolerances:.2g} tolerances"
        if self.unaudited:
            energy = f"energy not checked: {', '.join(self.unaudited)} says nothing of it"
        return f"passed ({looks}; {energy})"
