"""Which models forward sensitivities cover; all others are refused by name."""

from __future__ import annotations

from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError

__all__ = ["NotCoveredError", "check_model"]

_MOST_STATES = 300


class NotCoveredError(AnalysisError):
    """Sensitivities of this model, or to this parameter, are not available."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}: sensitivities do not cover that; differences of runs do, "
            'gradient(…, method="differences")'
        )


def check_model(translation: Translation) -> None:
    """Refuse a model that is not covered.

    Parameters
    ----------
    translation : Translation
        The model.

    Raises
    ------
    NotCoveredError
        The message names what it contains.
    """
    t = translation
    title = t.flat.root.title
    if t.program.rows or t.program.blocks:
        raise NotCoveredError(f"{title} is so large that its equations are evaluated in loops")
    if len(t.lowered.states) > _MOST_STATES:
        raise NotCoveredError(f"{title} has {len(t.lowered.states)} states")
    if t.kernel.foreign:
        raise NotCoveredError(f"{title} has {t.kernel.foreign[0].part}, which a program computes")
    if not all(one.constant for one in t.program.delays):
        raise NotCoveredError(f"{title} contains delays that vary during a run")
