"""Short tables as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["aligned", "number"]


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


def number(value: float, digits: int = 6) -> str:
    """Return a number with a few digits; NaN, for a value that does not exist, as a dash."""
    return "–" if value != value else f"{value:.{digits}g}"
