"""The directive ``catalogue``: what the component classes of a library declare, as tables.

``.. catalogue:: drivetrain.rotational`` lists every public class of the library with its
description, parameters, inputs and outputs, and connectors, read from the declarations themselves.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from drivetrain.modeling import Component, Connector
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable


class Catalogue(SphinxDirective):
    """List the component classes of a library."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write the sections as reStructuredText and have them parsed."""
        library = import_module(self.arguments[0])
        lines = [line for cls in component_classes(library) for line in section(cls)]
        source = StringList(lines, self.arguments[0])
        parent = nodes.section()
        parent.document = self.state.document
        self.state.nested_parse(source, self.content_offset, parent, match_titles=True)
        return parent.children


def component_classes(library: Any) -> list[type[Component]]:
    """Return the public component classes of a library."""
    found = (getattr(library, name) for name in library.__all__)
    return [cls for cls in found if isinstance(cls, type) and issubclass(cls, Component)]


def section(cls: type[Component]) -> Iterator[str]:
    """Yield the lines about one class."""
    summary, _, rest = (inspect.getdoc(cls) or "").partition("\n")
    body = rest.partition("\nNotes\n")[0].partition("\nReferences\n")[0]
    yield from (cls.__name__, "-" * len(cls.__name__), "", summary, *body.splitlines(), "")
    bases = [base.__name__ for base in cls.__bases__ if base is not Component]
    if bases:
        yield from (f"Derives from {', '.join(bases)}.", "")
    declared = cls.declarations()
    yield from table("Parameters", [parameter_row(n, d) for n, d in declared.items()])
    yield from table("Connectors and signals", [port_row(n, d) for n, d in declared.items()])
    yield from table("Variables", [variable_row(n, d) for n, d in declared.items()])


def table(title: str, rows: list[tuple[str, ...] | None]) -> Iterator[str]:
    """Yield a list table, or nothing if there is nothing to show."""
    shown = [row for row in rows if row is not None]
    if not shown:
        return
    yield from (f".. list-table:: {title}", "   :widths: auto", "   :align: left", "")
    for row in shown:
        for k, cell in enumerate(row):
            yield f"   {'*' if k == 0 else ' '} - {cell}"
    yield ""


def parameter_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, default, unit and description of a parameter."""
    if not isinstance(declaration, Parameter | TableParameter):
        return None
    default = declaration.default
    shown = "required" if default is REQUIRED else f"``{default}``"
    if isinstance(declaration, Parameter) and declaration.final:
        shown = f"always {shown}"
    return f"``{name}``", shown, declaration.unit, declaration.doc


def port_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, kind and description of a connector or signal."""
    if isinstance(declaration, Connector):
        kind = type(declaration).__name__
    elif isinstance(declaration, Signal):
        kind = f"{'input' if declaration.is_input else 'output'} in {declaration.unit}"
    else:
        return None
    return f"``{name}``", kind, declaration.doc


def variable_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, unit and description of a variable."""
    if not isinstance(declaration, Variable) or isinstance(declaration, Signal):
        return None
    return f"``{name}``", declaration.unit, declaration.doc


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("catalogue", Catalogue)
    return {"parallel_read_safe": True}
