"""Figures of a report: numbered, with captions, and with names of their own."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from drivetrain.plotting.report.inline_svg import inline, inline_figure
from drivetrain.plotting.result import plot_result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from drivetrain.simulation.results.result import Result

__all__ = ["Figures"]

_BINS = 450
"""Parts of the time in which curves have their extremes only: about a point of the page."""


class Figures:
    """Makes the figures of one report."""

    def __init__(self) -> None:
        self._made = 0

    def figure(self, figure: Figure, caption: str) -> str:
        """Return a picture as an HTML figure.

        Parameters
        ----------
        figure : Figure
            The picture.
        caption : str
            What it shows.
        """
        self._made += 1
        return _captioned(inline_figure(figure, f"f{self._made}-"), caption)

    def svg(self, svg: str, caption: str) -> str:
        """Return an SVG document as an HTML figure.

        Parameters
        ----------
        svg : str
            The document.
        caption : str
            What it shows.
        """
        self._made += 1
        return _captioned(inline(svg, f"f{self._made}-"), caption)

    def plot(self, result: Result, names: Any) -> str:
        """Return variables over time as an HTML figure.

        Parameters
        ----------
        result : Result
            The run.
        names : str or list of str
            Name, pattern, or a list of them for one axes.
        """
        asked = [names] if isinstance(names, str) else [list(names)]
        shown = names if isinstance(names, str) else ", ".join(names)
        return self.figure(plot_result(result, asked, title="", bins=_BINS), shown)


def _captioned(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
