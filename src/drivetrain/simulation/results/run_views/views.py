"""Pictures and tables of a run, each made in a module of its own when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.calls import explained
from drivetrain.errors import ResultError

if TYPE_CHECKING:
    import datetime

    from matplotlib.figure import Figure

    from drivetrain.diagram.diagram import Diagram
    from drivetrain.notebook.widget import Explorer
    from drivetrain.simulation.results.energy_flow.assembly import EnergySource
    from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
    from drivetrain.simulation.results.timelines.timeline import Timeline

__all__ = ["Views"]


class Views:
    """Base of :class:`~drivetrain.Result`: what can be seen of a run."""

    @property
    def _run(self) -> Any:
        """Return the result that this is: its module imports this one."""
        return self

    @explained
    def plot(
        self,
        *names: str | Sequence[str],
        x: str | None = None,
        right: str | Sequence[str] = (),
        start: Any = None,
        stop: Any = None,
        path: str | Path | None = None,
        title: str | None = None,
        unit: str | Mapping[str, str] | None = None,
        size: tuple[float, float] | None = None,
    ) -> Figure:
        """Plot variables over time, or over another variable: one axes per unit, or per list.

        Integer and Boolean variables are drawn as steps, with the names of their values as ticks.

        Parameters
        ----------
        *names : str or list of str
            Names, or patterns with ``*`` and ``?`` (``"J*.w"``). A list of them forms one axes; if
            its variables have two units, the second one has a scale at the right.
        x : str, optional
            Draw over this variable instead of the time. A hollow circle is the beginning, arrows
            point forward in time, a square is the end; dots are events at which a mode changed.
        right : str or list of str, optional
            Variables, among those named, on a second scale at the right of their axes; outside
            lists at the right of the first axes.
        start, stop : float or quantity, optional
            Window of time, s; by default the whole run.
        path : str or Path, optional
            Write the figure to this file as well (``.png``, ``.svg``, ``.pdf``).
        title : str, optional
            Title; the name of the model by default.
        unit : str or mapping of str to str, optional
            A unit for all variables of its kind, ``"rpm"``, or units by name or pattern,
            ``{"*.w": "rpm"}``; by default those of ``dt.display_units``, else SI.
        size : tuple of float, optional
            Width and height, inches.

        Returns
        -------
        matplotlib.figure.Figure
            The figure.

        Raises
        ------
        NameLookupError, UnitError
            If a variable does not exist, or a unit does not fit.
        ResultError
            If no variable was requested, a scale would have several units, the window lies outside
            the run, or the file cannot be written.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> figure = run.plot(["J1.w", "J2.w", "clutch1.tau"], "clutch1.mode", stop=1.0)
        >>> phase = run.plot("J2.w", x="J1.w")
        """
        from drivetrain.plotting.result import plot_result

        return plot_result(
            self._run, names, x=x, right=right, start=start, stop=stop, path=path, title=title,
            unit=unit, size=size,
        )  # fmt: skip

    @explained
    def explore(self, *names: str | Sequence[str]) -> Explorer:
        """Show the run in a notebook: curves with one cursor and one zoom, modes, events, diagram.

        Both sides of every event are drawn, discrete variables as steps, and changes of modes as
        vertical lines. The cursor shows exact values, and the modes on the diagram; a click on a
        part offers its variables. Needs the extra ``notebook``.

        Parameters
        ----------
        *names : str or list of str
            Variables to draw, or patterns with ``*`` and ``?``; by default the speeds of the
            bodies. Variables of one unit share a panel.

        Returns
        -------
        Explorer
            What the notebook shows; `close()` takes it off the page.

        Raises
        ------
        UsageError
            If the extra is not installed, or there are too many variables.
        NameLookupError
            If a variable does not exist.
        ResultError
            If nothing was recorded.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> explorer = run.explore("J*.w", "clutch1.tau")
        >>> explorer.close()
        """
        from drivetrain.notebook.explore import explore_result

        return explore_result(self._run, names)

    @explained
    def timeline(self, *names: str, start: Any = None, stop: Any = None) -> Timeline:
        """Return when friction elements, freewheels, gears and contacts stuck, slid or were free.

        Parameters
        ----------
        *names : str
            Parts (``"clutch1"``), variables (``"control.gear"``), or patterns with ``*`` and
            ``?``, which stand for modes, or else for other Boolean and integer variables. By
            default the modes of all parts.
        start, stop : float or quantity, optional
            Window of time, s; by default the whole run.

        Returns
        -------
        Timeline
            A sequence of rows, one per part, with the spans of each state.

        Raises
        ------
        NameLookupError
            If no mode, Boolean or integer variable has such a name.
        ResultError
            If a variable is continuous, or the window lies outside the run.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> run.timeline("clutch2")["clutch2"][1].label
        'backward'
        """
        from drivetrain.simulation.results.timelines.chosen import timeline_of

        return timeline_of(self._run, names, start, stop)

    @explained
    def energy_flow(self, start: Any = None, stop: Any = None) -> EnergyFlow:
        """Return the energy through every flange, and what the parts stored, lost and supplied.

        Losses, stores and supplies are integrals of the run itself, as in :attr:`Result.energy`.
        Work through flanges is integrated between all events, with values between the recorded
        points as exact as the run, which is made again for them.

        Parameters
        ----------
        start, stop : float or quantity, optional
            Window of time, s; by default the whole run.

        Returns
        -------
        EnergyFlow
            A sequence of parts; each says what is left over.

        Raises
        ------
        ResultError
            If the window lies outside the run, or the result comes without its model.

        Examples
        --------
        >>> import drivetrain as dt
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> flow = run.energy_flow(0.2, 0.6)
        >>> clutch = flow["clutch2"]
        >>> bool(abs(clutch.work - clutch.lost) < 1e-6 * clutch.lost)
        True
        """
        source: EnergySource | None = self._run._energy_source
        if source is None:
            raise ResultError(
                f"this result of {self._run.model} comes without its model (it was loaded, copied, "
                "unpickled, made step by step, or is of an ensemble), so the work through its "
                "flanges cannot be integrated: run the model again with simulate"
            )
        return source.flow(self._run, start, stop)

    @explained
    def energy_diagram(self, start: Any = None, stop: Any = None) -> Diagram:
        """Draw the energy flow on the diagram of the machine.

        The width of a band is the energy that ran through a shaft; it is blue where energy ran from
        left to right and orange where it ran back. Heat, stores and sources are told below the
        parts, and the balance, with what is left over, below the picture.

        Parameters
        ----------
        start, stop : float or quantity, optional
            Window of time, s; by default the whole run.

        Returns
        -------
        Diagram
            As from `model.diagram()`.

        Raises
        ------
        ResultError
            If the result does not know its model any more, or as for :meth:`energy_flow`.
        """
        from drivetrain.plotting.energy_diagram.energy_diagram import energy_diagram
        from drivetrain.plotting.machine_of import machine_of

        return energy_diagram(self._run.energy_flow(start, stop), machine_of(self._run))

    @explained
    def animate(self, path: str | Path) -> Path:
        """Write an animation of the run on the diagram of the machine, as one HTML file.

        Marks run along the shafts, so much slower than life that the fastest shaft makes one turn
        per second. Friction elements show whether they stick or slide, and glow with the power
        that they turn into heat. The file opens from disk and needs nothing else.

        Parameters
        ----------
        path : str or Path
            The file, ``.html``.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        ResultError
            If the result does not know its model any more, or the file cannot be written.
        """
        from drivetrain.plotting.animation.page import write_animation

        return write_animation(self._run, path)

    @explained
    def report(
        self,
        path: str | Path,
        *,
        date: str | datetime.date | None = None,
        plots: Sequence[str | Sequence[str]] | None = None,
        title: str | None = None,
    ) -> Path:
        """Write a report of the run: one HTML file that needs nothing else, to read and to print.

        It has the diagram of the model, versions, settings and changed parameters, key numbers,
        warnings, timeline, audit and flow of energy, plots, start values, and events. The same run
        gives the same bytes.

        Parameters
        ----------
        path : str or Path
            The file, ``.html``.
        date : str or date, optional
            Date to be written into it; none by default.
        plots : sequence of str or list of str, optional
            Names or patterns, one figure each; a list of them shares one axes. By default the
            model's own variables, speeds, and loads of parts with modes.
        title : str, optional
            Title; the name of the model by default.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        NameLookupError
            If a variable does not exist.
        ResultError
            If nothing was recorded, an argument has no meaning, or the file cannot be written.

        Examples
        --------
        >>> import drivetrain as dt
        >>> from tempfile import mkdtemp
        >>> run = dt.simulate(dt.examples.find("CoupledClutches")())
        >>> run.report(f"{mkdtemp()}/run.html", plots=[["J*.w"], "clutch1.tau"]).name
        'run.html'
        """
        from drivetrain.plotting.report.page import write_report

        return write_report(self._run, path, date=date, plots=plots, title=title)
