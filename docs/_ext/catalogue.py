"""The catalogue of components: a page for every library, made from the declarations themselves.

The directive ``.. catalogue:: drivetrain.rotational`` lists every public class of a library with
its description, parameters, signals, connectors and variables. The pages that hold it are written
when a build begins, so a new library has its page without anybody thinking of it.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import drivetrain
from drivetrain.modeling import Component, Connector, Model
from drivetrain.modeling.members import REQUIRED, Parameter, Signal, TableParameter, Variable

MACHINERY = ("cli", "compiler", "kernel", "modeling", "plotting", "simulation")

PAGE = """# {name}

```{{eval-rst}}
.. automodule:: drivetrain.{name}
   :no-members:

.. catalogue:: drivetrain.{name}
```
"""


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
        for titled in parent.findall(nodes.section):
            # Two libraries may have a class of one name: its title is no label for all pages.
            for label in titled["names"]:
                self.state.document.nametypes.pop(label, None)
            titled["names"] = []
        return parent.children


def component_classes(library: Any) -> list[type[Component]]:
    """Return the public component classes of a library."""
    found = (getattr(library, name) for name in getattr(library, "__all__", ()))
    classes = (cls for cls in found if isinstance(cls, type))
    return [c for c in classes if issubclass(c, Component) and not issubclass(c, Model)]


def libraries() -> Iterator[str]:
    """Yield the names of the packages that offer component classes."""
    for name in packages(drivetrain.__path__):
        if name not in MACHINERY:
            library = import_module(f"drivetrain.{name}")
            inner = [f"{name}.{one}" for one in packages(library.__path__) if one != "interfaces"]
            yield from (one for one in (name, *inner) if offers(one))


def packages(path: list[str]) -> list[str]:
    """Return the names of the packages in a folder."""
    return [module.name for module in pkgutil.iter_modules(path) if module.ispkg]


def offers(name: str) -> bool:
    """Tell whether a package offers component classes."""
    return bool(component_classes(import_module(f"drivetrain.{name}")))


def write_pages(app: Sphinx) -> None:
    """Write a page per library, and take away those of libraries that are gone."""
    folder = Path(app.srcdir) / "catalogue" / "generated"
    folder.mkdir(exist_ok=True)
    pages = {folder / f"{name}.md": PAGE.format(name=name) for name in libraries()}
    for old in set(folder.glob("*.md")) - set(pages):
        old.unlink()
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def plain(text: str) -> str:
    """Return text in which a bar outside of literals is a bar, not a substitution."""
    parts = re.split(r"(``.*?``)", text)
    return "".join(p if p.startswith("``") else p.replace("|", r"\|") for p in parts)


def section(cls: type[Component]) -> Iterator[str]:
    """Yield the lines about one class."""
    summary, _, rest = (inspect.getdoc(cls) or "").partition("\n")
    body = rest.partition("\nNotes\n")[0].partition("\nReferences\n")[0]
    yield from (cls.__name__, "-" * len(cls.__name__), "")
    yield from (plain(line) for line in (summary, *body.splitlines(), ""))
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
            yield f"   {'*' if k == 0 else ' '} - {plain(cell)}"
    yield ""


def parameter_row(name: str, declaration: Any) -> tuple[str, ...] | None:
    """Return name, default, unit and description of a parameter."""
    if not isinstance(declaration, Parameter | TableParameter):
        return None
    default = declaration.default
    text = repr(default) if isinstance(default, str) else str(default)
    shown = "required" if default is REQUIRED else f"``{text}``"
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
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True}
