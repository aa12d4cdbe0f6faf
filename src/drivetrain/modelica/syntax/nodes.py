"""The syntax tree of Modelica: what a file says, before any name is looked up.

Nodes are values, which nobody changes: two are equal if their text means the same, wherever it
stands. Sequences are tuples. `position` counts the characters of the file before a node, for
messages. (Frozen classes would be made three times as slowly.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = [
    "All",
    "Annotation",
    "Argument",
    "ArrayConstructor",
    "Assign",
    "Binary",
    "Boolean",
    "Break",
    "Call",
    "CallEquation",
    "CallStatement",
    "ClassBody",
    "ClassDefinition",
    "Component",
    "Comprehension",
    "Conditional",
    "Connect",
    "ConstrainedBy",
    "DerivativeBody",
    "Element",
    "End",
    "EnumerationBody",
    "Equal",
    "Equation",
    "Expression",
    "Extends",
    "External",
    "For",
    "If",
    "Import",
    "Indexed",
    "Iterator",
    "Literal",
    "LiteralOfEnumeration",
    "LongBody",
    "Matrix",
    "Modification",
    "NamePart",
    "NamedArgument",
    "Number",
    "OutputList",
    "PartialFunction",
    "Prefixes",
    "Range",
    "Redeclaration",
    "Reference",
    "Return",
    "Section",
    "ShortBody",
    "Statement",
    "StoredFile",
    "String",
    "Unary",
    "When",
    "While",
]


def _at() -> int:
    """Declare where a node begins; it does not count when nodes are compared."""
    place: int = field(default=0, compare=False, repr=False, kw_only=True)
    return place


# -- expressions -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Number:
    """An unsigned number, as it is written: ``1``, ``1.5e-3``."""

    text: str
    position: int = _at()

    @property
    def value(self) -> int | float:
        """The number: an integer if it is written without point and exponent."""
        return int(self.text) if self.text.isdecimal() else float(self.text)


@dataclass(slots=True)
class String:
    """A text, escapes resolved."""

    value: str
    position: int = _at()


@dataclass(slots=True)
class Boolean:
    """``true`` or ``false``."""

    value: bool
    position: int = _at()


@dataclass(slots=True)
class NamePart:
    """One identifier of a name, with its subscripts: ``disc[i]``."""

    name: str
    subscripts: tuple[Expression, ...] = ()


@dataclass(slots=True)
class Reference:
    """A name with points: ``a.b[1].c``, or ``.Modelica.Constants.pi``."""

    parts: tuple[NamePart, ...]
    is_global: bool = False
    position: int = _at()

    def __str__(self) -> str:
        return "." * self.is_global + ".".join(part.name for part in self.parts)


@dataclass(slots=True)
class Unary:
    """``+``, ``-``, ``.+``, ``.-`` or ``not`` before an operand."""

    operator: str
    operand: Expression
    position: int = _at()


@dataclass(slots=True)
class Binary:
    """Two operands with an operator between them."""

    operator: str
    left: Expression
    right: Expression
    position: int = _at()


@dataclass(slots=True)
class Conditional:
    """``if a then b elseif c then d else e``; branches are pairs of condition and value."""

    branches: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression
    position: int = _at()


@dataclass(slots=True)
class NamedArgument:
    """``name = value`` in a call."""

    name: str
    value: Expression
    position: int = _at()


@dataclass(slots=True)
class Call:
    """A call; `der`, `initial` and `pure` are names of functions here."""

    function: Reference
    arguments: tuple[Expression, ...] = ()
    named: tuple[NamedArgument, ...] = ()
    position: int = _at()


@dataclass(slots=True)
class PartialFunction:
    """``function f(a = 1)`` as an argument of a function."""

    function: Reference
    named: tuple[NamedArgument, ...] = ()
    position: int = _at()


@dataclass(slots=True)
class Iterator:
    """``i in range``; without a range, the size of what `i` is an index of."""

    name: str
    range: Expression | None = None
    position: int = _at()


@dataclass(slots=True)
class Comprehension:
    """``expression for i in …``: inside braces or, with a function, as its only argument."""

    expression: Expression
    iterators: tuple[Iterator, ...]
    position: int = _at()


@dataclass(slots=True)
class ArrayConstructor:
    """``{a, b}``."""

    elements: tuple[Expression, ...]
    position: int = _at()


@dataclass(slots=True)
class Matrix:
    """``[a, b; c, d]``: rows of expressions."""

    rows: tuple[tuple[Expression, ...], ...]
    position: int = _at()


@dataclass(slots=True)
class Range:
    """``start:stop`` or ``start:step:stop``."""

    start: Expression
    step: Expression | None
    stop: Expression
    position: int = _at()


@dataclass(slots=True)
class OutputList:
    """``(a, , b)``: several outputs of a call, ``None`` for those left out."""

    elements: tuple[Expression | None, ...]
    position: int = _at()


@dataclass(slots=True)
class Indexed:
    """``(expression)[subscripts]``."""

    expression: Expression
    subscripts: tuple[Expression, ...]
    position: int = _at()


@dataclass(slots=True)
class End:
    """``end`` as a subscript: the last index."""

    position: int = _at()


@dataclass(slots=True)
class All:
    """``:`` as a subscript: all indices."""

    position: int = _at()


Literal: TypeAlias = Number | String | Boolean
Expression: TypeAlias = (
    Literal
    | Reference
    | Unary
    | Binary
    | Conditional
    | Call
    | PartialFunction
    | Comprehension
    | ArrayConstructor
    | Matrix
    | Range
    | OutputList
    | Indexed
    | End
    | All
)


# -- modifiers -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Modification:
    """``name(arguments) = value "description"``; `value` may be ``break`` (a Reference)."""

    name: Reference
    arguments: tuple[Argument, ...] | None = None
    value: Expression | None = None
    is_each: bool = False
    is_final: bool = False
    description: str = ""
    position: int = _at()


@dataclass(slots=True)
class ConstrainedBy:
    """``constrainedby Type(modifiers)``: what a replacement has to be."""

    type: Reference
    arguments: tuple[Argument, ...] | None = None
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Redeclaration:
    """``redeclare`` or ``replaceable`` with a class or a component, among modifiers."""

    element: ClassDefinition | Component
    is_each: bool = False
    is_final: bool = False
    position: int = _at()


Argument: TypeAlias = Modification | Redeclaration
Annotation: TypeAlias = Sequence[Argument]
"""The arguments of an annotation, perhaps not read yet."""


# -- elements --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prefixes:
    """The words before an element."""

    is_redeclare: bool = False
    is_final: bool = False
    is_inner: bool = False
    is_outer: bool = False
    is_replaceable: bool = False
    is_protected: bool = False


NO_PREFIXES = Prefixes()


@dataclass(slots=True)
class Component:
    """A component, parameter or variable: ``parameter Real x[3](start=1) = a if b "text"``.

    Attributes
    ----------
    flow : str
        ``flow``, ``stream`` or empty.
    variability : str
        ``parameter``, ``constant``, ``discrete`` or empty.
    causality : str
        ``input``, ``output`` or empty.
    type_sizes, sizes : tuple
        Sizes of the type, ``Real[3] x``, and of the name, ``Real x[2]``.
    """

    type: Reference
    name: str
    type_sizes: tuple[Expression, ...] = ()
    sizes: tuple[Expression, ...] = ()
    flow: str = ""
    variability: str = ""
    causality: str = ""
    arguments: tuple[Argument, ...] | None = None
    value: Expression | None = None
    condition: Expression | None = None
    constraint: ConstrainedBy | None = None
    prefixes: Prefixes = NO_PREFIXES
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Extends:
    """``extends Base(modifiers)``."""

    base: Reference
    arguments: tuple[Argument, ...] | None = None
    annotation: Annotation | None = None
    is_protected: bool = False
    position: int = _at()


@dataclass(slots=True)
class Import:
    """``import A.B``, ``import C = A.B``, ``import A.*``, ``import A.{b, c}``."""

    name: Reference
    alias: str = ""
    is_wildcard: bool = False
    members: tuple[str, ...] = ()
    description: str = ""
    annotation: Annotation | None = None
    is_protected: bool = False
    position: int = _at()


@dataclass(slots=True)
class LiteralOfEnumeration:
    """One of the names of an enumeration."""

    name: str
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class External:
    """``external "C" y = f(a, b)`` at the end of a function."""

    language: str = ""
    output: Reference | None = None
    function: str = ""
    arguments: tuple[Expression, ...] = ()
    has_call: bool = False
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Section:
    """Equations or statements below ``equation`` or ``algorithm``, perhaps ``initial``."""

    kind: str
    is_initial: bool
    statements: tuple[Equation | Statement, ...]
    annotations: tuple[Annotation, ...] = ()
    position: int = _at()


@dataclass(slots=True)
class LongBody:
    """Everything up to ``end Name``.

    `is_extension` is true for ``model extends Base(…)``: the class continues one that it inherits.
    """

    elements: tuple[Element, ...] = ()
    sections: tuple[Section, ...] = ()
    external: External | None = None
    is_extension: bool = False
    arguments: tuple[Argument, ...] | None = None


@dataclass(slots=True)
class ShortBody:
    """``= input Base[3](modifiers)``."""

    base: Reference
    causality: str = ""
    sizes: tuple[Expression, ...] = ()
    arguments: tuple[Argument, ...] | None = None


@dataclass(slots=True)
class EnumerationBody:
    """``= enumeration(a, b)``; ``enumeration(:)`` has no literals and is open."""

    literals: tuple[LiteralOfEnumeration, ...] = ()
    is_open: bool = False


@dataclass(slots=True)
class DerivativeBody:
    """``= der(f, x, y)``: the partial derivative of a function."""

    function: Reference
    variables: tuple[str, ...] = ()


ClassBody: TypeAlias = LongBody | ShortBody | EnumerationBody | DerivativeBody


@dataclass(slots=True)
class ClassDefinition:
    """A class; `kind` is a word or two, as ``model`` or ``operator record``."""

    kind: str
    name: str
    body: ClassBody
    is_encapsulated: bool = False
    is_partial: bool = False
    constraint: ConstrainedBy | None = None
    prefixes: Prefixes = NO_PREFIXES
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


Element: TypeAlias = ClassDefinition | Component | Extends | Import


# -- equations and statements ----------------------------------------------------------------------


@dataclass(slots=True)
class Equal:
    """``left = right``."""

    left: Expression
    right: Expression
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Connect:
    """``connect(a, b)``."""

    first: Reference
    second: Reference
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class CallEquation:
    """A call that stands alone: ``assert(…)``, ``reinit(…)``, ``terminate(…)``."""

    call: Call
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class If:
    """Branches of condition and equations or statements; the last condition may be ``None``."""

    branches: tuple[tuple[Expression | None, tuple[Equation | Statement, ...]], ...]
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class For:
    """``for i in range loop … end for``."""

    iterators: tuple[Iterator, ...]
    body: tuple[Equation | Statement, ...]
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class When:
    """Branches of condition and what happens when it becomes true."""

    branches: tuple[tuple[Expression, tuple[Equation | Statement, ...]], ...]
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Assign:
    """``target := value``; the target may be an OutputList."""

    target: Expression
    value: Expression
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class CallStatement:
    """A call that stands alone in an algorithm."""

    call: Call
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class While:
    """``while condition loop … end while``."""

    condition: Expression
    body: tuple[Statement, ...]
    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Return:
    """``return``."""

    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


@dataclass(slots=True)
class Break:
    """``break``."""

    description: str = ""
    annotation: Annotation | None = None
    position: int = _at()


Equation: TypeAlias = Equal | Connect | CallEquation | If | For | When
Statement: TypeAlias = Assign | CallStatement | If | For | When | While | Return | Break


@dataclass(slots=True)
class StoredFile:
    """What a file holds: ``within`` (``None`` if it is not there) and classes."""

    within: Reference | None
    classes: tuple[ClassDefinition, ...]
    imports: tuple[Import, ...] = ()
    has_within: bool = False
