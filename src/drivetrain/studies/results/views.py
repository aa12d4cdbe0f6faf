"""Pictures and analyses of the result of a study."""

from __future__ import annotations


class StudyViews:
    """Pictures and analyses; see the methods."""
