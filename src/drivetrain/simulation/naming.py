"""The layout of a compiled model: which recorded column each name is."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.names import hidden_variables, variable_names
from drivetrain.compiler.translate import Translation
from drivetrain.modeling.trace import Trace
from drivetrain.simulation.layout import Layout

__all__ = ["layout_of"]


def layout_of(translation: Translation) -> Layout:
    """Return names, columns, signs, units and labels of all variables of a model."""
    flat = translation.flat
    n = flat.n_variables
    units = np.empty(n, dtype=object)
    kinds = np.empty(n, dtype=object)
    docs = np.empty(n, dtype=object)
    labelled: list[tuple[int, dict[int, str]]] = []
    for one in flat.instances:
        klass: Trace = one.trace
        for own in klass.variables:
            at = one.variable + own.slot
            declaration = own.declaration
            units[at], kinds[at], docs[at] = declaration.unit, declaration.kind, declaration.doc
            if declaration.labels:
                labelled += [(int(k), declaration.labels) for k in at]
    names = variable_names(flat.root)
    shown = np.flatnonzero(~hidden_variables(flat.root))
    return Layout(
        [names[k] for k in shown],
        translation.column[shown],
        translation.aliased.sign[shown],
        np.zeros(len(shown)),
        units[shown].tolist(),
        kinds[shown].tolist(),
        docs[shown].tolist(),
        {names[k]: labels for k, labels in labelled},
    )
