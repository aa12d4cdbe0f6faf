"""How results of analyses are shown: as text, in notebooks, in files, as pictures."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from drivetrain.calls import explained
from drivetrain.files import check_path, suffix_of, write_atomically
from drivetrain.text_tables import aligned, as_html

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["SUFFIXES", "Presented", "drawn"]

SUFFIXES = (".csv", ".parquet", ".pickle")
"""Suffixes of files that tables are written to."""
_MOST_ROWS = 40
"""Rows of a table that are printed; the rest is counted."""


class Presented(ABC):
    """Base of the results of analyses: text, HTML, table, files.

    Subclasses provide :attr:`title` and :meth:`to_pandas`; the text is that table, or a shorter one
    from :meth:`shown_table`, with numbers of six digits.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """What it is, in one line."""

    @abstractmethod
    def to_pandas(self) -> pd.DataFrame:
        """Return the result as a table; units are in square brackets in the names of columns."""

    def shown_table(self) -> pd.DataFrame:
        """Return the table that is printed."""
        return self.to_pandas()

    def notes(self) -> list[str]:
        """Return lines that follow the table: what a reader has to know about it."""
        return []

    def __repr__(self) -> str:
        """Return one line."""
        return f"<{self.title}>"

    def __str__(self) -> str:
        """Return title, table and notes."""
        header, rows, numbers, more = self._cells()
        lines = [self.title, aligned(header, rows, numbers)]
        lines += [f"… and {more} more rows"] * bool(more)
        return "\n".join([*lines, *self.notes()])

    def _repr_html_(self) -> str:
        """Return the table for notebooks."""
        header, rows, numbers, more = self._cells()
        notes = [f"… and {more} more rows"] * bool(more) + self.notes()
        caption = "; ".join([self.title, *notes])
        return as_html(caption, header, rows, numbers)

    def _cells(self) -> tuple[list[str], list[list[str]], list[int], int]:
        """Return header, rows, columns of numbers, and the number of rows left out."""
        frame = self.shown_table().reset_index()
        shown = frame.head(_MOST_ROWS)
        rows = [[_text(cell) for cell in row] for row in shown.itertuples(index=False)]
        numbers = [k for k, kind in enumerate(frame.dtypes) if kind.kind in "iufc"]
        return list(map(str, frame.columns)), rows, numbers, len(frame) - len(shown)

    @explained
    def save(self, path: str | Path) -> Path:
        """Write the table to a file.

        Parameters
        ----------
        path : str or Path
            File ending with ``.csv``, ``.parquet``, or ``.pickle`` (the object itself).

        Returns
        -------
        Path
            The file.

        Raises
        ------
        ResultError
            If the suffix is unknown, the folder is missing, or writing fails.
        """
        target = check_path(path, SUFFIXES)
        suffix = suffix_of(target)
        with write_atomically(target) as unfinished:
            if suffix == ".pickle":
                unfinished.write_bytes(pickle.dumps(self))
            elif suffix == ".parquet":
                self.to_pandas().to_parquet(unfinished)
            else:
                self.to_pandas().to_csv(unfinished)
        return target


def _text(cell: Any) -> str:
    """Return a cell as text."""
    if isinstance(cell, (float, complex)) and cell != cell:
        return "–"
    if isinstance(cell, complex):
        return f"{cell.real:.6g}{cell.imag:+.6g}i"
    if isinstance(cell, float):
        return f"{cell:.6g}"
    return str(cell)


def drawn(name: str, *args: Any, **options: Any) -> Figure:
    """Return a picture: matplotlib is imported only now.

    Parameters
    ----------
    name : str
        Function of `drivetrain.plotting.analysis`.
    *args, **options
        Its arguments.
    """
    made: Figure = getattr(import_module("drivetrain.plotting.analysis"), name)(*args, **options)
    return made
