"""Warn of given parameters that have no effect, as others are given in their place."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from drivetrain.calls import outside
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ModelWarning

__all__ = ["warn_of_idle_parameters"]

_SHOWN = 3


def warn_of_idle_parameters(translation: Translation, names: Iterable[str]) -> None:
    """Issue a `ModelWarning` for each given parameter without an effect.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    names : iterable of str
        Names that are given values.
    """
    for name, others in translation.parameter_updates.idle(tuple(names)).items():
        few = ", ".join(map(repr, others[:_SHOWN])) + ", \N{HORIZONTAL ELLIPSIS}" * (
            len(others) > _SHOWN
        )
        warnings.warn(
            ModelWarning(
                f"parameters: {name!r} has no effect: {few}, which would follow from it, "
                f"{'is' if len(others) == 1 else 'are'} given as well; leave one of them out"
            ),
            stacklevel=outside(),
        )
