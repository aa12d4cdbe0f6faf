"""Describe a compiled model as FMI does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from sys import modules
from uuid import UUID

from drivetrain.fmi.binary.library import event_indicators
from drivetrain.fmi.description.data import (
    DefaultExperiment,
    FmiKind,
    Interface,
    LogCategory,
    ModelDescription,
    Terminal,
)
from drivetrain.fmi.description.writer import description_xml
from drivetrain.fmi.export.names import as_identifier
from drivetrain.fmi.export.quantities import types_of, units_of
from drivetrain.fmi.export.structure import model_structure
from drivetrain.fmi.export.variables import ExportedVariables
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings

__all__ = ["LOG_CATEGORIES", "described", "with_sources", "with_token"]

LOG_CATEGORIES = (
    LogCategory("logEvents", "Events in words, such as 'clutch1 locks'"),
    LogCategory("logStart", "Start values, and what was warned of when the unit was made"),
    LogCategory("logStatusDiscard", "Steps that are given up"),
    LogCategory("logStatusError", "Errors"),
    LogCategory("logStatusWarning", "Warnings"),
    LogCategory("logSteps", "Steps of the solver in each communication step"),
)

_STATES_2 = {
    "canGetAndSetFMUstate": True, "canSerializeFMUstate": True,
    "providesDirectionalDerivative": True,
}  # fmt: skip
_STATES_3 = {
    "canGetAndSetFMUState": True, "canSerializeFMUState": True,
    "providesDirectionalDerivatives": True, "providesAdjointDerivatives": True,
}  # fmt: skip
_STEPS = {"canHandleVariableCommunicationStepSize": True, "maxOutputDerivativeOrder": 1}

_CAPABILITIES: Mapping[tuple[str, FmiKind], Mapping[str, bool | int]] = {
    ("2.0", FmiKind.CO_SIMULATION): {**_STEPS, "canInterpolateInputs": True, **_STATES_2},
    ("3.0", FmiKind.CO_SIMULATION): {
        **_STEPS, **_STATES_3, "hasEventMode": True, "mightReturnEarlyFromDoStep": True,
        "providesIntermediateUpdate": True, "canReturnEarlyAfterIntermediateUpdate": True,
    },
    ("2.0", FmiKind.MODEL_EXCHANGE): _STATES_2,
    ("3.0", FmiKind.MODEL_EXCHANGE): _STATES_3,
}  # fmt: skip
"""What the binary does, by version and kind; tests try each of them."""

_TOKEN_TO_COME = "{00000000-0000-0000-0000-000000000000}"


def described(
    prepared: PreparedModel,
    found: ExportedVariables,
    settings: Settings,
    version: str,
    kinds: Sequence[FmiKind],
    text: str = "",
    terminals: tuple[Terminal, ...] = (),
) -> ModelDescription:
    """Return the description of a unit, without its token.

    Parameters
    ----------
    prepared : PreparedModel
        The compiled model.
    found : ExportedVariables
        Its variables.
    settings : Settings
        Settings of its usual run.
    version : str
        ``"2.0"`` or ``"3.0"``.
    kinds : list of FmiKind
        Interfaces that it offers.
    text : str
        What the model is.
    terminals : tuple of Terminal
        Connectors that are cut.
    """
    name = prepared.title
    exchange = FmiKind.MODEL_EXCHANGE in kinds
    units = {variable.unit for variable in found.described} | {"s"}
    identifier = as_identifier(name)
    return ModelDescription(
        version=version,
        name=name,
        token="",
        interfaces=tuple(
            Interface(kind, identifier, _CAPABILITIES[version, kind]) for kind in kinds
        ),
        variables=tuple(found.described),
        structure=model_structure(prepared.translation, found),
        units=units_of(units),
        types=(*types_of(units), *(found.types[key] for key in sorted(found.types))),
        log_categories=LOG_CATEGORIES,
        experiment=DefaultExperiment(
            settings.start_time, settings.stop_time, settings.tolerance, settings.interval
        ),
        terminals=terminals,
        description=text,
        license="BSD-3-Clause (kernel)",
        event_indicators=event_indicators(prepared) if exchange else 0,
        generation_tool=f"drivetrain {modules['drivetrain'].__version__}",
    )


def with_sources(description: ModelDescription, names: tuple[str, ...]) -> ModelDescription:
    """Return the description with the files that have to be compiled, where FMI 2.0 has them."""
    interfaces = tuple(replace(one, sources=names) for one in description.interfaces)
    return replace(description, interfaces=interfaces)


def with_token(description: ModelDescription, *contents: bytes) -> tuple[ModelDescription, bytes]:
    """Return the description with a token, and its XML.

    The token tells whether binary and description fit.

    Parameters
    ----------
    description : ModelDescription
        The description without token.
    *contents : bytes
        What else it depends on: the code of the model, the kernel.
    """
    text = description_xml(replace(description, token=_TOKEN_TO_COME))
    digest = sha256(text.encode())
    for content in contents:
        digest.update(sha256(content).digest())
    token = f"{{{UUID(bytes=digest.digest()[:16], version=5)}}}"
    xml = text.replace(_TOKEN_TO_COME, token, 1).encode()
    return replace(description, token=token), xml
