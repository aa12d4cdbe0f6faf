"""Why a derivative is not found from variational equations."""

from __future__ import annotations

from drivetrain.errors import AnalysisError

__all__ = ["NotVariationalError"]


class NotVariationalError(AnalysisError):
    """The variational equations say nothing here; the message is the reason, for the result."""
