"""Whether the runs in a folder are those of a model, made by this version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from drivetrain.errors import StudyError
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.studies.parameters.sets import variants_of
from drivetrain.studies.parameters.varied_model import VariedModel
from drivetrain.studies.store.folder import differences, manifest_of, sets_of
from drivetrain.studies.work.fingerprint import models_digest
from drivetrain.studies.work.machine import versions

__all__ = ["check_origin"]


def check_origin(folder: Path, compiled: CompiledModel) -> None:
    """Refuse a folder whose runs another model has made, or another version.

    Parameters
    ----------
    folder : Path
        The folder of a study.
    compiled : CompiledModel
        The model.

    Raises
    ------
    StudyError
        If it is no folder of a study, the model or the version differ, or that cannot be told;
        the message names the difference.
    """
    there = manifest_of(folder)
    here = {"model": compiled.title, "drivetrain": versions()["drivetrain"]}
    told = list(differences(there, here))
    if not told:
        told = list(differences(there, {"model_digest": _digest(folder, there, compiled)}))
    if told:
        raise StudyError(f"'{folder}' holds a study of another model or version: {'; '.join(told)}")


def _digest(folder: Path, there: dict[str, Any], compiled: CompiledModel) -> str:
    """Return the digest of the model with all structural parameters that the study has."""
    sets = sets_of(folder)
    structural = [one for one in compiled.translation.flat.root.structural if one in there["units"]]
    if missing := [name for name in structural if name not in sets]:
        raise StudyError(
            f"'{folder}' does not tell the values of {', '.join(missing)}, which change the "
            "equations: run the study by its script"
        )
    model = VariedModel(compiled)
    groups = variants_of({name: sets[name] for name in structural}, there["runs"])
    return models_digest([model.variant(one.structural) for one in groups])
