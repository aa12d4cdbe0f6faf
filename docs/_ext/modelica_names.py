"""Tables of Modelica names.

The directive ``.. modelica-names::`` writes one table per Modelica package, and a list of the
classes that are only here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from modelica_classes import GROUPS, ONLY_HERE, Group
from sphinx.application import Sphinx
from written import Written


class ModelicaNames(Written):
    """Write the tables of names."""

    def lines(self) -> Iterator[str]:
        """Yield them as reStructuredText."""
        for group in GROUPS:
            yield from table(group)
        yield from bases()


def table(group: Group) -> Iterator[str]:
    """Yield the lines of the table of one package."""
    yield from (group.package, "-" * len(group.package), "")
    note = f"; {group.note}" if group.note else ""
    yield from (f"In ``{group.library}``{note}.", "")
    yield from (".. list-table::", "   :header-rows: 1", "   :align: left", "")
    yield from ("   * - Modelica", "     - here")
    for name, ours in group.names():
        yield from (f"   * - {name}", f"     - ``{ours}``")
    for name, instead in group.missing.items():
        yield from (f"   * - {name}", f"     - – ({instead.replace('`', '``')})")
    yield ""


def bases() -> Iterator[str]:
    """Yield the lines about classes without a counterpart."""
    title = "Classes that are only here"
    yield from (title, "-" * len(title), "")
    for library, names in ONLY_HERE.items():
        shown = ", ".join(f"``{name}``" for name in names.split())
        yield from (f"* ``{library}``: {shown}",)
    yield ""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("modelica-names", ModelicaNames)
    return {"parallel_read_safe": True}
