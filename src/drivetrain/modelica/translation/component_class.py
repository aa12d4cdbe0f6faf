"""Translate a Modelica class into a component class."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from drivetrain import modeling
from drivetrain.errors import DrivetrainError, ModelicaError
from drivetrain.modelica import library
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.translation.behaviour.functions import FunctionLibrary
from drivetrain.modelica.translation.behaviour.sections import methods_of
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.experiment import experiment_of
from drivetrain.modelica.translation.members.assumed import warn_of_starts
from drivetrain.modelica.translation.members.given import Given
from drivetrain.modelica.translation.members.variants import Variants
from drivetrain.modelica.translation.members.varying_records import VaryingRecord
from drivetrain.modelica.translation.python_code import call, constant, python_name
from drivetrain.modelica.translation.structure.bases import bases_of
from drivetrain.modelica.translation.structure.declarations import DeclarationTranslator
from drivetrain.modelica.translation.structure.icons import icon_of
from drivetrain.modelica.translation.structure.own_connectors import connector_tree
from drivetrain.modelica.translation.structure.placement import places_of, ports_of
from drivetrain.modelica.translation.structure.scopes import missing_inner_message

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup

__all__ = ["ClassTranslator", "TranslatedClass"]

_KINDS: Final = frozenset(("model", "class", "block", "record"))


@dataclass(frozen=True)
class TranslatedClass:
    """A Modelica class in Python.

    Parameters
    ----------
    stored : StoredClass
        What it was.
    node : ast.ClassDef
        What was compiled.
    names : mapping
        What the names in it mean that stand for things from elsewhere.
    made : type
        The class.
    """

    stored: StoredClass
    node: ast.ClassDef
    names: Mapping[str, Any]
    made: type[Any]


class ClassTranslator:
    """Makes component classes from Modelica classes.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    version : str, optional
        Version of the Modelica Standard Library that the models were written for.
    functions : mapping of callables, optional
        Python functions in place of external ones, by their Modelica names.

    Attributes
    ----------
    translated : dict
        What has been translated, each class behind those that it is made of.
    functions : FunctionLibrary
        The functions that have been translated.
    """

    def __init__(
        self,
        lookup: Lookup,
        version: str | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        self._lookup, self._version = lookup, version
        self._variants = Variants(lookup)
        self.functions = FunctionLibrary(lookup, version, functions)
        self.translated: dict[StoredClass, TranslatedClass] = {}
        self._in_work: list[StoredClass] = []

    def translate(self, stored: StoredClass) -> type[modeling.Component]:
        """Return the component class for a Modelica class.

        Raises
        ------
        ModelicaError
            With everything in the class that is not supported, up to ten reasons.
        """
        return self._class(stored, _component_tree)

    def translate_whole(self, stored: StoredClass) -> type[modeling.Component]:
        """Return the component class for a model that is asked for; tell what nobody gives it.

        Raises
        ------
        ModelicaError
            With everything in the class that is not supported, up to ten reasons.
        """
        made = self.translate(stored)
        warn_of_starts(self._lookup, stored)
        return made

    def note_on_versions(self) -> str:
        """Return a note on names of several versions of the library; empty if there are none."""
        return library.note_on_versions(self._lookup.named, self._version)

    def translate_connector(self, stored: StoredClass) -> type[modeling.Connector]:
        """Return the connector class for a Modelica connector.

        Raises
        ------
        ModelicaError
            With everything in the class that is not supported, up to ten reasons.
        """
        return self._class(stored, connector_tree)

    def variant(self, stored: StoredClass, given: Given) -> tuple[StoredClass, Given]:
        """Return the class of a part with redeclarations, and what is left to be given to it."""
        return self._variants.split(stored, given)

    def stored_of(self, python: type[Any]) -> StoredClass | None:
        """Return the Modelica class of a component class; ``None`` if it comes from elsewhere."""
        every = self.translated.items()
        return next((stored for stored, one in every if one.made is python), None)

    def _class(
        self, stored: StoredClass, tree: Callable[[ClassContext], ast.ClassDef]
    ) -> type[Any]:
        if stored not in self.translated:
            if stored in self._in_work:
                raise stored.source.mistake(
                    stored.definition.position, f"{stored.full_name} is a part of itself"
                )
            self._in_work.append(stored)
            try:
                context = ClassContext(stored, self._lookup, self._version, self, self.functions)
                self.translated[stored] = _compiled(context, tree(context))
            finally:
                self._in_work.pop()
        return self.translated[stored].made


def _component_tree(context: ClassContext) -> ast.ClassDef:
    """Return the Python of one class."""
    definition = context.stored.definition
    is_class = isinstance(definition.body, (nodes.LongBody, nodes.ShortBody))
    if definition.kind not in _KINDS or not is_class:
        raise context.mistake(
            definition.position, f"the {definition.kind} {definition.name} {_why_not(definition)}"
        )
    if isinstance(context.stored, VaryingRecord):
        return _record_tree(context)
    bases = bases_of(context)
    translator = DeclarationTranslator(context)
    translator.translate()
    methods = methods_of(context)
    declarations = translator.declarations()
    context.refusals.raise_if_any(context.stored.full_name)
    doc: list[ast.stmt] = [ast.Expr(constant(definition.description or definition.name))]
    body = [*doc, *_experiment(context), *_marks(context), *declarations, *methods]
    made = ast.ClassDef(python_name(context.stored.title), bases, [], body, [])
    return context.at(definition.position, made)


def _why_not(definition: nodes.ClassDefinition) -> str:
    """Return why a class of another kind cannot be a part."""
    if definition.kind.startswith("operator"):
        return "overloads operators, which is not supported: write its functions as calls"
    return "cannot be simulated: a model, a block or a class is needed"


def _record_tree(context: ClassContext) -> ast.ClassDef:
    """Return the Python of a record of variables; those who declare one state its equations."""
    definition = context.stored.definition
    for name, member in context.members.by_name.items():  # inherited ones as if declared here
        context.members.by_name[name] = replace(member, is_declared_here=True)
    translator = DeclarationTranslator(context)
    translator.translate()
    declarations = translator.declarations()
    context.refusals.raise_if_any(context.stored.full_name)
    doc: list[ast.stmt] = [ast.Expr(constant(definition.description or definition.name))]
    bases = [context.names.function("Component")]
    made = ast.ClassDef(
        python_name(definition.name), bases, [], [*doc, *_marks(context), *declarations], []
    )
    return context.at(definition.position, made)


def _marks(context: ClassContext) -> list[ast.stmt]:
    """Return what a class says of itself."""
    made: list[ast.stmt] = []
    if context.numbers_fit:
        made.append(_mark("numbers_fit_any_unit", constant(value=True)))
    if context.stored.definition.is_partial:
        made.append(_mark("is_partial", constant(value=True)))
    message = missing_inner_message(context.stored.definition)
    if message:
        made.append(_mark("missing_inner_message", constant(message)))
    if context.other_units:
        keys: list[ast.expr | None] = [constant(one) for one in context.other_units]
        values = [constant(one) for one in context.other_units.values()]
        made.append(_mark("other_units", ast.Dict(keys, values)))
    return made


def _mark(key: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(key, ast.Store())], value)


def _compiled(context: ClassContext, made: ast.ClassDef) -> TranslatedClass:
    tree = ast.fix_missing_locations(ast.Module([made], []))
    namespace = dict(context.names.values)
    with _placed(context.stored):
        exec(compile(tree, context.stored.source.file, "exec"), namespace)
    found = namespace[made.name]
    if issubclass(found, modeling.Component):
        _draw(context, found)
    return TranslatedClass(context.stored, made, dict(context.names.values), found)


@contextmanager
def _placed(stored: StoredClass) -> Iterator[None]:
    """Tell the line of the text for errors while a class is made."""
    try:
        yield
    except (DrivetrainError, ArithmeticError, ValueError, IndexError) as error:
        place = _line_of(error, stored)
        if not isinstance(error, DrivetrainError):
            told = f"{stored.full_name}, {place}: a value cannot be computed: {error}"
            raise ModelicaError(told) from error
        if stored.source.file not in str(error):
            error.args = (f"{stored.full_name}, {place}: {error}", *error.args[1:])
        raise


def _line_of(error: Exception, stored: StoredClass) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    lines = [one.lineno for one in frames if one.filename == stored.source.file]
    return f"{stored.source.file}:{lines[-1]}" if lines else stored.where()


def _draw(context: ClassContext, made: type[modeling.Component]) -> None:
    """Tell a class how its author has drawn it, and what is inside."""
    components = [one.component for one in context.members.by_name.values()]
    made.diagram_places = {
        python_name(key): tuple(place) for key, place in places_of(components).items()
    }
    made.diagram_lines = dict(context.drawn_lines)
    bases = tuple(icon for base in made.__bases__ if (icon := getattr(base, "diagram_icon", None)))
    ports = {python_name(key): point for key, point in ports_of(components).items()}
    made.diagram_icon = icon_of(context.stored.definition.annotation, bases, ports)


def _experiment(context: ClassContext) -> list[ast.stmt]:
    given = experiment_of(context.stored)
    if not given:
        return []
    values = {key: constant(value) for key, value in given.items()}
    made = call(context.names.function("Experiment"), [], values)
    return [ast.Assign([ast.Name("experiment", ast.Store())], made)]
