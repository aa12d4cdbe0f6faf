"""The directive ``.. broken-models::``: what people do wrong, and the message that they get."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from broken_pages import lines
from sphinx.application import Sphinx
from written import Written


class BrokenModels(Written):
    """Write the catalogue of broken models."""

    def lines(self) -> Iterable[str]:
        """Return it as reStructuredText."""
        return lines()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("broken-models", BrokenModels)
    return {"parallel_read_safe": True}
