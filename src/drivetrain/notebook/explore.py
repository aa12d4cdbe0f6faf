"""What `explore` is given: checked before anything is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import drivetrain
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.model import Model
from drivetrain.notebook.asked import Asked
from drivetrain.notebook.in_memory import bench_of
from drivetrain.notebook.sliders import chosen_sliders
from drivetrain.notebook.values import by_element, checked_stop_time, plain_values
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

if TYPE_CHECKING:
    from drivetrain.notebook.widget import Explorer

__all__ = ["explore_compiled", "explore_model"]

_MOST_CURVES = 64


def explore_model(model: Model, names: Sequence[Any], *asked: Any) -> Explorer:
    """Return the widget of a model; see :meth:`drivetrain.Model.explore`."""
    _require_extra()
    return explore_compiled(drivetrain.compile(model), names, *asked)


def explore_compiled(
    compiled: drivetrain.CompiledModel,
    names: Sequence[Any],
    plot: Any = None,
    stop_time: Any = None,
    ranges: Any = None,
    parameters: Any = None,
) -> Explorer:
    """Return the widget of a compiled model; see :meth:`drivetrain.Model.explore`."""
    _require_extra()
    translation = compiled.translation
    sliders = chosen_sliders(translation, names, _checked_ranges(ranges))
    asked = Asked(
        compiled.title,
        bench_of(compiled),
        run=partial(_run, compiled),
        checked=partial(plain_values, translation),
        by_element=partial(by_element, translation),
        sliders=sliders,
        names=None if plot is None else _curves(compiled.layout, plot),
        stop_time=checked_stop_time(stop_time),
        parameters=plain_values(translation, parameters),
    )
    return _widget(asked)


def _widget(asked: Asked) -> Explorer:
    from drivetrain.notebook.widget import Explorer

    return Explorer(asked)


def _run(
    compiled: drivetrain.CompiledModel, values: Mapping[str, Any], stop_time: float | None
) -> Result:
    given = by_element(compiled.translation, values)
    return compiled.simulate(parameters=given, stop_time=stop_time)


def _require_extra() -> None:
    if find_spec("anywidget") is None:
        raise UsageError("explore needs anywidget: pip install 'drivetrain[notebook]'")


def _checked_ranges(ranges: Any) -> Mapping[str, Any]:
    if ranges is None:
        return {}
    if not isinstance(ranges, Mapping):
        raise UsageError(
            f"ranges={shown(ranges)}: give the lowest and the highest value by name, "
            "ranges={'clutch.fn_max': (100, 400)}"
        )
    return ranges


def _curves(layout: Layout, plot: Any) -> list[str]:
    """Return the names of variables, for names, patterns and lists of them."""
    asked = [plot] if isinstance(plot, str) else plot
    if not isinstance(asked, Sequence):
        raise UsageError(f"plot={shown(plot)}: give names of variables in a list, plot=['J1.w']")
    flat = [name for one in asked for name in ([one] if isinstance(one, str) else _listed(one))]
    found = layout.match(*flat)
    if len(found) > _MOST_CURVES:
        raise UsageError(
            f"plot: {len(found)} curves are more than the {_MOST_CURVES} that can be shown: name fewer"
        )
    return found


def _listed(one: Any) -> Sequence[Any]:
    if isinstance(one, Sequence) and all(isinstance(name, str) for name in one):
        return one
    raise UsageError(f"plot: {shown(one)} is neither a name nor a list of names")
