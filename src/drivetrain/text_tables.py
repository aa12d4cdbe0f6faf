"""Short tables as text, and as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["aligned", "as_html", "joules", "number"]


def aligned(header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int]) -> str:
    """Return a table with aligned columns.

    Parameters
    ----------
    header : sequence of str
        Titles of the columns.
    rows : iterable of sequence of str
        Cells.
    numbers : sequence of int
        Columns that are aligned to the right.
    """
    table = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = (
        "  ".join(
            cell.rjust(width) if k in numbers else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )
    return "\n".join(lines)


def as_html(
    caption: str, header: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int]
) -> str:
    """Return a table for notebooks.

    Parameters
    ----------
    caption : str
        Text above it.
    header, rows, numbers
        As for :func:`aligned`.
    """

    def line(cells: Sequence[str], tag: str) -> str:
        sides = ("right" if k in numbers else "left" for k in range(len(cells)))
        told = zip(sides, map(escape, cells), strict=True)
        return "".join(f'<{tag} style="text-align: {side}">{cell}</{tag}>' for side, cell in told)

    lines = (f"<tr>{line(row, 'td')}</tr>" for row in rows)
    head = f"<thead><tr>{line(header, 'th')}</tr></thead>"
    return (
        f"<table><caption>{escape(caption)}</caption>{head}<tbody>{''.join(lines)}</tbody></table>"
    )


def number(value: float, digits: int = 6) -> str:
    """Return a number with a few digits; NaN, for a value that does not exist, as a dash."""
    return "–" if value != value else f"{value:.{digits}g}"


def joules(value: float, digits: int = 4) -> str:
    """Return an energy with a prefix that suits its size: ``25.41 kJ``.

    Parameters
    ----------
    value : float
        The energy, J.
    digits : int
        Digits that count.
    """
    prefixes = (
        (1e9, "GJ"), (1e6, "MJ"), (1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"), (1e-9, "nJ"),
    )  # fmt: skip
    size, unit = next((one for one in prefixes if abs(value) >= one[0]), (1.0, "J"))
    rounded = float(f"{value / size:.{digits}g}")
    return f"{rounded:.{max(digits, 3)}g} {unit}".replace("-", "−")
