"""What a notebook shows: the widget, its synchronised state, its messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import anywidget
import traitlets

from drivetrain.errors import DrivetrainError
from drivetrain.notebook.asked import Asked
from drivetrain.notebook.values import checked_stop_time
from drivetrain.notebook.views import Views
from drivetrain.simulation.results.result import Result
from drivetrain.studio.runs.studio_run import StudioRun
from drivetrain.web import Assets, bundled

__all__ = ["Explorer"]

_STYLES = ("vendor/uplot.css", "studio.css", "explore.css")


class Explorer(anywidget.AnyWidget):
    """A model in the output of a cell, run again while its parameters are moved.

    Made by :meth:`Model.explore <drivetrain.Model.explore>`. It can be shown several times; all
    views move together. Without a notebook it can be used all the same, but shows nothing.

    Parameters
    ----------
    asked : Asked
        The model, its sliders and its curves.

    Attributes
    ----------
    parameters : dict
        The values that differ from the model, by name, as for ``simulate(parameters=…)``. Set it to
        move the sliders; observe it, as every trait, to hear when they were moved. While a slider
        is dragged it keeps the values from before.
    stop_time : float or None
        End of the run, s; None for that of the model.

    Examples
    --------
    >>> import drivetrain as dt
    >>> model = dt.examples.find("CoupledClutches")()
    >>> explorer = model.explore("clutch1.fn_max", plot=["J*.w"])
    >>> explorer.parameters = {"clutch1.fn_max": 12.0}
    >>> explorer.result.parameters["clutch1.fn_max"]
    12.0
    >>> explorer.close()
    """

    _esm = bundled(Assets("drivetrain.notebook", "drivetrain.studio", "drivetrain.web"),
                   "explore.js", "render", _STYLES)  # fmt: skip

    parameters = traitlets.Any(default_value={})
    stop_time = traitlets.Any(None).tag(sync=True)
    _values = traitlets.Dict().tag(sync=True)
    _plotted: Any = traitlets.List(None, allow_none=True).tag(sync=True)
    _pins: Any = traitlets.List().tag(sync=True)
    _options = traitlets.Dict().tag(sync=True)

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._last: StudioRun | None = None
        self._from_page: dict[str, Any] | None = None
        self._own: tuple[dict[str, Any], Result] | None = None
        self._views = Views(asked.bench, self._tell, self._show, asked.perform)
        options = {"sliders": [asdict(one) for one in asked.sliders], "isFixed": asked.is_fixed}
        super().__init__(
            _options=options, _plotted=asked.names, stop_time=asked.stop_time,
            _values=asked.by_array(asked.parameters), parameters=dict(asked.parameters),
        )  # fmt: skip
        self.on_msg(self._hear)

    @property
    def result(self) -> Result:
        """The run with the present :attr:`parameters`.

        Raises
        ------
        DrivetrainError
            As `simulate` does, if there is no such run.
        """
        setting = {"parameters": dict(self._values), "stop_time": self.stop_time}
        last = self._last
        if last is not None and last.result is not None and last.status == "done":
            shown = {
                "parameters": dict(last.setting.parameters),
                "stop_time": last.setting.stop_time,
            }
            if shown == setting:
                return last.result
        if self._own is None or self._own[0] != setting:
            self._own = setting, self._asked.run(self._values, self.stop_time)
        return self._own[1]

    def close(self) -> None:
        """Take the widget off the page, and end its run."""
        self._views.close()
        super().close()

    def __repr__(self) -> str:
        """Return one line."""
        given = ", ".join(f"{name} = {value}" for name, value in self.parameters.items())
        return f"<Explorer of {self._asked.title}{': ' if given else ''}{given}>"

    def _hear(self, _: Any, content: Any, buffers: Any) -> None:
        self._views.hear(content)

    def _tell(self, content: Mapping[str, Any], buffers: Sequence[bytes]) -> None:
        """Send to the notebook; called by the thread that answers."""
        if self.comm is not None:
            self.send(dict(content), list(buffers))

    def _show(self, run: StudioRun) -> None:
        self._last = run

    @traitlets.validate("parameters")
    def _check(self, proposal: Any) -> dict[str, Any]:
        """Refuse names and values that the model does not have; the page shows what it moved to."""
        if self._from_page is not None and proposal["value"] is self._from_page:
            return self._from_page
        return self._asked.checked(proposal["value"])

    @traitlets.validate("stop_time")
    def _check_end(self, proposal: Any) -> float | None:
        return checked_stop_time(proposal["value"])

    @traitlets.observe("parameters")
    def _set(self, change: Any) -> None:
        if change["new"] is None:  # as for `simulate`
            self.parameters = {}
        elif self._asked.by_element(self._values) != change["new"]:
            self._values = self._asked.by_array(change["new"])

    def _follow(self, given: Mapping[str, Any]) -> None:
        """Let sliders of values that depend on others show what these come to."""
        with suppress(DrivetrainError):  # the run with such values says so
            sliders = [asdict(one) for one in self._asked.following(given)]
            if sliders and sliders != self._options["sliders"]:
                self._options = {**self._options, "sliders": sliders}

    @traitlets.observe("_values")
    def _moved(self, change: Any) -> None:
        self._follow(change["new"])
        self._from_page = self._asked.by_element(change["new"])
        if self._from_page != self.parameters:
            self.parameters = self._from_page
