"""The runs of a study that failed: how many of each kind, and where they lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.markup import table

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["Failures", "kind_of"]

_NUMBER = re.compile(r"(?<![\w.])[-−+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_LONGEST = 120
_SHOWN = 8


def kind_of(message: str) -> str:
    """Return what messages of the same kind have in common: their beginning, without numbers."""
    first = re.split(r"(?<=[^\d])[.:;]\s|\n", message, maxsplit=1)[0]
    told = _NUMBER.sub("…", first)
    return told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"


class Failures(Sequence[int]):
    """Indices of the runs that failed, with their kinds and where they lie.

    Parameters
    ----------
    result : StudyResult
        The study.
    runs : int array
        Indices of the runs.
    """

    def __init__(self, result: StudyResult, runs: NDArray[np.int64]) -> None:
        self._result, self.runs = result, runs

    def __len__(self) -> int:
        """Return how many runs failed."""
        return len(self.runs)

    def __getitem__(self, place: Any) -> Any:
        """Return the index of one of them, or of some."""
        found = self.runs[place]
        return int(found) if np.ndim(found) == 0 else found.tolist()

    def __iter__(self) -> Iterator[int]:
        """Iterate over the indices."""
        return iter(self.runs.tolist())

    @property
    def messages(self) -> Mapping[int, str]:
        """Message of each run, by its index."""
        return {run: self._result.message(run) for run in self}

    @property
    def kinds(self) -> dict[str, int]:
        """How many messages there are of each kind, the most frequent first."""
        return dict(Counter(kind_of(text) for text in self.messages.values()).most_common())

    def of_kind(self, kind: str) -> list[int]:
        """Return the indices of the runs of a kind.

        Parameters
        ----------
        kind : str
            One of :attr:`kinds`.
        """
        return [run for run, text in self.messages.items() if kind_of(text) == kind]

    @explained
    def region(self) -> pd.DataFrame:
        """Return the range of each parameter among all runs, and among those that failed."""
        import pandas as pd

        rows = {}
        for name, values in self._result.parameters.items():
            if values.dtype.kind not in "biuf":
                continue
            own = values[self.runs]
            ends = (own.min(), own.max()) if len(own) else (np.nan, np.nan)
            rows[name] = (values.min(), values.max(), *ends)
        columns = ["least", "greatest", "least failed", "greatest failed"]
        return pd.DataFrame.from_dict(rows, orient="index", columns=columns)

    @explained
    def plot(
        self, x: str | None = None, y: str | None = None, *, path: str | Path | None = None
    ) -> Figure:
        """Draw where runs failed in the plane of two parameters, one colour for each kind.

        Parameters
        ----------
        x, y : str, optional
            Parameters; by default the two whose distributions differ most for runs that failed.
        path : str or Path, optional
            File for the picture.
        """
        from drivetrain.studies.pictures.failure_map import draw_failures

        return draw_failures(self._result, self, x, y, path)

    def __repr__(self) -> str:
        """Return how many runs failed, and why."""
        if not len(self):
            return "<no run failed>"
        lines = [f"{count:6d} × {kind}" for kind, count in list(self.kinds.items())[:_SHOWN]]
        more = len(self.kinds) - _SHOWN
        lines += [f"       and {more} more kinds"] if more > 0 else []
        return "\n".join([f"<{len(self)} of {len(self._result)} runs failed>", *lines])

    def _repr_html_(self) -> str:
        rows = [(count, kind) for kind, count in self.kinds.items()]
        return table(rows, ("runs", "message"), f"{len(self)} runs failed", numbers=(0,))
