"""Apply values that the user gives by dotted names at run time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import numpy as np

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import (
    find_parameter,
    find_variable,
    own_variable,
    parameter_names,
    table_names,
    variable_names,
)
from drivetrain.compiler.frontend.values.evaluation import Evaluation
from drivetrain.errors import NameLookupError, ParameterError, UsageError, shown
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.members import Parameter, Variable, checked_start, what_to_set
from drivetrain.modeling.older_names import nearest_name
from drivetrain.modeling.quantities.columns import InUnit, is_column, split_header
from drivetrain.modeling.tracing.trace import OwnTable, Trace

__all__ = ["check_parameters", "declaration_of", "override", "parameter_declaration"]

_PARAMETERS_SHOWN = 5
_INDEX = re.compile(r"\[\d+\]")
_ALL = re.compile(r"\[[*:]\]")


def check_parameters(parameters: Any) -> Mapping[str, Any]:
    """Return given values by name; refuse anything other than a mapping from names to values.

    Parameters
    ----------
    parameters : mapping, row of a data frame, or None
        A name may be followed by the unit of the value, ``"motor.J [kg.cm2]"``.

    Raises
    ------
    UsageError
        If it is not a mapping, or names a parameter twice.
    UnitError
        If there is no such unit.
    """
    if parameters is None:
        return {}
    if is_column(parameters) and hasattr(parameters, "to_dict"):
        parameters = parameters.to_dict()
    if not isinstance(parameters, Mapping):
        raise UsageError(
            f"parameters={shown(parameters)}: give values by name, parameters={{'motor.J': 0.1}}"
        )
    for name in parameters:
        if not isinstance(name, str):
            raise UsageError(f"parameters: {name!r} is not the name of a parameter; give a text")
    if not any(name[-1:] in ("]", ")") or " " in name for name in parameters):
        return parameters
    plain: dict[str, Any] = {}
    for header, value in parameters.items():
        name, unit = split_header(header)
        if name in plain:
            raise UsageError(f"parameters: {name!r} is given more than once; give one value")
        plain[name] = value if unit is None else InUnit(value, unit)
    return plain


def override(work: Evaluation, overrides: Mapping[str, Any]) -> None:
    """Apply values given by dotted names.

    Parameters
    ----------
    work : Evaluation
        The values under construction, before anything is evaluated.
    overrides : mapping
        Parameters, tables and, as ``"J1.w.start"``, start values.

    Raises
    ------
    NameLookupError
        If one of them does not match a name; the message suggests similar names.
    ParameterError
        If a value is not a number, or a parameter cannot be set at run time.
    """
    root = work.flat.root
    for name, value in overrides.items():
        number = find_parameter(root, name)
        if number is not None:
            _override_parameter(work, name, number, value)
        elif name in (tables := table_names(root)):
            first, _ = tables[name]
            own = _own_table(root, name)
            rows = own.declaration.plain_rows(value, name)
            work.tables.place(own, np.array([first]), rows, name)
        elif name.endswith(".start"):
            _override_start(work, name, value)
        else:
            _refuse(work.flat, name, [*parameter_names(root), *tables])


def parameter_declaration(flat: Flat, number: int) -> Parameter:
    """Return the declaration of a parameter."""
    return next(
        own.declaration
        for one in flat.instances
        for own in one.trace.parameters
        if number - own.slot in one.parameter
    )


def declaration_of(flat: Flat, name: str) -> Parameter | Variable | None:
    """Return the declaration of a parameter, or of the variable of a start value; None if none."""
    number = find_parameter(flat.root, name)
    if number is not None:
        return parameter_declaration(flat, number)
    target = name.removesuffix(".start")
    number = find_variable(flat.root, target) if target != name else None
    return None if number is None else own_variable(flat.root, number).declaration


def _override_parameter(work: Evaluation, name: str, number: int, value: Any) -> None:
    declaration = parameter_declaration(work.flat, number)
    if declaration.final:
        _refuse_final(name, declaration)
    work.parameter[number] = checked_number(value, name, declaration.unit, declaration.kind)
    work.is_set[number] = True


def _override_start(work: Evaluation, name: str, value: Any) -> None:
    target = name.removesuffix(".start")
    number = find_variable(work.flat.root, target)
    if number is None:
        _refuse(work.flat, target, variable_names(work.flat.root), "variable")
    declaration = own_variable(work.flat.root, number).declaration
    checked_start(value, name, declaration.unit, declaration.kind)
    work.start[number] = checked_number(value, name, declaration.unit, declaration.kind)
    if np.isnan(work.start[number]):
        raise ParameterError(f"{name} is not a number (NaN): give a finite value")
    work.start_set[number] = True


def _refuse(flat: Flat, name: str, known: Iterable[str], what: str = "parameter") -> NoReturn:
    known = list(known)
    structural = _structural_names(flat.root)
    if name in structural:
        declared = structural[name]
        if isinstance(declared, Parameter) and declared.final:
            _refuse_final(name, declared)
        told = "; the table of a part made by dt.from_data can be replaced from run to run"
        raise ParameterError(
            f"{name!r} changes the equations: set it where the component is made, not at run time"
            + told * name.endswith(".table")
        )
    number = find_variable(flat.root, name) if what == "parameter" else None
    if number is not None:
        _refuse_variable(flat, name, number)
    if what == "parameter":
        _refuse_component(name, known)
    _refuse_whole_array(name, known, what)
    raise NameLookupError(f"'{flat.root.title}' has no {what} {name!r}{nearest_name(name, known)}")


def _refuse_variable(flat: Flat, name: str, number: int) -> NoReturn:
    if own_variable(flat.root, number).is_input:
        raise NameLookupError(
            f"{name!r} is an input: give the parameters of its source. A number that runs are "
            "to change is a parameter of the model, given to the input where the part is made"
        )
    raise NameLookupError(
        f"{name!r} is a variable: give the parameters on which it depends, or its start "
        f"value by the name '{name}.start'"
    )


def _refuse_component(name: str, known: list[str]) -> None:
    """Refuse the name of a component with parameters."""
    inside = [one for one in known if one.startswith((f"{name}.", f"{name}["))]
    if inside:
        several = " of components" if inside[0].startswith(f"{name}[") else ""
        shown_few = ", ".join(map(repr, inside[:_PARAMETERS_SHOWN]))
        more = ", …" if len(inside) > _PARAMETERS_SHOWN else ""
        raise NameLookupError(
            f"{name!r} is {'an array' if several else 'a component'}{several}: give its parameters "
            f"by their own names, {shown_few}{more}"
        )


def _refuse_whole_array(name: str, known: list[str], what: str) -> None:
    """Refuse the name of a parameter or variable of all components of an array."""
    stem = _ALL.sub("", name)
    members = [] if "[" in stem else [one for one in known if _INDEX.sub("", one) == stem]
    if not members:
        return
    members.sort(key=lambda one: [int(index[1:-1]) for index in _INDEX.findall(one)])
    start = ".start" * (what == "variable")
    few = ", ".join(repr(one + start) for one in members[:2])
    told = f"{name + start!r} stands for {len(members)} values: give them by their own names, {few}"
    if len(members) > 2:
        told += ", …"
    if all(one.count("[") == 1 for one in members):
        pattern = _INDEX.sub("[{k}]", members[0]) + start
        told += f", as in {{f'{pattern}': value for k, value in enumerate(values)}}"
    raise NameLookupError(told)


def _refuse_final(name: str, declaration: Parameter) -> NoReturn:
    inside = name.removesuffix(declaration.name)
    raise ParameterError(f"{name!r} {what_to_set(declaration, inside)}")


def _own_table(root: Trace, name: str) -> OwnTable:
    klass = root
    *path, last = name.split(".")
    for part in path:
        klass = klass.members[part.split("[")[0]].trace
    own: OwnTable = klass.members[last]
    return own


def _structural_names(root: Trace, prefix: str = "", depth: int = 0) -> dict[str, Any]:
    """Return the declarations of all structural parameters by their dotted names."""
    known = root.cls.declarations()
    found = {prefix + name: known.get(name) for name in root.structural}
    for sub in root.subs:
        if sub.count is None and depth < 8:
            found |= _structural_names(sub.trace, f"{prefix}{sub.name}.", depth + 1)
    return found
