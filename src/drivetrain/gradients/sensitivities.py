"""How a whole run changes with parameters: trajectories and events, carried along with the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.analysis.arguments import items
from drivetrain.calls import explained
from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.qualified_names import find_variable, variable_name
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, SimulationError, UsageError, nearest, shown
from drivetrain.gradients.agreement import LOOSER, disagreements
from drivetrain.gradients.parameters import present_value, refuse_bound_together, value_of
from drivetrain.kernel.sensitivity import DirectionVerdict, Indifferentiable
from drivetrain.modeling.argument_types import Number
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.diagnostics.relations import Relations
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import component_of
from drivetrain.simulation.sensitivities.named import Named
from drivetrain.simulation.sensitivities.sensitive_run import (
    Carried,
    run_again,
    run_with_sensitivities,
)
from drivetrain.simulation.sensitivities.variable_slopes import VariableSlopes
from drivetrain.simulation.settings import Settings, settings_of

__all__ = [
    "EventShift",
    "NoDerivative",
    "Sensitivities",
    "carried_along",
    "looser_run",
    "sensitivities",
]

Floats = NDArray[np.float64]

_WORDS = {
    Indifferentiable.GRAZING: "a condition only just becomes true, or just not",
    Indifferentiable.SIMULTANEOUS: "events coincide that move apart, so that their order matters",
    Indifferentiable.FORCED_EVENT: "modes changed since the motion could not go on with them",
    Indifferentiable.LATCHED: "a value is kept from this instant on, whose change is not followed",
    Indifferentiable.LOCKS_MOVING: "something locks that is at rest only by chance",
    Indifferentiable.RATE_JUMPS: "a force jumps without an event",
    Indifferentiable.NO_SLOPE: "a slope is infinite or undefined",
    Indifferentiable.NOT_RESOLVED: "a slope varies faster than steps can follow",
    Indifferentiable.START_AT_LIMIT: "the run starts where a condition is about to change",
    Indifferentiable.UNKNOWN_ARRIVAL: "a jump leaves a delay at an instant of unknown change",
    Indifferentiable.UNKNOWN_PAST: "the first event depends on delayed values that depend on it",
}


@dataclass(frozen=True)
class NoDerivative:
    """Why there is no derivative by a parameter, from some instant on.

    Attributes
    ----------
    time : float
        From when on, s.
    part : str
        The part concerned, if there is one.
    reason : str
        Why.
    """

    time: float
    part: str
    reason: str

    def __str__(self) -> str:
        where = f", {self.part}" if self.part else ""
        return f"not differentiable from t = {self.time:g} s on{where}: {self.reason}"


@dataclass(frozen=True, eq=False)
class EventShift:
    """How the instant of an event moves.

    NaN where several bends of signals leave their delays together and move apart, which does no
    harm to the motion, or where it is not known how a bend moves.

    Attributes
    ----------
    time : float
        The instant, s.
    by : float array, shape (n_parameters,)
        Its derivative by each parameter, s per unit of the parameter.
    """

    time: float
    by: Floats


class Sensitivities(Mapping[str, Floats]):
    """Derivatives of a run by parameters: a mapping from names of variables to arrays.

    Each array has the shape (n_rows, n_parameters), with the rows of :attr:`result`. Values are
    compared at the same instant. At an event there are two rows, one on each side. From an instant
    on at which there is no derivative by a parameter its column is NaN; :attr:`ends` says why.

    Parameters
    ----------
    carried : Carried
        The run.
    parameters : sequence of str
        The parameters.
    doubts : sequence of str, optional
        For each parameter why its derivatives are not believed; empty if they are.

    Attributes
    ----------
    result : Result
        The run itself; identical to that without sensitivities.
    parameters : tuple of str
        Names of the parameters.
    time : float array
        Instants of the rows, s.
    events : tuple of EventShift
        How events move.
    ends : tuple of NoDerivative or None
        For each parameter why, and from when on, there is no derivative.
    """

    def __init__(
        self, carried: Carried, parameters: Sequence[str], doubts: Sequence[str] = ()
    ) -> None:
        self._carried, self._t = carried, carried.translation
        doubted = np.array([bool(one) for one in doubts], dtype=bool)
        self._doubted = doubted if len(doubted) else np.zeros(len(parameters), dtype=bool)
        self._slopes = VariableSlopes(carried)
        self._known: dict[str, tuple[Floats, Floats]] = {}
        self.result: Result = carried.result
        self.parameters = tuple(parameters)
        self.time = self.result.time
        found = carried.found
        self.events = tuple(
            EventShift(float(t), np.where(self._doubted, np.nan, by))
            for t, by in zip(found.event_times, found.event_shifts, strict=True)
        )
        start = float(self.time[0])
        troubles = [
            one or doubt for one, doubt in zip_longest(carried.trouble, doubts, fillvalue="")
        ]
        self.ends = tuple(
            NoDerivative(start, "", trouble) if trouble else _ended(self._t, verdict, self.result)
            for trouble, verdict in zip(troubles, found.verdicts, strict=True)
        )

    def __getitem__(self, name: str) -> Floats:
        """Return the derivatives of a variable, shape (n_rows, n_parameters)."""
        return self._of(name)[0]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the variables."""
        return iter(self.result)

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self.result)

    def __repr__(self) -> str:
        """Return one line."""
        ended = sum(one is not None for one in self.ends)
        told = f", {ended} of them not to the end" if ended else ""
        count = f"{len(self.parameters)} parameter{'s' * (len(self.parameters) != 1)}"
        return f"<Sensitivities of {self.result.model} by {count}{told}>"

    @property
    def translation(self) -> Translation:
        """The compiled model."""
        return self._t

    @property
    def is_complete(self) -> bool:
        """Whether there is a derivative by every parameter up to the end."""
        return not any(self.ends)

    def final(self, name: str) -> Floats:
        """Return the derivatives of a variable at the end of the run, shape (n_parameters,).

        Parameters
        ----------
        name : str
            Dotted name.
        """
        found: Floats = self._of(name)[0][-1]
        return found

    def rate(self, name: str) -> Floats:
        """Return the derivative of a variable with respect to time, shape (n_rows,).

        Parameters
        ----------
        name : str
            Dotted name.
        """
        return self._of(name)[1]

    def shift(self, time: float) -> Floats:
        """Return how the instant of an event moves, shape (n_parameters,).

        Parameters
        ----------
        time : float
            The instant, s: exactly that of an event.

        Raises
        ------
        UsageError
            If there is no event.
        """
        found = [one.by for one in self.events if one.time == time]
        if not found:
            raise UsageError(f"shift({shown(time)}): there is no event at this instant")
        return found[0]

    def energy(self, columns: Sequence[int]) -> Floats:
        """Return the derivatives of a sum of integrals over the run, shape (n_parameters,).

        Parameters
        ----------
        columns : sequence of int
            Their columns in rows; the run was made with integrals.
        """
        changes = self._carried.found.changes
        places = [column - FIRST_VALUE for column in columns]
        total: Floats = (changes[-1, places] - changes[0, places]).sum(axis=0)
        return np.where(self._doubted, np.nan, total)

    def _of(self, name: str) -> tuple[Floats, Floats]:
        if name not in self._known:
            number = find_variable(self._t.flat.root, name)
            if number is None:
                raise NameLookupError(
                    f"the model has no variable {name!r}{nearest(name, list(self.result))}"
                )
            changes, rates = self._slopes.of([number])
            changes[:, :, self._doubted] = np.nan
            for one in (changes, rates):
                one.setflags(write=False)
            self._known[name] = changes[:, 0], rates[:, 0]
        return self._known[name]


def _ended(t: Translation, verdict: DirectionVerdict, result: Result) -> NoDerivative | None:
    """Return what the kernel says of a direction, in words."""
    if verdict.code is Indifferentiable.DIFFERENTIABLE:
        return None
    return NoDerivative(verdict.time, _part(t, verdict), _WORDS[verdict.code])


def _part(t: Translation, verdict: DirectionVerdict) -> str:
    """Return the path of the part concerned."""
    if verdict.part < 0:
        return ""
    root = t.flat.root
    if verdict.code is Indifferentiable.LATCHED:
        return variable_name(root, int(t.aliased.discrete_representative[verdict.part]))
    if verdict.code is Indifferentiable.LOCKS_MOVING:
        return component_of(variable_name(root, t.holds[verdict.part].variable))
    return Relations(t, t.values.parameter).owner(verdict.part)


@explained
def sensitivities(
    model: CompiledModel,
    parameters: str | Sequence[str],
    *,
    given: Mapping[str, Any] | None = None,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    tolerance: float | None = None,
    solver: str = "auto",
    interval: Number | None = None,
    output_times: ArrayLike | None = None,
) -> Sensitivities:
    """Run a model, and differentiate the whole run with respect to parameters.

    The derivatives are carried along with the steps of the run [1]_, which itself remains the same
    to the last bit. At events they jump as the motion does: an event moves with the parameters,
    states are reset, impulses and locks act on changes of the states as they do on the states [2]_.
    A second run, with a tolerance ten times looser, has to agree: derivatives that hang on errors
    of the run are NaN, and `ends` of the result says so.

    Parameters
    ----------
    model : CompiledModel
        The model.
    parameters : str or sequence of str
        Real parameters by dotted name, or start values, ``"load.w.start"``.
    given : mapping, optional
        Values at which the derivatives are taken, as `parameters` of :func:`drivetrain.simulate`.
    start_time, stop_time, tolerance, solver, interval, output_times
        As for :func:`drivetrain.simulate`.

    Returns
    -------
    Sensitivities
        A mapping from names of variables to arrays.

    Raises
    ------
    UsageError
        If an argument is invalid, or one parameter follows from another.
    NameLookupError
        If there is no such parameter.
    AnalysisError
        If the model contains what sensitivities do not cover, such as variable delays, or a
        parameter changes a table, a sample clock or the equations.
    SimulationError, InitialisationError
        If the run fails.

    References
    ----------
    .. [1] H. G. Bock, "Numerical treatment of inverse problems in chemical reaction kinetics", in
       Modelling of Chemical Reaction Systems, Springer, 1981.
    .. [2] S. Galán, W. F. Feehery, P. I. Barton, "Parametric sensitivity functions for hybrid
       discrete/continuous systems", Applied Numerical Mathematics 31, 1999.

    Examples
    --------
    >>> import drivetrain as dt
    >>> clutches = dt.compile(dt.examples.find("CoupledClutches")())
    >>> found = clutches.sensitivities(["clutch1.fn_max", "J1.J"])
    >>> found.is_complete
    True
    >>> [f"{value:.5f}" for value in found.final("J4.w")]
    ['0.00655', '1.55476']
    """
    asked: tuple[Any, ...] = start_time, stop_time, tolerance, solver, interval, output_times
    settings = settings_of(model.model, *asked)
    names = [parameters] if isinstance(parameters, str) else items(parameters)
    if not names:
        raise UsageError(f"parameters={shown(parameters)}: name them, ['clutch.fn_max', 'load.J']")
    values = dict(check_parameters(given))
    run = carried_along(model, settings, names, values)
    return Sensitivities(run, names, _doubts(run, settings))


def _doubts(run: Carried, settings: Settings) -> list[str]:
    """Return what a run with a looser tolerance says against the derivatives of this one."""
    try:
        other = looser_run(run, settings)
    except SimulationError as error:
        told = f"not confirmed: the run with a tolerance {LOOSER} times looser fails: "
        return [told + str(error).partition("\n")[0]] * len(run.task.wanted)
    return disagreements(run, other, run.directions.sizes)


def carried_along(
    model: CompiledModel,
    settings: Settings,
    names: Sequence[str],
    given: Mapping[str, Any],
    integrals: bool = False,
) -> Carried:
    """Return a run with its sensitivities, as the kernel has found them.

    Parameters
    ----------
    model : CompiledModel
        The model.
    settings : Settings
        Settings of the run.
    names : sequence of str
        The parameters.
    given : mapping
        Values in force.
    integrals : bool
        Whether integrals of powers are differentiated as well.
    """
    t = model.translation
    values = t.parameter_updates.values(given)
    asked = (*names, "given", *sorted(given))
    known = asked in t.independent_sets
    wanted = []
    for name in names:
        if list(names).count(name) > 1:
            raise UsageError(f"parameters: {name!r} is named twice")
        value = present_value(t, values, name) if known else value_of(t, values, name)
        wanted.append(Named(name, value, abs(value)))
    if not known:
        refuse_bound_together(t, {one.name: one.value for one in wanted}, given)
        t.independent_sets.add(asked)
    prepared = model.prepared_for(settings.solver)
    return run_with_sensitivities(prepared, settings, wanted, given, integrals)


def looser_run(run: Carried, settings: Settings) -> Carried:
    """Return the same run with a looser tolerance, which has to agree.

    Parameters
    ----------
    run : Carried
        The run.
    settings : Settings
        Its settings.
    """
    return run_again(run, replace(settings, tolerance=min(LOOSER * settings.tolerance, 0.1)))
