"""What keeps the speeds of a steady state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drivetrain.errors import UsageError, nearest, shown

__all__ = ["balance_of"]


def balance_of(balance: Any, speeds: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the inputs that keep prescribed speeds, in the order of the speeds.

    Parameters
    ----------
    balance : str, mapping or None
        ``"torque"``: a torque at each part whose speed is prescribed. A name: the input that is
        adjusted; by speed, if there are several. None: nothing; the speeds are only where the
        search begins.
    speeds : mapping
        Prescribed speeds by name.

    Raises
    ------
    UsageError
        If it does not fit the speeds.
    """
    if balance is None:
        return ()
    if balance == "torque":
        return tuple(_part(name) for name in speeds)
    if isinstance(balance, str):
        balance = dict.fromkeys(speeds, balance)
    if not isinstance(balance, Mapping):
        raise UsageError(
            f"balance={shown(balance)}: name the input that keeps the speed, such as 'load.k'"
        )
    for name in speeds:
        if name not in balance:
            raise UsageError(
                f"balance says nothing of {name!r}{nearest(name, map(str, balance))}; name an "
                "input for every prescribed speed"
            )
    found = tuple(str(balance[name]) for name in speeds)
    if len(set(found)) < len(found):
        raise UsageError(
            f"balance={shown(balance)}: {len(found)} speeds need as many different inputs"
        )
    return found


def _part(name: str) -> str:
    part, dot, _ = name.rpartition(".")
    if not dot:
        raise UsageError(
            f"speed: {name!r} belongs to no part on which a torque could act: name the input that "
            "keeps it, balance='…'"
        )
    return part
