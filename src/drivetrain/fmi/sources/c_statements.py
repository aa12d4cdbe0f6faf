"""The C statement for each instruction of LLVM that model code uses: one table.

Every operation is a statement of its own, so that no compiler may fuse a multiplication with an
addition, and all of them yield the bits of the code that LLVM makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.sources.c_names import Names, c_type, literal, number_of_elements
from drivetrain.fmi.sources.ir_text import Instruction, Operand, operand, split_commas

__all__ = ["Statements"]

_ARITHMETIC: Final[Mapping[str, str]] = {
    "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/", "and": "&", "or": "|", "xor": "^",
}  # fmt: skip
_WRAPPING: Final[Mapping[str, str]] = {"add": "+", "sub": "-", "mul": "*"}
_ORDERED: Final[Mapping[str, str]] = {
    "oeq": "{a} == {b}", "une": "{a} != {b}", "ogt": "{a} > {b}", "oge": "{a} >= {b}",
    "olt": "{a} < {b}", "ole": "{a} <= {b}", "one": "{a} < {b} || {a} > {b}",
    "ueq": "!({a} < {b} || {a} > {b})", "ugt": "!({a} <= {b})", "uge": "!({a} < {b})",
    "ult": "!({a} >= {b})", "ule": "!({a} > {b})", "ord": "{a} == {a} && {b} == {b}",
    "uno": "{a} != {a} || {b} != {b}",
}  # fmt: skip
_INTEGERS: Final[Mapping[str, str]] = {
    "eq": "==", "ne": "!=", "sgt": ">", "sge": ">=", "slt": "<", "sle": "<=", "ugt": ">",
    "uge": ">=", "ult": "<", "ule": "<=",
}  # fmt: skip
_CASTS: Final = ("zext", "sext", "trunc", "sitofp", "uitofp", "fptosi")
_MATH: Final[Mapping[str, str]] = {
    "llvm.fabs.f64": "fabs", "llvm.sqrt.f64": "sqrt", "llvm.floor.f64": "floor",
    "llvm.ceil.f64": "ceil", "llvm.pow.f64": "pow",
}  # fmt: skip
_VECTOR_MATH: Final = re.compile(r"llvm\.(fabs|sqrt|floor|ceil)\.v\d+f64")
_ADDRESS: Final = re.compile(r"inttoptr \(i64 (\d+) to ptr\)")
_CALL: Final = re.compile(r"(?P<type>[\w<> ]+?) @(?P<name>[\w.\-\"]+)\((?P<given>.*)\)")


class Statements:
    """Writes the statements of one function.

    Parameters
    ----------
    names : Names
        Of the values and labels of the function.
    symbols : Names
        Of functions and constants of the module.

    Attributes
    ----------
    variables : dict
        C name → LLVM type of the values so far.
    storage : list of str
        Declarations of arrays that the function has of its own.
    """

    def __init__(self, names: Names, symbols: Names) -> None:
        self._names, self._symbols = names, symbols
        self.variables: dict[str, str] = {}
        self.storage: list[str] = []
        table: dict[str, Callable[[Instruction], str]] = {
            **dict.fromkeys([*_ARITHMETIC, *_WRAPPING], self._arithmetic),
            **dict.fromkeys(_CASTS, self._cast),
            "fneg": self._negation, "fcmp": self._comparison, "icmp": self._integers,
            "select": self._selection, "load": self._load, "store": self._store,
            "alloca": self._storage, "getelementptr": self._place, "call": self._call,
            "ret": self._end, "extractelement": self._element, "insertelement": self._inserted,
            "shufflevector": self._shuffled, "bitcast": self._bits, "unreachable": self._never,
        }  # fmt: skip
        self._table = table

    def write(self, one: Instruction) -> str:
        """Return the statement for an instruction that does not jump.

        Raises
        ------
        DrivetrainError
            If the instruction is unknown.
        """
        if one.operation not in self._table:
            raise DrivetrainError(f"model code has the unknown instruction {one.operation}")
        return self._table[one.operation](one)

    def value(self, of: Operand) -> str:
        """Return a value as a C expression."""
        if of.text.startswith("%"):
            return self._names.of(of.text)
        if of.text.startswith("@"):
            return f"(void *)&{self._symbols.of(of.text)}"
        address = _ADDRESS.fullmatch(of.text)
        if address:
            return f"(void *)INT64_C({address[1]})"
        return literal(of.type, of.text)

    def _set(self, one: Instruction, kind: str, text: str) -> str:
        """Return the assignment of a value, element by element for a vector."""
        name = self._names.of(one.result)
        self.variables[name] = kind
        if number_of_elements(kind):
            return f"for (int k = 0; k < {number_of_elements(kind)}; ++k) {name}.at[k] = {text};"
        return f"{name} = {text};"

    def _part(self, of: Operand) -> str:
        """Return a value, or the element of a vector that a loop works on."""
        return self.value(of) + (".at[k]" if number_of_elements(of.type) else "")

    def _two(self, text: str) -> tuple[Operand, Operand]:
        """Return both operands, of which only the first is given with its type."""
        first, second = split_commas(text)
        a = operand(first)
        return a, Operand(a.type, second)

    def _arithmetic(self, one: Instruction) -> str:
        a, b = self._two(one.text)
        x, y = self._part(a), self._part(b)
        if one.operation in _ARITHMETIC:
            return self._set(one, a.type, f"{x} {_ARITHMETIC[one.operation]} {y}")
        sign = _WRAPPING[one.operation]
        kind = "uint64_t" if "i64" in a.type else "uint32_t"
        return self._set(one, a.type, f"(int64_t)(({kind}){x} {sign} ({kind}){y})")

    def _negation(self, one: Instruction) -> str:
        a = operand(one.text)
        return self._set(one, a.type, f"-{self._part(a)}")

    def _comparison(self, one: Instruction) -> str:
        how, _, rest = one.text.partition(" ")
        a, b = self._two(rest)
        text = _ORDERED[how].format(a=self._part(a), b=self._part(b))
        return self._set(one, _truth(a.type), text)

    def _integers(self, one: Instruction) -> str:
        how, _, rest = one.text.partition(" ")
        a, b = self._two(rest)
        cast = "(uint64_t)" if how.startswith("u") else ""
        text = f"{cast}{self._part(a)} {_INTEGERS[how]} {cast}{self._part(b)}"
        return self._set(one, _truth(a.type), text)

    def _selection(self, one: Instruction) -> str:
        condition, a, b = map(operand, split_commas(one.text))
        text = f"{self._part(condition)} ? {self._part(a)} : {self._part(b)}"
        return self._set(one, a.type, text)

    def _cast(self, one: Instruction) -> str:
        given, _, kind = one.text.rpartition(" to ")
        a = operand(given)
        text = f"({c_type(_scalar(kind))}){self._part(a)}"
        if one.operation == "sext" and "i1" in a.type:
            text = f"-{text}"
        if one.operation == "trunc" and _scalar(kind) == "i1":
            text = f"{self._part(a)} & 1"
        return self._set(one, kind, text)

    def _load(self, one: Instruction) -> str:
        kind, place = split_commas(one.text)
        name = self._names.of(one.result)
        self.variables[name] = kind
        return f"memcpy(&{name}, {self.value(operand(place))}, sizeof {name});"

    def _store(self, one: Instruction) -> str:
        what, place = map(operand, split_commas(one.text))
        kind, at = c_type(what.type), self.value(place)
        return f"{{ {kind} stored = {self.value(what)}; memcpy({at}, &stored, sizeof stored); }}"

    def _storage(self, one: Instruction) -> str:
        kind, *count = split_commas(one.text)
        name = self._names.of(one.result)
        self.variables[name] = "ptr"
        number = operand(count[0]).text if count else "1"
        self.storage.append(f"{c_type(kind)} {name}_room[{number}];")
        return f"{name} = {name}_room;"

    def _place(self, one: Instruction) -> str:
        kind, base, index = split_commas(one.text)
        at, step = self.value(operand(base)), self.value(operand(index))
        return self._set(one, "ptr", f"(char *){at} + {step} * (int64_t)sizeof({c_type(kind)})")

    def _call(self, one: Instruction) -> str:
        found = _CALL.match(one.text)
        if found is None:
            raise DrivetrainError(f"model code has an unknown call: {one.text[:80]}")
        name, kind = found["name"].strip('"'), found["type"].strip()
        given = [operand(each) for each in split_commas(found["given"])]
        if name.startswith(("llvm.memset", "llvm.memcpy")):
            values = ", ".join(self.value(each) for each in given[:3])
            return f"{name.split('.')[1]}({values});"
        vector = _VECTOR_MATH.fullmatch(name)
        function = vector[1] if vector else _MATH.get(name) or self._symbols.of(f"@{name}")
        text = f"{function}({', '.join(map(self._part, given))})"
        return self._set(one, kind, text) if one.result else f"{text};"

    def _end(self, one: Instruction) -> str:
        return "return;" if one.text == "void" else f"return {self.value(operand(one.text))};"

    def _element(self, one: Instruction) -> str:
        vector, index = map(operand, split_commas(one.text))
        return self._set(one, _scalar(vector.type), f"{self.value(vector)}.at[{index.text}]")

    def _inserted(self, one: Instruction) -> str:
        vector, what, index = map(operand, split_commas(one.text))
        name = self._names.of(one.result)
        self.variables[name] = vector.type
        return f"{name} = {self.value(vector)}; {name}.at[{index.text}] = {self.value(what)};"

    def _shuffled(self, one: Instruction) -> str:
        first, second, mask = map(operand, split_commas(one.text))
        count = number_of_elements(first.type)
        name = self._names.of(one.result)
        kind = f"<{number_of_elements(mask.type)} x {_scalar(first.type)}>"
        self.variables[name] = kind
        places = _places(mask)
        source = (self.value(first), self.value(second))
        parts = [f"{source[at // count]}.at[{at % count}]" for at in places]
        return f"{name} = ({c_type(kind)}){{{{{', '.join(parts)}}}}};"

    def _bits(self, one: Instruction) -> str:
        """Return the truth values of a vector as the bits of an integer, the first one lowest."""
        given, _, kind = one.text.rpartition(" to ")
        a = operand(given)
        if _scalar(a.type) != "i1" or number_of_elements(kind):
            raise DrivetrainError(f"model code has an unknown conversion: {one.text[:80]}")
        name, count = self._names.of(one.result), number_of_elements(a.type)
        self.variables[name] = kind
        loop = f"for (int k = 0; k < {count}; ++k)"
        return f"{name} = 0; {loop} {name} |= ({c_type(kind)}){self._part(a)} << k;"

    def _never(self, one: Instruction) -> str:
        return ";"


def _scalar(kind: str) -> str:
    """Return the type of the elements of a vector type."""
    return kind.split(" x ")[1].rstrip(">") if number_of_elements(kind) else kind


def _truth(kind: str) -> str:
    """Return the type of the outcome of a comparison."""
    count = number_of_elements(kind)
    return f"<{count} x i1>" if count else "i1"


def _places(mask: Operand) -> list[int]:
    if not mask.text.startswith("<"):
        return [0] * number_of_elements(mask.type)
    found = [one.split(" ")[1] for one in split_commas(mask.text[1:-1])]
    return [int(one) if one.isdigit() else 0 for one in found]
