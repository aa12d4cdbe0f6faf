"""Qualified names of numbered variables and parameters, made only on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.tracing.trace import OwnVariable, Sub, Trace

__all__ = [
    "component_path",
    "connector_names",
    "find_parameter",
    "find_variable",
    "find_variables",
    "made_at",
    "own_variable",
    "parameter_name",
    "parameter_names",
    "part_paths",
    "parts_that",
    "place_of",
    "table_names",
    "variable_name",
    "variable_names",
]


def variable_names(root: Trace) -> list[str]:
    """Return the dotted name of every variable, by number (including hidden ones)."""
    names = [""] * root.n_variables
    for prefix, start, klass in _walk(root, "variable_start", "n_variables"):
        for own in klass.variables:
            names[start + own.slot] = prefix + own.name
    return names


def parameter_names(root: Trace) -> list[str]:
    """Return the dotted name of every run-time parameter, by number."""
    names = [""] * root.n_parameters
    for prefix, start, klass in _walk(root, "parameter_start", "n_parameters"):
        for own in klass.parameters:
            names[start + own.slot] = prefix + own.name
    return names


def connector_names(root: Trace) -> list[str]:
    """Return the path of every connector, by number."""
    names = [""] * root.n_connectors
    for prefix, start, klass in _walk(root, "connector_start", "n_connectors"):
        for own in klass.connectors:
            names[start + own.index] = prefix + own.name
    return names


def parts_that(root: Trace, holds: Callable[[Trace], bool]) -> list[str]:
    """Return the paths of the parts whose class fulfils a condition."""
    known: dict[int, bool] = {}
    found = []
    for prefix, _, klass in _walk(root, "variable_start", "n_variables"):
        if id(klass) not in known:
            known[id(klass)] = holds(klass)
        if known[id(klass)]:
            found.append(prefix.removesuffix("."))
    return found


def part_paths(root: Trace) -> list[str]:
    """Return the path of every part and of every connector of a part, in order of declaration."""
    found: dict[int, list[str]] = {}
    for prefix, start, klass in _walk(root, "variable_start", "n_variables"):
        path = prefix.removesuffix(".")
        own = [f"{prefix}{connector.name}" for connector in klass.connectors]
        found.setdefault(start, []).extend([path, *own] if path else own)
    return [path for start in sorted(found) for path in found[start]]


def table_names(root: Trace) -> dict[str, tuple[int, int]]:
    """Return, for every table, its name → (first number, data columns)."""
    names = {}
    for prefix, start, klass in _walk(root, "table_start", "n_tables"):
        for own in klass.tables:
            names[prefix + own.name] = (start + own.slot, own.declaration.columns - 1)
    return names


def _walk(root: Trace, start: str, size: str) -> Iterator[tuple[str, int, Trace]]:
    """Yield (prefix, first number, class) of every instance."""
    stack: list[tuple[str, int, Trace]] = [("", 0, root)]
    while stack:
        prefix, first, klass = stack.pop()
        yield prefix, first, klass
        for sub in klass.subs:
            begin = first + getattr(sub, start)
            if sub.count is None:
                stack.append((f"{prefix}{sub.name}.", begin, sub.trace))
            else:
                step = getattr(sub.trace, size)
                stack.extend(
                    (f"{prefix}{sub.label(k)}.", begin + k * step, sub.trace)
                    for k in range(sub.count)
                )


def variable_name(root: Trace, number: int) -> str:
    """Return the dotted name of one variable."""
    path, own = _descend(root, number)
    return ".".join((*path, own.name))


def own_variable(root: Trace, number: int) -> OwnVariable:
    """Return the declaration behind a variable number."""
    return _descend(root, number)[1]


def _descend(root: Trace, number: int) -> tuple[list[str], OwnVariable]:
    path: list[str] = []
    klass = root
    while True:
        for own in klass.variables:
            if own.slot == number:
                return path, own
        sub, index, number = _enter(klass, number)
        path.append(sub.label(index))
        klass = sub.trace


def _enter(klass: Trace, number: int) -> tuple[Sub, int, int]:
    """Find the part that owns a variable number; return it, its index, the number inside."""
    for sub in klass.subs:
        size = sub.trace.n_variables
        inside = number - sub.variable_start
        if 0 <= inside < size * (1 if sub.count is None else sub.count):
            return sub, inside // size, inside % size
    raise IndexError(number)


def component_path(root: Trace, start: int, klass: Trace) -> str:
    """Return the path of the instance of `klass` whose variables begin at `start`."""
    path: list[str] = []
    here, number = root, start
    while here is not klass or number != 0:
        sub, index, number = _enter(here, number)
        path.append(sub.label(index))
        here = sub.trace
    return ".".join(path)


def place_of(root: Trace, start: int, where: SourceLine, klass: Trace) -> SourceLine:
    """Return the most helpful source line for a statement.

    That is its own line in a class written by the user, and for a class of this package the line
    that created the part.

    Parameters
    ----------
    root : Trace
        The model.
    start : int
        Where the variables of the instance begin.
    where : SourceLine
        Its own line.
    klass : Trace
        Class of the instance.
    """
    made = made_at(root, start, klass) if _ships(klass) else None
    return made or where


def made_at(root: Trace, start: int, klass: Trace) -> SourceLine | None:
    """Return the line that created a part, the innermost one written by the user.

    Parameters
    ----------
    root : Trace
        The model.
    start : int
        Where the variables of the part begin.
    klass : Trace
        Its class.
    """
    if not klass.n_variables:  # a record of parameters has no place among variables
        return _made_where(root, klass)
    here, number, found = root, start, None
    while here is not klass or number != 0:
        sub, _, number = _enter(here, number)
        if sub.where is not None and (here is root or not _ships(here)):
            found = sub.where
        here = sub.trace
    return found


def _made_where(root: Trace, klass: Trace) -> SourceLine | None:
    """Return the line that created the first part of a class that a user has written."""
    below = [root]
    while below:
        here = below.pop()
        for sub in here.subs:
            if sub.trace is klass:
                return sub.where
            below.append(sub.trace)
    return None


def _ships(klass: Trace) -> bool:
    return klass.cls.__module__.startswith("drivetrain.")


def parameter_name(root: Trace, number: int) -> str:
    """Return the dotted name of one parameter."""
    path: list[str] = []
    klass = root
    while True:
        for own in klass.parameters:
            if own.slot == number:
                return ".".join((*path, own.name))
        for sub in klass.subs:
            size, inside = sub.trace.n_parameters, number - sub.parameter_start
            if size and 0 <= inside < size * (1 if sub.count is None else sub.count):
                path.append(sub.label(inside // size))
                number, klass = inside % size, sub.trace
                break


def find_parameter(root: Trace, name: str) -> int | None:
    """Return the number of a parameter by its dotted name, ``None`` if there is none."""
    return _find(root, name, "parameter")


def find_variable(root: Trace, name: str) -> int | None:
    """Return the number of a variable by its dotted name, ``None`` if there is none."""
    return _find(root, name, "variable")


def find_variables(root: Trace, head: str, tail: str) -> dict[int, str]:
    """Return number → name of the variables whose names begin and end in given ways, in any order.

    Parts without any are skipped.
    """
    found: dict[int, str] = {}
    holding = _Holding(root, tail)
    stack: list[tuple[str, int, Trace]] = [("", 0, root)]
    while stack:
        prefix, first, klass = stack.pop()
        variables, subs = holding.of(klass)
        for own in variables:
            name = prefix + own.name
            if name.startswith(head) and name.endswith(tail):
                found[first + own.slot] = name
        for sub in subs:
            begin, stem = first + sub.variable_start, prefix + sub.name
            if sub.count is None:
                inside = [(f"{stem}.", begin, sub.trace)]
            elif _may_begin(f"{stem}[", head):
                step = sub.trace.n_variables
                inside = [
                    (f"{prefix}{sub.label(k)}.", begin + k * step, sub.trace)
                    for k in range(sub.count)
                ]
            else:
                continue
            stack.extend(one for one in inside if _may_begin(one[0], head))
    return found


def _may_begin(begun: str, head: str) -> bool:
    """Return whether names with one beginning may have the other."""
    return begun.startswith(head) if len(begun) > len(head) else head.startswith(begun)


class _Holding:
    """Finds which variables and parts of each class may have names with a given ending."""

    def __init__(self, root: Trace, tail: str) -> None:
        self._tail = tail
        self._known: dict[int, tuple[list[OwnVariable], list[Sub]]] = {}
        for klass in root.parts_first():
            variables = [own for own in klass.variables if self._may_end(own.name)]
            subs = [sub for sub in klass.subs if any(self.of(sub.trace))]
            self._known[id(klass)] = variables, subs

    def of(self, klass: Trace) -> tuple[list[OwnVariable], list[Sub]]:
        return self._known[id(klass)]

    def _may_end(self, name: str) -> bool:
        tail = self._tail
        return name.endswith(tail) if len(name) > len(tail) else tail.endswith(name)


def _find(root: Trace, name: str, what: str) -> int | None:
    """Find the part that a name belongs to, without making all other names."""
    klass, first = root, 0
    while True:
        for own in getattr(klass, f"{what}s"):
            if own.name == name:
                return first + int(own.slot)
        part, _, name = name.partition(".")
        entered = _enter_by_name(klass, part)
        if entered is None:
            return None
        sub, index = entered
        klass = sub.trace
        first += getattr(sub, f"{what}_start") + index * getattr(klass, f"n_{what}s")


def _enter_by_name(klass: Trace, part: str) -> tuple[Sub, int] | None:
    """Find a part (``"disc[3]"``) of a class, and its index."""
    stem = part.partition("[")[0]
    sub = next((sub for sub in klass.subs if sub.name == stem), None)
    index = None if sub is None else sub.number(part)
    return None if sub is None or index is None else (sub, index)
