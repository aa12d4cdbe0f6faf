"""Held forms: how the speeds that elements hold at rest depend on each other.

Along a shaft a speed may be the sum of all relative speeds before it. Written out over the states,
the speeds of a long shaft would fill a triangle, though hardly any depends on others. But an
equation that alone has a certain quantity takes part in no dependence; without it there are others
of which the same is true. What is left in the end is short, and mostly nothing.
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
    """Return forms of chain members that depend on each other as those over the states do.

    Parameters
    ----------
    forms : LinearForms
        How members are written.
    members : sequence of int
        The members, which may be repeated.
    behind : sequence of iterable of int
        The states on which each member acts if it cannot be written as a form.

    Returns
    -------
    list of dict or None
        Column → factor, nothing for a member that depends on no others; None if there is no form.
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
    """Return the rows that are left when rows with a column of their own go, again and again.

    Parameters
    ----------
    rows : sequence of iterable of int
        The columns of each row, none of them twice.
    lasting : container of int
        Rows that stay whatever they have.
    """
    count: dict[int, int] = {}
    total: dict[int, int] = {}  # of the numbers of the rows: of one row, it is the number itself
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
    """Return how members are written with others, and which need one that no form tells."""
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
    """Return the form of a column with the definitions that are kept put in."""
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
