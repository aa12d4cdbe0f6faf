"""The end of a run, at which ``when(terminal(), …)`` is carried out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError
from drivetrain.modeling.functions import END_OF_RUN

__all__ = ["refuse_without_end", "waits_for_end", "with_end"]

Floats = NDArray[np.float64]


def waits_for_end(translation: Translation) -> bool:
    """Return whether something in a model happens at the end of a run."""
    program = translation.program
    return any(
        program.ops[first] == "const" and program.values[first] == END_OF_RUN
        for first, _ in program.samples
    )


def with_end(starts: Floats, end: float | None) -> Floats:
    """Return first ticks of clocks; those of `terminal` are at the end of a run that has one.

    Parameters
    ----------
    starts : float array
        First ticks, s.
    end : float or None
        The end of the run; ``None`` for a run that is only a part of one, and never ends.
    """
    return starts if end is None else np.where(starts == END_OF_RUN, end, starts)


def refuse_without_end(translation: Translation, what: str) -> None:
    """Refuse what has no end that is known when it begins.

    Parameters
    ----------
    translation : Translation
        The model.
    what : str
        What is asked for.

    Raises
    ------
    UsageError
        If something in the model happens at the end of a run.
    """
    if waits_for_end(translation):
        raise UsageError(
            f"{what}: {translation.flat.root.title} says what happens at the end of a run, "
            "terminal(), which is known in a whole run alone: leave that out, or use simulate(…)"
        )
