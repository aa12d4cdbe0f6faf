"""What a compiled model can be asked about its vibrations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from drivetrain.analysis.arguments import not_negative
from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.component import Component, Experiment
from drivetrain.modeling.model import Model
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings, experiment_of, settings_of

if TYPE_CHECKING:  # a model that is only run does not wait for what analyses it
    import pandas as pd

    from drivetrain.analysis.campbell.campbell import Campbell
    from drivetrain.analysis.excitation import OrderTable
    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.analysis.order_response.order_response import OrderResponse
    from drivetrain.analysis.stability.root_locus import RootLocus
    from drivetrain.analysis.stability.stability_map import StabilityMap
    from drivetrain.analysis.tracks.mode_ensemble import ModeEnsemble
    from drivetrain.simulation.operating_points.requests import LinearRequests, Where
    from drivetrain.simulation.operating_points.variations import Variations
    from drivetrain.simulation.sweeps.requests import SweepRequests

__all__ = ["LinearAnalyses"]

_PLAIN = frozenset((float, int, str, type(None)))


class LinearAnalyses:
    """Linear models of a compiled model, and what is made of them.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self.prepared = prepared
        self._asked: tuple[tuple[object, ...], Settings] | None = None
        self._once = RLock()  # requests are made when first needed, by whichever thread that is
        self._linear_requests: LinearRequests | None = None
        self._sweep_requests: SweepRequests | None = None

    @property
    def _linear(self) -> LinearRequests:
        from drivetrain.simulation.operating_points.requests import LinearRequests

        with self._once:
            if self._linear_requests is None:
                self._linear_requests = LinearRequests(self.prepared)
            return self._linear_requests

    @property
    def _sweeps(self) -> SweepRequests:
        from drivetrain.simulation.sweeps.requests import SweepRequests

        with self._once:
            if self._sweep_requests is None:
                self._sweep_requests = SweepRequests(self.prepared, self._linear)
            return self._sweep_requests

    def _along(self, *asked: Any) -> Any:
        """Return what `LinearRequests.along` does; results keep this method, not its module."""
        return self._linear.along(*asked)

    @property
    def model(self) -> Component:
        """The model."""
        return self.prepared.model

    @property
    def translation(self) -> Translation:
        """Output of the compiler for the model."""
        return self.prepared.translation

    @explained
    def linearise(
        self,
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
        """Linearise the model; see :func:`drivetrain.linearise` for the arguments."""
        from drivetrain.analysis.linear.restriction import restricted
        from drivetrain.simulation.operating_points.requests import Where

        settings, when = self._reaching({"at": at, "time": time}, start_time, stop_time, tolerance)
        turns = not_negative(average, "average", "1")
        where = Where(settings, when["at"], side, parameters, when["time"], speed, balance, turns)
        found = self._linear.model(where, inputs, outputs)
        if pade is None:
            return found if only is None else restricted(found, only)
        if only is not None:
            raise UsageError(
                f"pade={shown(pade)}, only={shown(only)}: give one of them, since the "
                "states of delays are not mechanical"
            )
        return found.with_pade(pade)

    @explained
    def root_locus(
        self,
        parameter: str,
        values: ArrayLike,
        *,
        count: int | None = None,
        near: float = 0.0,
        at: Number | str | Mapping[str, Any] = "start",
        side: str = "after",
        time: Number | None = None,
        speed: Mapping[str, Any] | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        average: float = 0.0,
        only: str | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> RootLocus:
        """Follow the eigenvalues over a parameter, and find where something begins to grow.

        Parameters
        ----------
        parameter : str
            The parameter.
        values : array_like or quantities
            Its values, increasing or decreasing. Points are inserted where eigenmodes change so
            quickly that they could be confused.
        count, near
            As for :meth:`LinearModel.eigenmodes`; by default all oscillations.
        at, side, time, speed, balance, average, only
            As for :func:`drivetrain.linearise`: each value has an operating point of its own.
        start_time, stop_time, tolerance, parameters
            As for :func:`drivetrain.linearise`.

        Returns
        -------
        RootLocus
            Tracks of eigenvalues, and critical values, found by root search.

        Raises
        ------
        NameLookupError
            If there is no such parameter.
        UsageError
            If the values are not in order.
        AnalysisError
            If there is no linear model at any of them.

        Examples
        --------
        >>> import drivetrain as dt
        >>> compiled = dt.compile(dt.examples.find("First")())
        >>> locus = compiled.root_locus("spring.c", [1e4, 2e4])
        >>> locus.eigenvalue.shape
        (2, 1)
        """
        from drivetrain.analysis.stability.root_locus import root_locus

        how = {
            "at": at, "side": side, "time": time, "speed": speed, "balance": balance,
            "average": average, "only": only, "start_time": start_time, "stop_time": stop_time,
            "tolerance": tolerance, "parameters": parameters,
        }  # fmt: skip
        modes = self._variations(how, {"count": count, "near": near})
        unit = modes.unit(parameter)
        return root_locus(lambda value: modes({parameter: value}), parameter, unit, values)

    @explained
    def stability_map(
        self,
        over: Mapping[str, ArrayLike],
        *,
        at: Number | str | Mapping[str, Any] = "start",
        side: str = "after",
        time: Number | None = None,
        speed: Mapping[str, Any] | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        average: float = 0.0,
        only: str | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> StabilityMap:
        """Return the growth of the least stable motion over two parameters.

        Parameters
        ----------
        over : mapping
            Two parameters by name, each with its values.
        at, side, time, speed, balance, average, only
            As for :func:`drivetrain.linearise`: each point has an operating point of its own.
        start_time, stop_time, tolerance, parameters
            As for :func:`drivetrain.linearise`.

        Returns
        -------
        StabilityMap
            Largest real part of all eigenvalues at each point, and its frequency.

        Raises
        ------
        NameLookupError
            If there is no such parameter.
        UsageError
            If these are not two parameters with values in order.
        AnalysisError
            If there is no linear model at any of the points.
        """
        how = {
            "at": at, "side": side, "time": time, "speed": speed, "balance": balance,
            "average": average, "only": only, "start_time": start_time, "stop_time": stop_time,
            "tolerance": tolerance, "parameters": parameters,
        }  # fmt: skip
        return self._variations(how, {}).map(over)

    @explained
    def linear_ensemble(
        self,
        parameters: Mapping[str, Any] | pd.DataFrame,
        *,
        count: int | None = None,
        near: float = 0.0,
        at: Number | str | Mapping[str, Any] = "start",
        side: str = "after",
        time: Number | None = None,
        speed: Mapping[str, Any] | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        average: float = 0.0,
        only: str | None = None,
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        threads: int | None = None,
    ) -> ModeEnsemble:
        """Linearise the model once for every set of parameters, on several threads.

        The eigenmodes of each variant are matched with those of the model itself, so that columns
        are the same eigenmode in all of them.

        Parameters
        ----------
        parameters : mapping or DataFrame
            Dotted name → array with one value for each variant, or one for all of them, as for
            :meth:`ensemble`.
        count, near
            As for :meth:`LinearModel.eigenmodes`; by default all oscillations.
        at, side, time, speed, balance, average, only
            As for :func:`drivetrain.linearise`: each variant has an operating point of its own.
        start_time, stop_time, tolerance
            As for :func:`drivetrain.linearise`.
        threads : int, optional
            Number of threads; by default one per processor, or one for small models, in which more
            do not pay. The results do not depend on it.

        Returns
        -------
        ModeEnsemble
            Frequencies and damping ratios as arrays, tolerance bands, and reasons for what failed.

        Raises
        ------
        NameLookupError
            If there is no such parameter.
        UsageError
            If the arrays have different lengths.
        AnalysisError
            If the model itself has no linear model.

        Examples
        --------
        >>> import drivetrain as dt
        >>> compiled = dt.compile(dt.examples.find("First")())
        >>> many = compiled.linear_ensemble({"spring.c": [0.9e4, 1.0e4, 1.1e4]})
        >>> many.percentile(0, 100).round(2).iloc[0, 1:3].tolist()
        [11.53, 12.75]
        """
        from drivetrain.simulation.ensembles.parameter_sets import ParameterSets
        from drivetrain.simulation.operating_points.many import Runs, mode_ensemble

        how = {
            "at": at, "side": side, "time": time, "speed": speed, "balance": balance,
            "average": average, "only": only, "start_time": start_time, "stop_time": stop_time,
            "tolerance": tolerance, "parameters": None,
        }  # fmt: skip
        sets = ParameterSets(self.translation, parameters)
        runs = Runs(sets.count, sets.given, sets.columns, sets.index)
        modes = self._variations(how, {"count": count, "near": near})
        return mode_ensemble(modes, runs, threads)

    def _variations(self, how: Mapping[str, Any], selection: Mapping[str, Any]) -> Variations:
        from drivetrain.simulation.operating_points.variations import Variations

        return Variations(self.linearise, self.translation, how, selection)

    @explained
    def excitation(
        self,
        sources: str | Iterable[str],
        *,
        shaft: str,
        speed: Number | None = None,
        revolutions: int = 2,
        highest: float = 24.0,
        time: Number | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> OrderTable:
        """Return the orders of the model's own sources, such as the cylinders of its engine.

        The shaft turns evenly through one cycle of a steady state, without vibration; the sources
        are evaluated there as they are in every run.

        Parameters
        ----------
        sources : str or iterable of str
            Names of variables, or patterns, ``"cylinder[*].tau"``.
        shaft : str
            Name of the part whose angle the orders belong to: ``"flywheel"``.
        speed : number, optional
            Speed of the shaft, rad/s; by default that where the search begins.
        revolutions : int
            Revolutions of the shaft after which the sources repeat: 2 suits engines of two and of
            four strokes. Orders are multiples of its inverse; those that vanish are left out.
        highest : float
            Highest order.
        time, balance, start_time, stop_time, tolerance, parameters
            As for :func:`drivetrain.linearise`. Parameters may be functions of the speed, rad/s.

        Returns
        -------
        OrderTable
            Mean values and complex amplitudes of all sources.

        Raises
        ------
        NameLookupError
            If a source or the shaft does not exist.
        AnalysisError
            If there is no steady state, or a source does not repeat.

        Examples
        --------
        >>> import drivetrain as dt
        >>> ship = dt.compile(dt.examples.find("machines.ShipShafting")())
        >>> table = ship.excitation("cylinder[*].tau", shaft="flywheel", time=45.0)
        >>> round(abs(table["cylinder[0].tau", 6]) / float(table.mean[0]), 12)
        0.45
        """
        from drivetrain.simulation.sweeps.requests import Cycle

        where = self._steady(time, balance, start_time, stop_time, tolerance, parameters)
        cycle = Cycle(revolutions, highest)
        return self._sweeps.excitation(where, sources, shaft, speed, cycle)

    @explained
    def order_response(
        self,
        excitation: OrderTable | str | Iterable[str] | Callable[[float], OrderTable],
        *,
        outputs: str | Iterable[str],
        speeds: ArrayLike | None = None,
        between: tuple[Number, Number] | None = None,
        shaft: str | None = None,
        cut_out: Iterable[str | int] = (),
        average: float | None = None,
        revolutions: int = 2,
        highest: float = 24.0,
        time: Number | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> OrderResponse:
        """Return the response to excitation by orders over the speed of a shaft.

        At every speed the model is linearised in its steady state, and answers each order at the
        frequency order times speed. All sources act together, with their phases.

        Parameters
        ----------
        excitation : OrderTable, str, iterable of str, or function
            An order table, whose sources are inputs as for :func:`drivetrain.linearise`; names of
            sources of the model, whose orders are then taken at every speed; or a function of the
            speed, rad/s, that returns an order table. Mean values of a table do not act: the steady
            state is that of the model.
        outputs : str or iterable of str
            Names of variables, or patterns.
        speeds : array_like, optional
            Speeds of the shaft, rad/s, ascending.
        between : tuple of number, optional
            Lowest and highest speed instead: speeds are then chosen so that every resonance shows.
        shaft : str, optional
            The shaft; that of the table by default.
        cut_out : iterable of str or int
            Sources that do nothing: by name, or by number, beginning with 1.
        average : float, optional
            Revolutions of the shaft over which the steady state is averaged, as for
            :func:`drivetrain.linearise`; by default the cycle of the excitation.
        revolutions, highest
            For sources of the model: as for :meth:`excitation`.
        time, balance, start_time, stop_time, tolerance, parameters
            As for :func:`drivetrain.linearise`. Parameters may be functions of the speed, rad/s.

        Returns
        -------
        OrderResponse
            Amplitudes by order, half ranges of the synthesis, and upper bounds.

        Raises
        ------
        NameLookupError
            If a source, an output or the shaft does not exist.
        UsageError
            If speeds do not ascend, or a source is no input of the unit of the table.
        AnalysisError
            If there is no steady state at a speed.

        Examples
        --------
        >>> import drivetrain as dt
        >>> ship = dt.compile(dt.examples.find("machines.ShipShafting")())
        >>> found = ship.order_response(
        ...     "cylinder[*].tau", shaft="flywheel", outputs=["intermediate_shaft.tau"],
        ...     between=(4.0, 5.0), highest=9, time=45.0, balance="load.height",
        ... )
        >>> peak = found["intermediate_shaft.tau"].peak(6)
        >>> round(peak.speed, 2), round(peak.amplitude / 1e3)
        (4.42, 330)
        """
        from drivetrain.simulation.sweeps.requests import Cycle, Speeds

        wanted, cycle = Speeds(speeds, between), Cycle(revolutions, highest)
        lowest, _ = wanted.ends()
        exciting, about = self._sweeps.exciting(excitation, shaft, lowest, cut_out, cycle)
        turns = exciting.revolutions if average is None else not_negative(average, "average", "1")
        where = self._steady(time, balance, start_time, stop_time, tolerance, parameters)
        where = where._replace(average=turns)
        return self._sweeps.order_response(where, exciting, about, wanted, outputs)

    @explained
    def campbell(
        self,
        shaft: str,
        *,
        orders: Any,
        speeds: ArrayLike | None = None,
        between: tuple[Number, Number] | None = None,
        operating: Any = None,
        excitation: OrderTable | str | Iterable[str] | Callable[[float], OrderTable] | None = None,
        average: float | None = None,
        revolutions: int = 2,
        highest: float = 24.0,
        time: Number | None = None,
        balance: str | Mapping[str, str] | None = "torque",
        start_time: Number | None = None,
        stop_time: Number | None = None,
        tolerance: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Campbell:
        """Return the Campbell diagram: eigenmodes over the speed of a shaft, and orders.

        At every speed the model is linearised in its steady state. Eigenmodes are followed by their
        shapes, with smaller steps where these change quickly; critical speeds are located where
        order times speed equals the frequency of the damped oscillation.

        Parameters
        ----------
        shaft : str
            The reference shaft: name of a part with an angle ``phi`` and a speed ``w``.
        orders : sequence of number, or mapping of str to sequence of number
            Orders of that shaft; or orders by shaft, such as those of a pinion, too.
        speeds : array_like, optional
            Speeds, rad/s, ascending.
        between : tuple of number, optional
            Lowest and highest speed instead.
        operating : number, tuple of number, or mapping, optional
            A speed at which the machine is operated, or the ends of a range, rad/s; several by
            name. Critical speeds are told with their margins to these.
        excitation : OrderTable, str, iterable of str, or function, optional
            As for :meth:`order_response`: with it, each critical speed of the reference shaft has a
            vector sum, which tells whether the order excites the eigenmode.
        average : float, optional
            Revolutions of the shaft over which the steady state is averaged, as for
            :func:`drivetrain.linearise`; by default the cycle of the excitation, if there is one.
        revolutions, highest
            For sources of the model as the excitation: as for :meth:`excitation`.
        time, balance, start_time, stop_time, tolerance, parameters
            As for :func:`drivetrain.linearise`. Parameters may be functions of the speed, rad/s.

        Returns
        -------
        Campbell
            Tracks, order lines and critical speeds.

        Raises
        ------
        NameLookupError
            If a shaft does not exist.
        UsageError
            If speeds do not ascend, or an order is not above zero.
        AnalysisError
            If there is no steady state at any speed.

        Examples
        --------
        >>> import drivetrain as dt
        >>> ship = dt.compile(dt.examples.find("machines.ShipShafting")())
        >>> diagram = ship.campbell(
        ...     "flywheel", orders=[3, 6], between=(3.0, 13.3), time=45.0, average=1,
        ...     balance="load.height",
        ... )
        >>> [(one.mode, one.order, round(one.speed, 3)) for one in diagram.critical]
        [(1, 6.0, 4.421), (2, 6.0, 6.097), (1, 3.0, 8.834), (2, 3.0, 12.197)]
        """
        from drivetrain.simulation.sweeps.requests import Cycle, Speeds

        wanted, cycle = Speeds(speeds, between), Cycle(revolutions, highest)
        lowest, _ = wanted.ends()
        reference, exciting = self._sweeps.shaft(shaft), None
        if excitation is not None:
            exciting, _ = self._sweeps.exciting(excitation, shaft, lowest, (), cycle)
        turns = exciting.revolutions if average is None and exciting is not None else average
        where = self._steady(time, balance, start_time, stop_time, tolerance, parameters)
        where = where._replace(average=not_negative(turns or 0.0, "average", "1"))
        every = self._sweeps.orders(orders, reference)
        return self._sweeps.campbell(where, reference, every, wanted, operating, exciting)

    def _steady(
        self, time: Any, balance: Any, start_time: Any, stop_time: Any, tolerance: Any,
        parameters: Any,
    ) -> Where:  # fmt: skip
        """Return where steady states of a sweep are sought."""
        from drivetrain.simulation.operating_points.requests import Where

        settings, when = self._reaching({"time": time}, start_time, stop_time, tolerance)
        return Where(settings, "steady", "after", parameters, when["time"], None, balance)

    def _reaching(
        self, instants: Mapping[str, Any], start_time: Any, stop_time: Any, tolerance: Any
    ) -> tuple[Settings, dict[str, Any]]:
        """Return settings of a run that covers some instants, and these as numbers."""
        end = self._end(start_time, stop_time)
        settings = self._settings(start_time, end, tolerance, "auto", None)
        numbers = {
            name: value
            if value is None or isinstance(value, Mapping | str)
            else checked_number(value, name, "s")
            for name, value in instants.items()
        }
        for name, value in numbers.items():
            if not isinstance(value, float):
                continue
            if value > settings.stop_time and stop_time is None:
                settings = self._settings(start_time, value, tolerance, "auto", None)
            if not settings.start_time <= value <= settings.stop_time:
                raise UsageError(
                    f"{name}={value:g}: the run covers {settings.start_time:g} s to "
                    f"{settings.stop_time:g} s; give an instant within it"
                )
        return settings, numbers

    def _settings(self, *asked: Any) -> Settings:
        """Return the settings of a run; most are the same as those of the previous run."""
        if not _PLAIN.issuperset(map(type, asked)):  # mutable; no simple equality
            return settings_of(self.model, *asked)
        own = self.model.experiment if isinstance(self.model, Model) else None
        known, now = self._asked, (*asked, own)
        if known is None or known[0] != now:
            known = self._asked = now, settings_of(self.model, *asked)
        return known[1]

    def _end(self, start_time: Number | None, stop_time: Number | None) -> Number | None:
        """Return the end of a simulation: after another start as long as usual."""
        wanted = experiment_of(self.model)
        if start_time is None or stop_time is not None or not isinstance(wanted, Experiment):
            return stop_time
        usual = wanted.stop_time - wanted.start_time
        begin = checked_number(start_time, "start_time", "s")
        return begin + usual if begin >= wanted.stop_time else None
