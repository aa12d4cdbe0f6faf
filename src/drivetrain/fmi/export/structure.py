"""Model structure of a unit: outputs, derivatives, unknowns of the initialisation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.description.data import ModelStructure, Unknown
from drivetrain.fmi.export.dependencies import Dependencies
from drivetrain.fmi.export.initial_dependencies import InitialDependencies
from drivetrain.fmi.export.variables import ExportedVariables

__all__ = ["model_structure"]


def model_structure(translation: Translation, found: ExportedVariables) -> ModelStructure:
    """Return the structure, with dependencies where the program says them.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    found : ExportedVariables
        The variables of the unit.
    """
    read = {one.parameter: k for k, one in enumerate(translation.inputs)}
    depends = Dependencies(translation.lowered, read)
    outputs = tuple(_outputs(translation, found, depends))
    derivatives = tuple(_derivatives(translation, found, depends))
    indicators = tuple(_indicators(translation, found, depends))
    initial = tuple(_initial(translation, found, depends.are_known))
    return ModelStructure(outputs, derivatives, initial, indicators)


def _outputs(
    translation: Translation, found: ExportedVariables, depends: Dependencies
) -> Iterator[Unknown]:
    for reference in found.outputs:
        node = _node_of(translation, found.variable[reference])
        if node is None:
            yield Unknown(reference, ())
        elif depends.are_known:
            yield _unknown(reference, depends.at_events(node), found)
        else:
            yield Unknown(reference)


def _node_of(translation: Translation, variable: int) -> int | None:
    """Return the node that computes a variable, None for what is always zero."""
    if translation.column[variable] < FIRST_VALUE:
        return None
    discrete = int(translation.aliased.discrete[variable])
    lowered = translation.lowered
    if discrete >= 0:
        return int(lowered.discrete[discrete])
    chain, order = translation.aliased.chain[variable], translation.aliased.order[variable]
    return lowered.members[int(translation.reduced.member(chain, order))]


def _derivatives(
    translation: Translation, found: ExportedVariables, depends: Dependencies
) -> Iterator[Unknown]:
    lowered = translation.lowered
    for k, reference in enumerate(found.rates):
        if depends.are_known:
            yield _unknown(reference, depends.between_events(lowered.rate_of(k)), found)
        else:
            yield Unknown(reference)


def _indicators(
    translation: Translation, found: ExportedVariables, depends: Dependencies
) -> Iterator[Unknown]:
    relations = translation.program.relations
    for k, reference in enumerate(found.indicators):
        if k < len(relations) and depends.are_known:
            knowns = depends.between_events(relations[k].crossing)
            yield _unknown(reference, knowns, found)
        else:
            yield Unknown(reference)


def _unknown(
    reference: int, knowns: Iterable[tuple[int, str]], found: ExportedVariables
) -> Unknown:
    references = [*found.states, *found.inputs]
    pairs = sorted((references[number], kind) for number, kind in knowns)
    return Unknown(reference, tuple(k for k, _ in pairs), tuple(kind for _, kind in pairs))


def _initial(
    translation: Translation, found: ExportedVariables, is_known: bool
) -> Iterator[Unknown]:
    """Yield what initialisation computes: outputs, parameters, states and their derivatives."""
    rates = {reference: k for k, reference in enumerate(found.rates)}
    states = {reference: k for k, reference in enumerate(found.states)}
    listed = {*found.outputs, *states, *rates}
    depends = InitialDependencies(translation, found) if is_known else None
    for variable in found.described:
        reference = variable.reference
        is_parameter = variable.causality == "calculatedParameter"
        if variable.initial not in ("calculated", "approx"):
            continue
        if reference not in listed and not is_parameter:
            continue
        if depends is None:
            yield Unknown(reference)
        elif is_parameter:
            yield Unknown(reference, tuple(depends.of_parameter(found.binary[reference].index)))
        elif reference in states:
            yield Unknown(reference, tuple(depends.of_state(states[reference])))
        else:
            k = rates.get(reference)
            node = (
                _node_of(translation, found.variable[reference])
                if k is None
                else translation.lowered.rate_of(k)
            )
            yield Unknown(reference, () if node is None else tuple(depends.of_node(node)))
