"""Implementation of the commands that look for vibrations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import drivetrain
from drivetrain.cli.arguments import parse_parameters, parse_signals
from drivetrain.cli.failures import BadUsage, user_code
from drivetrain.cli.models import find_model
from drivetrain.errors import DrivetrainError, NameLookupError, UsageError
from drivetrain.files import check_path
from drivetrain.modeling.quantities.parsing import is_quantity_text
from drivetrain.plotting.saving import PICTURE_SUFFIXES

__all__ = [
    "Files",
    "Point",
    "show_campbell",
    "show_modes",
    "show_order_response",
    "show_response",
]


@dataclass(frozen=True)
class Point:
    """Where a model is linearised, as the command line says.

    Attributes
    ----------
    how : mapping
        Keyword arguments of `linearise`, only those that were given.
    """

    how: Mapping[str, Any]

    @classmethod
    def from_options(
        cls, parameters: Sequence[str] = (), speeds: Sequence[str] = (), **given: Any
    ) -> Point:
        """Return the operating point of some options.

        Raises
        ------
        BadUsage
            If an option is not understood.
        """
        how = {name: value for name, value in given.items() if value is not None}
        with _options():
            if "at" in how:
                how["at"] = _number_or_text(how["at"])
            if "time" in how:
                how["time"] = _number_or_text(how["time"])
            if parameters:
                how["parameters"] = parse_parameters(parameters)
            if speeds:
                how["speed"] = parse_parameters(speeds, "--speed")
                how.setdefault("at", "steady")
        return cls(how)


@dataclass(frozen=True)
class Files:
    """What a command writes.

    Attributes
    ----------
    output : Path or None
        Table.
    plot : Path or None
        Picture.
    """

    output: Path | None = None
    plot: Path | None = None

    @classmethod
    def of(cls, output: str | None, plot: str | None) -> Files:
        """Return the files of two options.

        Raises
        ------
        BadUsage
            If a folder is missing, or a suffix is unknown.
        """
        with _options():
            table = None if output is None else check_path(output, (".csv", ".parquet", ".pickle"))
            picture = None if plot is None else check_path(plot, PICTURE_SUFFIXES)
        return cls(table, picture)

    def write(self, result: Any, draw: Callable[[Path], Any]) -> None:
        """Write a table and a picture, and say so."""
        if self.output is not None:
            result.save(self.output)
            click.echo(f"written    {self.output}")
        if self.plot is not None:
            draw(self.plot)
            click.echo(f"written    {self.plot}")


def show_modes(
    text: str, point: Point, chosen: Mapping[str, Any], sensitivity: Sequence[str], files: Files
) -> None:
    """Print the eigenmodes of a model.

    Parameters
    ----------
    text : str
        The model.
    point : Point
        Where it is linearised.
    chosen : mapping
        Keyword arguments of `eigenmodes`.
    sensitivity : sequence of str
        Parameters whose influence is printed, too.
    files : Files
        What is written.
    """
    with _asked(text) as compiled:
        linear = compiled.linearise(**point.how)
        click.echo(str(linear))
        modes = linear.eigenmodes(**chosen)
        click.echo(f"\n{modes}")
        if sensitivity:
            click.echo(f"\n{modes.sensitivity(*parse_signals('--sensitivity', sensitivity))}")
        files.write(modes, lambda path: modes.plot(path=path))


def show_campbell(
    text: str, point: Point, shaft: str, orders: Sequence[str], options: Mapping[str, Any],
    files: Files,
) -> None:  # fmt: skip
    """Print the critical speeds of a model.

    Parameters
    ----------
    text : str
        The model.
    point : Point
        Where steady states are sought.
    shaft : str
        Reference shaft.
    orders : sequence of str
        Orders, or ``shaft=orders``.
    options : mapping
        Other keyword arguments of `campbell`; ranges are texts.
    files : Files
        What is written.
    """
    with _options():
        given = {name: _ends(value) for name, value in options.items() if value is not None}
        every = _orders(orders, shaft)
    with _asked(text) as compiled:
        diagram = compiled.campbell(shaft, orders=every, **given, **_steady(point))
        click.echo(str(diagram))
        files.write(diagram.critical, lambda path: diagram.plot(path=path))


def show_response(
    text: str, point: Point, inputs: Sequence[str], outputs: Sequence[str],
    options: Mapping[str, Any], limit: bool, files: Files,
) -> None:  # fmt: skip
    """Print the peaks of frequency responses.

    Parameters
    ----------
    text : str
        The model.
    point : Point
        Where it is linearised.
    inputs, outputs : sequence of str
        Names or patterns.
    options : mapping
        Other keyword arguments of `frequency_response`; ranges are texts.
    limit : bool
        Whether the amplitude up to which the response holds is printed, too.
    files : Files
        What is written.
    """
    with _options():
        names = parse_signals("--from", inputs), parse_signals("--to", outputs)
        given = {name: _ends(value) for name, value in options.items() if value is not None}
    with _asked(text) as compiled:
        linear = compiled.linearise(inputs=names[0], outputs=names[1], **point.how)
        click.echo(str(linear))
        response = linear.frequency_response(**given)
        click.echo(f"\n{response}")
        if limit:
            click.echo(f"\n{response.limit()}")
        files.write(response, lambda path: response.plot(path=path, limit=limit))


def show_order_response(
    text: str, point: Point, excitation: Sequence[str], outputs: Sequence[str],
    options: Mapping[str, Any], files: Files,
) -> None:  # fmt: skip
    """Print the response of a model to the orders of its own sources.

    Parameters
    ----------
    text : str
        The model.
    point : Point
        Where steady states are sought.
    excitation, outputs : sequence of str
        Names or patterns.
    options : mapping
        Other keyword arguments of `order_response`; ranges are texts.
    files : Files
        What is written.
    """
    with _options():
        sources = parse_signals("--excitation", excitation)
        names = parse_signals("--to", outputs)
        given = {name: _ends(value) for name, value in options.items() if value is not None}
    with _asked(text) as compiled:
        found = compiled.order_response(sources, outputs=names, **given, **_steady(point))
        click.echo(str(found))
        files.write(found, lambda path: found.plot(path=path))


@contextmanager
def _options() -> Iterator[None]:
    """End a command with status 2 if options are not understood."""
    try:
        yield
    except DrivetrainError as error:
        raise BadUsage(str(error)) from error


@contextmanager
def _asked(text: str) -> Iterator[drivetrain.CompiledModel]:
    """Yield a compiled model; names that it does not have end a command with status 2."""
    target = find_model(text)
    model = target.build()
    with user_code(target.file):
        compiled = drivetrain.compile(model)
        try:
            yield compiled
        except NameLookupError as error:
            raise BadUsage(str(error)) from error


def _steady(point: Point) -> dict[str, Any]:
    """Return the keyword arguments of a sweep; its speeds are its own."""
    refused = sorted(set(point.how) & {"at", "speed", "side", "only"})
    if refused:
        raise BadUsage(f"--{refused[0]}: a sweep over the speed has steady states; leave it out")
    return dict(point.how)


def _number_or_text(text: str) -> Any:
    """Return a number, a quantity with its unit, or a word."""
    try:
        return float(text)
    except ValueError:
        return text


def _ends(value: Any) -> Any:
    """Return a range given as two texts as numbers or quantities."""
    if not isinstance(value, tuple):
        return value
    return tuple(text if is_quantity_text(text) else _number(text) for text in value)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{text!r} is no number, nor one with a unit such as '40 rpm'") from None


def _orders(texts: Sequence[str], shaft: str) -> dict[str, list[float]]:
    """Return orders by shaft, from texts such as ``3,6`` and ``pinion=17,34``."""
    found: dict[str, list[float]] = {}
    for text in texts:
        name, equals, numbers = text.rpartition("=")
        try:
            orders = [float(number) for number in numbers.split(",") if number.strip()]
        except ValueError:
            orders = []
        if not orders or (equals and not name.strip()):
            raise UsageError(f"--orders {text!r}: write --orders 3,6 or --orders pinion=17,34")
        found.setdefault(name.strip() if equals else shaft, []).extend(orders)
    return found
