"""Write a model as a functional mock-up unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from drivetrain.calls import collected_warnings, explained, warn
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.errors import ModelWarning, UsageError, nearest, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.fmi.binary.library import event_indicators, link_unit
from drivetrain.fmi.binary.model_object import Unit
from drivetrain.fmi.description.data import FmiKind
from drivetrain.fmi.export.archive import EARLIEST, archive
from drivetrain.fmi.export.contents import contents, text_of
from drivetrain.fmi.export.describing import described, with_sources, with_token
from drivetrain.fmi.export.flanges import Cut, cut_at, terminals_of
from drivetrain.fmi.export.nominals import nominals_of_states, tell_nominals
from drivetrain.fmi.export.source_code import files_to_compile, source_code
from drivetrain.fmi.export.variables import (
    Which,
    add_event_indicators,
    exported_variables,
)
from drivetrain.fmi.platforms import Platform, find_platform, own_platform
from drivetrain.kernel.binding import MOST_STEPS
from drivetrain.kernel.library import library_path
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.component import Component, as_component
from drivetrain.modeling.expression import walk
from drivetrain.simulation.end_of_run import refuse_without_end
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import run_model
from drivetrain.simulation.settings import Settings, settings_of

__all__ = ["export"]

_SHOWN = 5
"""Names in a message."""

_FOR_OTHERS = 1e-10
"""Tolerance at which BDF methods are as exact as the solvers here by default, some 1e-6."""

_VERSIONS = {2: "2.0", 3: "3.0", "2": "2.0", "3": "3.0", "2.0": "2.0", "3.0": "3.0"}


@explained
def export(
    model: Component,
    path: str | Path | None = None,
    *,
    fmi: int | str = 3,
    kinds: Sequence[str] = ("cs",),
    outputs: Sequence[str] | None = None,
    flanges: Mapping[str, str] | Sequence[str] = (),
    variables: Which = "parts",
    platforms: Sequence[str] | None = None,
    sources: bool = False,
    start_time: Number | None = None,
    stop_time: Number | None = None,
    tolerance: float | None = None,
    solver: str = "auto",
    interval: Number | None = None,
    most_steps: int = MOST_STEPS,
) -> Path:
    """Write a model as a functional mock-up unit (FMU), for use in other tools.

    The unit contains the simulation kernel and the code of the model; nothing has to be installed
    where it runs. Parameters that are numbers can be set there before a run.

    Parameters
    ----------
    model : Model
        The model.
    path : str or Path, optional
        The file, ``….fmu``; by default the name of the model in the current folder.
    fmi : {3, 2}
        Version of the standard: 3.0 or 2.0.
    kinds : list of {"cs", "me"}
        Interfaces: co-simulation, with the solvers of this package, and model exchange, for those
        of the importing tool.
    outputs : list of str, optional
        Variables that are outputs, or patterns, beside those of flanges; by default the output
        signals of the model itself. All others can be read as well.
    flanges : mapping of str to str, or list of str
        Flanges and heat ports to which other tools connect something, and what enters there:
        ``{"shaft.flange_b": "torque in"}`` and ``"motion in"`` for shafts, ``"force in"`` and
        ``"motion in"`` for rods, ``"heat in"`` and ``"temperature in"`` for heat ports. ``"auto"``,
        or a list of names, chooses by what is behind it: torque enters where there is inertia,
        motion where it is compliant. The other quantities become outputs. Inputs of the model
        itself without a source are inputs in any case.
    variables : {"parts", "interface", "all"}
        What can be read in addition to outputs, parameters and states: the variables of parts,
        nothing, or those of connectors, too.
    platforms : list of str, optional
        Where the unit can run; by default as this computer.
    sources : bool
        Whether the unit contains its source in C, which importing tools can compile for other
        platforms; with ``platforms=()`` there is nothing else, and no compiler is needed here.
    start_time, stop_time, tolerance, solver, interval : optional
        Settings of the run that importing tools make by default, as for
        :func:`drivetrain.simulate`. A unit for model exchange alone recommends a tolerance of
        1e-10 if none is given, as errors of the usual integrators add up.
    most_steps : int
        Steps of the solver in a communication step of co-simulation. With more, the unit gives the
        step up and tells why, as one that runs beside hardware has to.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ModelError
        If the model is invalid.
    UsageError
        If an argument has no meaning, or there is no compiler to link the binary with.
    NameLookupError
        If an output does not exist.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> import drivetrain as dt
    >>> model = dt.examples.find("First")()
    >>> unit = dt.export(model, f"{mkdtemp()}/First.fmu", outputs=["inertia3.w"])
    >>> unit.name
    'First.fmu'
    """
    named = None if outputs is None else _names("outputs", outputs)
    order = _Order(
        _version(fmi),
        _kinds(kinds),
        named,
        variables,
        _platforms(platforms, sources),
        sources,
        _most_steps(most_steps),
        tolerance is not None,
    )
    cuts: list[Cut] = []
    whole = as_component(model)
    if flanges:
        model, cuts = cut_at(whole, _flanges(flanges))
    asked: tuple[Any, ...] = (start_time, stop_time, tolerance, solver, interval)
    settings = settings_of(whole, *asked)
    with _noted() as notes:
        prepared = PreparedModel(model, model._as_built(), driven=True)
        _refuse_foreign(prepared)
        refuse_without_end(prepared.translation, "export(…)")
        _check_kinds(prepared, order.kinds)
        result = run_model(prepared, settings, None, None, None)
    target = check_path(path or f"{prepared.title}.fmu", (".fmu",))
    made = archive(_files(prepared, settings, result, order, cuts, notes), EARLIEST)
    with write_atomically(target) as place:
        place.write_bytes(made)
    return target


class _Order(NamedTuple):
    """What is to be written."""

    version: str
    kinds: list[FmiKind]
    outputs: Sequence[str] | None
    variables: Which
    platforms: list[Platform]
    sources: bool
    most_steps: int
    is_tolerance_asked: bool


@contextmanager
def _noted() -> Iterator[list[str]]:
    """Collect what is warned of inside, for the log of the unit, and warn of it afterwards."""
    with collected_warnings() as notes:
        yield notes
    for note in notes:
        warn(ModelWarning(note))


def _refuse_foreign(prepared: PreparedModel) -> None:
    """Refuse a model with a part that another program computes."""
    foreign = prepared.translation.kernel.foreign
    if foreign:
        raise UsageError(
            f"{prepared.title} cannot be exported: '{foreign[0].part}' is an FMU, and an FMU "
            "cannot contain another one; export the model without it, and let the other tool "
            "connect both"
        )


def _version(fmi: Any) -> str:
    if isinstance(fmi, bool) or not isinstance(fmi, (int, str)) or fmi not in _VERSIONS:
        raise UsageError(f"fmi={shown(fmi)}: choose 3 or 2")
    return _VERSIONS[fmi]


def _kinds(kinds: Any) -> list[FmiKind]:
    offered = {"cs": FmiKind.CO_SIMULATION, "me": FmiKind.MODEL_EXCHANGE}
    asked = _names("kinds", kinds)
    for one in asked:
        if one not in offered:
            raise UsageError(
                f"kinds={shown(kinds)}: choose among 'cs' and 'me'{nearest(str(one), offered)}"
            )
    if not asked:
        raise UsageError("kinds=[]: choose 'cs', 'me', or both")
    return [offered[one] for one in dict.fromkeys(asked)]


def _check_kinds(prepared: PreparedModel, kinds: Sequence[FmiKind]) -> None:
    """Refuse model exchange where a foreign integrator cannot know the past."""
    if FmiKind.MODEL_EXCHANGE in kinds and prepared.translation.program.delays:
        names = sorted({*_delaying_parts(prepared.translation.flat)})
        shown_names = ", ".join(f"'{name}'" for name in names[:_SHOWN]) or "its equations"
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        raise UsageError(
            f"kinds=('me',): {prepared.title} contains delays ({shown_names}{more}), whose past "
            "within steps only the solvers of this package keep; use kinds=('cs',), or "
            "blocks.PadeDelay in place of FixedDelay"
        )


def _delaying_parts(flat: Flat) -> Iterator[str]:
    """Yield the paths of parts whose equations contain a delay."""
    for equations in flat.equations:
        sides = equations.traced.lhs, equations.traced.rhs
        if any(node.op == "delay" for side in sides for node in walk(side)):
            one = equations.instances
            for start in one.variable.tolist():
                path = component_path(flat.root, start, one.trace)
                if path:
                    yield path


def _files(
    prepared: PreparedModel, settings: Settings, result: Result, order: _Order,
    cuts: Sequence[Cut], notes: Sequence[str],
) -> dict[str, bytes]:  # fmt: skip
    """Return the content of the archive."""
    outputs = order.outputs
    if outputs is not None:
        outputs = [*(name for cut in cuts for name in cut.outputs), *outputs]
    found = exported_variables(prepared, settings, outputs, order.variables)
    if order.version == "3.0" and FmiKind.MODEL_EXCHANGE in order.kinds:
        add_event_indicators(found, event_indicators(prepared))
    nominals = nominals_of_states(prepared, result, found)
    if FmiKind.MODEL_EXCHANGE in order.kinds:
        tell_nominals(found, nominals)
    text = text_of(prepared.model).partition("\n")[0]
    description = described(
        prepared,
        found,
        _shown_settings(settings, order),
        order.version,
        order.kinds,
        text,
        terminals_of(cuts),
    )
    if order.sources and order.version == "2.0":
        description = with_sources(description, files_to_compile())
    code = prepared.translation.machine.ir.encode()
    description, xml = with_token(description, code, library_path().read_bytes())
    files = contents(prepared, result, found, description, xml)
    unit = Unit(
        prepared, settings, found.binary, description.interfaces[0].identifier, description.token,
        nominals, found.parameters, notes, order.most_steps,
    )  # fmt: skip
    if order.sources:
        files |= source_code(unit, order.version)
    return files | _binaries(unit, order)


def _shown_settings(settings: Settings, order: _Order) -> Settings:
    """Return the settings to recommend to importing tools.

    For model exchange alone the tolerance is that of their integrators. Errors of the usual ones
    add up, so that they need a smaller one for results as exact as those of the solvers here.
    """
    if order.is_tolerance_asked or FmiKind.CO_SIMULATION in order.kinds:
        return settings
    return replace(settings, tolerance=min(settings.tolerance, _FOR_OTHERS))


def _binaries(unit: Unit, order: _Order) -> dict[str, bytes]:
    """Return the shared library for each platform."""
    files = {}
    with TemporaryDirectory() as folder:
        for one in order.platforms:
            library = Path(folder) / f"{unit.name}{one.suffix}"
            link_unit(unit, one, library)
            place = one.fmi_2 if order.version == "2.0" else one.fmi_3
            files[f"binaries/{place}/{library.name}"] = library.read_bytes()
    return files


def _flanges(given: Any) -> Any:
    """Return names of flanges, and what enters there where that is said."""
    if not isinstance(given, Mapping):
        return _names("flanges", given)
    if all(isinstance(one, str) for pair in given.items() for one in pair):
        return given
    raise UsageError(f"flanges={shown(given)}: give texts, such as {{'shaft.flange_b': 'auto'}}")


def _names(argument: str, given: Any) -> list[str]:
    """Return a list of names, or the only one."""
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, (list, tuple)) or not all(isinstance(one, str) for one in names):
        raise UsageError(f"{argument}={shown(given)}: give a name, or a list of names")
    return [*names]


def _most_steps(given: Any) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 0 < given < 1 << 62:
        raise UsageError(f"most_steps={shown(given)}: give a whole number, 1 or more")
    return given


def _platforms(names: Sequence[str] | None, sources: bool) -> list[Platform]:
    if names is None:
        return [own_platform()]
    asked = _names("platforms", names)
    if not asked and not sources:
        raise UsageError("platforms=(): name a platform, or add sources=True")
    return list(dict.fromkeys(find_platform(name) for name in asked))
