"""A file that was made for a page."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Download"]


@dataclass(frozen=True)
class Download:
    """A file that was made for a page.

    Attributes
    ----------
    name : str
        Its name.
    media_type : str
        As for the header ``Content-Type``.
    body : bytes
        Its contents.
    """

    name: str
    media_type: str
    body: bytes
