"""Linear dependencies between the speeds that locked elements keep at zero.

Along a shaft a speed may be the sum of all relative speeds before it. Written out over the states,
the speeds of a long shaft would fill a triangle, although hardly any depend on others. But an
equation that alone contains some quantity takes part in no dependency; without it, the same becomes
true of others. What remains in the end is short, and usually empty.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from drivetrain.compiler.analysis.linear_forms import LinearForms

__all__ = ["Factors", "lock_factors", "with_company"]

Factors = dict[int, float]
"""Column → factor; columns are states and, from their number on, chain members."""


def lock_factors(
    forms: LinearForms, members: Sequence[int], behind: Sequence[Iterable[int]]
) -> list[Factors | None]:
    """Return linear forms of members with the same dependencies as those over the states.

    Parameters
    ----------
    forms : LinearForms
        Definitions of the members.
    members : sequence of int
        The members, possibly repeated.
    behind : sequence of iterable of int
        The states on which each member depends if it cannot be written as a form.

    Returns
    -------
    list of dict or None
        Column → factor, empty for a member that depends on no others; None if there is no form.
    """
    columns = [forms.column(member) for member in members]
    definitions, untold = _definitions(forms, columns)
    found: list[Factors | None] = [
        forms.factors(member) if column in untold else {column: 1.0}
        for member, column in zip(members, columns, strict=True)
    ]
    rows: list[Iterable[int]] = [
        other if factors is None else factors for factors, other in zip(found, behind, strict=True)
    ]
    rows += [(column, *factors) for column, factors in definitions.items()]
    looped = {k for k, factors in enumerate(found) if factors is None}
    left = with_company(rows, looped)
    defined = list(definitions)
    kept = {defined[k - len(found)] for k in left if k >= len(found)}
    known: dict[int, Factors] = {}
    with_others = set(left)
    for k, column in enumerate(columns):
        if k not in with_others:
            found[k] = {}
        elif column not in untold:
            found[k] = _written_out(column, definitions, kept, known)
    return found


def with_company(rows: Sequence[Iterable[int]], lasting: Container[int] = ()) -> list[int]:
    """Return the rows that remain when rows with a column of their own are removed repeatedly.

    Parameters
    ----------
    rows : sequence of iterable of int
        The columns of each row, without repetitions.
    lasting : container of int
        Rows that are never removed.
    """
    count: dict[int, int] = {}
    total: dict[int, int] = {}  # sum of the row numbers; of a single row, its number
    for k, row in enumerate(rows):
        for column in row:
            count[column] = count.get(column, 0) + 1
            total[column] = total.get(column, 0) + k
    gone = [False] * len(rows)
    alone = [column for column, rest in count.items() if rest == 1]
    while alone:
        column = alone.pop()
        k = total[column]
        if count[column] != 1 or k in lasting:
            continue
        gone[k] = True
        for other in rows[k]:
            count[other] -= 1
            total[other] -= k
            if count[other] == 1:
                alone.append(other)
    return [k for k, is_gone in enumerate(gone) if not is_gone]


def _definitions(forms: LinearForms, columns: Iterable[int]) -> tuple[dict[int, Factors], set[int]]:
    """Return how members depend on others, and which of them need one that has no form."""
    found: dict[int, Factors] = {}
    users: dict[int, list[int]] = {}
    untold: set[int] = set()
    stack = [column for column in columns if not forms.is_state(column)]
    while stack:
        column = stack.pop()
        if column in found or column in untold:
            continue
        form = forms.definition(forms.member(column))
        if form is None:
            untold.add(column)
            continue
        found[column] = {other: factor for other, factor in form[1].items() if factor}
        for other in found[column]:
            if not forms.is_state(other):
                users.setdefault(other, []).append(column)
                stack.append(other)
    stack = list(untold)
    while stack:
        new = [user for user in users.get(stack.pop(), ()) if user not in untold]
        untold.update(new)
        stack.extend(new)
    return {column: found[column] for column in found if column not in untold}, untold


def _written_out(
    column: int, definitions: Mapping[int, Factors], kept: Container[int], known: dict[int, Factors]
) -> Factors:
    """Return the form of a column with the kept definitions substituted."""
    stack = [column]
    while stack:
        last = stack[-1]
        needed = definitions[last] if last in kept else {}
        missing = [other for other in needed if other not in known]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        form: Factors = {} if needed else {last: 1.0}
        for other, factor in needed.items():
            for end, inner in known[other].items():
                form[end] = form.get(end, 0.0) + factor * inner
        known[last] = form
    return known[column]
