"""Tables of the blocks that other programs compute."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.alias_elimination import Aliased
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.compiler.lower import Lowered
from drivetrain.kernel.foreign.blocks import ForeignBlock

__all__ = ["foreign_blocks"]

Ints = NDArray[np.int64]


def foreign_blocks(flat: Flat, aliased: Aliased, lowered: Lowered) -> list[ForeignBlock]:
    """Return the blocks of all instances that other programs compute.

    Parameters
    ----------
    flat, aliased, lowered
        Results of the preceding passes.
    """
    program, found = lowered.program, []
    for one in flat.instances:
        for stated in one.trace.foreign:
            for start, parameter in zip(one.variable.tolist(), one.parameter.tolist(), strict=True):
                outputs = start + np.array(stated.outputs, dtype=np.int64)
                latched = start + np.array(stated.inputs, dtype=np.int64)
                clock = lowered.discrete[aliased.discrete[start + stated.ticks]]
                found.append(
                    ForeignBlock(
                        part=component_path(flat.root, start, one.trace) or flat.root.title,
                        program=stated.program,
                        clock=int(program.values[clock]),
                        inputs=aliased.discrete[latched],
                        outputs=aliased.discrete[outputs],
                        parameters=parameter + np.array(stated.parameters, dtype=np.int64),
                        signs=aliased.sign[outputs].astype(np.float64),
                    )
                )
    return found
