"""State priorities that depend on structural parameters."""

from __future__ import annotations

from drivetrain.modeling import Expr

__all__ = ["prefer_unless"]


def prefer_unless(exact: Expr) -> Expr:
    """Return the state priority of a motion that is filtered, and hence a state, unless `exact`."""
    return Expr("where", (exact, Expr("const", (), "default"), Expr("const", (), "prefer")))
