"""What the unknowns of an initialisation depend on: start values, inputs and parameters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from drivetrain.compiler.program.dataflow import connections
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.translation import Translation
from drivetrain.fmi.binary.parameter_program import Place
from drivetrain.fmi.binary.variables import Kind, Settable
from drivetrain.fmi.export.dependencies import bits
from drivetrain.fmi.export.variables import ExportedVariables

__all__ = ["InitialDependencies"]


class InitialDependencies:
    """Dependencies at the start, by the structure of the program; rather too many than too few.

    Knowns are the start values that can be set, inputs and free parameters.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    found : ExportedVariables
        The variables of the unit.
    """

    def __init__(self, translation: Translation, found: ExportedVariables) -> None:
        self._translation, self._found, self._follow = translation, found, found.parameters
        knowns = [k for k, one in enumerate(found.binary) if one.settable is not Settable.NEVER]
        self._knowns = knowns
        self._bit = {reference: 1 << place for place, reference in enumerate(knowns)}
        self._all = (1 << len(knowns)) - 1
        self._parameter = {
            found.binary[k].index: self._bit[k]
            for k in knowns
            if found.binary[k].kind is Kind.PARAMETER
        }
        self._derived = self._derived_masks()
        self._parameter |= self._derived[Place.PARAMETER]
        self._state = self._state_masks()
        self._mask = self._masks(translation.program)

    def of_parameter(self, number: int) -> list[int]:
        """Return the references on which a parameter depends."""
        return self._listed(self._parameter.get(number, 0))

    def of_state(self, state: int) -> list[int]:
        """Return the references on which the start of a state depends."""
        return self._listed(self._state[state])

    def of_node(self, number: int) -> list[int]:
        """Return the references on which a node of the program depends."""
        return self._listed(self._mask[number])

    def _listed(self, mask: int) -> list[int]:
        return [self._knowns[place] for place in bits(mask)]

    def _derived_masks(self) -> Mapping[Place, dict[int, int]]:
        """Return on what the numbers that follow from parameters depend, by their places."""
        program, own = self._follow.program, self._parameter
        masks = [0] * len(program.ops)
        for number, args in enumerate(program.args):
            if program.ops[number] == "p":
                masks[number] = own.get(program.values[number], 0)
            for arg in args:
                masks[number] |= masks[arg]
        found: Mapping[Place, dict[int, int]] = defaultdict(dict)
        for one in self._follow.derived:
            found[one.place][one.index] = masks[one.node]
        return found

    def _state_masks(self) -> list[int]:
        """Return on what the start of each state depends: all, if it is solved for."""
        is_solved = bool(self._found.states) and bool(
            len(self._follow.reached.held.variable) or self._translation.flat.initial_equations
        )
        derived, masks = self._derived[Place.STATE], []
        for state, reference in enumerate(self._found.states):
            if reference in self._bit:
                masks.append(self._bit[reference])
            elif is_solved and state not in derived:
                masks.append(self._all)
            else:
                masks.append(derived.get(state, 0))
        return masks

    def _masks(self, program: Program) -> list[int]:
        """Return on what each node depends, relations and discrete variables included."""
        sources = self._sources()
        masks = [
            self._all if op == "delay" else sources.get(op, {}).get(value, 0)
            for op, value in zip(program.ops, program.values, strict=True)
        ]
        edges = [*zip(*connections(program), strict=True), *_instants(program)]
        changed = True
        while changed:
            changed = False
            for source, target in edges:
                if masks[source] & ~masks[target]:
                    masks[target] |= masks[source]
                    changed = True
        return masks

    def _sources(self) -> dict[str, dict[int, int]]:
        """Return on what nodes without operands depend: by their operation and their value."""
        inputs = {
            one.parameter: self._bit[reference]
            for one, reference in zip(self._translation.inputs, self._found.inputs, strict=True)
        }
        discrete, clocks = self._derived[Place.DISCRETE], dict[int, int]()
        for place in (Place.CLOCK_START, Place.CLOCK_INTERVAL):
            for number, mask in self._derived[place].items():
                clocks[number] = clocks.get(number, 0) | mask
        return {
            "x": dict(enumerate(self._state)), "p": self._parameter | inputs,
            "z": discrete, "pre": discrete, "sample": clocks,
        }  # fmt: skip


def _instants(program: Program) -> Iterator[tuple[int, int]]:
    """Yield the node of the instant of each time relation, and its user."""
    for number, op in enumerate(program.ops):
        if op == "trel":
            yield program.time_relations[program.values[number]].instant, number
