"""Write a module of converted classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from drivetrain.modelica.conversion.to_python.layout import WIDTH, laid_out, quoted
from drivetrain.modelica.conversion.to_python.names import ModuleNames
from drivetrain.modelica.conversion.to_python.readable import (
    readable,
    readable_function,
    sentence,
)
from drivetrain.modelica.conversion.to_python.renaming import new_names
from drivetrain.modelica.translation.behaviour.functions import TranslatedFunction
from drivetrain.modelica.translation.component_class import TranslatedClass
from drivetrain.modelica.translation.python_code import constant

__all__ = ["module_text", "python_module"]


def python_module(
    classes: Sequence[TranslatedClass], functions: Sequence[TranslatedFunction], description: str
) -> str:
    """Return the text of a module.

    Parameters
    ----------
    classes : sequence of TranslatedClass
        What it defines, each class behind those that it is made of.
    functions : sequence of TranslatedFunction
        Functions that these call.
    description : str
        What it is about.

    Raises
    ------
    ModelicaError
        If a class needs what cannot be written as Python.
    """
    return module_text(
        classes, functions, ModuleNames(classes, functions), new_names(classes), description
    )


def module_text(
    classes: Sequence[TranslatedClass],
    functions: Sequence[TranslatedFunction],
    names: ModuleNames,
    new: Mapping[str, str],
    description: str,
) -> str:
    """Return the text of a module, with names that are given.

    Parameters
    ----------
    classes, functions : sequence
        What it defines.
    names : ModuleNames
        Names of these, and of what modules beside it define.
    new : mapping
        Members that get another name.
    description : str
        What it is about.

    Raises
    ------
    ModelicaError
        If a class needs what cannot be written as Python.
    """
    made: list[ast.ClassDef | ast.FunctionDef] = [
        *(readable_function(one, names) for one in functions),
        *(readable(one, names, new) for one in classes),
    ]
    return "\n".join(_lines(made, names, description)) + "\n"


def _lines(
    made: Sequence[ast.ClassDef | ast.FunctionDef], names: ModuleNames, description: str
) -> Iterator[str]:
    yield from laid_out([ast.Expr(constant(sentence(description)))])
    if not made:
        return
    yield from ("", "from __future__ import annotations", "")
    yield from names.imports()
    yield ""
    yield from _public([one.name for one in made])
    for one in made:
        yield from ("", "")
        yield from laid_out([one])


def _public(names: Sequence[str]) -> Iterator[str]:
    listed = [quoted(one) for one in sorted(names)]
    line = f"__all__ = [{', '.join(listed)}]"
    if len(line) <= WIDTH:
        yield line
    else:
        yield from ("__all__ = [", *(f"    {one}," for one in listed), "]")
