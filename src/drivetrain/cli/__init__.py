"""The command line: ``drivetrain examples``, ``simulate``, ``check``, ``stubs``.

Only the declarations of commands and options are here, so that help is shown immediately; the
imports that a command needs are made when it runs. Exit status: 0 done, 1 the model or the run
failed, 2 the model or an option was not found or is invalid, 3 with --strict: the run was
completed, but its result did not pass the check. Ctrl-C ends a run with status 1; the part computed
so far is saved and plotted. At other times it prints "Aborted!" and leaves existing files
unchanged.
"""

from __future__ import annotations

import sys
from typing import Any

import click

__all__ = ["main"]


def _seconds(text: str) -> Any:
    """Return an instant in s, given as a number or as a text such as ``500 ms``."""
    return click.FLOAT.convert(_in_seconds(text), None, None)


def _duration(text: str) -> Any:
    return click.FloatRange(min=0, min_open=True).convert(_in_seconds(text), None, None)


def _in_seconds(text: str) -> Any:
    from drivetrain.errors import UnitError
    from drivetrain.modeling.quantities.exact import from_text
    from drivetrain.modeling.quantities.parsing import is_quantity_text

    try:
        return from_text(text, "s", "time") if is_quantity_text(text) else text
    except UnitError as error:
        raise click.BadParameter(str(error)) from error


_MODEL_HELP = """MODEL is the name of an example, a class in a file (model.py:Launch; model.py
alone if there is only one), or a class that can be imported (package.module:Class)."""


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _show_version(context) if asked else None,
    help="Show the version and exit.",
)
def main() -> None:
    """Simulate drivelines with exact friction, backlash and gear losses."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@main.command()
def examples() -> None:
    """List the models that ship with the package."""
    from drivetrain.cli.commands import list_examples

    list_examples()


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option("--start-time", type=_seconds, metavar="S", help="Begin here instead of the default.")
@click.option("--stop-time", type=_seconds, metavar="S", help="End here, such as 2 or '500 ms'.")
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0, min_open=True),
    metavar="REL",
    help="Relative tolerance of the integrator.",
)
@click.option(
    "--interval",
    type=_duration,
    metavar="S",
    help="Distance of output points; both sides of every event are recorded besides.",
)
@click.option(
    "--solver",
    type=click.Choice(["auto", "bs5", "dopri5", "rodas", "cvode", "ida"]),
    help="Integration method; dopri5 means bs5, the last two need the extra 'cvode'.",
)
@click.option(
    "-p",
    "--parameter",
    "parameters",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a parameter: a number, with a unit ('J=20 kg.cm2') or without, true, false, or a "
    "list such as [[0,0.4],[10,0.3]].",
)
@click.option(
    "--record",
    "records",
    multiple=True,
    metavar="SIGNALS",
    help="Keep and save only these signals, separated by commas; * and ? stand for any text.",
)
@click.option(
    "--list",
    "lists",
    multiple=True,
    metavar="SIGNALS",
    help="Print unit, range and description of signals, such as 'clutch*', after the run.",
)
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="FILE",
    help="Save the result as .csv, .parquet or .mat.",
)
@click.option(
    "--plot",
    "plots",
    multiple=True,
    metavar="SIGNALS[:FILE]",
    help="Draw signals, separated by commas, perhaps with a unit ('J1.w [rpm]'); * and ? stand "
    "for any text. [FILE: MODEL.png]",
)
@click.option("--quiet", is_flag=True, help="Print only errors and warnings.")
@click.option(
    "--strict",
    is_flag=True,
    help="End with exit status 3 if the check of the result finds something.",
)
def simulate(model: str, **options: Any) -> None:
    """Run MODEL and print a summary."""
    from drivetrain.cli.commands import Order, run_model

    run_model(model, Order.from_options(**options))


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
def check(model: str) -> None:
    """Examine the structure of MODEL: states, constraints, loops, faults."""
    from drivetrain.cli.commands import check_model

    check_model(model)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Write nothing; end with 1 if a stub is out of date.")
def stubs(files: tuple[str, ...], check: bool) -> None:
    """Tell editors and type checkers the signatures of the components in each FILE.

    They are written to a stub beside it, FILE.pyi. Do so again when the parameters change.
    """
    from drivetrain.cli.stubs import write_stubs

    write_stubs(files, check=check)


def _show_version(context: click.Context) -> None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("drivetrain")
    except PackageNotFoundError:
        number = "(not installed)"
    click.echo(f"drivetrain {number}")
    context.exit()
