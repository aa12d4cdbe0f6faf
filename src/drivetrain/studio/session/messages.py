"""Messages to the page as JSON text, which has no infinity."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

__all__ = ["as_text"]


def as_text(kind: str, facts: Mapping[str, Any]) -> str:
    """Return a message as JSON; numbers that are not finite become texts, ``"inf"``.

    Parameters
    ----------
    kind : str
        Its type.
    facts : mapping
        Everything else.

    Examples
    --------
    >>> as_text("progress", {"fraction": 0.5, "most": float("inf")})
    '{"type":"progress","fraction":0.5,"most":"inf"}'
    """
    message = {"type": kind, **facts}
    try:
        return _dumped(message)
    except ValueError:
        return _dumped(_finite(message))


def _dumped(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value
