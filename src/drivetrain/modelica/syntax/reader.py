"""A reader of tokens: what all parts of the parser need."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from drivetrain.errors import ModelicaError, nearest
from drivetrain.modelica.syntax.source_text import SourceText
from drivetrain.modelica.syntax.tokens import END, KEYWORDS, NAME, NUMBER, STRING, split_tokens

__all__ = ["Opened", "TokenReader"]

_Item = TypeVar("_Item")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v",
}  # fmt: skip
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}


class Opened(NamedTuple):
    """A class, `if`, `for`, `when` or `while` that has begun and not ended."""

    what: str
    position: int
    ends: str


class TokenReader:
    """Goes through the tokens of a text.

    Parameters
    ----------
    source : SourceText
        The text.
    start, stop : int, optional
        The part of it that is read.
    defers_annotations : bool
        Whether annotations are not read before somebody asks for them.
    """

    def __init__(
        self,
        source: SourceText,
        start: int = 0,
        stop: int | None = None,
        *,
        defers_annotations: bool = False,
    ) -> None:
        self.source = source
        self.kinds, self.texts, self.starts = split_tokens(
            source, start, stop, whole_annotations=defers_annotations
        )
        self.at = 0
        self.opened: list[Opened] = []

    # -- going on ----------------------------------------------------------------------------------

    def accept(self, kind: str) -> bool:
        """Pass the next token if it is of this kind."""
        if self.kinds[self.at] != kind:
            return False
        self.at += 1
        return True

    def word(self) -> str:
        """Return the next name if it is one of those that only later editions reserve."""
        return self.texts[self.at] if self.kinds[self.at] == NAME else ""

    def name(self, what: str = "a name") -> str:
        """Pass a name and return it."""
        if self.kinds[self.at] != NAME:
            raise self._no_name(what)
        self.at += 1
        return self.texts[self.at - 1]

    def close(self, opening: int) -> None:
        """Pass the bracket that closes the one at this token."""
        closing = _CLOSING[self.kinds[opening]]
        if not self.accept(closing):
            raise self._unclosed(opening, closing)

    def semicolon(self) -> None:
        """Pass a semicolon."""
        if not self.accept(";"):
            raise self._no_semicolon()

    def description(self) -> str:
        """Pass a description, several strings joined by ``+``, and return it; empty if none."""
        if self.kinds[self.at] != STRING:
            return ""
        text = self.string()
        while self.kinds[self.at] == "+" and self.kinds[self.at + 1] == STRING:
            self.at += 1
            text += self.string()
        return text

    def string(self) -> str:
        """Pass a string and return what it says."""
        if self.kinds[self.at] != STRING:
            raise self.unexpected("a string")
        self.at += 1
        text = self.texts[self.at - 1][1:-1]
        if "\\" in text:
            text = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), text)
        return text

    def listed(self, one: Callable[[], _Item], closing: str) -> tuple[_Item, ...]:
        """Return items with commas between them, up to this bracket, which is not passed."""
        items: list[_Item] = []
        if self.kinds[self.at] == closing:
            return ()
        items.append(one())
        while self.accept(","):
            items.append(one())
        return tuple(items)

    # -- what was opened ---------------------------------------------------------------------------

    def open(self, what: str, ends: str, position: int) -> None:
        """Note that something has begun there."""
        self.opened.append(Opened(what, position, ends))

    def end_of(self, keyword: str) -> None:
        """Pass ``end if`` and the like."""
        if self.kinds[self.at] == "end" and self.kinds[self.at + 1] == keyword:
            self.at += 2
            self.opened.pop()
            return
        raise self.no_end()

    def no_end(self) -> ModelicaError:
        """Return that what was opened last has no end."""
        what, position, ends = self.opened[-1]
        if self.kinds[self.at] == END:
            return self.unexpected(f"'{ends}'")
        line = self.source.line(position)
        text = f"'{ends}' is missing for the '{what}' that was opened in line {line}"
        return self.mistake(text + self._hint_at_branches(what, position))

    def _hint_at_branches(self, what: str, position: int) -> str:
        """Return a hint at the keyword of another branch that was probably meant."""
        opening = bisect_left(self.starts, position)
        inside = self.kinds[opening : self.at]
        if what == "if" and ("else", "if") in pairwise(inside):
            return "; 'else if' opens an 'if' of its own, another branch begins with 'elseif'"
        branch = {"if": "elseif", "when": "elsewhen"}.get(what, "")
        if branch and self.kinds[self.at] in {"elseif", "elsewhen"} - {branch}:
            return f"; another branch of it begins with '{branch}', not {self.shown()}"
        return ""

    # -- mistakes ----------------------------------------------------------------------------------

    def mistake(self, message: str, at: int | None = None) -> ModelicaError:
        """Return an error at a token, the next one if none is given."""
        return self.source.mistake(self.starts[self.at if at is None else at], message)

    def unexpected(self, wanted: str) -> ModelicaError:
        """Return an error: something else stands where this is wanted."""
        if self.kinds[self.at] == END:
            return self.mistake(self._inside(wanted))
        return self.mistake(f"{wanted} is expected here, not {self.shown()}")

    def shown(self, at: int | None = None) -> str:
        """Return a token for a message."""
        at = self.at if at is None else at
        if self.kinds[at] == END:
            return "the end of the file"
        if self.kinds[at] == STRING:
            return "a string"
        text = "annotation" if self.kinds[at] == "annotation" else self.texts[at]
        return f"the number {text}" if self.kinds[at] == NUMBER else f"'{text}'"

    def _no_name(self, wanted: str) -> ModelicaError:
        keyword = self.kinds[self.at]
        if keyword in KEYWORDS:
            return self.mistake(
                f"{wanted} is expected here; '{keyword}' is a keyword, and can be no name"
            )
        return self.unexpected(wanted)

    def _inside(self, wanted: str) -> str:
        if not self.opened:
            return f"the file ends where {wanted} is expected"
        what, position, _ = self.opened[-1]
        return (
            f"the file ends inside {what}, which was opened in line {self.source.line(position)}; "
            f"{wanted} is expected"
        )

    def _is_line_done(self) -> bool:
        """Return whether the next token stands on a later line than the one before it."""
        line = self.source.line
        return self.at > 0 and line(self.starts[self.at]) > line(self._end_of_last())

    def _end_of_last(self) -> int:
        return self.starts[self.at - 1] + len(self.texts[self.at - 1])

    def _no_semicolon(self) -> ModelicaError:
        if self.kinds[self.at] == END:
            return self.unexpected("';'")
        if self._is_line_done():
            return self.source.mistake(
                self._end_of_last(), "';' is missing at the end of this line"
            )
        if self.kinds[self.at] in ")]}":
            return self.mistake(f"{self.shown()} closes no bracket")
        is_glued = self._end_of_last() == self.starts[self.at]
        if is_glued and self.kinds[self.at - 1] == NUMBER and self.kinds[self.at] == NAME:
            number = self.texts[self.at - 1] + self.texts[self.at]
            return self.mistake(f"'{number}' is no number", self.at - 1)
        return self.mistake(f"';' is expected here, not {self.shown()}")

    def _unclosed(self, opening: int, closing: str) -> ModelicaError:
        place = self.starts[opening]
        line, column = self.source.line(place), self.source.column(place)
        of = f"the '{self.kinds[opening]}' of line {line}, column {column}"
        text = f"'{closing}' is missing for {of}"
        if self.kinds[self.at] == END:
            return self.mistake(f"{text}; {self._inside(repr(closing))}")
        if self._is_line_done() or self.kinds[self.at] == ";":
            return self.source.mistake(self._end_of_last(), text)
        return self.mistake(f"{text}; {self.shown()} does not belong there")

    def nearest_keyword(self, text: str, words: tuple[str, ...]) -> str:
        """Return a hint at a keyword that is written nearly so."""
        return nearest(text, words, 1)
