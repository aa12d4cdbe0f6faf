"""Find the machine of a run, to draw it."""

from __future__ import annotations

from drivetrain.errors import ResultError
from drivetrain.model_structure import Structure, structure
from drivetrain.simulation.results.result import Result

__all__ = ["machine_of"]


def machine_of(result: Result) -> Structure:
    """Return the structure of the model of a run.

    Parameters
    ----------
    result : Result
        The run.

    Raises
    ------
    ResultError
        If the result does not know its model any more.
    """
    translation = getattr(result.origin, "translation", None)
    if translation is None:
        raise ResultError(
            f"the result of {result.model} does not know its model any more, so that the machine "
            "cannot be drawn: take the result of a run, not one that was loaded or pickled"
        )
    return structure(translation.flat.top)
