"""Members that classes share with the classes around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Scope", "is_inner", "is_outer", "scope_of"]


@dataclass(frozen=True)
class Scope:
    """How a member is shared.

    Parameters
    ----------
    is_inner : bool
        Whether parts, however deep inside, find it; else it stands for one of a class around.
    where : SourceLine
        The line that says so.
    name : str
        The name by which parts find it, if that is another one than its own.
    """

    is_inner: bool
    where: Any
    name: str = ""


def scope_of(member: Any) -> Scope | None:
    """Return how a member is shared; ``None`` if its class has it alone."""
    found = getattr(member, "_scope", None)
    return found if isinstance(found, Scope) else None


def is_inner(member: Any) -> bool:
    """Return whether a member is found by parts, however deep inside."""
    scope = scope_of(member)
    return scope is not None and scope.is_inner


def is_outer(member: Any) -> bool:
    """Return whether a member stands for one of a class around."""
    scope = scope_of(member)
    return scope is not None and not scope.is_inner
