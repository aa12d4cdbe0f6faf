"""The script that does what the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from drivetrain.studio.model.source import ModelSource
from drivetrain.studio.runs.sampled_study import SampledStudy
from drivetrain.studio.runs.studio_run import Setting, StudioRun
from drivetrain.studio.runs.study import Fan

__all__ = ["script"]


def script(
    source: ModelSource,
    runs: Sequence[StudioRun],
    names: Sequence[str],
    revision: int,
    studies: Sequence[Fan | SampledStudy] = (),
) -> str:
    """Return a Python script that makes the runs again and plots the same variables.

    Parameters
    ----------
    source : ModelSource
        Where the model comes from.
    runs : sequence of StudioRun
        The runs, in order.
    names : sequence of str
        Variables to plot.
    revision : int
        Of the source as it is now; a run that was made from an earlier one is marked, since the
        script makes it from the present one.
    studies : sequence of Fan and SampledStudy
        Studies that were made.
    """
    title = source.label.rpartition(":")[2].rpartition(".")[2]
    lines = [f'"""Runs of {source.label}, as they were set in the Studio."""', ""]
    lines += ["import drivetrain as dt", *_imports(source)]
    lines += ["from drivetrain import studies"] * bool(studies) + [""]
    lines += ["runs = {", *_entries(source, runs, revision), "}"]
    if names:
        lines += ["figure = dt.plot(", "    runs,"]
        lines += [f"    {_quoted(name)}," for name in names]
        lines += [f"    path={_quoted(f'{title}.png')},", ")"]
    lines += ["for label, result in runs.items():", '    print(label, result, sep="\\n")']
    for one in studies:
        made = _fan(source, one, title) if isinstance(one, Fan) else _sampled(source, one, title)
        lines += ["", *_earlier(one, revision), *made]
    return "\n".join(lines) + "\n"


def _earlier(study: Fan | SampledStudy, revision: int) -> list[str]:
    """Return a comment on a study that this script does not make as it was."""
    told = "# In the Studio this study was made from an earlier state of the source."
    return [told] * (study.revision != revision)


def _fan(source: ModelSource, fan: Fan, title: str) -> Iterator[str]:
    """Yield the study over one parameter: all elements of an array have the same value."""
    values = f"[{', '.join(map(repr, fan.values))}]"
    vary = [
        (name, _literal(value)) for name, value in fan.fixed.items() if name not in fan.elements
    ]
    vary += [(name, values) for name in fan.elements]
    record = [(f"final({name})", f"studies.final({_quoted(name)})") for name in fan.names]
    record = record or [("dissipated()", "studies.dissipated()")]
    keep = [f"    keep=[{', '.join(map(_quoted, fan.names))}],"] * bool(fan.names)
    yield from _study(source, fan.setting, vary, "zipped()", record, keep)
    yield "over_one = study.run()"
    yield "print(over_one)"
    if fan.names:
        yield f"over_one.bands({_quoted(fan.names[0])}, path={_quoted(f'{title}_bands.png')})"


def _sampled(source: ModelSource, one: SampledStudy, title: str) -> Iterator[str]:
    """Yield the study over several parameters, in a folder that resumes."""
    drawn = {varied.name for varied in one.varied}
    vary = [(name, _literal(value)) for name, value in one.fixed.items() if name not in drawn]
    vary += [
        (varied.name, f"studies.{varied.spread}({', '.join(map(repr, varied.arguments))})")
        for varied in one.varied
    ]
    record = [
        (asked.outcome().name, f"studies.{asked.word}({', '.join(map(_quoted, asked.arguments))})")
        for asked in one.asked
    ]
    design = f"sobol({one.count}, seed={one.seed})"
    yield from _study(source, one.setting, vary, design, record)
    yield f"over_several = study.run({_quoted(f'{title}.study')})"
    yield "print(over_several)"
    yield f"over_several.scatter_matrix(path={_quoted(f'{title}_scatter.png')})"


def _study(
    source: ModelSource,
    setting: Setting,
    vary: Sequence[tuple[str, str]],
    design: str,
    record: Sequence[tuple[str, str]],
    more: Sequence[str] = (),
) -> Iterator[str]:
    yield f"study = {_made(source, setting)}.study("
    yield "    {"
    yield from (f"        {_quoted(name)}: {text}," for name, text in vary)
    yield "    },"
    yield f"    design=studies.{design},"
    yield "    record={"
    yield from (f"        {_quoted(name)}: {text}," for name, text in record)
    yield "    },"
    yield from more
    if setting.stop_time is not None:
        yield f"    stop_time={setting.stop_time!r},"
    yield ")"


def _imports(source: ModelSource) -> list[str]:
    return ["", source.import_line] if source.import_line else []


def _entries(source: ModelSource, runs: Sequence[StudioRun], revision: int) -> Iterator[str]:
    for run in runs:
        label = f"{run.name}: {run.setting.label}" if run.setting.label else run.name
        yield from _remarks(run, revision)
        yield f"    {_quoted(label)}: dt.simulate("
        yield f"        {_made(source, run.setting)},"
        yield from _parameters(run)
        if run.setting.stop_time is not None:
            yield f"        stop_time={run.setting.stop_time!r},"
        yield "    ),"


def _remarks(run: StudioRun, revision: int) -> Iterator[str]:
    """Yield comments on a run that this script does not make as it was."""
    if run.revision != revision:
        yield "    # In the Studio this run was made from an earlier state of the source."
    if run.status == "stopped":
        yield "    # In the Studio this run was stopped; here it goes on to its end."


def _made(source: ModelSource, setting: Setting) -> str:
    given = ", ".join(f"{name}={_literal(value)}" for name, value in setting.structural.items())
    return f"{source.expression}({given})" if source.is_class else source.expression


def _parameters(run: StudioRun) -> Iterator[str]:
    """Yield the argument `parameters`; an array is written as a comprehension over its elements."""
    if not run.setting.parameters:
        return
    yield "        parameters={"
    for name, value in run.setting.parameters.items():
        yield from _parameter(name, value, run)
    yield "        },"


def _parameter(name: str, value: Any, run: StudioRun) -> Iterator[str]:
    if "[:]" not in name:
        yield f"            {_quoted(name)}: {_literal(value)},"
        return
    for one in run.elements.get(name, ()):
        yield f"            {_quoted(one)}: {_literal(value)},"


def _literal(value: Any) -> str:
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """Return a text in double quotes, as code is formatted here."""
    plain = repr(text)
    return f'"{text}"' if plain == f"'{text}'" and '"' not in text else plain
