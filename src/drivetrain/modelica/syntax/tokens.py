"""Split a Modelica text into tokens."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["END", "KEYWORDS", "NAME", "NUMBER", "STRING", "Tokens", "has_pairs", "split_tokens"]

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

_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_QUOTED: Final = r"'(?:[^'\\\n]|\\.)++'"
_COMMENT: Final = r"//[^\n]*+|(?>/\*.*?\*/)"
_NUMBER: Final = r"\d++(?:\.\d*+)?+(?:[eE][+-]?\d++)?+|\.\d++(?:[eE][+-]?\d++)?+"
_OPERATOR: Final = r"[-+*^()\[\]{},;]|\.[*/^+-]|[:<>=]=|<>|/(?!\*)|[:=<>.]"
_DEEPEST: Final = 7
"""How many brackets inside each other an annotation may have that is passed over."""


def _balanced(depth: int) -> str:
    """Return the pattern of a text in which brackets, of whichever kind, are balanced."""
    plain = r"""[^()\[\]{}"'/;]*+"""
    special = rf"{_STRING}|{_QUOTED}|{_COMMENT}|/(?![/*])|\[{plain}(?:;{plain})*+\]"
    if not depth:
        return rf"{plain}(?:(?:{special}){plain})*+"
    return rf"{plain}(?:(?:[(\[{{]{_balanced(depth - 1)}[)\]}}]|{special}){plain})*+"


_PAIRS: Final = ("()", "[]", "{}")
_UNCOUNTED: Final = re.compile(rf"{_STRING}|{_QUOTED}|{_COMMENT}", re.DOTALL)
_SKIPPED: Final = re.compile(rf"(?:\s++|{_COMMENT}|\ufeff)*+", re.DOTALL | re.ASCII)
_WHOLE: Final = rf"annotation(?:\s++|{_COMMENT})*+\({_balanced(_DEEPEST)}\)"
_SINGLE: Final = rf"[A-Za-z_]\w*+|{_QUOTED}|{_NUMBER}|{_STRING}|{_OPERATOR}|\Z"


@cache
def _pattern(*, whole_annotations: bool) -> re.Pattern[str]:
    """Return the pattern of white space and a token."""
    token = f"{_WHOLE}|{_SINGLE}" if whole_annotations else _SINGLE
    return re.compile(rf"{_SKIPPED.pattern}({token})", re.DOTALL | re.ASCII)


class _Kinds(dict[str, str]):
    """The kinds of tokens by their texts; those of names and numbers are kept."""

    def __missing__(self, text: str) -> str:
        first = text[0]
        if first == '"':
            return STRING
        if first == "a" and text[-1] == ")":
            return "annotation"
        kind = NAME if first.isalpha() or first in "_'" else self._number_or_operator(text)
        self[text] = kind
        return kind

    @staticmethod
    def _number_or_operator(text: str) -> str:
        return NUMBER if text[-1].isdigit() or text[0].isdigit() else text


_KINDS: Final = {END: END, **{word: word for word in KEYWORDS}}


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


def split_tokens(
    source: SourceText, start: int = 0, stop: int | None = None, *, whole_annotations: bool = False
) -> Tokens:
    """Return the tokens of a text, or of a part of it.

    Parameters
    ----------
    source : SourceText
        The text.
    start, stop : int, optional
        The part of it.
    whole_annotations : bool
        Whether an annotation whose brackets are balanced is one token, of the kind
        ``annotation``. Most of the text of libraries is of annotations, few of which are read.

    Raises
    ------
    ModelicaError
        If a string or a comment has no end, or a character belongs to nothing.
    """
    text = source.text
    stop = len(text) if stop is None else stop
    scanner = _pattern(whole_annotations=whole_annotations).scanner(text, start, stop)  # type: ignore[attr-defined]
    matches = list(iter(scanner.match, None))
    texts = [match[1] for match in matches]
    if not texts or texts[-1] != END:
        raise _fault(source, matches[-1].end() if matches else start)
    kinds = _Kinds(_KINDS)
    return Tokens([kinds[one] for one in texts], texts, [match.start(1) for match in matches])


_FOREIGN: Final = {
    "!=": "write '<>'",
    "~=": "write '<>'",
    "&&": "write 'and'",
    "||": "write 'or'",
    "!": "write 'not'",
    "?": "write 'if … then … else …'",
    "%": "write 'mod(a, b)'",
}
"""Operators of other languages, and what they are here."""


def has_pairs(text: str) -> bool:
    """Return whether each kind of bracket is closed as often as it is opened."""
    bare = _UNCOUNTED.sub("", text)
    return all(bare.count(opening) == bare.count(closing) for opening, closing in _PAIRS)


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
    for foreign, hint in _FOREIGN.items():
        if rest.startswith(foreign):
            return source.mistake(start, f"'{foreign}' is no operator of Modelica: {hint}")
    return source.mistake(start, f"the character {rest[:1]!r} has no meaning here")
