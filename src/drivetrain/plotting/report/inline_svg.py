"""Figures as SVG within HTML: no request, no date, and names that occur once in the page."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["inline", "inline_figure"]

_BEFORE = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>\s*", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_NAMESPACE = re.compile(r'\sxmlns(:\w+)?="[^"]*"')
_VERSION = re.compile(r'(<svg\b[^>]*?)\sversion="[^"]*"')
_ID = re.compile(r'(\sid=")([^"]*)(")')
_REFERENCE = re.compile(r'((?:href="|url\()#)([^")]*)')
_LONG = re.compile(r"(?<![\w#])(-?\d+\.\d{3})\d+")


def inline_figure(figure: Figure, prefix: str) -> str:
    """Return a figure as an SVG element; no window will show it.

    Parameters
    ----------
    figure : Figure
        The picture.
    prefix : str
        Put before the names of its elements.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE

    made = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(made, format="svg", metadata={"Date": None})
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close(figure)
    return _shorter(inline(made.getvalue(), prefix))


def inline(svg: str, prefix: str) -> str:
    """Return an SVG document as an element of a page.

    Parameters
    ----------
    svg : str
        The document.
    prefix : str
        Put before the names of its elements.
    """
    for unwanted in (_BEFORE, _METADATA, _COMMENT, _NAMESPACE):
        svg = unwanted.sub("", svg)
    svg = _VERSION.sub(r"\1", svg).replace("xlink:href=", "href=")
    svg = _ID.sub(rf"\1{prefix}\2\3", svg)
    return _REFERENCE.sub(rf"\1{prefix}\2", svg)


def _shorter(svg: str) -> str:
    """Return an SVG with three decimals, of a point, in the coordinates of paths."""
    return re.sub(r'(\sd=")([^"]*)(")', lambda m: m[1] + _LONG.sub(r"\1", m[2]) + m[3], svg)
