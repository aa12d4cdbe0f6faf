"""Parameters that are no inputs, since their rates of change would act as well.

An equation is differentiated if what it contains is needed as a rate: by a rigid coupling, or by a
torque that moves a damper where no inertia is. A parameter that varies leaves a term of its own
there, which the derivative with respect to the parameter does not contain.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from drivetrain.compiler.frontend.equation_groups import concatenated
from drivetrain.compiler.frontend.qualified_names import find_parameter
from drivetrain.compiler.structure.diagnostics import describe_row
from drivetrain.compiler.structure.occurrences import assigns
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.simulation.linearisation.inputs import Input, ParameterInput

__all__ = ["check_rates"]


def check_rates(t: Translation, inputs: Iterable[Input]) -> None:
    """Refuse parameters as inputs of which the rates of change act.

    Parameters
    ----------
    t : Translation
        The model with its inputs.
    inputs : iterable of Input
        The inputs.

    Raises
    ------
    AnalysisError
        For the first of them, with an equation that is differentiated.
    """
    for one in inputs:
        equation = _differentiated(t, one.name) if isinstance(one, ParameterInput) else None
        if equation is not None:
            raise AnalysisError(
                f"{one.name} cannot be an input: if it varies, its rate of change acts too, since "
                f"this equation is differentiated\n  {equation}\nName a signal instead, or a part "
                "or flange on which a torque is to act; eigenmodes().sensitivity(…) tells how "
                "eigenvalues depend on a parameter"
            )


def _differentiated(t: Translation, name: str) -> str | None:
    """Return an equation that contains a parameter, and is differentiated."""
    number = find_parameter(t.flat.root, name)
    assert number is not None
    moved = list(t.parameter_updates.slopes(number, t.values.parameter))
    for first, group in concatenated([g for g in t.groups if not assigns(g)]):
        times = t.reduced.c[first : first + group.n_rows]
        rows = np.flatnonzero((times > 0) & np.isin(group.parameter, moved).any(axis=1))
        if len(rows):
            return describe_row(t.flat, group, int(rows[0]))
    return None
