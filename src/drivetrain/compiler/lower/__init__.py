"""Lower ordered equations to a program, algebraic loops with symbolic Jacobians included."""

from __future__ import annotations

from dataclasses import replace

from drivetrain.compiler.codegen.memory_layout import storage
from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.lower.batches import Batches
from drivetrain.compiler.lower.discrete import assignments
from drivetrain.compiler.lower.equations import EquationNodes
from drivetrain.compiler.lower.loops import Loops
from drivetrain.compiler.lower.lowered import Lowered, Members
from drivetrain.compiler.lower.nodes import Nodes, discrete_of
from drivetrain.compiler.lower.statements import Statements
from drivetrain.compiler.program.oscillations import (
    ONE_WAY,
    PEAKS,
    free_angles,
    longest_step,
    steep_angles,
)
from drivetrain.compiler.structure.batching import Batch, units
from drivetrain.compiler.structure.causalization import Ordered
from drivetrain.compiler.structure.reduced_system import Reduced

__all__ = ["Lowered", "Members", "discrete_of", "lower"]


def lower(
    flat: Flat, aliased: Aliased, reduced: Reduced, ordered: Ordered, loops: bool = True
) -> Lowered:
    """Lower the equations of a model to a program.

    Parameters
    ----------
    flat, aliased, reduced, ordered
        Results of the preceding passes.
    loops : bool
        Whether equations of one shape may run as loops, and large systems may be sparse.
    """
    nodes = Nodes(flat, aliased, reduced)
    batches = Batches(nodes, flat.n_parameters)
    systems = _continuous(flat, nodes, ordered, batches, loops)
    program = nodes.program
    discrete = assignments(nodes)
    written = Statements(flat, nodes, batches if loops else None).write()
    nodes.resolve()
    lowered = Lowered(
        program, nodes.states, nodes.members, discrete, **written._asdict(),
        pushed=nodes.pushed, loops=systems.blocks, loop_kinds=systems.kinds, first=reduced.first,
    )  # fmt: skip
    lowered = _with_watched(lowered)
    program.place, program.work = storage(program, reduced.n_members)
    program.masks = batches.n_parameters
    return lowered


def _continuous(flat: Flat, nodes: Nodes, ordered: Ordered, batches: Batches, loops: bool) -> Loops:
    """Lower the continuous equations, in order of solution."""
    single = EquationNodes(nodes, ordered)
    systems = Loops(flat, nodes, single, ordered.sharing, loops)
    equations, members = ordered.equation.tolist(), ordered.member.tolist()
    start = ordered.start.tolist()
    for unit in units(nodes.reduced, ordered, loops):
        if isinstance(unit, Batch):
            batches.add(unit)
        elif unit in ordered.loops:
            systems.add(ordered.loops[unit])
        else:
            single.step(equations[start[unit]], members[start[unit]])
    return systems


def _with_watched(lowered: Lowered) -> Lowered:
    """Add the nodes that the kernel watches within steps."""
    program = lowered.program
    crossings = [relation.crossing for relation in program.relations]
    delayed = [delay.value for delay in program.delays]
    roots = [*lowered.rates, *crossings, *delayed]
    return replace(
        lowered,
        longest_step=longest_step(program, roots, lowered.rate_of),
        angles=free_angles(program, roots, lowered.rate_of),
        peaks=steep_angles(program, roots, PEAKS),
        one_way=steep_angles(program, roots, ONE_WAY),
    )
