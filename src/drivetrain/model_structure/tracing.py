"""Make the structure of a model from its declarations and statements."""

from __future__ import annotations

from drivetrain.calls import explained
from drivetrain.compiler.report import check as check_model
from drivetrain.errors import DrivetrainError
from drivetrain.model_structure.bodies_of import bodies_of, no_bodies
from drivetrain.model_structure.lines_of import lines_of
from drivetrain.model_structure.parts_of import bare_part, parts_of
from drivetrain.model_structure.structure import Structure
from drivetrain.modeling.argument_values import check_flags
from drivetrain.modeling.component import Component, as_component
from drivetrain.modeling.tracing.lenient import trace_leniently
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["structure"]


@explained
def structure(model: Component, *, check: bool = False) -> Structure:
    """Return the structure of a model: parts, ports, connections, rigid bodies.

    It is made without translating the model, so that a model with faults has one too: what could
    not be understood is missing in it, and `faults` tells why.

    Parameters
    ----------
    model : Model
        The model.
    check : bool
        Whether to translate the model as well, which finds more faults.

    Returns
    -------
    Structure
        Immutable.

    Raises
    ------
    UsageError
        If the argument is not a model.

    Examples
    --------
    >>> import drivetrain as dt
    >>> found = dt.structure(dt.examples.find("First")())
    >>> [str(one) for one in found.connections][:2]
    ['torque.flange >> inertia1.flange_a', 'inertia1.flange_b >> ideal_gear.flange_a']
    >>> found.part("spring").title
    'Spring'
    """
    check_flags("structure", check=check)
    asked = as_component(model)
    trace, errors = trace_leniently(asked)
    made = _without_faults(asked, trace)
    if check and not errors:
        errors = [DrivetrainError(text) for text in check_model(asked).faults]
    return _with_faults(made, errors)


def _without_faults(model: Component, trace: Trace | None) -> Structure:
    if trace is None:
        return Structure(bare_part(type(model), ""), (), (), (), no_bodies())
    outermost = parts_of(trace, type(model))
    connections, signals, functions = lines_of(trace)
    return Structure(outermost, connections, signals, functions, bodies_of(trace))


def _with_faults(made: Structure, errors: list[DrivetrainError]) -> Structure:
    if not errors:
        return made
    faults = tuple(made.fault(error) for error in errors)
    return Structure(
        made.model, made.connections, made.signals, made.functions, made.bodies, faults
    )
