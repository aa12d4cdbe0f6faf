"""True errors against the tolerance asked for, over examples and stiff trains.

The error of a state is the root mean square, over the output points, of its distance from a
reference run at 1e-12, relative to its size: its largest value or its nominal one, whichever is
larger. The error of a run is that of its worst state. A mean over time does not let the moment
before an impact count for the whole run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

import drivetrain as dt
from benchmarks.comparison import Bar
from benchmarks.models import StiffGearTrain
from drivetrain import examples
from drivetrain.compiler.report import state_names
from drivetrain.simulation.kernel_solver import scales_of

__all__ = ["BAND", "EXAMPLES", "TOLERANCES", "Case", "Precision", "precision_bars", "stiff_case"]

Floats = NDArray[np.float64]

BAND = 30.0
"""Factor within which the error is to follow the tolerance."""

TOLERANCES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9)

EXAMPLES = (
    "First", "edition2002.First", "GenerationOfFMUs", "book.SMD", "book.SMDGearComparison",
    "CoupledClutches", "edition2002.CoupledClutches", "Friction", "OneWayClutch",
    "CompareBrakingTorque", "ElasticBearing", "Backlash", "book.SMDWithBacklash", "HeatLosses",
    "machines.DualClutchLaunch", "machines.EightSpeedAutomatic", "machines.EngineStart",
    "machines.ServoAxis", "machines.ShipShafting", "machines.WindTurbineStop",
)  # fmt: skip
"""Examples whose error does not end at rounding for want of anything to integrate."""

_POINTS = 500
_REFERENCE = 1e-12
_LONGEST = 10.0
_SOLVERS = ("bs5", "rodas", "auto")


@dataclass(frozen=True)
class Precision:
    """One run against the reference.

    Parameters
    ----------
    tolerance : float
        What was asked for.
    error : float
        What was reached.
    state : str
        The worst state.
    steps, evaluations : int
        What it took.
    """

    tolerance: float
    error: float
    state: str
    steps: int
    evaluations: int

    @property
    def ratio(self) -> float:
        """Error over tolerance."""
        return self.error / self.tolerance


@dataclass(frozen=True)
class Case:
    """A model and how long it runs.

    Parameters
    ----------
    name : str
        What the table calls it.
    model : Model
        What is run.
    stop_time : float
        When it ends, s.
    """

    name: str
    model: dt.Model
    stop_time: float

    @classmethod
    def of_example(cls, name: str) -> Case:
        """Return the case of an example; one that runs very long is cut.

        Parameters
        ----------
        name : str
            Name of the example.
        """
        model = examples.find(name)()
        return cls(name, model, min(model.experiment.stop_time, _LONGEST))

    @cached_property
    def compiled(self) -> dt.CompiledModel:
        """The model, translated once."""
        return dt.compile(self.model)

    def run(self, solver: str, tolerance: float) -> dt.Result:
        """Return the result of one run.

        Parameters
        ----------
        solver : str
            Integration method.
        tolerance : float
            What is asked for.
        """
        return self.compiled.simulate(
            start_time=0.0,
            stop_time=self.stop_time,
            interval=self.stop_time / _POINTS,
            tolerance=tolerance,
            solver=solver,
        )

    @cached_property
    def _reference(self) -> dt.Result:
        return self.run("bs5", _REFERENCE)

    @cached_property
    def _sizes(self) -> dict[str, float]:
        """Largest or nominal value of each state, whichever is larger."""
        t = self.compiled.translation
        nominal = scales_of(t, t.values, 1.0).atol
        return {
            name: max(float(size), float(np.abs(self._reference[name]).max()))
            for name, size in zip(state_names(t), nominal, strict=True)
        }

    def measure(self, solver: str, tolerance: float) -> Precision:
        """Run once and compare with the reference.

        Parameters
        ----------
        solver : str
            Integration method.
        tolerance : float
            What is asked for.
        """
        result = self.run(solver, tolerance)
        _, mine, exact = np.intersect1d(
            result.time, self._reference.time, return_indices=True
        )  # both sides of events fall out, but where they coincide
        errors = {
            name: _mean(result[name][mine] - self._reference[name][exact]) / size
            for name, size in self._sizes.items()
        }
        worst = max(errors, key=errors.__getitem__)
        stats = result.stats
        return Precision(tolerance, errors[worst], worst, stats.steps, stats.rhs_evaluations)


def stiff_case() -> Case:
    """Return the stiff gear train of the timings."""
    return Case("StiffGearTrain", StiffGearTrain(), 1.0)


def precision_bars() -> Iterator[Bar]:
    """Print error over tolerance of every case; yield what was promised."""
    cases = [stiff_case(), *map(Case.of_example, EXAMPLES)]
    print(
        "\nerror ÷ tolerance, in brackets where something else than the tolerance rules the error"
    )
    print(f"  {'':<36}" + "".join(f"{tolerance:>10.0e}" for tolerance in TOLERANCES))
    for solver in _SOLVERS:
        largest, smallest = 0.0, np.inf
        for case in cases:
            runs = [case.measure(solver, tolerance) for tolerance in TOLERANCES]
            ruled = ruled_by_error(runs)
            texts = [
                f"{run.ratio:.2g}" if by_error else f"({run.ratio:.2g})"
                for run, by_error in zip(runs, ruled, strict=True)
            ]
            print(f"  {f'{case.name}, {solver}':<36}" + "".join(f"{t:>10}" for t in texts))
            largest = max(largest, *(run.ratio for run in runs))
            asked = [run.ratio for run, by_error in zip(runs, ruled, strict=True) if by_error]
            smallest = min([smallest, *asked])
        yield Bar(f"error ÷ tolerance, {solver}", "largest", BAND, largest)
        yield Bar(f"error ÷ tolerance, {solver}", "smallest", 1 / BAND, smallest, at_most=False)


def ruled_by_error(runs: Sequence[Precision]) -> list[bool]:
    """Tell for each run whether a tenth of the tolerance takes more steps and lowers the error.

    Where it does not, the longest step, events or stability rule: the error may then be much
    smaller than asked for, but never larger.

    Parameters
    ----------
    runs : sequence of Precision
        With falling tolerances.
    """
    rules = [
        after.steps > 1.2 * before.steps and after.error < before.error / 10**0.5
        for before, after in pairwise(runs)
    ]
    return [*rules, rules[-1]]


def _mean(values: Floats) -> float:
    return float(np.sqrt(np.mean(values**2)))
