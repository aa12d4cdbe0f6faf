"""Compiled models: translated once, run many times."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from drivetrain.calls import explained
from drivetrain.compiler.frontend.values import check_parameters
from drivetrain.errors import UsageError
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import check_flags
from drivetrain.modeling.component import Component, as_component
from drivetrain.modeling.model import Model
from drivetrain.simulation.cycle_analyses import CycleAnalyses
from drivetrain.simulation.diagnostics.bounds_of_variables import warn_of_bounds
from drivetrain.simulation.diagnostics.probable_slips import warn_of_slips
from drivetrain.simulation.diagnostics.violated_conditions import warn_of_violations
from drivetrain.simulation.ensembles.ensemble import Ensemble, run_ensemble
from drivetrain.simulation.kernel_solver import check_density
from drivetrain.simulation.outcomes.keeping import with_instants_of
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.simulation.results.selection import checked_patterns
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import Initial, restart_of, settings_to_continue
from drivetrain.simulation.runs.run import Progress, run_model
from drivetrain.simulation.stepping.simulation import Simulation
from drivetrain.simulation.stepping.starting import rate_of, started

if TYPE_CHECKING:
    import pandas as pd

    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.gradients.gradient import Gradient
    from drivetrain.gradients.sensitivities import Sensitivities
    from drivetrain.notebook.widget import Explorer
    from drivetrain.studies.study import Study

__all__ = ["CompiledModel", "compile", "linearise", "simulate"]


class CompiledModel(CycleAnalyses):
    """A model translated to machine code, to be run repeatedly with other parameters.

    The machine code of most models is generated in a few milliseconds. A model that has run for as
    long as it takes to generate faster code gets such code for its next run; the results are
    identical to the last bit.

    Parameters
    ----------
    model : Model
        The model to compile. Structural parameters are fixed from now on. Later additions to the
        model take effect when it is compiled again.
    progress : callable, optional
        As for :func:`drivetrain.compile`.

    Examples
    --------
    >>> import drivetrain as dt
    >>> compiled = dt.compile(dt.examples.find("CoupledClutches")())
    >>> stiff = compiled.simulate(parameters={"clutch1.peak": 1.2})
    """

    def __init__(
        self, model: Component, progress: Callable[[float, str], None] | None = None
    ) -> None:
        if progress is not None and not callable(progress):
            raise UsageError(f"progress={progress!r}: give a function of a number and a text")
        prepared = PreparedModel(as_component(model), model._as_built(), progress=progress)
        super().__init__(prepared)
        warn_of_slips(self.prepared.translation)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the model only: machine code belongs to its process, so it is compiled again."""
        built = self.prepared.built._as_built()
        if isinstance(self.model, Model) and built is not self.model:
            vars(built)["experiment"] = self.model.experiment  # settings may change at any time
        return CompiledModel, (built,)

    def __repr__(self) -> str:
        """Return one line."""
        t = self.translation
        size = f"{len(t.lowered.states)} states, {t.flat.n_variables} variables"
        return f"<CompiledModel of {self.title}: {size}>"

    @property
    def translate_time(self) -> float:
        """Translation time, s."""
        return self.prepared.translate_time

    @property
    def title(self) -> str:
        """Name of the model."""
        return self.prepared.title

    @property
    def layout(self) -> Layout:
        """Names, units and columns of all variables."""
        return self.prepared.layout

    @explained
    def simulate(
        self,
        *,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        solver: str = "auto",
        interval: Number | None = None,
        output_times: ArrayLike | None = None,
        parameters: Mapping[str, Any] | None = None,
        record: Sequence[str] | None = None,
        progress: Progress | None = None,
        initial: Initial | None = None,
    ) -> Result:
        """Run the model; see :func:`drivetrain.simulate` for the arguments."""
        given = check_parameters(parameters)
        if progress is not None and not callable(progress):
            raise UsageError(f"progress={progress!r}: give a function of two numbers")
        wanted = None if record is None else checked_patterns(record)
        asked = start_time, stop_time, tolerance, solver, interval, output_times
        if initial is None:
            settings = self._settings(*asked)
            result = run_model(
                self.prepared_for(settings.solver), settings, given, progress, wanted
            )
            self._warn(result, settings.tolerance)
            return result.with_linear_models(self._along)
        before = restart_of(initial, self.prepared)
        settings = settings_to_continue(self.model, before, *asked)
        result = run_model(
            self.prepared_for(settings.solver), settings, given, progress, wanted, before
        )
        self._warn(result, settings.tolerance)
        return result.with_linear_models(self._along)

    def _warn(self, result: Result, tolerance: float) -> None:
        """Warn of what the model says should not happen, and has happened."""
        warn_of_violations(self.translation, result)
        warn_of_bounds(self.translation, result, tolerance)

    @explained
    def explore(
        self,
        *names: str,
        plot: str | Sequence[str | Sequence[str]] | None = None,
        stop_time: Number | None = None,
        ranges: Mapping[str, tuple[Any, Any]] | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Explorer:
        """Show the model in a notebook, as :meth:`drivetrain.Model.explore` does.

        The model is not translated again, so that several widgets of it cost little.

        Parameters
        ----------
        *names : str
            Parameters that get a slider, start values, or patterns.
        plot : str or list of str, optional
            Variables to draw, or patterns; by default the speeds of the bodies.
        stop_time : float or quantity, optional
            End of the run, s; by default that of the model's `experiment`.
        ranges : mapping of str to pair, optional
            Lowest and highest value of sliders, also of parameters that are not among `names`.
        parameters : mapping, optional
            Values to begin with, as for :meth:`simulate`.

        Returns
        -------
        Explorer
            What the notebook shows.

        Raises
        ------
        UsageError
            If the extra ``notebook`` is not installed, or an argument has no meaning.
        NameLookupError
            If a parameter or a variable does not exist.
        """
        from drivetrain.notebook.explore import explore_compiled

        return explore_compiled(self, names, plot, stop_time, ranges, parameters)

    def prepared_for(self, solver: str) -> PreparedModel:
        """Return the model in the form that a method requires: stiff ones use the Jacobian.

        Parameters
        ----------
        solver : str
            Name of the method.
        """
        explicit = solver in ("auto", "bs5", "dopri5")
        if explicit or self.translation.kernel.has_jacobian:
            return self.prepared
        check_density(self.translation, solver)
        return self.prepared.without_loops()

    @explained
    def start(
        self,
        *,
        start_time: Number | None = None,
        parameters: Mapping[str, Any] | None = None,
        stop_time: float | None = None,
        tolerance: float | None = None,
        solver: str = "auto",
        initial: Initial | None = None,
        record: bool = True,
        realtime: bool | float = False,
    ) -> Simulation:
        """Find consistent start values, and return a simulation that can be run step by step.

        Parameters
        ----------
        start_time : float, optional
            First instant, s.
        parameters : mapping, optional
            As for :func:`drivetrain.simulate`.
        stop_time : float, optional
            End of the run that is made step by step, s; by default that of the model's
            `experiment`. A simulation can go on after it, but its steps hit it, as those of a plain
            run do, and limits on them follow from the time until then.
        tolerance, solver, initial
            As for :func:`drivetrain.simulate`.
        record : bool
            Whether each step is kept for :meth:`Simulation.result`.
        realtime : bool or float
            Keep step with the clock; a number: simulated seconds per second.

        Returns
        -------
        Simulation
            At its first instant. Its `lines` tell the requested and actual value of each variable,
            and the rule that determined it.

        Raises
        ------
        InitialisationError
            If conditions contradict each other or no start was found; its `start` shows how far it
            got.

        Examples
        --------
        >>> import drivetrain as dt
        >>> compiled = dt.compile(dt.examples.find("CoupledClutches")())
        >>> compiled.start().lines[1]
        StartLine(name='J1.w', requested=10.0, reached=10.0, rule='fixed', unit='rad/s', label='')
        """
        given = check_parameters(parameters)
        rate = rate_of(realtime)
        check_flags("start", record=record)
        if initial is None:
            settings = self._settings(
                start_time, self._end(start_time, stop_time), tolerance, solver, None
            )
            return started(self.prepared_for(settings.solver), settings, given, record, rate)
        before = restart_of(initial, self.prepared)
        asked = start_time, stop_time, tolerance, solver, None
        settings = settings_to_continue(self.model, before, *asked)
        return started(self.prepared_for(settings.solver), settings, given, record, rate, before)

    @explained
    def ensemble(
        self,
        parameters: Mapping[str, Any] | pd.DataFrame,
        *,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        interval: Number = inf,
        output_times: ArrayLike | None = None,
        keep: Sequence[str | Outcome] | Mapping[str, str | Outcome | Callable[[Result], Any]] = (),
        record: Sequence[str] | None = None,
        progress: bool | Callable[[int, int], object] | None = None,
        threads: int | None = None,
    ) -> Ensemble:
        """Run the model once for every set of parameters, on several threads.

        Parameters
        ----------
        parameters : mapping or DataFrame
            Dotted name → array with one value for each run, a list with one table for each, or one
            value for all runs. As for a single run, values and names may have units.
        start_time, stop_time, tolerance : float, optional
            As for :func:`drivetrain.simulate`.
        interval : float
            Spacing of output points, s; by default only the start, events and the end are kept.
        output_times : array_like or quantity, optional
            Output points in place of that spacing, as for :func:`drivetrain.simulate`.
        keep : list of str and Outcome, or mapping of str to these or to callables
            Numbers to keep of each run, in :attr:`Ensemble.kept`: an outcome of
            :mod:`drivetrain.outcomes` (its components as ``name.value``), read from the recorded
            points; or a text. ``"energy"`` (supplied,
            dissipated, stored at the end, relative error), ``"energy.dissipated"``,
            ``"energy.dissipated_by.clutch*"`` of parts; ``"stats"``, ``"stats.steps"``;
            ``"final(J1.w)"``, and with an `interval` ``"max(shaft.tau)"``, ``min``, ``peak`` (of
            the absolute value), ``mean``, ``rms``. By name, any function of the complete result
            that returns a number.
        record : list of str, optional
            Variables to keep: names, or patterns with ``*`` and ``?``; all of them by default.
            Events are kept in any case.
        progress : bool or callable, optional
            True for a bar on standard error, or a function that is called with the number of runs
            that are over, and that of all.
        threads : int, optional
            Number of parallel runs; one per processor if omitted. The results do not depend on it.

        Returns
        -------
        Ensemble
            Final values, events and rows of every run; a run that fails has a message.

        Raises
        ------
        UsageError
            If the arrays have different lengths, or `keep` is not understood.
        ParameterError
            If a value is outside its bounds.
        SimulationInterrupted
            After Ctrl-C, as a `KeyboardInterrupt`; its `result` is the ensemble with the runs that
            were over.
        NameLookupError
            If a parameter, or something to keep or to record, does not exist.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from drivetrain.outcomes import first
        >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
        >>> many = launch.ensemble(
        ...     {"clutch1.peak": [1.0, 1.2], "J1.J": 1.0},
        ...     keep={
        ...         "heat": "energy.dissipated_by.clutch1",
        ...         "locked": first("clutch1.mode", "stuck"),
        ...     },
        ... )
        >>> many.kept["locked"].round(3).tolist()
        [0.792, 0.792]
        """
        spacing = None if output_times is not None and interval is inf else interval
        settings = self._settings(start_time, stop_time, tolerance, "auto", spacing, output_times)
        settings = with_instants_of(keep, settings)
        wanted = None if record is None else checked_patterns(record)
        return run_ensemble(
            self.prepared, settings, parameters, threads,
            keep=keep, record=wanted, progress=progress,
        )  # fmt: skip

    @explained
    def gradient(
        self,
        outcomes: Any,
        parameters: str | Sequence[str],
        *,
        step: float = 1e-4,
        scale: Mapping[str, Any] | None = None,
        given: Mapping[str, Any] | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        threads: int | None = None,
        method: str = "differences",
    ) -> Gradient:
        """Differentiate outcomes of a run; see :func:`drivetrain.gradient` for the arguments."""
        from drivetrain.gradients.differentiate import gradient

        return gradient(
            self, outcomes, parameters, step=step, scale=scale, given=given, start_time=start_time,
            stop_time=stop_time, tolerance=tolerance, threads=threads, method=method,
        )  # fmt: skip

    @explained
    def sensitivities(
        self,
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
        """Differentiate a whole run; see :func:`drivetrain.gradients.sensitivities`.

        Parameters
        ----------
        parameters : str or sequence of str
            Real parameters by dotted name, or start values, ``"load.w.start"``.
        given : mapping, optional
            Values at which the derivatives are taken, as `parameters` of :meth:`simulate`.
        start_time, stop_time, tolerance, solver, interval, output_times
            As for :func:`drivetrain.simulate`.
        """
        from drivetrain.gradients.sensitivities import sensitivities

        return sensitivities(
            self, parameters, given=given, start_time=start_time, stop_time=stop_time,
            tolerance=tolerance, solver=solver, interval=interval, output_times=output_times,
        )  # fmt: skip

    @explained
    def study(
        self,
        vary: Mapping[Any, Any] | None = None,
        *,
        design: Any,
        record: Mapping[str, Any] | None = None,
        keep: Sequence[str] | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        interval: Number | None = None,
    ) -> Study:
        """Plan many runs with other parameters, and what is to be kept of each; nothing runs yet.

        The words for it are in :mod:`drivetrain.studies`.

        Parameters
        ----------
        vary : mapping
            Name → list of values, distribution, or one value for all runs. Parameters (structural
            ones of the model itself included), tables, and start values as ``"J1.w.start"``; values
            and names may have units. Several names together, a tuple, take
            `correlated_normal(…)`.
        design : Design
            What is combined: `grid()`, `zipped()`, `table(frame)`, `sobol(n)`, `latin(n)`,
            `random(n)`, `one_at_a_time()`, `saltelli(n)`.
        record : mapping
            Name → outcome, such as ``final("vehicle.v")``, ``first("clutch1.mode", "stuck")``; a
            text as for :meth:`ensemble`, ``"stats.steps"``; or a function of a result.
        keep : list of str, optional
            Variables whose trajectories are kept at the output points, too.
        start_time, stop_time, tolerance : float, optional
            As for :func:`drivetrain.simulate`.
        interval : float, optional
            Distance of output points, s, for outcomes over the time; as for
            :func:`drivetrain.simulate` if omitted.

        Returns
        -------
        Study
            It says how many runs there are; `sets` is the table of their parameters, `run()` makes
            them.

        Raises
        ------
        UsageError
            If the values do not suit the design, a parameter is given twice, or one would have no
            effect since another one takes its place.
        NameLookupError
            If a parameter, a variable or a mode does not exist.
        ParameterError
            If values are outside of their bounds; the message tells their share.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from drivetrain.studies import final, grid
        >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
        >>> study = launch.study(
        ...     {"clutch1.peak": [1.0, 1.2]}, design=grid(), record={"w": final("J1.w")}
        ... )
        >>> study
        <Study of CoupledClutches: 2 runs, grid()>
        """
        from drivetrain.studies.study import make_study

        asked = {
            "start_time": start_time, "stop_time": stop_time, "tolerance": tolerance,
            "interval": interval,
        }  # fmt: skip
        return make_study(self, vary, design, record, keep, asked)


@explained
def compile(  # noqa: A001
    model: Component, *, progress: Callable[[float, str], None] | None = None
) -> CompiledModel:
    """Translate a model to machine code for repeated runs.

    Parameters
    ----------
    model : Model
        The model to compile. Structural parameters are fixed from now on. Later additions to the
        model take effect when it is compiled again.
    progress : callable, optional
        Called after each pass of the compiler with (fraction done, name of the pass); of use for
        models that take seconds.

    Returns
    -------
    CompiledModel
        With `simulate(...)`, which accepts other parameter values without another translation.

    Raises
    ------
    ModelError
        If the model is invalid; the message names component, source line and remedy.
    """
    return CompiledModel(model, progress)


@explained
def simulate(
    model: Component,
    *,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    tolerance: float | None = None,
    solver: str = "auto",
    interval: Number | None = None,
    output_times: ArrayLike | None = None,
    parameters: Mapping[str, Any] | None = None,
    record: Sequence[str] | None = None,
    progress: Progress | None = None,
    initial: Initial | None = None,
) -> Result:
    """Translate and run a model.

    Parameters
    ----------
    model : Model
        The model to run.
    start_time, stop_time : float or quantity, optional
        Time span, s; by default that of the model's `experiment`.
    tolerance : float, optional
        Relative error tolerance of each step.
    solver : {"auto", "bs5", "rodas", "cvode", "ida"}
        Integration method: the explicit pair of Bogacki and Shampine, the stiff method Rodas5P, or
        automatic switching to the more efficient of the two during the run. For independent checks,
        the steps can be made by CVODE or IDA of SUNDIALS, with unchanged event handling (``pip
        install 'drivetrain[cvode]'``). ``"dopri5"``, the explicit pair of earlier versions, means
        ``"bs5"``.
    interval : float, optional
        Spacing of output points, s. In addition, both sides of every event are kept.
    output_times : array_like or quantity, optional
        Output points in place of that spacing, s: increasing instants within the run, recorded
        exactly. Start, end and both sides of every event are kept in addition; a point that
        coincides with an event is represented by these. The steps of the run do not depend on the
        output points.
    parameters : mapping, optional
        Values of run-time parameters by dotted name, including tables, and start values as
        ``"J1.w.start"``; those of an array one by one, as ``"disc[0].J"``. Quantities (of pint, or
        ``"20 kg.cm2"``) are converted to the unit of the parameter, and so are numbers under a name
        with a unit, ``"J1.J [kg.cm2]"``. A table may be a data frame.
    record : list of str, optional
        Variables to keep: names, or patterns with ``*`` and ``?``; all of them by default. The
        check, the events and the final balance of energy are the same; the energy is audited at
        the start, on both sides of every event, and at the end.
    progress : callable, optional
        Called periodically with (fraction done, simulation time). A `KeyboardInterrupt` that it
        raises stops the run as Ctrl-C does.
    initial : Result or (Result, float), optional
        Go on from the end of an earlier result of this model, or from an instant of it, s: with its
        states, modes, discrete values, delays and clocks. What is not given (parameters, tolerance,
        method, output points) is as it was there, and the run is the rest of the uninterrupted one,
        to the last bit. With other `parameters` there is an event at that instant. The earlier run
        is made again up to there, which takes as long as it took.

    Returns
    -------
    Result
        Trajectories, events, statistics, energy audit.

    Raises
    ------
    ModelError, InitialisationError
        If the model cannot be translated or started.
    SimulationError
        If the run fails; its `result` keeps the values computed so far.
    SimulationInterrupted
        After Ctrl-C, as a `KeyboardInterrupt`, so that a loop of runs ends; its `result` keeps the
        values computed so far.
    """
    return CompiledModel(model).simulate(
        start_time=start_time,
        stop_time=stop_time,
        tolerance=tolerance,
        solver=solver,
        interval=interval,
        output_times=output_times,
        parameters=parameters,
        record=record,
        progress=progress,
        initial=initial,
    )


@explained
def linearise(
    model: Component,
    *,
    at: Number | str | Mapping[str, Any] = "start",
    side: str = "after",
    inputs: Iterable[str] = (),
    outputs: Iterable[str] = ("*",),
    time: Number | None = None,
    speed: Mapping[str, Any] | None = None,
    balance: str | Mapping[str, str] | None = "torque",
    average: float = 0.0,
    only: str | None = None,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    tolerance: float | None = None,
    parameters: Mapping[str, Any] | None = None,
    pade: int | None = None,
) -> LinearModel:
    """Linearise a model at an operating point.

    Contacts (friction, backlash, gear losses) are frozen as they are there. All derivatives are
    symbolic.

    Parameters
    ----------
    model : Model
        The model.
    at : {"start", "steady"}, float or mapping
        The start; a steady state; an instant of the run, s; or values of variables by name, which
        are then kept at the start, where the model's own start values are guesses.
    side : {"after", "before"}
        Side of an event at an instant.
    inputs : iterable of str
        Parameters; signals, to which something is added; flanges, ports or parts, at which torques,
        forces or heat flows act in addition. Patterns with ``*`` and ``?`` are possible. A signal
        that a motion follows exactly acts by its derivatives, too, ``der(…)``.
    outputs : iterable of str
        Names of variables, or patterns; by default all continuous variables.
    time : float, optional
        For a steady state: instant of the run from which it is sought, s; sources stay as they are
        then. By default it is sought from the start.
    speed : mapping, optional
        For a steady state: speeds by name, ``{"flywheel.w": 4.4}``.
    balance : str, mapping or None
        What is adjusted to keep these speeds: ``"torque"`` for a torque at the parts, or the name
        of an input, for several speeds by speed. None: nothing is; the search begins at these
        speeds.
    average : float
        For a steady state: revolutions of the first of these shafts over which what depends on its
        angle is averaged, such as the torques of an engine: 1 for two strokes, 2 for four.
    only : {"mechanical"}, optional
        Hold all states that are no angles, positions or speeds, such as temperatures.
    start_time, stop_time, tolerance, parameters
        As for :func:`simulate`; an instant of an event is that of the run with the same ones.
    pade : int, optional
        Order of Padé approximations of delays, 1 to 12. By default delays are exact: then there is
        a frequency response, but neither matrices nor eigenmodes.

    Returns
    -------
    LinearModel
        Matrices with names and units, and the operating point.

    Raises
    ------
    NameLookupError
        If an input, an output or a variable does not exist.
    UsageError
        If an argument has no effect at such a point, or an instant is outside the run.
    AnalysisError
        If the model has no linear model there, or the point was not reached.

    Examples
    --------
    >>> import drivetrain as dt
    >>> linear = dt.linearise(dt.examples.find("First")(), outputs=["spring.tau"])
    >>> linear.eigenmodes().omega.round(3).tolist()
    [76.376]
    """
    return CompiledModel(model).linearise(
        pade=pade,
        at=at,
        side=side,
        inputs=inputs,
        outputs=outputs,
        time=time,
        speed=speed,
        balance=balance,
        average=average,
        only=only,
        start_time=start_time,
        stop_time=stop_time,
        tolerance=tolerance,
        parameters=parameters,
    )
