"""A study in a folder, beside the model whose runs it holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drivetrain.errors import StudyError, UsageError
from drivetrain.modeling.model import Model
from drivetrain.studies.results.study_result import StudyResult
from drivetrain.studies.store.folder import manifest_of
from drivetrain.studies.store.lock import is_written
from drivetrain.studies.store.origin import check_origin
from drivetrain.studio.model.loaded_model import LoadedModel
from drivetrain.studio.runs.sampled_study import study_facts

__all__ = ["StoredStudy", "stored_study"]

_MOST_DRAWN = 4096


@dataclass(frozen=True)
class StoredStudy:
    """What a folder holds at the moment.

    Attributes
    ----------
    facts : dict
        As of :func:`study_facts`; `base` is the setting that its runs share.
    sentence : str
        What else there is to know.
    is_written : bool
        Whether a process adds runs.
    """

    facts: dict[str, Any]
    sentence: str
    is_written: bool


def stored_study(folder: Path, loaded: LoadedModel) -> StoredStudy:
    """Read a study whose runs a page can make again.

    Parameters
    ----------
    folder : Path
        Its folder.
    loaded : LoadedModel
        The model.

    Raises
    ------
    StudyError
        If it is no folder of a study, another model or version has made it, or its runs cannot be
        made again from what it holds.
    """
    if loaded.compiled is None or loaded.model is None:
        raise UsageError("the model cannot be run")
    written = is_written(folder)  # asked first: what is finished by then is read
    check_origin(folder, loaded.compiled)
    manifest = manifest_of(folder)
    result = StudyResult.load(folder)
    _check_values(folder, manifest, result)
    notes = [*_settings_notes(folder, manifest["settings"], loaded.model), *result.notes]
    step = -(-len(result) // _MOST_DRAWN)
    if step > 1:
        notes.append(f"one in {step} runs is drawn")
    structural = loaded.compiled.translation.flat.root.structural
    facts = study_facts(result, list(result.parameters), structural, step)
    ends = manifest["settings"]["stop_time"]
    stop_time = None if ends == loaded.model.experiment.stop_time else ends
    base: dict[str, Any] = {"parameters": {}, "structural": {}, "stop_time": stop_time}
    return StoredStudy({**facts, "base": base}, "; ".join(notes), written)


def _check_values(folder: Path, manifest: dict[str, Any], result: StudyResult) -> None:
    """Refuse a study of which some parameters are no numbers: the folder does not tell them."""
    known = {*result.parameters, *result.outcomes, *result.kept}
    if missing := [name for name in manifest["units"] if name not in known]:
        raise StudyError(
            f"'{folder}' does not tell the values of {', '.join(missing)}, which are no numbers: "
            "its runs cannot be made again here; use result.run(k) in a script"
        )


def _settings_notes(folder: Path, settings: dict[str, Any], model: Model) -> list[str]:
    """Return in what runs of the page differ from those of the study; refuse other start times."""
    own = model.experiment
    if settings["start_time"] != own.start_time:
        raise StudyError(
            f"the runs in '{folder}' begin at {settings['start_time']:g} s, and those of the page "
            f"at {own.start_time:g} s"
        )
    if settings["tolerance"] == own.tolerance:
        return []
    return [
        f"its runs have tolerance {settings['tolerance']:g}, and those that are opened "
        f"{own.tolerance:g}"
    ]
