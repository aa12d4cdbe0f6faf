"""How a name of Modelica is spelt here: camelCase becomes snake_case."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["snake_case"]

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake_case(name: str) -> str:
    """Return a Modelica name in this package's spelling.

    Single letters and short symbols (``J``, ``Ti``, ``Q_flow``) keep their case.

    Parameters
    ----------
    name : str
        Name of a member, such as ``useHeatPort``.
    """
    words = _HUMP.sub("\0", name).split("\0")
    return "_".join([words[0], *(word.lower() for word in words[1:])])
