"""Lay Python out in lines, as the usual formatters do."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["WIDTH", "laid_out", "one_line", "quoted"]

WIDTH: Final = 100
_INDENT: Final = "    "


def quoted(text: str) -> str:
    """Return a literal of a text, in double quotes unless these would need a backslash."""
    shown = repr(text)
    if shown.startswith('"') or '"' in text:
        return shown
    return f'"{shown[1:-1]}"'.replace("\\'", "'")


def one_line(node: ast.AST) -> str:
    """Return a piece of Python in one line."""
    return ast.unparse(_Spelling().visit(_copied(node)))


def laid_out(statements: Sequence[ast.stmt], indent: str = "") -> Iterator[str]:
    """Yield the lines of statements; a class is a docstring and members, and so on."""
    for one in statements:
        yield from _statement(one, indent)


def _copied(node: ast.AST) -> ast.AST:
    from copy import deepcopy

    return deepcopy(node)


class _Spelling(ast.NodeTransformer):
    """Replaces literals and powers by names that are spelt as formatters spell them."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):
            return ast.Name(quoted(node.value), ast.Load())
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        return node  # the pieces of an f-string are no strings of their own

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        of_power = isinstance(node.operand, ast.BinOp) and isinstance(node.operand.op, ast.Pow)
        self.generic_visit(node)
        if of_power and isinstance(node.operand, ast.Name):
            node.operand.id = f"({node.operand.id})"
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        was_power = isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Pow)
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow) and _is_simple(node.left) and _is_simple(node.right):
            left = ast.unparse(node.left)
            if was_power or isinstance(node.left, ast.UnaryOp):
                left = f"({left})"
            return ast.Name(f"{left}**{ast.unparse(node.right)}", ast.Load())
        return node


def _is_simple(e: ast.expr) -> bool:
    """Return whether a formatter writes a power of this operand without spaces."""
    if isinstance(e, ast.UnaryOp):
        return isinstance(e.op, ast.USub) and _is_simple(e.operand)
    if isinstance(e, ast.Attribute):
        return _is_simple(e.value)
    return isinstance(e, (ast.Name, ast.Constant))


def _statement(one: ast.stmt, indent: str) -> Iterator[str]:
    if isinstance(one, ast.ClassDef):
        yield from _class(one, indent)
    elif isinstance(one, ast.FunctionDef):
        yield from _function(one, indent)
    elif isinstance(one, (ast.If, ast.For, ast.While, ast.With)):
        yield from _block(one, indent)
    elif isinstance(one, ast.Expr) and _is_text(one.value):
        yield from _docstring(one.value, indent)
    else:
        yield from _simple(one, indent)


def _is_text(e: ast.expr) -> bool:
    return isinstance(e, ast.Constant) and isinstance(e.value, str)


def _class(one: ast.ClassDef, indent: str) -> Iterator[str]:
    bases = ", ".join(map(one_line, one.bases))
    yield f"{indent}class {one.name}({bases}):" if bases else f"{indent}class {one.name}:"
    yield from _members(one.body, indent + _INDENT)


def _members(body: Sequence[ast.stmt], indent: str) -> Iterator[str]:
    """Yield the members of a class, with blank lines between kinds of them."""
    last: str | None = None
    for one in body:
        kind = _kind_of(one)
        if last is not None and (kind != last or kind == "method"):
            yield ""
        if comment := getattr(one, "comment", ""):
            yield f"{indent}# {comment}"
        yield from _statement(one, indent)
        last = kind


def _kind_of(one: ast.stmt) -> str:
    """Return the kind of a member: members of one kind stand together."""
    if isinstance(one, ast.FunctionDef):
        return "method"
    if isinstance(one, ast.Expr):
        return "docstring"
    value = getattr(one, "value", None)
    function = one_line(value.func) if isinstance(value, ast.Call) else ""
    last = function.rpartition(".")[2]
    if last in ("variable", "boolean", "integer", "potential", "flow"):
        return "variable"
    return "part" if last[:1].isupper() and last != "Experiment" else last


def _function(one: ast.FunctionDef, indent: str) -> Iterator[str]:
    for decorator in one.decorator_list:
        yield f"{indent}@{one_line(decorator)}"
    returns = f" -> {one_line(one.returns)}" if one.returns else ""
    given = _arguments(one.args)
    head = f"{indent}def {one.name}({given}){returns}:"
    if len(head) <= WIDTH:
        yield head
    else:
        yield f"{indent}def {one.name}("
        yield f"{indent}{_INDENT}{given}"
        yield f"{indent}){returns}:"
    yield from laid_out(one.body, indent + _INDENT)


def _arguments(of: ast.arguments) -> str:
    """Return what a function is given; an annotation has blanks before a default."""
    places = [*of.posonlyargs, *of.args]
    defaults = [None] * (len(places) - len(of.defaults)) + list(of.defaults)
    if of.posonlyargs or of.kwonlyargs or of.vararg or of.kwarg:
        return one_line(of)
    made = []
    for one, default in zip(places, defaults, strict=True):
        text = one_line(one)
        sign = " = " if one.annotation else "="
        made.append(text if default is None else f"{text}{sign}{one_line(default)}")
    return ", ".join(made)


def _block(one: ast.If | ast.For | ast.While | ast.With, indent: str) -> Iterator[str]:
    if isinstance(one, ast.If):
        yield from _if(one, indent, "if")
        return
    if isinstance(one, ast.With):
        items = ", ".join(map(one_line, one.items))
        yield f"{indent}with {items}:"
    elif isinstance(one, ast.While):
        yield from _wrapped("while ", one.test, ":", indent)
    else:
        yield f"{indent}for {one_line(one.target)} in {one_line(one.iter)}:"
    yield from laid_out(one.body, indent + _INDENT)


def _if(one: ast.If, indent: str, word: str) -> Iterator[str]:
    yield from _wrapped(f"{word} ", one.test, ":", indent)
    yield from laid_out(one.body, indent + _INDENT)
    if len(one.orelse) == 1 and isinstance(one.orelse[0], ast.If):
        yield from _if(one.orelse[0], indent, "elif")
    elif one.orelse:
        yield f"{indent}else:"
        yield from laid_out(one.orelse, indent + _INDENT)


def _docstring(e: ast.expr, indent: str) -> Iterator[str]:
    """Yield a docstring, its lines filled up."""
    from textwrap import wrap

    assert isinstance(e, ast.Constant)
    text = str(e.value).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    text = f'{text[:-1]}\\"' if text.endswith('"') else text
    first, *rest = text.split("\n\n")
    if not rest and len(f'{indent}"""{first}"""') <= WIDTH:
        yield f'{indent}"""{first}"""'
        return
    for k, paragraph in enumerate([first, *rest]):
        if k:
            yield ""
        lines = wrap(paragraph, WIDTH - len(indent) - 3 * (k == 0), break_long_words=False)
        yield from (f"{indent}{chr(34) * 3 * (k + n == 0)}{line}" for n, line in enumerate(lines))
    yield f'{indent}"""'


def _simple(one: ast.stmt, indent: str) -> Iterator[str]:
    """Yield an assignment, a ``yield``, a ``return`` or an expression."""
    if isinstance(one, ast.Assign):
        targets = "".join(f"{_target(target)} = " for target in one.targets)
        yield from _wrapped(targets, one.value, "", indent)
    elif isinstance(one, ast.AnnAssign) and one.value is not None:
        declared = f"{one_line(one.target)}: {one_line(one.annotation)} = "
        yield from _wrapped(declared, one.value, "", indent)
    elif isinstance(one, ast.Return) and one.value is not None:
        yield from _wrapped("return ", one.value, "", indent)
    elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Yield) and one.value.value:
        yield from _wrapped("yield ", one.value.value, "", indent)
    elif isinstance(one, ast.Expr) and isinstance(one.value, ast.YieldFrom):
        yield from _wrapped("yield from ", one.value.value, "", indent)
    elif isinstance(one, ast.Expr):
        yield from _wrapped("", one.value, "", indent)
    else:
        yield f"{indent}{one_line(one)}"


def _target(e: ast.expr) -> str:
    if isinstance(e, ast.Tuple) and len(e.elts) == 1:
        return f"({one_line(e.elts[0])},)"
    return ", ".join(map(one_line, e.elts)) if isinstance(e, ast.Tuple) else one_line(e)


def _wrapped(before: str, e: ast.expr, after: str, indent: str) -> Iterator[str]:
    """Yield an expression between two texts, in one line if it fits."""
    line = f"{indent}{before}{one_line(e)}{after}"
    if len(line) <= WIDTH:
        yield line
        return
    brackets = _brackets(e)
    chain = _chain(e)
    if len(chain) > _FEW:
        yield f"{indent}{before}("
        yield from _chained(e, chain, indent + _INDENT)
        yield f"{indent}){after}"
    elif len(chain) == _FEW and len(f"{indent}{before}{one_line(chain[1].func)}(") > WIDTH:
        yield from _pair(before, chain, after, indent)
    elif brackets is not None:
        opening, items, closing = brackets
        yield from _listed(f"{before}{opening}", items, f"{closing}{after}", indent)
    elif before and isinstance(e, (ast.BinOp, ast.BoolOp, ast.Compare)):
        yield f"{indent}{before}("
        whole = f"{indent}{_INDENT}{one_line(e)}"
        yield from [whole] if len(whole) <= WIDTH else _operands(e, indent + _INDENT)
        yield f"{indent}){after}"
    elif isinstance(e, (ast.BinOp, ast.BoolOp, ast.Compare)):
        *lines, last = _operands(e, indent)
        yield from lines
        yield f"{last}{after}"
    else:
        yield line


_FEW: Final = 2
"""Calls of a chain that stay in a row."""


def _chain(e: ast.expr) -> list[ast.Call]:
    """Return the calls of a chain such as ``when(…).elsewhen(…)``, the first one first."""
    if not isinstance(e, ast.Call):
        return []
    inner = e.func.value if isinstance(e.func, ast.Attribute) else None
    return [*_chain(inner), e] if isinstance(inner, ast.Call) else [e]


def _pair(before: str, chain: list[ast.Call], after: str, indent: str) -> Iterator[str]:
    """Yield two calls of a chain, the arguments of both in lines of their own."""
    first, second = map(_brackets, chain)
    assert first is not None
    assert second is not None
    assert isinstance(chain[1].func, ast.Attribute)
    between = f").{chain[1].func.attr}("
    *lines, _ = _listed(f"{before}{first[0]}", first[1], between, indent)
    yield from lines
    yield from _listed(between, second[1], f"){after}", indent)


def _chained(e: ast.expr, chain: list[ast.Call], indent: str) -> Iterator[str]:
    """Yield a chain of calls, in one line if it fits, else each in lines of its own."""
    whole = f"{indent}{one_line(e)}"
    if len(whole) <= WIDTH:
        yield whole
        return
    yield from _wrapped("", chain[0], "", indent)
    for one in chain[1:]:
        assert isinstance(one.func, ast.Attribute)
        alone = ast.Call(ast.Name(one.func.attr, ast.Load()), one.args, one.keywords)
        yield from _wrapped(".", alone, "", indent)


_Item = tuple[str, ast.expr]


def _brackets(e: ast.expr) -> tuple[str, list[_Item], str] | None:
    """Return what stands before the items of an expression in brackets, the items, the end."""
    if isinstance(e, ast.Call):
        items = [("", one) for one in e.args]
        items += [(f"{one.arg}=" if one.arg else "**", one.value) for one in e.keywords]
        return (f"{one_line(e.func)}(", items, ")") if items else None
    if isinstance(e, ast.Dict) and e.keys:
        pairs = zip(e.keys, e.values, strict=True)
        return "{", [(f"{one_line(key)}: ", value) for key, value in pairs if key], "}"
    if isinstance(e, ast.List) and e.elts:
        return "[", [("", one) for one in e.elts], "]"
    if isinstance(e, ast.Tuple) and len(e.elts) > 1:
        return "(", [("", one) for one in e.elts], ")"
    return None


def _listed(before: str, items: list[_Item], after: str, indent: str) -> Iterator[str]:
    inner = indent + _INDENT
    together = ", ".join(f"{key}{one_line(value)}" for key, value in items)
    yield f"{indent}{before}"
    if len(inner + together) <= WIDTH:
        yield f"{inner}{together}"
    else:
        for key, value in items:
            yield from _wrapped(key, value, ",", inner)
    yield f"{indent}{after}"


def _operands(e: ast.expr, indent: str) -> Iterator[str]:
    """Yield the operands of the outermost operator, one in a line."""
    for sign, operand, is_inner in _split(e):
        text = one_line(operand)
        line = f"{indent}{sign}({text})" if is_inner else f"{indent}{sign}{text}"
        if len(line) <= WIDTH:
            yield line
        elif is_inner:
            yield f"{indent}{sign}("
            yield from _operands(operand, indent + _INDENT)
            yield f"{indent})"
        elif isinstance(operand, (ast.BinOp, ast.BoolOp, ast.Compare)):
            first, *rest = _operands(operand, indent)
            yield f"{indent}{sign}{first.removeprefix(indent)}"
            yield from rest
        else:
            yield from _wrapped(sign, operand, "", indent)


_SIGNS: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&", ast.BitOr: "|",
    ast.RShift: ">>", ast.Pow: "**", ast.Mod: "%", ast.FloorDiv: "//", ast.MatMult: "@",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_SUMS: Final = (ast.Add, ast.Sub)


def _split(e: ast.expr) -> list[tuple[str, ast.expr, bool]]:
    """Return sign, operand and whether it needs brackets of the outermost operators."""
    if isinstance(e, ast.BoolOp):
        word = "and " if isinstance(e.op, ast.And) else "or "
        return [(word * (k > 0), one, isinstance(one, ast.BoolOp)) for k, one in
                enumerate(e.values)]  # fmt: skip
    if isinstance(e, ast.Compare) and len(e.ops) == 1:
        sign = f"{_SIGNS[type(e.ops[0])]} "
        both = isinstance(e.left, ast.Compare), isinstance(e.comparators[0], ast.Compare)
        return [("", e.left, both[0]), (sign, e.comparators[0], both[1])]
    if isinstance(e, ast.BinOp):
        sign = f"{_SIGNS[type(e.op)]} "
        rest = (sign, e.right, isinstance(e.right, ast.BinOp) and not _binds(e.right, e))
        left = e.left
        if isinstance(left, ast.BinOp) and _same_level(left, e):
            return [*_split(left), rest]
        is_inner = isinstance(left, (ast.BinOp, ast.BoolOp, ast.Compare)) and not _binds(left, e)
        return [("", left, is_inner), rest]
    return [("", e, False)]


def _same_level(one: ast.BinOp, other: ast.BinOp) -> bool:
    if isinstance(one.op, _SUMS):
        return isinstance(other.op, _SUMS)
    return type(one.op) is type(other.op) and not isinstance(one.op, ast.Pow)


def _binds(inner: ast.expr, outer: ast.BinOp) -> bool:
    """Return whether an operand needs no brackets: a product inside of a sum."""
    tight = (ast.Mult, ast.Div, ast.Pow)
    return (
        isinstance(inner, ast.BinOp) and isinstance(inner.op, tight) and isinstance(outer.op, _SUMS)
    )
