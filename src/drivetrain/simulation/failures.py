"""Failures: what the kernel reports in numbers, in the words of the model."""

from __future__ import annotations

from drivetrain.compiler.dependencies import topological
from drivetrain.compiler.names import component_path, variable_name
from drivetrain.compiler.report import member_name, state_names
from drivetrain.compiler.translate import Translation
from drivetrain.kernel.binding import Failure, Status

__all__ = ["ending", "explain"]

_SHOWN = 12


def ending(translation: Translation, failure: Failure | None) -> str | None:
    """Return why a run has come to its end by `terminate`; None if it has not.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    failure : Failure or None
        What the kernel reports.
    """
    if failure is None or failure.assertion is None:
        return None
    _, assertion, start, klass = translation.lowered.assertions[failure.assertion]
    if not assertion.ends:
        return None
    path = component_path(translation.flat.root, start, klass)
    return f"{path or translation.flat.root.title}: {assertion.message} (t = {failure.time:g} s)"


def explain(
    translation: Translation, status: Status, failure: Failure | None, what: str = "the run failed"
) -> str:
    """Say what failed, when, and in which component.

    Parameters
    ----------
    translation : Translation
        The model.
    status : Status
        How the kernel's work ended.
    failure : Failure or None
        Details.
    what : str
        What was attempted.
    """
    if failure is None:
        return f"{what}: {status.sentence}"
    parts = [f"{what} at t = {failure.time:.9g} s: {status.sentence}"]
    root = translation.flat.root
    if failure.state is not None and failure.state < len(translation.lowered.states):
        parts.append(f"State concerned: {state_names(translation)[failure.state]}.")
    if failure.assertion is not None:
        _, assertion, start, klass = translation.lowered.assertions[failure.assertion]
        path = component_path(root, start, klass)
        parts.append(f"{path or root.title}: {assertion.message} [{assertion.where}]")
    if failure.delay is not None:
        parts.append(f"Delay concerned: {_delay(translation, failure.delay)}.")
    if failure.block is not None:
        unknowns, components = _loop(translation, failure.block)
        parts.append(f"The equations determine {unknowns}; they belong to {components}.")
    discretes = list(failure.discretes) or _discretes_of(translation, failure.relations)
    if discretes:
        names = [variable_name(root, _discrete_variable(translation, k)) for k in discretes]
        parts.append(f"Variables that keep changing: {_listed(names)}.")
    return " ".join(parts)


def _delay(translation: Translation, number: int) -> str:
    """Return the first quantity that is computed from a delayed expression."""
    program = translation.program
    for member, node in translation.lowered.members.items():
        nodes = topological(program, [node], discrete_known=True)
        if any(program.ops[n] == "delay" and program.values[n] == number for n in nodes):
            return f"the one that gives {member_name(translation, member)}"
    return "one in the condition of an event"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _discrete_variable(translation: Translation, number: int) -> int:
    return int(translation.aliased.discrete_representative[number])


def _loop(translation: Translation, number: int) -> tuple[str, str]:
    """Return the unknowns that an algebraic loop is solved for and the components in it."""
    t = translation
    block = t.lowered.loops[number]
    unknowns = [member_name(t, m) for m in block.tearing]
    components: dict[str, None] = {}
    for equation in (*block.residual, *(e for e, _ in block.steps)):
        group = t.reduced.groups[int(t.ordered.group_of[equation])]
        if group.source is not None:
            one = group.source.instances
            row = int(group.origin[int(t.ordered.row_of[equation])])
            path = component_path(t.flat.root, int(one.variable[row]), one.trace)
            components[path or t.flat.root.title] = None
    return _listed(unknowns), _listed(sorted(components))


def _discretes_of(translation: Translation, relations: tuple[int, ...]) -> list[int]:
    """Return the discrete quantities whose equations contain any of the relations."""
    wanted, program = set(relations), translation.program
    found = []
    for number, node in enumerate(translation.lowered.discrete):
        nodes = topological(program, [node], discrete_known=True)
        if any(program.ops[n] == "rel" and program.values[n] in wanted for n in nodes):
            found.append(number)
    return found
