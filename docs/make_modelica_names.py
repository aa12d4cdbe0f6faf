"""Write the tables of Modelica names into their page: ``python docs/make_modelica_names.py``.

The names are those of ``drivetrain.modelica.library``. The page is kept in the repository, so
that it can be read there; a test tells when it has to be written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from drivetrain.modelica.library.classes import GROUPS, ONLY_HERE, Group

DOCS = Path(__file__).parent

PAGE = DOCS / "modelica_names.md"
MARK = "<!-- What follows is written by docs/make_modelica_names.py. -->"
"""Where the tables begin; what stands before it is written by hand."""


def page() -> str:
    """Return the page as it should be."""
    before = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    return "\n".join([before + MARK, "", *tables()])


def tables() -> Iterator[str]:
    """Yield the lines of the tables as Markdown."""
    for group in GROUPS:
        yield from table(group)
    yield from only_here()


def table(group: Group) -> Iterator[str]:
    """Yield the lines of the table of one package."""
    note = f"; {group.note.replace('``', '`')}" if group.note else ""
    yield from (f"## {group.package}", "", f"In `{group.library}`{note}.", "")
    yield from ("| Modelica | here |", "| --- | --- |")
    yield from (f"| {name} | `{ours}` |" for name, ours in group.names())
    yield from (f"| {name} | – ({instead}) |" for name, instead in group.missing.items())
    yield ""


def only_here() -> Iterator[str]:
    """Yield the lines about classes without a counterpart."""
    yield from ("## Classes that are only here", "")
    for library, names in ONLY_HERE.items():
        shown = ", ".join(f"`{name}`" for name in names.split())
        yield f"* `{library}`: {shown}"
    yield ""


def main() -> None:
    """Write the page anew."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
