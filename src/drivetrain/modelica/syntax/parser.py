"""Parse Modelica."""

from __future__ import annotations

from contextlib import suppress

from drivetrain.errors import ModelicaError
from drivetrain.modelica.syntax.classes import ClassParser
from drivetrain.modelica.syntax.nodes import Expression, StoredFile
from drivetrain.modelica.syntax.source_text import SourceText
from drivetrain.modelica.syntax.tokens import END

__all__ = ["parse", "parse_expression"]


def parse(source: SourceText) -> StoredFile:
    """Return what a text says; annotations are read when they are asked for.

    Raises
    ------
    ModelicaError
        If it is no Modelica; the message shows the first mistake, in annotations as well.
    """
    with suppress(ModelicaError):
        return _parsed(source, defers_annotations=True)
    return _parsed(source, defers_annotations=False)


def _parsed(source: SourceText, *, defers_annotations: bool) -> StoredFile:
    parser = ClassParser(source, defers_annotations=defers_annotations)
    try:
        return parser.stored_file()
    except RecursionError:
        raise parser.mistake("brackets or classes are nested too deeply here") from None


def parse_expression(source: SourceText) -> Expression:
    """Return a single expression.

    Raises
    ------
    ModelicaError
        If the text is none, or goes on behind it.
    """
    parser = ClassParser(source)
    try:
        found = parser.expression()
    except RecursionError:
        raise parser.mistake("brackets are nested too deeply here") from None
    if parser.kinds[parser.at] != END:
        raise parser.unexpected("the end of the expression")
    return found
