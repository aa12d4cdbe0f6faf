"""Small HTML tables, as notebooks show models, reports and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

__all__ = ["outline", "pairs", "sections", "table"]

_MOST_ITEMS = 12
"""Number of items up to which a list is shown unfolded."""

_LEFT: Final = "text-align:left"
_RIGHT: Final = "text-align:right"
_TOP: Final = "text-align:left;vertical-align:top"


def table(
    rows: Iterable[Sequence[object]],
    head: Sequence[str] = (),
    title: str = "",
    numbers: Sequence[int] = (),
) -> str:
    """Return a table; every text is escaped.

    Parameters
    ----------
    rows : iterable of sequences
        Cells, shown by ``str``.
    head : sequence of str
        Names of the columns.
    title : str
        Line above.
    numbers : sequence of int
        Columns that are aligned to the right.
    """
    body = [_row([escape(str(cell)) for cell in row], "td", numbers) for row in rows]
    top = [f"<thead>{_row(list(map(escape, head)), 'th', numbers)}</thead>"] if head else []
    return _table([*top, f"<tbody>{''.join(body)}</tbody>"], title)


def pairs(items: Iterable[tuple[str, object]], title: str = "") -> str:
    """Return a table of two columns, names and values; without a name, more of the one above.

    Parameters
    ----------
    items : iterable of (str, object)
        The rows.
    title : str
        Line above.
    """
    return sections(((name, str(value).splitlines()) for name, value in items), title)


def sections(items: Iterable[tuple[str, Sequence[object]]], title: str = "") -> str:
    """Return a table of two columns: a heading, and the lines that belong to it.

    Parameters
    ----------
    items : iterable of (str, sequence)
        Headings with their lines; a long list is folded.
    title : str
        Line above.
    """
    body = [
        f'<tr><th style="{_TOP}">{escape(name)}</th><td style="{_LEFT}">{_list(lines)}</td></tr>'
        for name, lines in items
    ]
    return _table([f"<tbody>{''.join(body)}</tbody>"], title)


def outline(text: str, title: str = "") -> str:
    """Return a text of headings and indented lines as :func:`sections`.

    Parameters
    ----------
    text : str
        Lines; those that begin with a blank belong to the heading above. ``heading: rest`` on one
        line makes `rest` the first of them.
    title : str
        Line above.
    """
    found: list[tuple[str, list[object]]] = []
    for line in text.splitlines():
        if line.startswith(" ") and found:
            found[-1][1].append(line.strip())
        else:
            heading, _, rest = line.partition(": ")
            found.append((heading, [rest] if rest else []))
    return sections(found, title)


def _list(lines: Sequence[object]) -> str:
    shown = "<br>".join(escape(str(line)) for line in lines)
    if len(lines) <= _MOST_ITEMS:
        return shown
    return f"<details><summary>{len(lines)} lines</summary>{shown}</details>"


def _row(cells: Sequence[str], tag: str, numbers: Sequence[int]) -> str:
    made = (
        f'<{tag} style="{_RIGHT if k in numbers else _LEFT}">{cell}</{tag}>'
        for k, cell in enumerate(cells)
    )
    return f"<tr>{''.join(made)}</tr>"


def _table(parts: Sequence[str], title: str) -> str:
    caption = f'<caption style="{_LEFT}"><b>{escape(title)}</b></caption>' if title else ""
    return f"<table>{caption}{''.join(parts)}</table>"
