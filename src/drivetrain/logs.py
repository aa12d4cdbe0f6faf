"""Channels of `logging` in which the package tells what it does; silent unless they are asked for.

Switch one on by ``logging.basicConfig()`` and
``logging.getLogger("drivetrain.events").setLevel("DEBUG")``.
"""

from __future__ import annotations

import logging
from typing import Final

__all__ = ["EVENTS", "EXPORT", "INITIALISATION", "SOLVER", "STUDIES", "TRANSLATION"]

TRANSLATION: Final = logging.getLogger("drivetrain.translation")
"""Passes of the compiler, their seconds, and the size of the model."""

INITIALISATION: Final = logging.getLogger("drivetrain.initialisation")
"""Start values, and how they were found."""

EVENTS: Final = logging.getLogger("drivetrain.events")
"""Each event: instant, cause, what changed."""

SOLVER: Final = logging.getLogger("drivetrain.solver")
"""Steps, rejected steps, changes of the method."""

STUDIES: Final = logging.getLogger("drivetrain.studies")
"""Studies: chunks of runs, workers that were lost, what a store was opened with."""

EXPORT: Final = logging.getLogger("drivetrain.export")
"""Units: what is built for a platform, which takes a while."""

logging.getLogger("drivetrain").addHandler(logging.NullHandler())
