"""What a compiled model can be asked about its periodic motions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from drivetrain.calls import explained
from drivetrain.modeling.argument_types import Number
from drivetrain.simulation.linear_analyses import LinearAnalyses
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import Initial

if TYPE_CHECKING:  # a model that is only run does not wait for what analyses it
    from drivetrain.analysis.cycles.cycle import Cycle
    from drivetrain.analysis.cycles.nonlinear_response import NonlinearResponse
    from drivetrain.simulation.cycles.requests import CycleRequests

__all__ = ["CycleAnalyses"]


class CycleAnalyses(LinearAnalyses):
    """Periodic motions of a compiled model, besides its linear models.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        super().__init__(prepared)
        self._cycle_requests: CycleRequests | None = None

    @property
    def _cycles(self) -> CycleRequests:
        from drivetrain.simulation.cycles.requests import CycleRequests

        with self._once:
            if self._cycle_requests is None:
                self._cycle_requests = CycleRequests(self.prepared)
            return self._cycle_requests

    @explained
    def cycle(
        self,
        *,
        period: Number | tuple[str, float] | str | None = None,
        phase: str | tuple[str, Number] | None = None,
        guess: Initial | Mapping[str, Any] | int | None = None,
        parameters: Mapping[str, Any] | None = None,
        tolerance: float = 1e-10,
    ) -> Cycle:
        """Find a periodic motion, and whether it is stable.

        The machine runs through its events as ever; Newton's method changes the beginning of a
        period until its end is the same. Angles may advance by whole turns, and whatever acts on
        nothing, such as the slip of a clutch, may advance by any amount. Modes and other discrete
        values have to repeat as well.

        Parameters
        ----------
        period : float, quantity, str or (str, float), optional
            Length of the period, s: that of what drives the motion, or a multiple of it. A shaft,
            ``"flywheel"``, stands for one of its revolutions, ``("flywheel", 2)`` for two. Without
            it the length is found; nothing may then depend on time.
        phase : str or (str, float), optional
            A variable that is zero where the cycle begins, or a variable and its value there,
            ``("mass.phi", 0.1)``. The length of the period is then found too, from `period` or the
            motion itself as an estimate.
        guess : Result, (Result, float), mapping or int, optional
            What leads to the cycle: a result, or an instant of it; values at the start by name,
            ``{"mass.w": 1.0}``; or a number of periods to be run from the start; by default twenty
            periods, or the usual time span if the period is not given in seconds. Where there are
            several cycles, stable or not, it decides which one is found.
        parameters : mapping, optional
            As for :func:`drivetrain.simulate`.
        tolerance : float
            Relative error tolerance of each step.

        Returns
        -------
        Cycle
            One period as a result, its harmonics, and its Floquet multipliers.

        Raises
        ------
        AnalysisError
            If no cycle is found, if modes do not repeat, or if the period is to be found of
            something that depends on time. The message tells how far the search got.
        SimulationError, InitialisationError
            If the run that leads to the cycle fails.
        UsageError, NameLookupError
            If an argument is invalid.

        Examples
        --------
        >>> import drivetrain as dt
        >>> ship = dt.compile(dt.examples.find("machines.ShipShafting")())
        >>> steady = {"load.offset": 0.11, "load.height": 0.0}
        >>> cycle = ship.cycle(period="flywheel", parameters=steady, tolerance=1e-8)
        >>> cycle.is_stable, round(cycle.period, 4)
        (True, 1.4331)
        >>> round(abs(cycle.harmonics("intermediate_shaft.tau")[6]) / 1e3)
        311
        """
        from drivetrain.simulation.cycles.asked import Asked

        asked = Asked(period, phase, guess, parameters, tolerance)
        return self._cycles.cycle(self.model, asked)

    @explained
    def cycles(
        self,
        parameter: str,
        *,
        between: tuple[Number, Number],
        outputs: str | Iterable[str],
        period: Number | tuple[str, float] | str | Callable[[float], float] | None = None,
        phase: str | tuple[str, Number] | None = None,
        guess: Initial | Mapping[str, Any] | int | None = None,
        parameters: Mapping[str, Any] | None = None,
        tolerance: float = 1e-9,
        harmonics: int = 5,
        most: int = 400,
    ) -> NonlinearResponse:
        """Follow a periodic motion over a parameter, around folds: the nonlinear response.

        Parameters
        ----------
        parameter : str
            The parameter: a frequency, a speed, an amplitude, or any other.
        between : (float, float)
            Its range; the cycle is sought at the first value and followed to the second.
        outputs : str or iterable of str
            Variables of which amplitudes are kept: names or patterns.
        period : callable, float, quantity, str or (str, float), optional
            Length of the period, as for :meth:`cycle`; if it depends on the parameter, a function
            of its value that returns it in s, such as ``lambda f: 1 / f``.
        phase, guess, parameters, tolerance
            As for :meth:`cycle`, at the first value.
        harmonics : int
            Highest order of the harmonics that are kept.
        most : int
            Number of points after which the branch is left.

        Returns
        -------
        NonlinearResponse
            One branch, stable and unstable cycles in the order in which it runs.

        Raises
        ------
        AnalysisError
            If there is no cycle at the first value.
        UsageError, NameLookupError
            If an argument is invalid.
        """
        from drivetrain.simulation.cycles.asked import Asked, AskedBranch

        asked = Asked(period, phase, guess, parameters, tolerance)
        branch = AskedBranch(parameter, between, outputs, harmonics, most)
        return self._cycles.cycles(self.model, asked, branch)
