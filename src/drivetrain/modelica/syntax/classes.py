"""Parse classes and files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from drivetrain.modelica.syntax.equations import EquationParser
from drivetrain.modelica.syntax.nodes import (
    NO_PREFIXES,
    Annotation,
    Argument,
    ClassBody,
    ClassDefinition,
    Component,
    ConstrainedBy,
    DerivativeBody,
    Element,
    EnumerationBody,
    Expression,
    Extends,
    External,
    Import,
    LiteralOfEnumeration,
    LongBody,
    Modification,
    NamePart,
    Prefixes,
    Redeclaration,
    Reference,
    Section,
    ShortBody,
    StoredFile,
)
from drivetrain.modelica.syntax.source_text import SourceText
from drivetrain.modelica.syntax.tokens import END, NAME, STRING, has_pairs
from drivetrain.modelica.syntax.unread import UnreadArguments

__all__ = ["ClassParser"]

_Arguments = tuple[Argument, ...] | None

_KINDS: Final = frozenset(
    ("class", "model", "record", "block", "connector", "type", "package", "function")
)
_WORDS_OF_KINDS: Final = frozenset(("operator", "pure", "impure"))
_SECTIONS: Final = frozenset(("equation", "algorithm"))
_PREFIXES: Final = {
    "redeclare": "is_redeclare",
    "final": "is_final",
    "inner": "is_inner",
    "outer": "is_outer",
    "replaceable": "is_replaceable",
}
_VARIABILITIES: Final = frozenset(("parameter", "constant", "discrete"))
_CAUSALITIES: Final = frozenset(("input", "output"))
_AFTER_NAME: Final = frozenset((";", "=", "(", "[", ",", ":=", "if", "annotation", STRING, END))
_NEARLY: Final = (
    "equation", "algorithm", "parameter", "constant", "discrete", "protected", "public", "extends",
    "import", "model", "package", "function", "record", "connector", "block", "input", "output",
    "replaceable", "redeclare", "annotation", "external", "initial", "partial", "encapsulated",
)  # fmt: skip


class _Head(NamedTuple):
    """What stands before the name of a class."""

    kind: str
    position: int
    prefixes: Prefixes
    is_encapsulated: bool
    is_partial: bool

    def made(
        self, name: str, body: ClassBody, description: str, annotation: Annotation | None
    ) -> ClassDefinition:
        """Return the class."""
        return ClassDefinition(
            self.kind, name, body, self.is_encapsulated, self.is_partial, None, self.prefixes,
            description, annotation, position=self.position,
        )  # fmt: skip


class ClassParser(EquationParser):
    """Reads classes, their elements and modifiers (Modelica 3.6, appendix A.2)."""

    # -- files -------------------------------------------------------------------------------------

    def stored_file(self) -> StoredFile:
        """Read all of a file."""
        within, has_within = None, False
        classes: list[ClassDefinition] = []
        imports: list[Import] = []
        while self.kinds[self.at] != END:
            if self.kinds[self.at] == "within":
                if has_within or classes:
                    raise self.mistake("'within' stands once, at the beginning of a file")
                has_within = True
                self.at += 1
                within = self.reference() if self.kinds[self.at] != ";" else None
            elif self.kinds[self.at] == "import":
                imports.append(self._import(is_protected=False))
            else:
                classes.append(self._top_class())
            self.semicolon()
        return StoredFile(within, tuple(classes), tuple(imports), has_within)

    def _top_class(self) -> ClassDefinition:
        prefixes = Prefixes(is_final=self.accept("final"))
        if not self._is_class():
            hint = self.nearest_keyword(self.texts[self.at], _NEARLY)
            raise self.mistake(f"a class is expected here, not {self.shown()}{hint}")
        return self.class_definition(prefixes)

    # -- classes -----------------------------------------------------------------------------------

    def _is_class(self) -> bool:
        """Return whether a class begins at the next token."""
        kind = self.kinds[self.at]
        if kind in _KINDS or kind in ("partial", "encapsulated", "expandable"):
            return True
        if self.word() not in _WORDS_OF_KINDS:
            return False
        follows = self.kinds[self.at + 1]
        return follows in _KINDS or (
            follows == NAME and (self.word() == "operator" or self.texts[self.at + 1] == "operator")
            and self.kinds[self.at + 2] not in _AFTER_NAME - {STRING, "=", "annotation"}
        )  # fmt: skip

    def class_definition(self, prefixes: Prefixes = NO_PREFIXES) -> ClassDefinition:
        """Read a class without the semicolon behind it."""
        position = self.starts[self.at]
        is_encapsulated = self.accept("encapsulated")
        is_partial = self.accept("partial")
        head = _Head(self._kind(), position, prefixes, is_encapsulated, is_partial)
        if self.accept("extends"):
            return self._long(head, is_extension=True)
        if self.kinds[self.at] == NAME and self.kinds[self.at + 1] == "=":
            return self._short(head)
        return self._long(head, is_extension=False)

    def _kind(self) -> str:
        words: list[str] = []
        while self.kinds[self.at] in ("expandable", *_KINDS) or (
            self.word() in _WORDS_OF_KINDS and words[-1:] != ["operator"]
        ):
            words.append(self.texts[self.at])
            self.at += 1
            if words[-1] in _KINDS:
                break
        if not words:
            hint = self.nearest_keyword(self.texts[self.at], tuple(sorted(_KINDS)))
            raise self.mistake(f"the kind of a class is expected here, not {self.shown()}{hint}")
        return " ".join(words)

    def _long(self, head: _Head, *, is_extension: bool) -> ClassDefinition:
        name = self.name(f"the name of this {head.kind}")
        arguments = self.modifiers() if is_extension and self.kinds[self.at] == "(" else None
        self.open(f"{head.kind} {name}", f"end {name}", head.position)
        description = self.description()
        body, annotation = self._composition(is_extension, arguments)
        self._end_class(head, name)
        return head.made(name, body, description, annotation)

    def _end_class(self, head: _Head, name: str) -> None:
        if not self.accept("end"):
            raise self.unexpected(f"'end {name}'")
        if self.kinds[self.at] != NAME:
            raise self._wrong_end(head, name)
        if self.texts[self.at] != name:
            line = self.source.line(head.position)
            raise self.mistake(
                f"'end {self.texts[self.at]}' stands where the {head.kind} {name} of line {line} "
                f"ends; write 'end {name}'"
            )
        self.at += 1
        self.opened.pop()

    def _wrong_end(self, head: _Head, name: str) -> Exception:
        if self.kinds[self.at] in ("if", "for", "when", "while"):
            line = self.source.line(head.position)
            return self.mistake(
                f"'end {self.texts[self.at]}' ends nothing: no '{self.texts[self.at]}' is open "
                f"in the {head.kind} {name} of line {line}"
            )
        return self.unexpected(f"'{name}', the name of the {head.kind} that ends here,")

    def _short(self, head: _Head) -> ClassDefinition:
        name = self.texts[self.at]
        self.at += 2
        body = self._short_body()
        return head.made(name, body, *self.comment())

    def _short_body(self) -> ShortBody | EnumerationBody | DerivativeBody:
        if self.accept("enumeration"):
            return self._enumeration()
        if self.kinds[self.at] == "der":
            return self._derivative()
        causality = ""
        while self.kinds[self.at] in _CAUSALITIES or self.kinds[self.at] in ("flow", "discrete"):
            causality = self.kinds[self.at] if self.kinds[self.at] in _CAUSALITIES else causality
            self.at += 1
        base = self.type_name()
        sizes = self.subscripts() if self.kinds[self.at] == "[" else ()
        arguments = self.modifiers() if self.kinds[self.at] == "(" else None
        return ShortBody(base, causality, sizes, arguments)

    def _enumeration(self) -> EnumerationBody:
        opening = self.at
        if not self.accept("("):
            raise self.unexpected("'(' after 'enumeration'")
        if self.accept(":"):
            self.close(opening)
            return EnumerationBody(is_open=True)
        if self.kinds[self.at] == ")":
            raise self.unexpected("a name of the enumeration")
        literals = self.listed(self._literal, ")")
        self.close(opening)
        return EnumerationBody(literals)

    def _literal(self) -> LiteralOfEnumeration:
        position = self.starts[self.at]
        name = self.name("a name of the enumeration")
        description, annotation = self.comment()
        return LiteralOfEnumeration(name, description, annotation, position=position)

    def _derivative(self) -> DerivativeBody:
        self.at += 1
        opening = self.at
        if not self.accept("("):
            raise self.unexpected("'(' after 'der'")
        function = self.type_name()
        variables: list[str] = []
        while self.accept(","):
            variables.append(self.name())
        self.close(opening)
        return DerivativeBody(function, tuple(variables))

    # -- what is inside a class --------------------------------------------------------------------

    def _composition(
        self, is_extension: bool, arguments: _Arguments
    ) -> tuple[LongBody, Annotation | None]:
        elements: list[Element] = []
        sections: list[Section] = []
        external: External | None = None
        annotation: Annotation | None = None
        is_protected = False
        while (kind := self.kinds[self.at]) not in ("end", END):
            if kind in ("public", "protected"):
                is_protected = kind == "protected"
                self.at += 1
            elif kind in _SECTIONS or self.is_section():
                section, found = self._section()
                sections.append(section)
                annotation = _joined(annotation, found)
            elif kind == "external":
                external = self._external()
            elif kind == "annotation":
                annotation = _joined(annotation, self._annotation())
                self.semicolon()
            else:
                elements += self._element(is_protected)
                self.semicolon()
        body = LongBody(tuple(elements), tuple(sections), external, is_extension, arguments)
        return body, annotation

    def _section(self) -> tuple[Section, Annotation | None]:
        """Read the equations or statements of a section, and annotations among them."""
        position = self.starts[self.at]
        is_initial = self.accept("initial")
        kind = self.kinds[self.at]
        self.at += 1
        one = self.equation if kind == "equation" else self.statement
        found: list[object] = []
        annotation: Annotation | None = None
        while True:
            found += self.body_until_annotation(one)
            if self.kinds[self.at] != "annotation":
                break
            annotation = _joined(annotation, self._annotation())
            self.semicolon()
        if self.kinds[self.at] in ("else", "elseif", "elsewhen"):
            raise self.mistake(f"{self.shown()} belongs to no 'if' or 'when'")
        section = Section(kind, is_initial, tuple(found), position=position)  # type: ignore[arg-type]
        return section, annotation

    def _external(self) -> External:
        position = self.starts[self.at]
        self.at += 1
        language = self.string() if self.kinds[self.at] == STRING else ""
        output, function = None, ""
        arguments: tuple[Expression, ...] = ()
        has_call = self.kinds[self.at] in (NAME, ".")
        if has_call:
            name = self.reference()
            if self.accept("="):
                output, name = name, self.reference()
            function = str(name)
            opening = self.at
            if not self.accept("("):
                raise self.unexpected("'(' with the arguments of the external function")
            arguments = self.listed(self.expression, ")")
            self.close(opening)
        annotation = self._annotation() if self.kinds[self.at] == "annotation" else None
        self.semicolon()
        return External(
            language, output, function, arguments, has_call, annotation, position=position
        )

    # -- elements ----------------------------------------------------------------------------------

    def _element(self, is_protected: bool) -> list[Element]:
        if self.kinds[self.at] == "import":
            return [self._import(is_protected)]
        if self.kinds[self.at] == "extends":
            return [self._extends(is_protected)]
        prefixes = self._prefixes(is_protected)
        made: list[ClassDefinition] | list[Component]
        made = [self.class_definition(prefixes)] if self._is_class() else self._components(prefixes)
        if self.kinds[self.at] != "constrainedby" and not self._is_old_constraint(prefixes):
            return [*made]
        constraint = self._constraint()
        return [replace(one, constraint=constraint) for one in made]

    def _is_old_constraint(self, prefixes: Prefixes) -> bool:
        """Return whether ``extends`` constrains what was declared, as editions before 3 wrote."""
        return prefixes.is_replaceable and self.kinds[self.at] == "extends"

    def _prefixes(self, is_protected: bool) -> Prefixes:
        kinds = self.kinds
        if kinds[self.at] not in _PREFIXES:
            return _PROTECTED if is_protected else NO_PREFIXES
        found: dict[str, bool] = {"is_protected": is_protected}
        while kinds[self.at] in _PREFIXES:
            found[_PREFIXES[kinds[self.at]]] = True
            self.at += 1
        return Prefixes(**found)

    def _import(self, is_protected: bool) -> Import:
        position = self.starts[self.at]
        self.at += 1
        alias = ""
        if self.kinds[self.at] == NAME and self.kinds[self.at + 1] == "=":
            alias = self.texts[self.at]
            self.at += 2
        begin = self.at
        name, is_wildcard, members = self._imported()
        if alias and (is_wildcard or members):
            raise self.mistake(f"only one class can be imported as '{alias}'", begin)
        description, annotation = self.comment()
        return Import(
            name, alias, is_wildcard, members, description, annotation, is_protected,
            position=position,
        )  # fmt: skip

    def _imported(self) -> tuple[Reference, bool, tuple[str, ...]]:
        position = self.starts[self.at]
        is_global = self.accept(".")
        parts = [NamePart(self.name("the name of what is imported"))]
        is_wildcard = False
        members: tuple[str, ...] = ()
        while self.kinds[self.at] in (".", ".*"):
            self.at += 1
            if self.kinds[self.at - 1] == ".*" or self.accept("*"):
                is_wildcard = True
                break
            if self.kinds[self.at] == "{":
                opening = self.at
                self.at += 1
                if self.kinds[self.at] == "}":
                    raise self.unexpected("a name")
                members = self.listed(self.name, "}")
                self.close(opening)
                break
            parts.append(NamePart(self.name()))
        return Reference(tuple(parts), is_global, position=position), is_wildcard, members

    def _extends(self, is_protected: bool) -> Extends:
        position = self.starts[self.at]
        self.at += 1
        base = self.type_name()
        arguments = self.modifiers() if self.kinds[self.at] == "(" else None
        _, annotation = self.comment()
        return Extends(base, arguments, annotation, is_protected, position=position)

    def _constraint(self) -> ConstrainedBy:
        position = self.starts[self.at]
        self.at += 1
        base = self.type_name()
        arguments = self.modifiers() if self.kinds[self.at] == "(" else None
        description, annotation = self.comment()
        return ConstrainedBy(base, arguments, description, annotation, position=position)

    def type_name(self) -> Reference:
        """Read the name of a class."""
        position = self.starts[self.at]
        is_global = self.accept(".")
        if self.kinds[self.at] != NAME:
            raise self.unexpected("the name of a class")
        parts = [NamePart(self.name())]
        while self.accept("."):
            parts.append(NamePart(self.name()))
        return Reference(tuple(parts), is_global, position=position)

    # -- components --------------------------------------------------------------------------------

    def _components(self, prefixes: Prefixes) -> list[Component]:
        head = self._head(prefixes)
        found = [self._declaration(head)]
        while self.accept(","):
            found.append(self._declaration(head))
        return found

    def _head(self, prefixes: Prefixes) -> Component:
        """Read the type of components and the words before it."""
        begin = self.at
        flow, variability, causality = self._type_prefixes()
        kind = self.kinds[self.at]
        if kind not in (NAME, "."):
            raise self._no_element()
        self._check_spelling(begin)
        base = self.type_name()
        sizes = self.subscripts() if self.kinds[self.at] == "[" else ()
        return Component(
            base, "", sizes, (), flow, variability, causality, prefixes=prefixes,
            position=base.position,
        )  # fmt: skip

    def _type_prefixes(self) -> tuple[str, str, str]:
        """Read ``flow parameter input``, at most one word of each kind."""
        flow = variability = causality = ""
        while True:
            kind = self.kinds[self.at]
            if kind == "flow" or self._is_stream():
                flow = self._first_of_kind(flow)
            elif kind in _VARIABILITIES:
                variability = self._first_of_kind(variability)
            elif kind in _CAUSALITIES:
                causality = self._first_of_kind(causality)
            else:
                return flow, variability, causality

    def _first_of_kind(self, before: str) -> str:
        if before:
            raise self.mistake(
                f"a declaration cannot be both '{before}' and {self.shown()}"
                if before != self.texts[self.at]
                else f"{self.shown()} stands twice"
            )
        self.at += 1
        return self.texts[self.at - 1]

    def _is_stream(self) -> bool:
        follows = self.at + 2
        return (
            self.word() == "stream"
            and self.kinds[self.at + 1] in (NAME, ".")
            and self.kinds[follows] not in _AFTER_NAME
        )

    def _no_element(self) -> Exception:
        hint = self.nearest_keyword(self.texts[self.at], _NEARLY)
        return self.mistake(f"an element of a class is expected here, not {self.shown()}{hint}")

    def _check_spelling(self, begin: int) -> None:
        """Refuse a word alone on its line that is nearly a keyword, and one before another type."""
        if self.kinds[self.at] != NAME or self.at != begin or self.kinds[self.at + 1] == ".":
            return
        word = self.texts[self.at]
        hint = self.nearest_keyword(word, _NEARLY)
        if not hint or not word.islower():
            return
        line = self.source.line
        is_alone = line(self.starts[self.at + 1]) > line(self.starts[self.at])
        is_before_type = (
            self.kinds[self.at + 1] == NAME and self.kinds[self.at + 2] not in _AFTER_NAME
        )
        if is_alone or is_before_type or self.kinds[self.at + 1] not in (NAME, "["):
            raise self.mistake(f"'{word}' begins no element of a class{hint}")

    def _declaration(self, head: Component) -> Component:
        position = self.starts[self.at]
        name = self.name("the name of a component")
        sizes = self.subscripts() if self.kinds[self.at] == "[" else ()
        arguments, value = self._modification()
        condition = self.expression() if self.accept("if") else None
        description, annotation = self.comment()
        return Component(
            head.type, name, head.type_sizes, sizes, head.flow, head.variability, head.causality,
            arguments, value, condition, None, head.prefixes, description, annotation,
            position=position,
        )  # fmt: skip

    # -- modifiers ---------------------------------------------------------------------------------

    def _modification(self) -> tuple[_Arguments, Expression | None]:
        arguments = self.modifiers() if self.kinds[self.at] == "(" else None
        if self.accept("=") or self.accept(":="):
            return arguments, self._bound()
        return arguments, None

    def _bound(self) -> Expression:
        return self.expression()

    def modifiers(self) -> tuple[Argument, ...]:
        """Read modifiers in their brackets."""
        opening = self.at
        self.at += 1
        found = self.listed(self._argument_of_class, ")")
        self.close(opening)
        return found

    def _argument_of_class(self) -> Argument:
        position = self.starts[self.at]
        kind = self.kinds[self.at]
        is_redeclare = self.accept("redeclare")
        is_each = self.accept("each")
        is_final = self.accept("final")
        if is_redeclare or self.kinds[self.at] == "replaceable":
            return self._redeclaration(is_redeclare, is_each, is_final, position)
        if kind == NAME or self.kinds[self.at] in (NAME, "initial"):
            return self._element_modification(is_each, is_final, position)
        raise self.unexpected("a modifier")

    def _element_modification(self, is_each: bool, is_final: bool, position: int) -> Modification:
        name = self.reference()
        arguments, value = self._modification()
        description = self.description()
        return Modification(
            name, arguments, value, is_each, is_final, description, position=position
        )

    def _redeclaration(
        self, is_redeclare: bool, is_each: bool, is_final: bool, position: int
    ) -> Redeclaration:
        is_replaceable = self.accept("replaceable")
        prefixes = Prefixes(
            is_redeclare=is_redeclare, is_final=is_final, is_replaceable=is_replaceable
        )
        element: ClassDefinition | Component
        if self._is_class():
            element = self.class_definition(prefixes)
        else:
            element = self._declaration(self._head(prefixes))
        if self.kinds[self.at] == "constrainedby" or self._is_old_constraint(prefixes):
            element = replace(element, constraint=self._constraint())
        return Redeclaration(element, is_each, is_final, position=position)

    # -- comments ----------------------------------------------------------------------------------

    def comment(self) -> tuple[str, Annotation | None]:
        """Read a description and an annotation, either of which may be absent."""
        description = self.description() if self.kinds[self.at] == STRING else ""
        if self.kinds[self.at] != "annotation":
            return description, None
        return description, self._annotation()

    def _annotation(self) -> Annotation:
        position, text = self.starts[self.at], self.texts[self.at]
        self.at += 1
        if text != "annotation":  # with its brackets
            begin, end = position + len("annotation"), position + len(text)
            read = partial(_arguments_in, self.source, begin, end)
            return UnreadArguments(read) if has_pairs(text) else read()
        if self.kinds[self.at] != "(":
            raise self.unexpected("'(' after 'annotation'")
        return self.modifiers()


def _arguments_in(source: SourceText, start: int, stop: int) -> tuple[Argument, ...]:
    """Return the modifiers that stand, in their brackets, in a part of a text."""
    return ClassParser(source, start, stop).modifiers()


_PROTECTED: Final = Prefixes(is_protected=True)


def _joined(first: Annotation | None, second: Annotation | None) -> Annotation | None:
    """Return the arguments of two annotations of one class."""
    return second if first is None else (*first, *(second or ()))
