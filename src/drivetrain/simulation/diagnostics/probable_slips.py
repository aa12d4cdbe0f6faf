"""Warn of parts of a model that do nothing, as `check` reports them."""

from __future__ import annotations

from drivetrain.calls import warn
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ModelWarning

__all__ = ["warn_of_slips"]


def warn_of_slips(translation: Translation) -> None:
    """Issue a `ModelWarning` for each probable slip in a model.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    """
    title = translation.flat.root.title
    for found in translation.probable_slips:
        warn(ModelWarning(f"model '{title}': {found}"))
