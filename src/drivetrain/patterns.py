"""Patterns of names: ``*`` stands for any text and ``?`` for one character."""

from __future__ import annotations

import re

__all__ = ["is_pattern", "wildcard"]


def is_pattern(text: object) -> bool:
    """Tell whether a text is a pattern with wildcards."""
    return isinstance(text, str) and any(mark in text for mark in "*?")


def wildcard(pattern: str) -> re.Pattern[str]:
    """Return the regular expression of a pattern; square brackets are part of a name."""
    parts = [{"*": ".*", "?": "."}.get(mark, re.escape(mark)) for mark in pattern]
    return re.compile("".join(parts))
