"""Broken models: one catalogue of what people do wrong, and of what they are told.

Each module is a group of models with one fault each. The test runs them all; the documentation
shows them with their messages.
"""

from __future__ import annotations

from tests.broken_models import (
    circuits,
    connections,
    formulas,
    runs,
    shafts,
    starts,
    values,
    vibrations,
)
from tests.broken_models.entry import Broken

__all__ = ["GROUPS", "Broken"]

GROUPS: dict[str, tuple[Broken, ...]] = {
    (module.__doc__ or ""): module.BROKEN
    for module in (
        connections,
        shafts,
        circuits,
        formulas,
        values,
        starts,
        runs,
        vibrations,
    )
}
"""What a group has in common → its models."""
