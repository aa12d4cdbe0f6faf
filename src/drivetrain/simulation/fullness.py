"""Fullness: whether a stiff method can be asked for though a model has no sparse Jacobian."""

from __future__ import annotations

from drivetrain.compiler.jacobian.chain_rule import is_too_full, made_of_slopes
from drivetrain.compiler.jacobian.fill_in import LARGEST_FULL
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError

__all__ = ["check_fullness"]


def check_fullness(translation: Translation, solver: str) -> None:
    """Refuse a stiff method for a model that is too large for a full matrix.

    Parameters
    ----------
    translation : Translation
        A model without a sparse Jacobian.
    solver : str
        Name of the method.

    Raises
    ------
    UsageError
        If so it is.
    """
    lowered = translation.lowered
    n = len(lowered.states)
    if n > LARGEST_FULL and made_of_slopes(lowered) and is_too_full(lowered):
        raise UsageError(
            f"solver={solver!r} needs the Jacobian, and in {translation.flat.root.title} so many "
            f"of the {n} states act on each derivative that it would be a full matrix of {n} x "
            f"{n} numbers; full ones are made up to {LARGEST_FULL} states: choose 'auto', which "
            "integrates this model explicitly, or 'bs5'"
        )
