"""What `explore` is given: checked before anything is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import drivetrain
from drivetrain.errors import ResultError, UsageError, shown
from drivetrain.model_structure import Structure
from drivetrain.modeling.model import Model
from drivetrain.notebook.asked import Asked
from drivetrain.notebook.in_memory import bench_of, bench_of_run
from drivetrain.notebook.sliders import chosen_sliders, following
from drivetrain.notebook.values import by_array, checked_stop_time, plain_values
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studio.model.places import by_element
from drivetrain.studio.runs.studio_run import Setting, StudioRun

if TYPE_CHECKING:
    from drivetrain.notebook.widget import Explorer

__all__ = ["explore_compiled", "explore_model", "explore_result"]

_MOST_CURVES = 64
_FIRST_CURVES = 6


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
        by_element=partial(by_element, translation.flat.root),
        by_array=partial(by_array, translation),
        sliders=sliders,
        following=partial(following, translation, sliders),
        names=None if plot is None else _curves(compiled.layout, plot),
        stop_time=checked_stop_time(stop_time),
        parameters=plain_values(translation, parameters),
    )
    return _widget(asked)


def explore_result(result: Result, names: Sequence[Any]) -> Explorer:
    """Return the widget of a run; see :meth:`drivetrain.Result.explore`."""
    _require_extra()
    if not len(result.time):
        raise ResultError(f"nothing was recorded of {result.model}, so there is nothing to show")
    bench = bench_of_run(result)
    asked = Asked(
        result.model,
        bench,
        run=lambda values, stop_time: result,
        checked=_refused,
        by_element=dict,
        by_array=dict,
        perform=partial(_recorded, result),
        names=_curves(result.layout, names) if names else _speeds(result, bench.loaded.structure),
        is_fixed=True,
    )
    return _widget(asked)


def _refused(parameters: Any) -> dict[str, Any]:
    if parameters:
        raise UsageError("this widget shows one run as it is: explore the model to set parameters")
    return {}


def _recorded(result: Result, *_: Any) -> StudioRun:
    """Return a run that was made before, whatever is asked."""
    return StudioRun("run 1", Setting({}, {}), result, "done", None, 0.0)


def _speeds(result: Result, machine: Structure | None) -> list[str]:
    """Return the variables that are drawn first: speeds of bodies if there are any."""
    heavy = (
        [] if machine is None else [one.path for one in machine.parts if one.stores == "kinetic"]
    )
    speeds = [f"{path.replace('[:]', '[0]')}.{unit}" for path in heavy for unit in ("w", "v")]
    known = [name for name in speeds if name in result]
    known = known or [name for name in result if name.endswith((".w", ".v"))]
    return (known or list(result))[:_FIRST_CURVES]


def _widget(asked: Asked) -> Explorer:
    from drivetrain.notebook.widget import Explorer

    return Explorer(asked)


def _run(
    compiled: drivetrain.CompiledModel, values: Mapping[str, Any], stop_time: float | None
) -> Result:
    given = by_element(compiled.translation.flat.root, values)
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
            f"{len(found)} curves are more than the {_MOST_CURVES} that can be shown: name fewer"
        )
    return found


def _listed(one: Any) -> Sequence[Any]:
    if isinstance(one, Sequence) and all(isinstance(name, str) for name in one):
        return one
    raise UsageError(f"plot: {shown(one)} is neither a name nor a list of names")
