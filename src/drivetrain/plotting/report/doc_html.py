"""The doc string of a model as HTML: paragraphs, names, headings; all else is text."""

from __future__ import annotations

import re
from html import escape

__all__ = ["doc_html"]

_UNDERLINE = re.compile(r"[-=~]{3,}")
_NAME = re.compile(r"(`+)([^`]+)\1")
_REFERENCE = re.compile(r"\s?\[(\w+)\]_")
_CITED = re.compile(r"^\.\. \[(\w+)\] ")


def doc_html(doc: str) -> str:
    """Return a doc string as HTML.

    Parameters
    ----------
    doc : str
        The doc string, as numpydoc has it: paragraphs with names between backquotes, underlined
        headings, references such as ``.. [1] Author``.
    """
    return "".join(f"{_block(block)}\n" for block in re.split(r"\n\s*\n", doc.strip()) if block)


def _block(block: str) -> str:
    """Return a paragraph, after a heading if it begins with one."""
    lines = [line.strip() for line in block.splitlines()]
    heading = ""
    if len(lines) > 1 and _UNDERLINE.fullmatch(lines[1]):
        heading, lines = f"<p><b>{escape(lines[0])}</b></p>", lines[2:]
    text = escape(" ".join(lines), quote=False)
    text = _CITED.sub(r"[\1] ", text)
    text = _REFERENCE.sub(r" [\1]", text)
    text = _NAME.sub(r"<code>\2</code>", text)
    return heading + (f"<p>{text}</p>" if text else "")
