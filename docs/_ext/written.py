"""Base of the directives that write a part of a page themselves."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


class Written(SphinxDirective):
    """Writes lines of reStructuredText and has them parsed."""

    def lines(self) -> Iterable[str]:
        """Return the lines."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Have the lines parsed in place of the directive."""
        parent = nodes.section()
        parent.document = self.state.document
        source = StringList(list(self.lines()), self.name)
        self.state.nested_parse(source, self.content_offset, parent, match_titles=True)
        return parent.children
