"""A problem of calibration: residuals over unknowns, for one's own search as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.calibration.channel import Channel
from drivetrain.calibration.experiment import Experiment
from drivetrain.calibration.jacobian import carried_jacobian
from drivetrain.calibration.unknown import Free
from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    from drivetrain.calibration.fit import Fit

__all__ = ["Problem"]

Floats = NDArray[np.float64]

_STEP = 1e-4
_PENALTY = 1e3
"""Residual of a run that failed, beside the spread of what was measured."""


class Problem:
    """Residuals of a model beside measurements, over unknowns.

    It is made by :func:`drivetrain.calibration.problem`. Any search can drive it: `residuals`,
    `jacobian` and `objective` take plain arrays of values in the order of :attr:`names`, in SI
    units. Runs that fail have large residuals; they are counted.

    Parameters
    ----------
    experiments : sequence of Experiment
        The experiments.
    unknowns : sequence of Free
        What is sought.
    method : {"differences", "sensitivities", "auto"}
        How residuals are differentiated.

    Attributes
    ----------
    experiments : tuple of Experiment
        The experiments.
    unknowns : tuple of Free
        What is sought.
    failures : Counter
        How often runs failed, by message.
    absent : int
        How often an outcome did not occur.
    method : str
        How residuals are differentiated.
    by_differences : dict of str to str
        Unknowns whose derivatives have been taken from differences although sensitivities were
        asked for, and why.
    """

    def __init__(
        self,
        experiments: Sequence[Experiment],
        unknowns: Sequence[Free],
        method: str = "differences",
    ) -> None:
        self.method = method
        self.by_differences: dict[str, str] = {}
        self.experiments, self.unknowns = tuple(experiments), tuple(unknowns)
        self.failures: Counter[str] = Counter()
        self.absent = 0
        self._measured = np.concatenate([_measured(one) for one in self.experiments])
        self._sigma = np.concatenate([_sigma(one) for one in self.experiments])
        self._penalty = np.concatenate([_penalty(one) for one in self.experiments])
        self._known: tuple[bytes, Floats] | None = None
        self._slopes: tuple[bytes, Floats] | None = None

    def __repr__(self) -> str:
        """Return one line."""
        return (
            f"<Problem: {len(self.unknowns)} unknowns, {len(self._measured)} measured numbers of "
            f"{len(self.experiments)} experiments>"
        )

    @property
    def names(self) -> list[str]:
        """Names of the unknowns."""
        return [one.name for one in self.unknowns]

    @property
    def units(self) -> list[str]:
        """Units of the unknowns."""
        return [one.unit for one in self.unknowns]

    @property
    def start(self) -> Floats:
        """First values."""
        return np.array([one.start for one in self.unknowns])

    @property
    def scale(self) -> Floats:
        """Sizes of usual changes."""
        return np.array([one.scale for one in self.unknowns])

    @property
    def bounds(self) -> tuple[Floats, Floats]:
        """Least and greatest values."""
        low, high = zip(*((one.low, one.high) for one in self.unknowns), strict=True)
        return np.array(low), np.array(high)

    @property
    def runs(self) -> int:
        """Number of runs so far."""
        return sum(one.runs for one in self.experiments)

    @property
    def knows_noise(self) -> bool:
        """Whether the standard deviations of all samples were given."""
        return all(channel.is_known for one in self.experiments for channel in one.channels)

    @property
    def measured_count(self) -> int:
        """Number of measured numbers; residuals of what was known beforehand follow them."""
        return len(self._measured)

    @explained
    def residuals(self, x: ArrayLike) -> Floats:
        """Return the residuals: model minus measurement, beside the standard deviation.

        Parameters
        ----------
        x : array_like, shape (n,)
            Values of the unknowns.

        Returns
        -------
        ndarray
            Columns of each experiment one after the other, then its outcomes; at the end what was
            known beforehand. Always finite.
        """
        point = self._point(x)
        key = point.tobytes()
        if self._known is None or self._known[0] != key:
            self._known = key, self._many(point[np.newaxis])[0]
        return self._known[1].copy()

    @explained
    def many_residuals(self, points: ArrayLike) -> Floats:
        """Return the residuals of many points, whose runs are made as one ensemble.

        Parameters
        ----------
        points : array_like, shape (k, n)
            Values of the unknowns.

        Returns
        -------
        ndarray, shape (k, m)
        """
        array = _numbers(points, "points")
        if array.ndim != 2 or array.shape[1] != len(self.unknowns):
            raise UsageError(
                f"points of shape {array.shape}: give an array of shape (k, {len(self.unknowns)}), "
                f"columns {', '.join(self.names)}"
            )
        return self._many(array)

    @explained
    def jacobian(self, x: ArrayLike) -> Floats:
        """Return the derivatives of the residuals.

        They are central differences of one ensemble, or follow from sensitivities if these were
        asked for. :attr:`by_differences` tells where there were none.

        Parameters
        ----------
        x : array_like, shape (n,)
            Values of the unknowns.

        Returns
        -------
        ndarray, shape (m, n)
            At a bound, and where a run fails, differences are one-sided.
        """
        point = self._point(x)
        key = point.tobytes()
        if self._slopes is None or self._slopes[0] != key:
            self._slopes = key, self._differentiated(point)
        return self._slopes[1].copy()

    def _differentiated(self, point: Floats) -> Floats:
        """Return the derivatives of the residuals by the method asked for."""
        if self.method == "differences":
            return self._differences(point, range(len(point)))
        found, reasons = carried_jacobian(self, point)
        self.by_differences.update(reasons)
        missing = np.flatnonzero(np.isnan(found).any(axis=0)).tolist()
        if missing:
            found[:, missing] = self._differences(point, missing)
        return found

    def _differences(self, point: Floats, chosen: Sequence[int]) -> Floats:
        """Return the derivatives of the residuals by some unknowns, by differences."""
        own = self.residuals(point)
        steps = self.steps(point)
        low, high = self.bounds
        below = np.maximum(point - steps, low)
        above = np.minimum(point + steps, high)
        rows = np.tile(point, (2 * len(chosen), 1))
        for j, k in enumerate(chosen):
            rows[2 * j, k], rows[2 * j + 1, k] = below[k], above[k]
        found = self._many(rows)
        failed = [self.is_failed(row) for row in found]
        slopes = np.zeros((len(own), len(chosen)))
        for j, k in enumerate(chosen):
            left, right = (own, point[k]) if failed[2 * j] else (found[2 * j], below[k])
            first, last = (own, point[k]) if failed[2 * j + 1] else (found[2 * j + 1], above[k])
            if last != right:
                slopes[:, j] = (first - left) / (last - right)
        return slopes

    @explained
    def objective(self, points: ArrayLike) -> Any:
        """Return half the sum of squared residuals, of one point or of many.

        Parameters
        ----------
        points : array_like, shape (n,) or (k, n)
            Values of the unknowns.

        Returns
        -------
        float, or ndarray of shape (k,)
            Always finite. With known standard deviations it is the negative logarithm of the
            posterior density, but for a constant.
        """
        array = _numbers(points, "points")
        if array.ndim < 2:
            return float(np.sum(self.residuals(array) ** 2) / 2)
        return np.sum(self.many_residuals(array) ** 2, axis=1) / 2

    @explained
    def fit(
        self, *, loss: str = "linear", loss_scale: float = 1.0, starts: int = 1, seed: int = 0,
        start: ArrayLike | None = None,
    ) -> Fit:  # fmt: skip
        """Search for the least sum of squares.

        Parameters
        ----------
        loss, loss_scale, starts, seed
            As for :func:`drivetrain.fit`.
        start : array_like, optional
            First values, in place of those of the unknowns.

        Returns
        -------
        Fit
            As :func:`drivetrain.fit`.
        """
        from drivetrain.calibration.fitting import fitted

        first = None if start is None else self._point(start)
        return fitted(self, loss, loss_scale, starts, seed, first)

    def steps(self, x: Floats) -> Floats:
        """Return the steps of differences."""
        return _STEP * np.maximum(np.abs(x), np.where(x == 0, self.scale, 0.0))

    def columns(self, points: Floats, experiment: int) -> dict[str, Floats]:
        """Return the values of parameters of the model in an experiment, one for each point.

        Parameters
        ----------
        points : float array, shape (k, n)
            Values of the unknowns.
        experiment : int
            Number of the experiment.
        """
        return {
            one.parameter: points[:, k]
            for k, one in enumerate(self.unknowns)
            if one.parameter is not None and one.experiment in (None, experiment)
        }

    def parameters(self, x: ArrayLike, experiment: int = 0) -> dict[str, float]:
        """Return the values of parameters of the model in an experiment.

        Parameters
        ----------
        x : array_like
            Values of the unknowns.
        experiment : int
            Number of the experiment.
        """
        return {
            one.parameter: float(value)
            for one, value in zip(self.unknowns, np.asarray(x, dtype=float), strict=True)
            if one.parameter is not None and one.experiment in (None, experiment)
        }

    def with_measured(self, values: Floats) -> Problem:
        """Return the problem with other measured numbers, as for a bootstrap.

        Parameters
        ----------
        values : float array
            In the order of the residuals.
        """
        made = Problem(self.experiments, self.unknowns, self.method)
        made.by_differences = self.by_differences
        made._measured = np.asarray(values, dtype=float)
        made._sigma, made._penalty = self._sigma, self._penalty
        if self._known is not None and not self.is_failed(self._known[1]):
            key, residuals = self._known[0], self._known[1].copy()
            residuals[: len(values)] += (self._measured - made._measured) / self._sigma
            made._known, made._slopes = (key, residuals), self._slopes
        return made

    def with_experiments(self, experiments: Sequence[Experiment]) -> Problem:
        """Return the problem with other standard deviations; failures are counted together.

        Parameters
        ----------
        experiments : sequence of Experiment
            The same experiments, with other standard deviations of their samples.
        """
        made = Problem(experiments, self.unknowns, self.method)
        made.by_differences = self.by_differences
        made._measured, made.failures = self._measured, self.failures
        return made

    @property
    def measured(self) -> Floats:
        """The measured numbers in the order of the residuals."""
        return self._measured

    @property
    def sigma(self) -> Floats:
        """Their standard deviations."""
        return self._sigma

    def _point(self, x: ArrayLike) -> Floats:
        point = _numbers(x, "x")
        if point.shape != (len(self.unknowns),):
            raise UsageError(
                f"x={shown(x)}: give {len(self.unknowns)} numbers, for {', '.join(self.names)}"
            )
        return point

    def _many(self, points: Floats) -> Floats:
        """Return the residuals of many points."""
        parts = []
        bad = np.zeros(len(points), dtype=bool)
        for number, experiment in enumerate(self.experiments):
            found = experiment.modelled(self.columns(points, number), len(points))
            self.absent += found.absent
            self.failures.update(text for text in found.messages if text)
            bad |= np.array([bool(text) for text in found.messages])
            parts.append(self._shown(found.values, number, points))
        residuals = (np.concatenate(parts, axis=1) - self._measured) / self._sigma
        residuals = np.where(np.isfinite(residuals), residuals, self._penalty)
        residuals[bad] = self._penalty
        return np.concatenate([residuals, self._known_before(points)], axis=1)

    def _shown(self, values: Floats, number: int, points: Floats) -> Floats:
        """Return what sensors show of the signals."""
        shown_values = values.copy()
        begin = 0
        for channel in self.experiments[number].channels:
            end = begin + len(channel)
            offset = self.of_sensor(channel.sensor.offset, number, points)
            gain = self.of_sensor(channel.sensor.gain, number, points)
            shown_values[:, begin:end] = gain * values[:, begin:end] + offset
            begin = end
        return shown_values

    def of_sensor(self, given: float | str, number: int, points: Floats) -> Any:
        """Return an offset or a gain of a sensor in an experiment, one for each point.

        Parameters
        ----------
        given : float or str
            The number, or the name of an unknown.
        number : int
            Number of the experiment.
        points : float array, shape (k, n)
            Values of the unknowns.
        """
        if not isinstance(given, str):
            return given
        for k, one in enumerate(self.unknowns):
            if one.key == given and one.parameter is None and one.experiment in (None, number):
                return points[:, k : k + 1]
        raise UsageError(f"the sensor's {given!r} is not varied: add it to vary")

    def _known_before(self, points: Floats) -> Floats:
        found = [
            (points[:, k] - one.prior.mean) / one.prior.deviation
            for k, one in enumerate(self.unknowns)
            if one.prior is not None
        ]
        return np.column_stack(found) if found else np.empty((len(points), 0))

    def is_failed(self, row: Floats) -> bool:
        """Return whether residuals are those of runs that failed."""
        return bool(np.array_equal(row[: len(self._penalty)], self._penalty))

    def channels(self) -> list[tuple[int, Channel, slice]]:
        """Return experiment, column and place among the residuals of everything sampled."""
        found, begin = [], 0
        for number, experiment in enumerate(self.experiments):
            for channel in experiment.channels:
                found.append((number, channel, slice(begin, begin + len(channel))))
                begin += len(channel)
            begin += len(experiment.singles)
        return found


def _numbers(given: ArrayLike, label: str) -> Floats:
    try:
        array = np.array(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{label}={shown(given)}: give numbers") from None
    if not np.isfinite(array).all():
        raise UsageError(f"{label}={shown(given)}: give finite numbers")
    return array


def _measured(one: Experiment) -> Floats:
    parts = [channel.values for channel in one.channels]
    return np.concatenate([*parts, [single.value for single in one.singles]])


def _sigma(one: Experiment) -> Floats:
    parts = [channel.sigma for channel in one.channels]
    return np.concatenate([*parts, [single.sigma for single in one.singles]])


def _penalty(one: Experiment) -> Floats:
    """Return the residuals of a run that failed."""
    parts = [np.maximum(channel.spread / channel.sigma, 1.0) for channel in one.channels]
    singles = [max(abs(single.value) / single.sigma, 1.0) for single in one.singles]
    return _PENALTY * np.concatenate([*parts, singles])
