"""Fit a model to measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from drivetrain.analysis.arguments import one_of
from drivetrain.calibration.experiment import experiment_of
from drivetrain.calibration.measured import Measured, experiments_of
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.unknowns import unknowns_of
from drivetrain.calls import explained
from drivetrain.errors import UsageError
from drivetrain.gradients.differentiate import METHODS, compiled_of
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.component import Component
from drivetrain.simulation.compiled_model import CompiledModel

if TYPE_CHECKING:
    from drivetrain.calibration.fit import Fit

__all__ = ["fit", "problem"]


@explained
def fit(
    model: Component | CompiledModel,
    data: Any = None,
    *,
    vary: Mapping[str, Any],
    observe: Mapping[str, Any] | None = None,
    sigma: Any = None,
    outcomes: Mapping[Any, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    inputs: str | Sequence[str] | None = None,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    timing: float | None = None,
    loss: str = "linear",
    loss_scale: float = 1.0,
    starts: int = 1,
    seed: int = 0,
    tolerance: float | None = None,
    threads: int | None = None,
    jacobian: str = "differences",
) -> Fit:
    """Fit parameters of a model to measurements, by least squares.

    The model is evaluated at the measured instants themselves. By default derivatives are central
    differences; the runs of each step are made as one ensemble. A run that fails counts as a large
    residual.

    Parameters
    ----------
    model : Model or CompiledModel
        The model.
    data : table, Measured, sequence or mapping of Measured
        Measurements over time as for :func:`drivetrain.from_data`, or several experiments.
    vary : mapping of str to object
        What is sought: parameters, start values (``"J1.w.start"``), offsets and gains of sensors.
        Bounds ``(low, high)``, a first value, or an :class:`~drivetrain.calibration.Unknown` with
        scale, prior, logarithm, or a value for each experiment.
    observe : mapping of str to str or Sensor
        What each column shows: a variable, or a :class:`~drivetrain.calibration.Sensor`. A column
        without a unit in its header is in SI units.
    sigma : float, str, array_like, or mapping of str to these, optional
        Standard deviation of the noise of each column, as for
        :class:`~drivetrain.calibration.Measured`. Without it the noise is estimated, which needs
        columns of one unit.
    outcomes : mapping of Outcome to tuple of float, optional
        Numbers that were measured once, such as instants of events, with their standard deviations:
        ``{first("clutch.mode", "stuck"): (0.385, 0.002)}``.
    parameters : mapping, optional
        Values of other parameters, as for :func:`drivetrain.simulate`.
    inputs : str or sequence of str, optional
        Parts made by :func:`drivetrain.from_data` that follow the measurements.
    start_time, stop_time : float or quantity, optional
        Time span of the runs; by default to the last sample.
    timing : float, optional
        Standard deviation of the instants of the samples, s: where the signal is steep, as near
        events, samples count less.
    loss : {"linear", "soft_l1", "huber", "cauchy", "arctan"}
        What is summed over squared residuals; all but the first forgive outliers.
    loss_scale : float
        Residual from which on one is an outlier, beside the standard deviation.
    starts : int
        Number of searches: the first from the given values, others spread over the bounds.
    seed : int
        Seed of their starts.
    tolerance : float, optional
        Relative error tolerance of the runs; by default a hundredth of the usual one.
    threads : int, optional
        Number of runs side by side; the result does not depend on it.
    jacobian : {"differences", "sensitivities", "auto"}
        How residuals are differentiated, as `method` of :func:`drivetrain.gradient`: by differences
        of two runs for each unknown, or by sensitivities, which take two runs in all. Where these
        do not exist for an unknown, it is differentiated by differences, and a warning says so;
        with ``"auto"`` only the fit does.

    Returns
    -------
    Fit
        Estimates with standard errors and intervals, what data cannot tell, residuals, pictures.

    Raises
    ------
    UsageError, NameLookupError, UnitError, TableError
        If an argument is invalid.
    AnalysisError
        If the run with the first values fails.

    Warns
    -----
    AnalysisWarning
        If data do not tell some unknowns, few samples near events decide, or sensitivities that
        were asked for do not exist.

    Examples
    --------
    >>> import drivetrain as dt
    >>> clutches = dt.compile(dt.examples.find("CoupledClutches")())
    >>> run = clutches.simulate(parameters={"J1.J": 1.1}, interval=0.05)
    >>> fit = dt.fit(clutches, run.to_pandas("J1.w"), observe={"J1.w": "J1.w"}, vary={"J1.J": 1.0})
    >>> print(f"{fit['J1.J'].value:.6f} kg.m2")
    1.100000 kg.m2
    """
    made = problem(
        model, data, vary=vary, observe=observe, sigma=sigma, outcomes=outcomes,
        parameters=parameters, inputs=inputs, start_time=start_time, stop_time=stop_time,
        timing=timing, tolerance=tolerance, threads=threads, jacobian=jacobian,
    )  # fmt: skip
    return made.fit(loss=loss, loss_scale=loss_scale, starts=starts, seed=seed)


@explained
def problem(
    model: Component | CompiledModel,
    data: Any = None,
    *,
    vary: Mapping[str, Any],
    observe: Mapping[str, Any] | None = None,
    sigma: Any = None,
    outcomes: Mapping[Any, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    inputs: str | Sequence[str] | None = None,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    timing: float | None = None,
    tolerance: float | None = None,
    threads: int | None = None,
    jacobian: str = "differences",
) -> Problem:
    """Return a problem of calibration, to be searched by :meth:`Problem.fit` or by one's own code.

    Parameters
    ----------
    model, data, vary, observe, sigma, outcomes, parameters, inputs
        As for :func:`drivetrain.fit`.
    start_time, stop_time, timing, tolerance, threads, jacobian
        As for :func:`drivetrain.fit`.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.calibration import problem
    >>> clutches = dt.compile(dt.examples.find("CoupledClutches")())
    >>> run = clutches.simulate(interval=0.05)
    >>> made = problem(
    ...     clutches, run.to_pandas("J1.w"), observe={"J1.w": "J1.w"}, vary={"J1.J": (0.5, 2.0)}
    ... )
    >>> made.objective([[0.9], [1.0], [1.1]]).round(3).tolist()
    [2.569, 0.0, 3.023]
    """
    compiled = compiled_of(model)
    common = {
        "observe": observe, "sigma": sigma, "outcomes": outcomes, "parameters": parameters,
        "inputs": inputs, "start_time": start_time, "stop_time": stop_time, "timing": timing,
    }  # fmt: skip
    measured = experiments_of(Measured() if data is None else data, common)
    experiments = [experiment_of(one, compiled, tolerance, threads) for one in measured]
    made = Problem(
        experiments, unknowns_of(vary, experiments), one_of(jacobian, "jacobian", METHODS)
    )
    _check_noise(made)
    return made


def _check_noise(problem: Problem) -> None:
    """Refuse to weigh numbers of different kinds against each other by their units."""
    if problem.knows_noise:
        return
    channels = [channel for one in problem.experiments for channel in one.channels]
    units = {channel.unit for channel in channels}
    mixed = {channel.is_known for channel in channels} == {True, False}
    if len(units) > 1 or mixed or any(one.singles for one in problem.experiments):
        raise UsageError(
            "sigma: give the standard deviation of every column, sigma={"
            + ", ".join(f"'{channel.column}': …" for channel in channels)
            + "}: columns of different units, and outcomes, have no common noise that could be "
            "estimated"
        )
