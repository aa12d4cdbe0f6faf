"""Run the methods of a class with symbols, and report errors with their source lines."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from inspect import isfunction, signature
from typing import Any

from drivetrain.errors import (
    DrivetrainError,
    ExpressionError,
    ModelError,
    NameLookupError,
    nearest,
)
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import Chain
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.members import VectorRef
from drivetrain.modeling.unused_statements import (
    Note,
    dropped_equations,
    listening,
    take_besides,
)

__all__ = ["check_members", "check_yields", "run_method"]

_MOST_STATEMENTS = 1_000_000
_SYMBOLS = ("VariableRef", "ParameterRef", "PreviousRef", "VectorRef", "TableRef", "Expr")
_FOREIGN = (
    "a function of Python or NumPy was given a quantity that is known only while the model runs: "
    "use sin, sqrt, minimum … of drivetrain.modeling"
)
_SLIPS = {
    "for ^": "a power is written **, not ^",
    "not subscriptable": "a single quantity has no elements: leave the brackets out",
    "not callable": "a quantity cannot be called like a function: write * between two factors",
}
"""Python's messages for operations that a quantity does not have, and better ones."""


def run_method(
    traced: Component, method: str, accept: Callable[[Any, SourceLine], None], stated: Set[int]
) -> None:
    """Pass every statement of each class's own method to `accept`, base classes first.

    Parameters
    ----------
    traced : Component
        Object with symbols in place of its members.
    method : str
        ``"equations"`` or ``"initial_equations"``.
    accept : callable
        Called with a statement and its source line.
    stated : set of int
        Identities of the statements that `accept` has received.

    Raises
    ------
    DrivetrainError
        If a statement is invalid, or was made but not yielded; the message names class and line.
    """
    cls = type(traced)
    for klass in reversed(cls.__mro__):
        function = vars(klass).get(method)
        if function is None or klass is Component:
            continue
        _check_method(cls, method, function)
        code = function.__code__
        where = SourceLine(code.co_filename, code.co_firstlineno)
        try:
            with listening(code.co_filename) as notes, take_besides() as besides:
                statements = function(traced)
                _check_yields(statements, method, bool(code.co_names))
                iterator = iter(statements or ())
                for count, statement in enumerate(iterator):
                    if count >= _MOST_STATEMENTS:
                        raise ExpressionError(
                            f"'{method}' yields more than {_MOST_STATEMENTS} statements and goes "
                            "on: does it ever end? Many alike parts are an array"
                        )
                    where = _innermost_line(iterator) or where
                    accept(statement, where)
                    while besides:
                        accept(besides.pop(0), where)
                for statement in besides:
                    accept(statement, where)
            _check_stated(notes, stated, cls, where)
        except AttributeError as error:
            if isinstance(error.obj, (Expr, VectorRef)):
                raise _located(_no_attribute(error), cls, where, function) from error
            if error.obj is not traced:
                raise
            unknown = NameLookupError(
                f"'{cls.__name__}' has no member {error.name!r}"
                f"{nearest(str(error.name), vars(traced))}; it has "
                f"{', '.join(vars(traced)) or 'none'}"
            ).with_traceback(error.__traceback__)
            raise _located(unknown, cls, where, function) from error
        except NameError as error:
            if error.name not in vars(traced):
                raise
            bare = NameLookupError(
                f"'{error.name}' is a member of '{cls.__name__}': write 'self.{error.name}'"
            ).with_traceback(error.__traceback__)
            raise _located(bare, cls, where, function) from error
        except IndexError as error:
            if _is_of_package(error):
                raise
            raise _located(_out_of_range(error), cls, where, function) from error
        except TypeError as error:
            if "indices must be integers" in str(error):
                raise _located(_out_of_range(error), cls, where, function) from error
            if not any(symbol in str(error) for symbol in _SYMBOLS):
                raise
            slip = next((told for sign, told in _SLIPS.items() if sign in str(error)), _FOREIGN)
            foreign = ExpressionError(slip).with_traceback(error.__traceback__)
            raise _located(foreign, cls, where, function) from error
        except DrivetrainError as error:
            raise _located(error, cls, where, function) from error


def _innermost_line(statements: Any) -> SourceLine | None:
    """Return the line of the statement just yielded, in the method to which it was delegated."""
    while getattr(statements, "gi_yieldfrom", None) is not None:
        inner = statements.gi_yieldfrom
        if getattr(inner, "gi_frame", None) is None:
            break
        statements = inner
    frame = getattr(statements, "gi_frame", None)
    return SourceLine(frame.f_code.co_filename, frame.f_lineno) if frame is not None else None


def _is_of_package(error: Exception) -> bool:
    """Return whether an error was raised by the package itself, not in a method that it calls."""
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    return tb is not None and tb.tb_frame.f_globals.get("__name__", "").startswith("drivetrain.")


def _out_of_range(error: Exception) -> DrivetrainError:
    """Return the error for an index into a list of plain values that has no such element."""
    made = ExpressionError(
        f"an index does not fit: {error}; the elements of a list have the whole numbers from 0 on"
    )
    return made.with_traceback(error.__traceback__)


def _no_attribute(error: AttributeError) -> DrivetrainError:
    """Return the error for a name after the dot of a quantity."""
    name = getattr(error.obj, "name", str(error.obj))
    what = "a vector" if isinstance(error.obj, VectorRef) else "a single quantity"
    made = NameLookupError(f"'{name}' is {what}, which has no member {error.name!r}")
    return made.with_traceback(error.__traceback__)


def _check_method(cls: type, method: str, function: Any) -> None:
    """Refuse anything but a method of `self` alone."""
    try:
        signature(function).bind(None)
        if isfunction(function):
            return
    except TypeError:
        pass
    raise ModelError(
        f"'{cls.__name__}.{method}' is not a method that yields statements: write "
        f"'def {method}(self):'"
    )


def check_members(traced: Component, references: Mapping[str, Any]) -> None:
    """Refuse a class whose methods assign to one of its members.

    Raises
    ------
    ExpressionError
        If they do; the message names the member.
    """
    cls = type(traced)
    for name, reference in references.items():
        if vars(traced)[name] is not reference:
            raise ExpressionError(
                f"'self.{name} = …' in '{cls.__name__}' assigns a Python name and says nothing "
                f"about the model: write 'yield self.{name} == …'{_assigned_at(cls, name)}"
            )


def check_yields(cls: type[Component]) -> None:
    """Refuse a class with an equation that one of its methods makes but does not yield.

    Raises
    ------
    ExpressionError
        If there is one; the message shows it, with its line.
    """
    for klass in cls.__mro__:
        if klass.__module__.startswith("drivetrain.") or not issubclass(klass, Component):
            continue
        for method in filter(isfunction, vars(klass).values()):
            for text, line in dropped_equations(method.__code__):
                place = SourceLine(method.__code__.co_filename, line)
                raise _not_yielded(text, klass, place)


def _not_yielded(statement: object, cls: type, place: SourceLine) -> ExpressionError:
    return ExpressionError(
        f"'{statement}' is made but not yielded, so it would say nothing: write 'yield' before it "
        f"[in {cls.__name__}, {place}]"
    )


def _assigned_at(cls: type, name: str) -> str:
    """Return the line in the equations of a class that assigns to a member, in brackets."""
    for klass in cls.__mro__:
        code = getattr(vars(klass).get("equations"), "__code__", None)
        if code is not None:
            lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
            for number, line in enumerate(lines, start=code.co_firstlineno):
                if re.search(rf"\.{name}\s*=[^=]", line):
                    return f" [in {cls.__name__}, {SourceLine(code.co_filename, number)}]"
    return ""


def _check_yields(statements: Any, method: str, has_body: bool) -> None:
    if statements is None and has_body:
        raise ExpressionError(f"'{method}' states nothing: write 'yield' before each statement")
    one = isinstance(statements, (Expr, Chain))
    if one or not isinstance(statements, Iterable | None):
        raise ExpressionError(
            f"'{method}' returns '{statements}' instead of yielding it: write 'yield' before each "
            "statement"
        )


def _check_stated(notes: list[Note], stated: Set[int], cls: type, where: SourceLine) -> None:
    """Refuse statements that were made but not yielded."""
    for statement, line in reversed(notes):
        parts = statement.links if isinstance(statement, Chain) else (statement,)
        if parts and not any(id(part) in stated for part in parts):
            raise _not_yielded(statement, cls, replace(where, line=line) if line else where)


def _located(
    error: DrivetrainError, cls: type, where: SourceLine, function: Any
) -> DrivetrainError:
    """Add class and source line to an error raised while tracing."""
    text = str(error)
    if " [in " in text:
        return error
    tb = error.__traceback__
    while tb is not None:
        if tb.tb_frame.f_code is function.__code__:
            where = replace(where, line=tb.tb_lineno)
        tb = tb.tb_next
    return type(error)(f"{text} [in {cls.__name__}, {where}]")
