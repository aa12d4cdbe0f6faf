"""Split a Modelica text into tokens."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["END", "KEYWORDS", "NAME", "NUMBER", "STRING", "Tokens", "split_tokens"]

NAME: Final = "name"
NUMBER: Final = "number"
STRING: Final = "string"
END: Final = ""
"""Kind of the token behind the last one."""

KEYWORDS: Final = frozenset(
    (
        "algorithm", "and", "annotation", "block", "class", "connect", "connector", "constant",
        "constrainedby", "der", "discrete", "each", "else", "elseif", "elsewhen",
        "encapsulated", "end", "enumeration", "equation", "expandable", "extends", "external",
        "false", "final", "flow", "for", "function", "if", "import", "in", "initial", "inner",
        "input", "loop", "model", "not", "or", "outer", "output", "package", "parameter",
        "partial", "protected", "public", "record", "redeclare", "replaceable", "return",
        "then", "true", "type", "when", "while", "within",
    )
)  # fmt: skip
"""Words that are no names. ``break operator pure impure stream``, words of later editions, are
names where older libraries use them so."""

_TOKEN: Final = re.compile(
    r"""
    (?: \s+ | //[^\n]* | /\*.*?\*/ | \ufeff )*
    (?: (?P<name>     [A-Za-z_]\w* | '(?:[^'\\\n]|\\.)+' )
      | (?P<number>   \d+ (?:\.\d*)? (?:[eE][+-]?\d+)? | \.\d+ (?:[eE][+-]?\d+)? )
      | (?P<string>   "(?:[^"\\]|\\.)*" )
      | (?P<operator> \.[*/^+-] | := | <= | >= | <> | == | /(?!\*) | [-+*^()\[\]{},;:=<>.] )
      | (?P<finish>   \Z )
    )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_SKIPPED: Final = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/|\ufeff)*", re.DOTALL)


class Tokens(NamedTuple):
    """The tokens of a text.

    Attributes
    ----------
    kinds : list of str
        A keyword or an operator itself, or `NAME`, `NUMBER`, `STRING`; at last `END`.
    texts : list of str
        How each is written.
    starts : list of int
        Where each begins.
    """

    kinds: list[str]
    texts: list[str]
    starts: list[int]


def split_tokens(source: SourceText) -> Tokens:
    """Return the tokens of a text.

    Raises
    ------
    ModelicaError
        If a string or a comment has no end, or a character belongs to nothing.
    """
    kinds: list[str] = []
    texts: list[str] = []
    starts: list[int] = []
    keywords = KEYWORDS
    at = 0
    for match in iter(_TOKEN.scanner(source.text).match, None):  # type: ignore[attr-defined]
        kind = match.lastgroup
        text = match[kind]
        if kind == "operator" or (kind == "name" and text in keywords):
            kind = text
        at = match.end()
        if kind == "finish":
            kind = END
        kinds.append(kind)
        texts.append(text)
        starts.append(at - len(text))
        if kind == END:
            return Tokens(kinds, texts, starts)
    raise _fault(source, at)


def _fault(source: SourceText, at: int) -> Exception:
    """Return what is wrong with the text that no token begins with."""
    skipped = _SKIPPED.match(source.text, at)
    start = skipped.end() if skipped else at
    rest = source.text[start : start + 2]
    if rest.startswith('"'):
        return source.mistake(start, "this string has no end")
    if rest == "/*":
        return source.mistake(start, "this comment has no end")
    if rest.startswith("'"):
        return source.mistake(start, "this quoted name has no end on its line")
    return source.mistake(start, f"the character {rest[:1]!r} has no meaning here")
