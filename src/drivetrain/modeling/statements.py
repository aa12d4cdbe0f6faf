"""Statements other than equations that `equations` may yield."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drivetrain.modeling.expression import Expr

__all__ = ["Assertion", "Hold", "Reinit", "When"]


@dataclass(frozen=True, eq=False)
class When:
    """Actions done in the instant in which a condition becomes true."""

    condition: Expr
    actions: tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Reinit:
    """A continuous variable goes on from a new value."""

    variable: Expr
    value: Expr


@dataclass(frozen=True, eq=False)
class Assertion:
    """A condition that must hold at every accepted point.

    Attributes
    ----------
    ends : bool
        When it does not hold, the run has come to its end; otherwise it has failed.
    """

    condition: Expr
    message: str
    ends: bool = False


@dataclass(frozen=True, eq=False)
class Hold:
    """A speed that is exactly zero while a Boolean variable is true.

    Attributes
    ----------
    massless : mapping
        Structural parameters to be used instead where the speed has no inertia behind it.
    prescribed : mapping
        The same where a source prescribes the speed.
    """

    speed: Expr
    condition: Expr
    massless: Mapping[str, Any]
    prescribed: Mapping[str, Any]
