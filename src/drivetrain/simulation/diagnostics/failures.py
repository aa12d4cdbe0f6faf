"""Messages for failures reported by the kernel, in the terms of the model."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby, islice

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import component_path, place_of, variable_name
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.oscillations import PART_OF_PERIOD
from drivetrain.compiler.report import member_name, state_names
from drivetrain.compiler.structure.diagnostics import assignments_of, describe_row
from drivetrain.compiler.structure.massless_shafts import massless_shafts
from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Failure, Solver, Status
from drivetrain.kernel.status import BlockCode
from drivetrain.simulation.diagnostics.fastest_oscillation import fastest_oscillation
from drivetrain.simulation.diagnostics.mode_conflicts import advised, contradicted
from drivetrain.simulation.diagnostics.point_evaluation import values_in
from drivetrain.simulation.diagnostics.relations import Relations
from drivetrain.simulation.diagnostics.stuck_starts import speeds_of_sides
from drivetrain.simulation.diagnostics.undefined_terms import undefined_terms
from drivetrain.simulation.diagnostics.violations import tables_behind
from drivetrain.simulation.kernel_solver import clocks_of
from drivetrain.simulation.results.event_log import Event, EventLog
from drivetrain.simulation.results.row_layout import component_of
from drivetrain.simulation.results.variable_names import layout_of

__all__ = ["ending", "explain"]

Floats = NDArray[np.float64]

_SHOWN = 12
_MODES_DISAGREE = (Status.NO_MODES, Status.CHATTERING, Status.EVENT_CYCLE, Status.TWO_MOTIONS)
_FIRST_STATE = 2
_LOOK_BACK = 200
_EVENTS_SHOWN = 4
_EQUATIONS_SHOWN = 6
_TERMS_SHOWN = 3
_NAMES_SHOWN = 5


_WITHOUT_IMPULSE = {
    1: "Its speed follows from what is given, by sources or by a rigid connection, so that no "
    "impulse can change it: put inertia behind it, or an elastic part between them.",
    2: "Its restitution is {:.9g}; give one from 0 (the sides go on together) to 1 (nothing is "
    "lost).",
    3: "No impulses agree with the equations: elements that stop one motion may contradict each "
    "other, or a part may carry no inertia.",
    4: "The impulses of this instant would bring energy along. Either the load of the impact has "
    "the wrong sign, so that load * speed is not the power that it takes; or friction that is "
    "proportional to a load (LossyGear, say) is struck, the direction of which the impulse "
    "changes; or impacts of different restitution happen at once. Give these one restitution, and "
    "put an elastic part (SpringDamper) between the impact and such a gear.",
    5: "One impact leads to another at the same instant, without end: let the condition of the "
    "impact ask whether the sides approach each other (speed < 0), and give it a restitution "
    "below 1 where others are in contact.",
    6: "At a start nothing has been before: begin before the impact, with a gap, or after it, with "
    "the speeds that it leaves.",
}
"""Why the outcome of an impulse is undetermined, by the kernel's number for the reason."""


def ending(translation: Translation, failure: Failure | None) -> str | None:
    """Return why a run was ended by `terminate`; None if it was not.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    failure : Failure or None
        The kernel's report.
    """
    if failure is None or failure.assertion is None or failure.code is not Status.ASSERT:
        return None
    _, assertion, start, klass = translation.lowered.assertions[failure.assertion]
    if not assertion.ends:
        return None
    path = component_path(translation.flat.root, start, klass)
    return f"{path or translation.flat.root.title}: {assertion.message} (t = {failure.time:g} s)"


def explain(
    translation: Translation,
    solver: Solver,
    status: Status,
    *,
    what: str = "the run failed",
    rows: Floats | None = None,
    row: Floats | None = None,
) -> str:
    """Describe what failed, when, and in which component.

    Parameters
    ----------
    translation : Translation
        The model.
    solver : Solver
        The solver that failed.
    status : Status
        Status returned by the kernel.
    what : str
        What was attempted.
    rows : float array, optional
        Rows recorded so far.
    row : float array, optional
        Values at the instant of failure; by default those last computed by the solver.
    """
    failure = solver.failure
    if failure is None:
        return f"{what}: {status.sentence}"
    row = _values_there(solver, failure) if row is None else row
    lines = [f"{what} at t = {failure.time:.9g} s: {status.sentence}"]
    lines += _culprits(translation, solver, failure, row)
    if failure.code is Status.NON_FINITE:
        lines += _undefined(translation, solver, failure, row)
    if failure.code is Status.TOO_FAST:
        rate = 2.0 * math.pi * PART_OF_PERIOD / failure.interval
        lines.append(fastest_oscillation(translation, solver, row, rate))
    lines += _pace(failure)
    relations = Relations(translation, solver.parameters)
    lines += _cycle(relations, failure)
    lines += _last_changes(translation, relations, failure, rows)
    found = list(solver.contradictions())
    lines += contradicted(relations, found)
    lines += _conditions(relations, failure, row, known=bool(found))
    if failure.code in _MODES_DISAGREE:
        lines += advised(
            translation, solver.parameters, {relations.owner(k) for k in failure.relations}
        )
    if failure.code is Status.CHATTERING and not failure.relations:
        lines += _schedule(translation, relations, solver)
    return "\n  ".join(lines)


def _foreign_failure(solver: Solver, failure: Failure) -> str:
    """Tell what a program behind a part has failed with."""
    if solver.foreign_error is not None:
        return str(solver.foreign_error)
    part = solver.model.foreign[failure.count].part
    return (
        f"'{part}' and the rest of the model answer each other in this event without an end: what "
        "it gives follows from what it is given, and that from what it gives; let a part with a "
        "state stand between them"
    )


def _culprits(
    translation: Translation, solver: Solver, failure: Failure, row: Floats
) -> Iterator[str]:
    """Yield the state, assertion, lock, delay or loop responsible."""
    root = translation.flat.root
    if failure.code is Status.FOREIGN:
        yield _foreign_failure(solver, failure)
    if failure.state is not None:
        name, last = _value_name(translation, failure.state), row[_FIRST_STATE + failure.state]
        yield f"Variable concerned: {name}, last {last:.9g}."
        if failure.code is Status.JUMP:
            yield f"It jumps by {failure.interval:.6g} from one side of the event to the other."
        if failure.code in (Status.NOT_WHOLE, Status.VARIES):
            discrete = failure.state - translation.kernel.n_rates
            yield from assignments_of(translation.flat, translation.reduced.assignments, [discrete])
    if failure.assertion is not None:
        _, assertion, start, klass = translation.lowered.assertions[failure.assertion]
        path = component_path(root, start, klass)
        where = place_of(root, start, assertion.where, klass)
        there = values_in(translation, assertion.condition, start, row)
        compared = _listed([f"{name} = {value:.9g}" for name, value in there])
        yield f"{path or root.title}: {assertion.message} [{where}]"
        if compared:
            yield f"There {compared}."
        yield from tables_behind(translation, solver, assertion.condition, start, klass, row)
    if failure.lock is not None:
        hold = translation.holds[failure.lock]
        path, _, condition = variable_name(root, hold.locked).rpartition(".")
        moving = speeds_of_sides(translation, hold, row)
        if failure.code is Status.IMPULSE:
            yield f"'{path or root.title}' is hit there, at {moving}."
            yield _WITHOUT_IMPULSE[failure.count].format(failure.interval)
        else:
            yield f"'{path or root.title}' locks there ({condition} is true) at {moving}."
    if failure.delay is not None:
        yield f"Delay concerned: {_delay(translation, failure.delay)}."
    if failure.block is not None:
        massless = _massless(translation, failure.block)
        if massless:
            yield from massless
            return
        unknowns, equations = _loop(translation, failure.block)
        yield f"They are to determine {unknowns}:"
        yield from (f"  {equation}" for equation in equations)
        if failure.block_code is BlockCode.NEWTON_FAILED:
            yield (
                "The search for a solution begins at their start values, or 0, and cannot go on "
                "where a slope is infinite: give them a guess(…) near the one that is meant."
            )


def _pace(failure: Failure) -> Iterator[str]:
    """Yield how fast events or steps follow each other."""
    if failure.code is Status.ZENO:
        end = failure.time + failure.interval * failure.ratio / (1.0 - failure.ratio)
        yield (
            f"The last {failure.count} intervals shrink, by a factor of {failure.ratio:.4g} at "
            f"last, to {failure.interval:.3g} s; the events accumulate at t = {end:.9g} s."
        )
    elif failure.code is Status.CHATTERING:
        yield f"{failure.count} events follow each other after {failure.interval:.3g} s on average."
    elif failure.code is Status.TOO_MANY_STEPS:
        yield f"The last step was {failure.interval:.3g} s long."
    elif failure.code is Status.TOO_FAST:
        yield f"No step could be longer than {failure.interval:.3g} s."


def _cycle(relations: Relations, failure: Failure) -> Iterator[str]:
    """Yield the changes in every pass of an event that does not settle."""
    if not failure.changes:
        return
    if failure.period:
        yield f"These changes repeat, in {failure.period} passes of the event iteration:"
    else:
        yield "Nothing repeats; the last pass of the event iteration changes:"
    for number, changes in groupby(failure.changes, key=lambda change: change.number):
        told = [
            f"{relations.discrete_name(c.discrete)}: "
            f"{relations.discrete_label(c.discrete, c.before)} → "
            f"{relations.discrete_label(c.discrete, c.after)}"
            for c in changes
        ]
        yield f"  pass {number}: {_listed(told)}"


def _last_changes(
    translation: Translation, relations: Relations, failure: Failure, rows: Floats | None
) -> Iterator[str]:
    """Yield the last events of the components that toggle or bounce, or else of all."""
    if rows is None or failure.code not in (Status.ZENO, Status.CHATTERING):
        return
    layout = layout_of(translation)
    owners = {relations.owner(k) for k in failure.relations}
    log = EventLog.from_rows(layout, rows[-_LOOK_BACK:])
    told = [event for event in log if (_of_owners(event, owners) if owners else event.shown)]
    if told:
        yield "The last events there:" if owners else "The last events:"
        yield from (
            f"  t = {event.time:.12g} s  {_listed([str(c) for c in event.shown])}"
            for event in told[-_EVENTS_SHOWN:]
        )


def _of_owners(event: Event, owners: set[str]) -> bool:
    return any(component_of(change.name) in owners for change in event.shown)


def _conditions(relations: Relations, failure: Failure, row: Floats, known: bool) -> Iterator[str]:
    """Yield the relations that keep changing, with what they compare, and the owners' modes.

    The relations are omitted if it is already `known` how they contradict themselves.
    """
    known = known or failure.code is Status.TWO_MOTIONS
    changing = () if known else failure.relations[:_SHOWN]
    if changing:
        yield "Conditions that keep changing:"
    for number in changing:
        operands = relations.operands(number, row)
        names = relations.decides(number)
        told = f"{relations.text(number)}, with {_listed(operands)}".removesuffix(", with ")
        yield f"  {told}" + f"; it decides {_listed(names)}" * bool(names)
    if changing and len(failure.relations) > _SHOWN:
        yield f"  and {len(failure.relations) - _SHOWN} more"
    owners = dict.fromkeys(relations.owner(k) for k in failure.relations[:_SHOWN])
    for owner in owners:
        state = relations.state(owner, row)
        if state:
            yield f"{owner} there: {_listed(state)}"


def _schedule(translation: Translation, relations: Relations, solver: Solver) -> Iterator[str]:
    """Yield the sources of scheduled events: clocks, and comparisons of the time."""
    program, first = translation.program, len(translation.program.relations)
    clocks = sorted(clocks_of(translation, solver.parameters), key=lambda clock: clock.period)
    timed = [relations.text(first + k) for k in range(len(program.time_relations))]
    if clocks or timed:
        yield "Events at known instants come from:"
    yield from (f"  {clock} [{clock.where}]" for clock in clocks[:_SHOWN])
    yield from (f"  {text}" for text in timed[:_SHOWN])


def _values_there(solver: Solver, failure: Failure) -> Floats:
    """Return the values at the failure; if they became undefined in a step, those at its end."""
    undefined = failure.code is Status.NON_FINITE and (failure.state or 0) >= solver.model.n_rates
    return solver.tried if undefined and failure.accepted else solver.current


def _undefined(
    translation: Translation, solver: Solver, failure: Failure, row: Floats
) -> list[str]:
    """Return what is undefined at the instant of failure, or else slightly later."""
    told = list(islice(undefined_terms(translation, solver, row), _TERMS_SHOWN))
    if told or not failure.accepted:
        return told
    return list(islice(undefined_terms(translation, solver, solver.tried), _TERMS_SHOWN))


def _value_name(translation: Translation, number: int) -> str:
    """Return the name of a recorded value, or the owner of an energy integral."""
    names = state_names(translation)
    if number < len(names):
        return names[number]
    if number >= translation.kernel.n_rates:
        held = {hold.speed: hold.variable for hold in translation.holds}
        named = translation.column[held[number]] if number in held else _FIRST_STATE + number
        found = np.flatnonzero(translation.column == named).tolist()
        same = [n for n in found if translation.aliased.sign[n] >= 0] or found
        names = sorted((variable_name(translation.flat.root, n) for n in same), key=len)
        return " = ".join(names[:_NAMES_SHOWN])
    key, klass, start = translation.lowered.quadratures[number - len(names)]
    trace = next(one.trace for one in translation.flat.instances if id(one.trace) == klass)
    path = component_path(translation.flat.root, start, trace) if start >= 0 else trace.title
    return f"integral of {key} of {path or translation.flat.root.title}"


def _delay(translation: Translation, number: int) -> str:
    """Return the first quantity computed from a delayed expression."""
    program = translation.program
    for member, node in translation.lowered.members.items():
        nodes = topological(program, [node], discrete_known=True)
        if any(program.ops[n] == "delay" and program.values[n] == number for n in nodes):
            return f"the one that gives {member_name(translation, member)}"
    return "one in the condition of an event"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _massless(translation: Translation, number: int) -> list[str]:
    """Return what to say of the friction elements without inertia in an algebraic loop."""
    t, block = translation, translation.lowered.loops[number]
    concerned = set()
    for equation in (*block.residual, *(e for e, _ in block.steps)):
        group = t.reduced.groups[int(t.ordered.group_of[equation])]
        if group.source is not None:
            row = group.origin[int(t.ordered.row_of[equation])]
            concerned.add(int(group.source.instances.variable[row]))
    return massless_shafts(t.flat, t.aliased, concerned)


def _loop(translation: Translation, number: int) -> tuple[str, list[str]]:
    """Return the unknowns and the equations of an algebraic loop."""
    t = translation
    block = t.lowered.loops[number]
    unknowns = [member_name(t, m) for m in block.tearing]
    equations: dict[str, None] = {}
    for equation in (*block.residual, *(e for e, _ in block.steps)):
        group = t.reduced.groups[int(t.ordered.group_of[equation])]
        equations[describe_row(t.flat, group, int(t.ordered.row_of[equation]))] = None
    told, more = list(equations)[:_EQUATIONS_SHOWN], len(equations) - _EQUATIONS_SHOWN
    return _listed(unknowns), [*told, f"… and {more} more"] if more > 0 else told
