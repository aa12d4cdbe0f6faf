"""Trace as much of a model as can be traced, for pictures of models with faults."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

from drivetrain.errors import DrivetrainError
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.tracing.calling import run_method
from drivetrain.modeling.tracing.slots import Trace
from drivetrain.modeling.tracing.structural import structural_values
from drivetrain.modeling.tracing.trace import TraceBuilder, trace

__all__ = ["trace_leniently"]


def trace_leniently(component: Component) -> tuple[Trace | None, list[DrivetrainError]]:
    """Return the trace of a component, without those statements and parts that have faults.

    Parameters
    ----------
    component : Component
        The model.

    Returns
    -------
    Trace or None
        What could be traced; None if not even its structural parameters have values.
    list of DrivetrainError
        What was wrong, in the order of the statements; empty if nothing was.
    """
    try:
        return trace(component), []
    except Exception as error:  # the model's own code may raise anything
        first = _as_own(error)
    if (builder := component._steps_taken()) is not None:
        return builder.result(), [first]
    try:
        values = structural_values(component, {})
    except Exception as error:
        return None, [_as_own(error)]
    errors: list[DrivetrainError] = []
    made = _statements(component, TraceBuilder(type(component), type(component).__name__, values),
                       errors)  # fmt: skip
    return made, errors or [first]


def _statements(
    component: Component, builder: TraceBuilder, errors: list[DrivetrainError]
) -> Trace:
    """Declare and state what is possible; collect the errors."""
    cls = type(component)
    declared = cls.declarations().items()
    for name, member in sorted(declared, key=lambda item: isinstance(item[1], Component)):
        _collected(errors, partial(builder.declare, name, member, component._created))
    traced = object.__new__(cls)
    traced.__dict__.update(builder.references)

    def accept(statement: Any, where: SourceLine) -> None:
        _collected(errors, lambda: builder.state(statement, where))
        builder.stated.add(id(statement))

    _collected(errors, lambda: run_method(traced, "equations", accept, builder.stated))
    return builder.result()


def _collected(errors: list[DrivetrainError], step: Callable[[], object]) -> None:
    try:
        step()
    except Exception as error:
        errors.append(_as_own(error))


def _as_own(error: Exception) -> DrivetrainError:
    """Return an exception of the model's own code as one of the package."""
    if isinstance(error, DrivetrainError):
        return error
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = SourceLine(last.filename, last.lineno or 0)
    return DrivetrainError(f"{type(error).__name__}: {error} [{place}]")
