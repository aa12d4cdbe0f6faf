"""The directive that writes the index of all components, library by library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from catalogue import index
from written import Written

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class ComponentIndex(Written):
    """Write the index of all libraries."""

    def lines(self) -> Iterable[str]:
        """Return it as reStructuredText."""
        return index()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("components", ComponentIndex)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
