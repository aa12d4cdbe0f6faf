"""Declarations of parameters and variables, and the references that replace them in tracing.

A declaration is written once in a class body. While a class is traced, ``self.name`` is not the
declaration but a reference to a numbered slot.
"""

from __future__ import annotations

from drivetrain.modeling.members.declaration import (
    REQUIRED,
    Declaration,
    checked_bound,
)
from drivetrain.modeling.members.disabled import (
    Disabled,
)
from drivetrain.modeling.members.parameters import (
    Parameter,
    parameter,
    what_to_set,
)
from drivetrain.modeling.members.signals import (
    BooleanInput,
    BooleanOutput,
    IntegerInput,
    IntegerOutput,
    RealInput,
    RealOutput,
    Signal,
    signal_of,
)
from drivetrain.modeling.members.stand_ins import (
    ParameterRef,
    PreviousRef,
    TableRef,
    VariableRef,
)
from drivetrain.modeling.members.starts import (
    DECLARED,
    STATE_SELECT,
    StartValue,
    checked_nominal,
    checked_start,
    fixed,
    guess,
)
from drivetrain.modeling.members.tables import (
    SMOOTHNESS,
    TableLiteral,
    TableParameter,
    table,
)
from drivetrain.modeling.members.variables import (
    Variable,
    boolean,
    integer,
    variable,
)
from drivetrain.modeling.members.vectors import VectorRef

__all__ = [
    "DECLARED",
    "REQUIRED",
    "SMOOTHNESS",
    "STATE_SELECT",
    "BooleanInput",
    "BooleanOutput",
    "Declaration",
    "Disabled",
    "IntegerInput",
    "IntegerOutput",
    "Parameter",
    "ParameterRef",
    "PreviousRef",
    "RealInput",
    "RealOutput",
    "Signal",
    "StartValue",
    "TableLiteral",
    "TableParameter",
    "TableRef",
    "Variable",
    "VariableRef",
    "VectorRef",
    "boolean",
    "checked_bound",
    "checked_nominal",
    "checked_start",
    "fixed",
    "guess",
    "integer",
    "parameter",
    "signal_of",
    "table",
    "variable",
    "what_to_set",
]
