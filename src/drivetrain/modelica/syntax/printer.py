"""Print nodes as Modelica; what is printed reads as the same nodes again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from drivetrain.modelica.syntax.nodes import (
    All,
    Argument,
    ArrayConstructor,
    Assign,
    Binary,
    Boolean,
    Break,
    Call,
    CallEquation,
    CallStatement,
    ClassDefinition,
    Component,
    Comprehension,
    Conditional,
    Connect,
    ConstrainedBy,
    DerivativeBody,
    Element,
    End,
    EnumerationBody,
    Equal,
    Expression,
    Extends,
    External,
    For,
    If,
    Import,
    Indexed,
    Iterator,
    LongBody,
    Matrix,
    NamedArgument,
    Number,
    OutputList,
    PartialFunction,
    Prefixes,
    Range,
    Redeclaration,
    Reference,
    Return,
    Section,
    ShortBody,
    StoredFile,
    String,
    Unary,
    When,
    While,
)
from drivetrain.modelica.syntax.precedence import (
    BINARY,
    CONDITION,
    FACTOR,
    NOT,
    POWER,
    RELATION,
    SIGN,
    SINGLE,
)

__all__ = ["print_class", "print_expression", "print_file"]

_Arguments = Sequence[Argument] | None
_INDENT: Final = "  "
_RANGE: Final = 0.5
_LOOSE: Final = frozenset(
    ("or", "and", "not", "+", "-", "<", "<=", ">", ">=", "==", "<>", ".+", ".-")
)


def print_file(stored: StoredFile) -> str:
    """Return the text of a file."""
    lines = [f"import {_imported(one)};" for one in stored.imports]
    if stored.has_within:
        lines.insert(
            0, f"within {print_expression(stored.within)};" if stored.within else "within;"
        )
    return "\n".join([*lines, *(f"{print_class(one)};" for one in stored.classes)]) + "\n"


# -- expressions -----------------------------------------------------------------------------------


def print_expression(e: Expression) -> str:
    """Return the text of an expression."""
    return _PRINTERS[type(e)](e)


def _in(e: Expression, level: float) -> str:
    """Return an expression that has to bind at least so strongly, in brackets if it does not."""
    text = print_expression(e)
    return f"({text})" if _level(e) < level else text


def _level(e: Expression) -> float:
    if isinstance(e, Binary):
        return BINARY[e.operator]
    if isinstance(e, Unary):
        return NOT if e.operator == "not" else SIGN
    if isinstance(e, Range):
        return _RANGE
    if isinstance(e, (Conditional, Comprehension)):
        return CONDITION
    return POWER + 1


def _binary(e: Binary) -> str:
    level = BINARY[e.operator]
    left = _in(e.left, level + (level in SINGLE))
    between = f" {e.operator} " if e.operator in _LOOSE else e.operator
    if e.operator.startswith(".") and left[-1:].isdigit():
        between = f" {e.operator} "
    return left + between + _in(e.right, level + 1)


def _unary(e: Unary) -> str:
    if e.operator == "not":
        return f"not {_in(e.operand, RELATION)}"
    return e.operator + _in(e.operand, FACTOR)


def _reference(e: Reference) -> str:
    parts = [part.name + _subscripts(part.subscripts) for part in e.parts]
    return "." * e.is_global + ".".join(parts)


def _subscripts(subscripts: tuple[Expression, ...]) -> str:
    return f"[{_listed(subscripts)}]" if subscripts else ""


def _listed(expressions: Iterable[Expression]) -> str:
    return ", ".join(map(print_expression, expressions))


def _call(e: Call) -> str:
    return f"{_reference(e.function)}({_given(e.arguments, e.named)})"


def _given(arguments: Iterable[Expression], named: Iterable[NamedArgument]) -> str:
    texts = [print_expression(one) for one in arguments]
    texts += [f"{one.name} = {print_expression(one.value)}" for one in named]
    return ", ".join(texts)


def _conditional(e: Conditional) -> str:
    branches = " else".join(
        f"if {print_expression(condition)} then {print_expression(value)}"
        for condition, value in e.branches
    )
    return f"{branches} else {print_expression(e.otherwise)}"


def _comprehension(e: Comprehension) -> str:
    return f"{print_expression(e.expression)} for {_iterators(e.iterators)}"


def _iterators(iterators: Iterable[Iterator]) -> str:
    return ", ".join(
        one.name if one.range is None else f"{one.name} in {print_expression(one.range)}"
        for one in iterators
    )


def _range(e: Range) -> str:
    terms = (e.start, e.stop) if e.step is None else (e.start, e.step, e.stop)
    return ":".join(_in(term, 1) for term in terms)


def _outputs(e: OutputList) -> str:
    return f"({', '.join('' if one is None else print_expression(one) for one in e.elements)})"


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_PRINTERS: Final[dict[type, Callable[[Any], str]]] = {
    Number: lambda e: e.text,
    String: lambda e: _string(e.value),
    Boolean: lambda e: "true" if e.value else "false",
    Reference: _reference,
    Unary: _unary,
    Binary: _binary,
    Conditional: _conditional,
    Call: _call,
    PartialFunction: lambda e: f"function {_reference(e.function)}({_given((), e.named)})",
    Comprehension: _comprehension,
    ArrayConstructor: lambda e: "{" + _listed(e.elements) + "}",
    Matrix: lambda e: f"[{'; '.join(map(_listed, e.rows))}]",
    Range: _range,
    OutputList: _outputs,
    Indexed: lambda e: f"({print_expression(e.expression)}){_subscripts(e.subscripts)}",
    End: lambda e: "end",
    All: lambda e: ":",
}


# -- modifiers -------------------------------------------------------------------------------------


def _modifiers(arguments: _Arguments) -> str:
    return "" if arguments is None else f"({', '.join(map(_argument, arguments))})"


def _argument(argument: Argument) -> str:
    words = "each " * argument.is_each + "final " * argument.is_final
    if isinstance(argument, Redeclaration):
        return _redeclaration(argument, words)
    text = words + _reference(argument.name) + _modifiers(argument.arguments)
    return text + _value(argument.value) + _description(argument.description)


def _redeclaration(argument: Redeclaration, words: str) -> str:
    element = argument.element
    redeclare = "redeclare " * element.prefixes.is_redeclare
    replaceable = "replaceable " * element.prefixes.is_replaceable
    text = _class_text(element) if isinstance(element, ClassDefinition) else _component(element)
    return f"{redeclare}{words}{replaceable}{text}{_constraint(element.constraint)}"


def _value(value: Expression | None) -> str:
    return "" if value is None else f" = {print_expression(value)}"


def _description(description: str) -> str:
    return f" {_string(description)}" if description else ""


def _comment(description: str, annotation: _Arguments) -> str:
    text = _description(description)
    return text if annotation is None else f"{text} annotation{_modifiers(annotation)}"


def _constraint(constraint: ConstrainedBy | None) -> str:
    if constraint is None:
        return ""
    comment = _comment(constraint.description, constraint.annotation)
    return (
        f" constrainedby {_reference(constraint.type)}{_modifiers(constraint.arguments)}{comment}"
    )


# -- elements --------------------------------------------------------------------------------------


def _prefixes(prefixes: Prefixes) -> str:
    words = (
        ("redeclare ", prefixes.is_redeclare),
        ("final ", prefixes.is_final),
        ("inner ", prefixes.is_inner),
        ("outer ", prefixes.is_outer),
        ("replaceable ", prefixes.is_replaceable),
    )
    return "".join(word for word, is_there in words if is_there)


def _component(one: Component) -> str:
    words = "".join(f"{word} " for word in (one.flow, one.variability, one.causality) if word)
    text = f"{words}{_reference(one.type)}{_subscripts(one.type_sizes)} {one.name}"
    text += f"{_subscripts(one.sizes)}{_modifiers(one.arguments)}{_value(one.value)}"
    if one.condition is not None:
        text += f" if {print_expression(one.condition)}"
    return text + _comment(one.description, one.annotation)


def _imported(one: Import) -> str:
    text = f"{one.alias} = " * bool(one.alias) + _reference(one.name)
    if one.is_wildcard:
        text += ".*"
    elif one.members:
        text += ".{" + ", ".join(one.members) + "}"
    return text + _comment(one.description, one.annotation)


def _element(one: Element, indent: str) -> str:
    if isinstance(one, Import):
        return f"import {_imported(one)}"
    if isinstance(one, Extends):
        base = _reference(one.base) + _modifiers(one.arguments)
        return f"extends {base}{_comment('', one.annotation)}"
    if isinstance(one, ClassDefinition):
        return _prefixes(one.prefixes) + _class_text(one, indent) + _constraint(one.constraint)
    return _prefixes(one.prefixes) + _component(one) + _constraint(one.constraint)


def _is_protected(one: Element) -> bool:
    if isinstance(one, (Import, Extends)):
        return one.is_protected
    return one.prefixes.is_protected


# -- classes ---------------------------------------------------------------------------------------


def print_class(one: ClassDefinition, indent: str = "") -> str:
    """Return the text of a class, without a semicolon behind it."""
    return indent + _prefixes(one.prefixes) + _class_text(one, indent)


def _class_text(one: ClassDefinition, indent: str = "") -> str:
    words = "encapsulated " * one.is_encapsulated + "partial " * one.is_partial + one.kind
    if isinstance(one.body, LongBody):
        return _long(one, one.body, words, indent)
    return f"{words} {one.name} = {_short(one.body)}{_comment(one.description, one.annotation)}"


def _short(body: ShortBody | EnumerationBody | DerivativeBody) -> str:
    if isinstance(body, DerivativeBody):
        return f"der({', '.join((_reference(body.function), *body.variables))})"
    if isinstance(body, EnumerationBody):
        if body.is_open:
            return "enumeration(:)"
        literals = (one.name + _comment(one.description, one.annotation) for one in body.literals)
        return f"enumeration({', '.join(literals)})"
    causality = f"{body.causality} " if body.causality else ""
    return (
        f"{causality}{_reference(body.base)}{_subscripts(body.sizes)}{_modifiers(body.arguments)}"
    )


def _long(one: ClassDefinition, body: LongBody, words: str, indent: str) -> str:
    extends = "extends " * body.is_extension
    head = f"{words} {extends}{one.name}{_modifiers(body.arguments)}{_description(one.description)}"
    inner = indent + _INDENT
    lines = [head, *_elements(body.elements, indent, inner)]
    for section in body.sections:
        lines += _section(section, indent, inner)
    if body.external is not None:
        lines.append(f"{indent}{_external(body.external)};")
    if one.annotation is not None:
        lines.append(f"{inner}annotation{_modifiers(one.annotation)};")
    return "\n".join([*lines, f"{indent}end {one.name}"])


def _elements(elements: Iterable[Element], indent: str, inner: str) -> Iterable[str]:
    was_protected = False
    for one in elements:
        if _is_protected(one) != was_protected:
            was_protected = not was_protected
            yield indent + ("protected" if was_protected else "public")
        yield f"{inner}{_element(one, inner)};"


def _external(one: External) -> str:
    text = "external" + (f" {_string(one.language)}" if one.language else "")
    if one.has_call:
        output = f"{_reference(one.output)} = " if one.output else ""
        text += f" {output}{one.function}({_listed(one.arguments)})"
    return text + _comment("", one.annotation)


# -- equations and statements ----------------------------------------------------------------------


def _section(section: Section, indent: str, inner: str) -> list[str]:
    head = indent + "initial " * section.is_initial + section.kind
    return [head, *(f"{inner}{_statement(one, inner)};" for one in section.statements)]


def _statement(one: Any, indent: str) -> str:
    return _STATEMENTS[type(one)](one, indent) + _comment(one.description, one.annotation)


def _block(statements: Iterable[Any], indent: str) -> str:
    inner = indent + _INDENT
    return "".join(f"\n{inner}{_statement(one, inner)};" for one in statements)


def _if(one: If, indent: str) -> str:
    text, word = "", "if"
    for condition, body in one.branches:
        head = "else" if condition is None else f"{word} {print_expression(condition)} then"
        text += ("" if word == "if" else f"\n{indent}") + head + _block(body, indent)
        word = "elseif"
    return f"{text}\n{indent}end if"


def _when(one: When, indent: str) -> str:
    text, word = "", "when"
    for condition, body in one.branches:
        text += (
            "" if word == "when" else f"\n{indent}"
        ) + f"{word} {print_expression(condition)} then"
        text += _block(body, indent)
        word = "elsewhen"
    return f"{text}\n{indent}end when"


def _for(one: For, indent: str) -> str:
    return f"for {_iterators(one.iterators)} loop{_block(one.body, indent)}\n{indent}end for"


def _while(one: While, indent: str) -> str:
    head = f"while {print_expression(one.condition)} loop"
    return f"{head}{_block(one.body, indent)}\n{indent}end while"


def _left(e: Expression) -> str:
    """Return a left side, which cannot begin with ``if``."""
    return _in(e, _RANGE)


_STATEMENTS: Final[dict[type, Callable[[Any, str], str]]] = {
    Equal: lambda one, _: f"{_left(one.left)} = {print_expression(one.right)}",
    Connect: lambda one, _: f"connect({_reference(one.first)}, {_reference(one.second)})",
    CallEquation: lambda one, _: _call(one.call),
    CallStatement: lambda one, _: _call(one.call),
    Assign: lambda one, _: f"{_left(one.target)} := {print_expression(one.value)}",
    If: _if,
    When: _when,
    For: _for,
    While: _while,
    Return: lambda one, _: "return",
    Break: lambda one, _: "break",
}
