"""Text of the relations of a compiled model, which the kernel knows by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import (
    own_variable,
    parameter_name,
    variable_name,
    variable_names,
)
from drivetrain.compiler.translation import Translation
from drivetrain.simulation.results.row_layout import component_of

__all__ = ["LENGTHY", "Relations"]

Floats = NDArray[np.float64]

_INFIX = {"add": ("+", 2), "sub": ("-", 2), "mul": ("*", 3), "div": ("/", 3), "and": ("&", 0),
          "or": ("|", 0)}  # fmt: skip
_LOADS = ("N.m", "N")
_LOOSE, _COMPARED, _TIGHT = 0, 1, 4
_LONG = 120
LENGTHY = "a condition on"
"""How the text of a long relation begins, which only lists what it compares."""


class Relations:
    """Names of the relations of a run and of the quantities that they compare.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : float array
        Parameters of the run.
    """

    def __init__(self, translation: Translation, parameters: Floats) -> None:
        self._translation = translation
        self._parameters = parameters
        self._program = translation.program
        self._root = translation.flat.root

    def owner(self, number: int) -> str:
        """Return the path of the component whose discrete equation contains a relation.

        If there is none, it is the component of the first variable that the relation compares.
        """
        discretes = self.discretes(number)
        if discretes:
            return component_of(self.discrete_name(discretes[0]))
        if number >= len(self._program.relations):
            return ""
        return self.part_of(self._program.relations[number].crossing)

    def part_of(self, node: int) -> str:
        """Return the path of the component that an expression belongs to.

        A variable may have names in several components, a parameter has one: that component is
        preferred. Otherwise it is that of the first variable.
        """
        inner = list(self._below(node, self._compared))
        numbers = [self._program.values[k] for k in inner if self._program.ops[k] == "p"]
        paths = {component_of(parameter_name(self._root, number)) for number in numbers}
        if len(paths) == 1 and (path := paths.pop()):
            return path
        found = (self._variable(k, "") for k in inner)
        first = next((variable for variable in found if variable is not None), None)
        return "" if first is None else component_of(variable_name(self._root, first))

    def expression(self, node: int, near: str) -> str:
        """Return an expression as it reads in the model.

        Parameters
        ----------
        node : int
            The expression.
        near : str
            Path of a component, whose own names of variables are preferred.
        """
        return self._text(node, near, _COMPARED)

    def names(self, node: int, near: str) -> list[str]:
        """Return the names of the variables in an expression, and of the parameters."""
        found = (name for name, _, _ in self._named(node, near))
        return list(dict.fromkeys(found))

    def discretes(self, number: int) -> list[int]:
        """Return the discrete quantities whose equations contain a relation."""
        op, value = "rel", number
        if number >= len(self._program.relations):
            op, value = "trel", number - len(self._program.relations)
        return self._users.get((op, value), [])

    def decides(self, number: int) -> list[str]:
        """Return the names of these quantities, except those that appear in no result."""
        shown = [
            k
            for k in self.discretes(number)
            if not own_variable(self._root, self._representative(k)).hidden
        ]
        return [self.discrete_name(k) for k in shown]

    def discrete_name(self, number: int) -> str:
        """Return the dotted name of a discrete quantity."""
        return variable_name(self._root, self._representative(number))

    def discrete_label(self, number: int, value: float) -> str:
        """Return the label of a value of a discrete quantity."""
        declaration = own_variable(self._root, self._representative(number)).declaration
        if declaration.kind == "boolean":
            return "true" if value else "false"
        return (declaration.labels or {}).get(int(value), f"{value:g}")

    def text(self, number: int) -> str:
        """Return a relation as it reads in the model: ``"brake.sa > brake.tau0_max"``."""
        program, near = self._program, self.owner(number)
        if number >= len(program.relations):
            instant = program.time_relations[number - len(program.relations)].instant
            return f"time >= {self._text(instant, near, _LOOSE)}"
        crossing, strict = program.relations[number]
        sides = program.args[crossing]
        if program.ops[crossing] == "neg":
            side, sense = self._text(sides[0], near, _COMPARED), "<"
            if side.startswith("-") and " " not in side:
                side, sense = side[1:], ">"
            text = f"{side} {sense if strict else sense + '='} 0"
        else:
            sides = sides if program.ops[crossing] == "sub" else (crossing, program.const(0.0))
            upper, lower = (self._text(side, near, _COMPARED) for side in sides)
            text = f"{upper} {'>' if strict else '>='} {lower}"
        if len(text) <= _LONG:
            return text
        names = dict.fromkeys(name for name, _, _ in self._operands(number))
        return f"{LENGTHY} {', '.join(names)}"

    def operands(self, number: int, row: Floats) -> list[str]:
        """Return the quantities that a relation compares, with their values in a recorded row."""
        found: dict[str, str] = {}
        for name, node, unit in self._operands(number):
            value = self._value(node, row, self.owner(number))
            found[name] = f"{name} = {value:.9g}{'' if unit == '1' else f' {unit}'}"
        return list(found.values())

    def state(self, component: str, row: Floats) -> list[str]:
        """Return mode, torques and forces in a component and its flanges, from a recorded row."""
        inside = f"{component}."
        modes, told = [], []
        for variable, name in enumerate(variable_names(self._root)):
            own = name.removeprefix(inside)
            if own == name or own.count(".") > 1:
                continue
            declaration = own_variable(self._root, variable).declaration
            value = float(self._translation.value_in(variable, row))
            if declaration.labels:
                modes.append(f"{own} = {declaration.labels.get(int(value), value)}")
            elif declaration.unit in _LOADS:
                told.append(f"{own} = {value:.9g} {declaration.unit}")
        return modes + told

    @cached_property
    def _users(self) -> dict[tuple[str, int], list[int]]:
        users: dict[tuple[str, int], list[int]] = {}
        for number, node in enumerate(self._translation.lowered.discrete):
            for inner in self._below(node):
                op = self._program.ops[inner]
                if op in ("rel", "trel"):
                    users.setdefault((op, self._program.values[inner]), []).append(number)
        return users

    def _compared(self, node: int) -> tuple[int, ...]:
        """Return the operands; for a choice whose other branch is constant, the varying one."""
        args = self._program.args[node]
        if self._program.ops[node] == "where":
            varying = tuple(a for a in args[1:] if self._program.ops[a] != "const")
            return varying if len(varying) == 1 else args
        return args

    def _below(
        self, node: int, operands: Callable[[int], tuple[int, ...]] | None = None
    ) -> Iterator[int]:
        """Yield a node and its constituents, without entering other equations."""
        seen, stack = set(), [node]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                yield node
                stack.extend(reversed(operands(node) if operands else self._program.args[node]))

    def _operands(self, number: int) -> Iterator[tuple[str, int, str]]:
        if number < len(self._program.relations):
            crossing = self._program.relations[number].crossing
            yield from self._named(crossing, self.owner(number))

    def _named(self, crossing: int, near: str) -> Iterator[tuple[str, int, str]]:
        program = self._program
        for node in self._below(crossing, self._compared):
            op, value = program.ops[node], program.values[node]
            if op == "p":
                yield parameter_name(self._root, value), node, "1"
            elif (variable := self._variable(node, near)) is not None:
                unit = own_variable(self._root, variable).declaration.unit
                yield variable_name(self._root, variable), node, str(unit)

    def _value(self, node: int, row: Floats, near: str) -> float:
        if self._program.ops[node] == "p":
            return float(self._parameters[self._program.values[node]])
        variable = self._variable(node, near)
        return 0.0 if variable is None else float(self._translation.value_in(variable, row))

    def _representative(self, discrete: int) -> int:
        return int(self._translation.aliased.discrete_representative[discrete])

    def _variable(self, node: int, near: str) -> int | None:
        """Return the variable of a node, preferably by a name in component `near`."""
        t, op, value = self._translation, self._program.ops[node], self._program.values[node]
        if op in ("z", "pre"):
            return self._representative(value)
        if op not in ("member", "load", "x"):
            return None
        member = int(t.lowered.states[value]) if op == "x" else int(value)
        chain = int(np.searchsorted(t.reduced.first, member, side="right") - 1)
        order = member - int(t.reduced.first[chain])
        same = np.flatnonzero((t.aliased.chain == chain) & (t.aliased.order == order))
        names = [(variable_name(self._root, int(v)), int(v)) for v in same]
        if not names:
            return None

        def distance(known: tuple[str, int]) -> tuple[bool, bool, int, int]:
            name = known[0]
            is_inside = name.startswith(f"{near}.")
            return component_of(name) != near, not is_inside, name.count("."), len(name)

        return min(names, key=distance)[1]

    def _text(self, node: int, near: str, binding: int) -> str:
        """Return an expression, in parentheses if the context binds more tightly."""
        program = self._program
        if program.ops[node] == "where" and len(self._compared(node)) == 1:
            node = self._compared(node)[0]
        op, args, value = program.ops[node], program.args[node], program.values[node]
        if op == "const":
            return f"{value:g}" if not isinstance(value, bool) else str(value).lower()
        if op == "p":
            return parameter_name(self._root, value)
        variable = self._variable(node, near)
        if variable is not None:
            name = variable_name(self._root, variable)
            if op == "pre":
                return f"pre({name})"
            return name if self._translation.aliased.sign[variable] > 0 else f"-{name}"
        if op == "neg":
            inner = self._text(args[0], near, _TIGHT)
            return inner[1:] if inner.startswith("-") else f"-{inner}"
        if op in _INFIX:
            mark, level = _INFIX[op]
            left, right = (self._text(a, near, level + k) for k, a in enumerate(args))
            if mark == "+" and right.startswith("-"):
                mark, right = "-", right[1:]
            text = f"{left} {mark} {right}"
            return f"({text})" if level < binding else text
        if op == "rel":
            return f"({self.text(value)})"
        if not args:
            return op
        return f"{op}({', '.join(self._text(a, near, _LOOSE) for a in args)})"
