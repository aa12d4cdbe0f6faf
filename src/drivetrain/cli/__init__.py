"""The command line: ``drivetrain simulate``, ``check``, ``studio``, ``modes``, ``campbell`` ….

Only the declarations of commands and options are here, so that help is shown immediately; the
imports that a command needs are made when it runs. Exit status: 0 done, 1 the model or the run
failed, 2 the model or an option was not found or is invalid, 3 with --strict: the run was
completed, but its result did not pass the check. Ctrl-C ends a run with status 1; the part computed
so far is saved and plotted; it ends a study with status 130, and what is finished is stored. At
other times it prints "Aborted!" and leaves existing files unchanged.
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
alone if there is only one), a class that can be imported (package.module:Class), a Modelica
model (Rig.mo:Launch), or an FMU (engine.fmu)."""


_library = click.option(
    "--library",
    "libraries",
    multiple=True,
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="Folder with libraries that a Modelica model needs, before those of MODELICAPATH.",
)


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
    "for any text, A+B puts two into one axes. [FILE: MODEL.png]",
)
@click.option("--plot-over", metavar="SIGNAL", help="Draw over this signal instead of the time.")
@click.option(
    "--plot-between", nargs=2, type=_seconds, metavar="START STOP", help="Draw this window of time."
)
@click.option(
    "--timeline",
    metavar="FILE",
    help="Draw when friction elements, freewheels and gears stuck, slid or were free.",
)
@click.option(
    "--report",
    metavar="FILE",
    help="Write diagram, settings, plots, energy and events of the run to one .html.",
)
@click.option("--quiet", is_flag=True, help="Print only errors and warnings.")
@click.option(
    "--strict",
    is_flag=True,
    help="End with exit status 3 if the check of the result finds something.",
)
@_library
def simulate(model: str, **options: Any) -> None:
    """Run MODEL and print a summary."""
    from drivetrain.cli.commands import Order, run_model

    run_model(model, Order.from_options(**options))


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@_library
def check(model: str, libraries: tuple[str, ...]) -> None:
    """Examine the structure of MODEL: states, constraints, loops, faults."""
    from drivetrain.cli.commands import check_model

    check_model(model, libraries)


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option(
    "--to",
    "language",
    type=click.Choice(["python", "modelica"]),
    help="Language to write. [the other one]",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="FILE",
    help="Write this file instead of printing the text; a folder takes all of a Modelica package.",
)
@_library
def convert(
    model: str, language: str | None, output: str | None, libraries: tuple[str, ...]
) -> None:
    """Write a Modelica MODEL as Python, or a Python MODEL as Modelica."""
    from drivetrain.cli.conversion import convert_model

    convert_model(model, language, output, libraries)


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write .svg, .png, .pdf or .html. [MODEL.svg]",
)
@click.option("--view", metavar="VIEW", help="Kind of diagram. [what suits the model]")
@click.option("--inside", default="", metavar="PART", help="Draw what is inside a part.")
@click.option("--open", "opened", multiple=True, metavar="PART", help="Draw the parts of a part.")
def diagram(
    model: str, output: str | None, view: str | None, inside: str, opened: tuple[str, ...]
) -> None:
    """Draw MODEL: its parts and how they are connected."""
    from drivetrain.cli.diagrams import draw_model

    draw_model(model, output, view, inside, opened)


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option(
    "--fmi", type=click.Choice(["2", "3"]), default="3", help="Version of the standard. [3]"
)
@click.option("--kind", "kinds", metavar="KINDS", help="cs, me, or both as cs,me. [cs]")
@click.option(
    "--to", "outputs", multiple=True, metavar="SIGNALS", help="Outputs, such as 'J1.w,clutch*.tau'."
)
@click.option(
    "--flange",
    "flanges",
    multiple=True,
    metavar="NAME[=WAY]",
    help="Cut here; WAY is 'torque in', 'motion in' or auto. [auto]",
)
@click.option("--variables", metavar="WHICH", help="interface, parts or all. [parts]")
@click.option(
    "--platforms", metavar="NAMES", help="Such as linux64,win64,darwin-arm64. [this computer]"
)
@click.option("--sources", is_flag=True, help="Add the source in C, for any platform.")
@click.option("--stop-time", type=_seconds, metavar="S", help="End of the default experiment.")
@click.option("--tolerance", type=float, metavar="TOL", help="Relative tolerance of the solver.")
@click.option(
    "--most-steps", type=int, metavar="N", help="Solver steps in a communication step. [10000000]"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write this .fmu. [MODEL.fmu]",
)
def export(model: str, **options: Any) -> None:
    """Write MODEL as a functional mock-up unit (FMU) for other tools."""
    from drivetrain.cli.exports import export_model

    export_model(model, **options)


def _point(command: Any) -> Any:
    """Add the options that say where a model is linearised."""
    for option in reversed(_POINT):
        command = option(command)
    return command


_POINT = (
    click.option("--at", metavar="S", help="Instant, 'start' or 'steady'. [start]"),
    click.option(
        "--side", type=click.Choice(["before", "after"]), help="Side of an event at that instant."
    ),
    click.option(
        "--speed",
        "speeds",
        multiple=True,
        metavar="NAME=VALUE",
        help="Speed of a steady state, such as 'flywheel.w=42 rpm'.",
    ),
    click.option("--time", metavar="S", help="Seek a steady state from this instant of the run."),
    click.option("--balance", metavar="NAME", help="Input that keeps the speed. [a torque]"),
    click.option(
        "--average",
        type=click.FloatRange(min=0),
        metavar="N",
        help="Average a steady state over N revolutions.",
    ),
    click.option(
        "-p",
        "--parameter",
        "parameters",
        multiple=True,
        metavar="NAME=VALUE",
        help="Set a parameter, as for 'simulate'.",
    ),
)


def _files(command: Any) -> Any:
    """Add the options that say what is written."""
    table = click.option("--output", type=_PATH, metavar="FILE", help="Save the table as .csv.")
    picture = click.option("--plot", type=_PATH, metavar="FILE", help="Draw a picture.")
    return table(picture(command))


_PATH = click.Path(dir_okay=False)


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@_point
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="So many eigenmodes.")
@click.option("--near", type=click.FloatRange(min=0), metavar="HZ", help="Those near a frequency.")
@click.option("--undamped", is_flag=True, help="Leave out all dampers.")
@click.option(
    "--sensitivity",
    multiple=True,
    metavar="NAMES",
    help="Also print the influence of parameters, such as '*.c'.",
)
@_files
def modes(
    model: str,
    count: int | None,
    near: float | None,
    undamped: bool,
    sensitivity: tuple[str, ...],
    output: str | None,
    plot: str | None,
    **point: Any,
) -> None:
    """Linearise MODEL and print its eigenmodes."""
    from math import pi

    from drivetrain.cli.analyses import Files, Point, show_modes

    chosen = {"count": count, "near": near and 2 * pi * near, "damped": not undamped}
    given = {name: value for name, value in chosen.items() if value is not None}
    show_modes(
        model, Point.from_options(**point), given, sensitivity, Files.of(output, plot)
    )  # fmt: skip


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option("--shaft", required=True, metavar="NAME", help="Part whose speed is varied.")
@click.option(
    "--orders",
    required=True,
    multiple=True,
    metavar="[SHAFT=]ORDERS",
    help="Orders, such as 3,6; those of another shaft as pinion=17,34.",
)
@click.option(
    "--between", nargs=2, required=True, metavar="LOW HIGH", help="Speeds, '40 rpm' or rad/s."
)
@click.option("--operating", nargs=2, metavar="LOW HIGH", help="Speeds of operation.")
@click.option("--excitation", metavar="NAMES", help="Sources that excite, for vector sums.")
@_point
@_files
def campbell(
    model: str,
    shaft: str,
    orders: tuple[str, ...],
    between: tuple[str, str],
    operating: tuple[str, str] | None,
    excitation: str | None,
    output: str | None,
    plot: str | None,
    **point: Any,
) -> None:
    """Print the critical speeds of MODEL; --plot draws its Campbell diagram."""
    from drivetrain.cli.analyses import Files, Point, show_campbell

    options = {"between": between, "operating": operating, "excitation": excitation}
    where = Point.from_options(**point)
    show_campbell(model, where, shaft, orders, options, Files.of(output, plot))


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option("--from", "inputs", multiple=True, metavar="INPUTS", help="Inputs, such as motor.")
@click.option(
    "--excitation",
    multiple=True,
    metavar="NAMES",
    help="Instead: sources of the model, whose orders excite it over the speed.",
)
@click.option("--shaft", metavar="NAME", help="With --excitation: part that orders belong to.")
@click.option("--to", "outputs", multiple=True, required=True, metavar="SIGNALS", help="Outputs.")
@click.option(
    "--between",
    nargs=2,
    required=True,
    metavar="LOW HIGH",
    help="Frequencies, '50 Hz' or rad/s; with --excitation speeds, '40 rpm' or rad/s.",
)
@click.option("--limit", is_flag=True, help="Also up to which amplitude the response holds.")
@_point
@_files
def response(
    model: str,
    inputs: tuple[str, ...],
    excitation: tuple[str, ...],
    shaft: str | None,
    outputs: tuple[str, ...],
    between: tuple[str, str],
    limit: bool,
    output: str | None,
    plot: str | None,
    **point: Any,
) -> None:
    """Print the peaks of the response of MODEL to harmonic inputs, or to orders."""
    from drivetrain.cli.analyses import Files, Point, show_order_response, show_response

    if bool(inputs) == bool(excitation):
        raise click.UsageError("give either --from or --excitation")
    if (shaft is None) == bool(excitation):
        raise click.UsageError("--shaft belongs to --excitation, which needs it")
    files, where = Files.of(output, plot), Point.from_options(**point)
    if inputs:
        show_response(model, where, inputs, outputs, {"between": between}, limit, files)
    else:
        options = {"between": between, "shaft": shaft}
        show_order_response(model, where, excitation, outputs, options, files)


@main.command(epilog=_MODEL_HELP)
@click.argument("model")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="Port of this machine. [one that is free]",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--edit",
    is_flag=True,
    help="Allow values of parameters to be written into the source, each time after a look at the "
    "difference.",
)
@click.option(
    "--study",
    "studies",
    metavar="FOLDER",
    multiple=True,
    help="Show the study in FOLDER, finished or not, and open its runs. May be repeated.",
)
@click.option("--exit-on-close", is_flag=True, help="End when the last page is closed.")
@_library
def studio(
    model: str, port: int, no_browser: bool, edit: bool, studies: tuple[str, ...],
    exit_on_close: bool, libraries: tuple[str, ...],
) -> None:  # fmt: skip
    """Open a page in the browser that runs MODEL while its parameters are moved.

    The page is for this machine only. Opening MODEL runs its file, as Python would.
    """
    from drivetrain.cli.studio import open_studio

    open_studio(
        model, port=port, opens_browser=not no_browser, may_edit=edit,
        ends_with_page=exit_on_close, studies=studies, libraries=libraries,
    )  # fmt: skip


@main.command()
@click.argument("script", metavar="FILE[:NAME]")
@click.option(
    "--out", metavar="FOLDER", help="Store finished runs here; the same call again resumes."
)
@click.option(
    "--engine",
    metavar="ENGINE",
    help="threads, threads=4, processes=4 or dask=tcp://host:8786. [threads]",
)
@click.option("--table", type=_PATH, metavar="FILE", help="Write the table as .csv or .parquet.")
@click.option("--fresh", is_flag=True, help="Remove what the folder holds, and start anew.")
@click.option(
    "--most", type=click.IntRange(min=1), metavar="N", help="Allow a grid of so many runs. [100000]"
)
@click.option("--quiet", is_flag=True, help="Print only errors and warnings.")
def study(
    script: str,
    out: str | None,
    engine: str | None,
    table: str | None,
    fresh: bool,
    most: int | None,
    quiet: bool,
) -> None:
    """Make the runs of the study that FILE defines, or those that are missing.

    FILE is Python, with a line such as study = model.study(…). Ctrl-C keeps what is finished and
    ends with status 130.
    """
    from drivetrain.cli.studies import run_study

    run_study(
        script, out=out, engine=engine, table=table, fresh=fresh, most=most, quiet=quiet
    )  # fmt: skip


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
