"""Structural algorithms on bare integer graphs: no algebra, no symbols, no names.

A system of equations is a list of *entries*: entry ``k`` says that equation ``equation[k]``
contains unknown ``unknown[k]``. Each module implements one algorithm, takes arrays and returns
arrays, and is deterministic.

The compiler uses them in this order: `signed_components` eliminates aliases, `offsets` finds how
often each equation is differentiated, `select_dummies` selects the states,
`block_lower_triangular` orders the equations and `tear` tears each algebraic loop.
"""

from drivetrain.compiler.graph.blocks import (
    BlockEntries,
    Blocks,
    block_entries,
    block_lower_triangular,
)
from drivetrain.compiler.graph.dulmage_mendelsohn import CoarseDecomposition, dulmage_mendelsohn
from drivetrain.compiler.graph.matching import maximum_matching, preferred_matching
from drivetrain.compiler.graph.scaling import unit_scales
from drivetrain.compiler.graph.sigma import Offsets, offsets
from drivetrain.compiler.graph.singular import StructuralSingularity
from drivetrain.compiler.graph.sparse import distinct
from drivetrain.compiler.graph.state_selection import (
    FIRM,
    Members,
    dummies_follow,
    remaining_states,
    select_dummies,
)
from drivetrain.compiler.graph.strong import strong_components
from drivetrain.compiler.graph.tearing import Tearing, tear
from drivetrain.compiler.graph.union import SignedComponents, components, signed_components

__all__ = [
    "FIRM",
    "BlockEntries",
    "Blocks",
    "CoarseDecomposition",
    "Members",
    "Offsets",
    "SignedComponents",
    "StructuralSingularity",
    "Tearing",
    "block_entries",
    "block_lower_triangular",
    "components",
    "distinct",
    "dulmage_mendelsohn",
    "dummies_follow",
    "maximum_matching",
    "offsets",
    "preferred_matching",
    "remaining_states",
    "select_dummies",
    "signed_components",
    "strong_components",
    "tear",
    "unit_scales",
]
