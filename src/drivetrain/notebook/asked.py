"""What a widget is to show: the model or the run, its sliders, its curves; and runs of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drivetrain.simulation.results.result import Result
from drivetrain.studio.model.parameters import Adjustable
from drivetrain.studio.runs.studio_run import perform
from drivetrain.studio.session.session import Perform
from drivetrain.studio.session.workbench import Workbench

__all__ = ["Asked"]


@dataclass(frozen=True, eq=False)
class Asked:
    """What a widget is to show.

    Attributes
    ----------
    title : str
        Name of the model.
    bench : Workbench
        The model as its pages see it.
    run : callable
        Runs it with parameters and a stop time.
    checked : callable
        Returns parameters as plain values by name; refuses what the model does not have.
    by_element, by_array : callable
        Return parameters with those of whole arrays given by element, or once.
    perform : callable
        Makes a run for a page.
    sliders : sequence of Adjustable
        What the sliders move.
    following : callable
        Returns the sliders with the values that they have while some are set.
    names : list of str or None
        Variables that are drawn; None for those that suit the model.
    stop_time : float or None
        End of the run, s.
    parameters : mapping
        Values to begin with.
    is_fixed : bool
        Whether it is one run, which cannot be made again.
    """

    title: str
    bench: Workbench
    run: Callable[[Mapping[str, Any], float | None], Result]
    checked: Callable[[Any], dict[str, Any]]
    by_element: Callable[[Mapping[str, Any]], dict[str, Any]]
    by_array: Callable[[Mapping[str, Any]], dict[str, Any]]
    perform: Perform = perform
    sliders: Sequence[Adjustable] = ()
    following: Callable[[Mapping[str, Any]], Sequence[Adjustable]] = lambda given: ()
    names: list[str] | None = None
    stop_time: float | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    is_fixed: bool = False
