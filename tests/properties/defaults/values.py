"""Values that stand in the tables of defaults."""

from __future__ import annotations

import math
import sys
from typing import NamedTuple

from drivetrain.modeling.members import REQUIRED

__all__ = ["EPS", "INF", "REQUIRED", "SMALL", "E", "Formula"]

E = math.e
EPS = sys.float_info.epsilon
INF = math.inf
SMALL = sys.float_info.min


class Formula(NamedTuple):
    """A default or bound that depends on other parameters."""

    text: str
