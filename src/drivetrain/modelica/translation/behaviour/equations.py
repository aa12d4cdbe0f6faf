"""Translate equations into statements of the method `equations`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundComponent, LibraryMember
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.syntax.search import calls_in, references_in
from drivetrain.modelica.translation.behaviour.branches import (
    kept,
    values_of_branch,
    with_loops_outside,
)
from drivetrain.modelica.translation.behaviour.calls_alone import as_check, call_of_own
from drivetrain.modelica.translation.class_context import ClassContext, RecordDefault
from drivetrain.modelica.translation.members.given import GivenValue
from drivetrain.modelica.translation.python_code import (
    as_plain,
    attribute,
    call,
    constant,
    for_each,
    member_of_self,
    members_read,
    name,
    python_name,
)
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.ranks import rank_of
from drivetrain.modelica.translation.values.record_values import (
    is_result,
    leaves,
    member_equations,
    rank_of_leaf,
    record_of,
)

__all__ = ["EquationTranslator"]

_ONLY_IN_WHEN: Final = "a state is set anew at an event, inside 'when'"
Connection = Callable[[nodes.Connect], ast.stmt]
Branches = Sequence[tuple[nodes.Expression | None, Sequence[Any]]]


class EquationTranslator:
    """Translates equations.

    Parameters
    ----------
    context : ClassContext
        The class in which they stand.
    expressions : ExpressionTranslator
        For what they say.
    connect : callable
        Translates a connection.

    Attributes
    ----------
    starts : dict
        What initial equations say of variables that change at events: their text → value.
    """

    def __init__(
        self, context: ClassContext, expressions: ExpressionTranslator, connect: Connection
    ) -> None:
        self._context, self.expressions, self._connect = context, expressions, connect
        self.starts: dict[str, nodes.Expression] = {}

    def translate(self, equations: Iterable[Any]) -> list[ast.stmt]:
        """Return statements; what is not supported is noted, and the rest translated."""
        made: list[ast.stmt] = []
        for one in equations:
            with self._context.refusals.noted():
                made += [self._context.at(one.position, each) for each in self._one(one)]
        return made

    def default(self, default: RecordDefault) -> ast.stmt:
        """Return the equation of a member of a record to which the record itself gives a value.

        Of an array of records it is one for each.
        """
        self._context.numbers_fit = True
        of, loops, given = attribute(name("self"), default.record), [], default.value
        for depth in range(default.dimensions):
            key = self._context.names.local(f"one{depth or ''}")
            loops.append((ast.Name(key, ast.Store()), of))
            of = name(key)
        made = self._default_of(of, default.member, given)
        return self._context.at(
            given.position, for_each(loops, [made]) if loops else made, given.scope
        )

    def _default_of(self, of: ast.expr, member: str, given: GivenValue) -> ast.stmt:

        def read(
            found: FoundComponent | LibraryMember, e: nodes.Reference, scope: StoredClass
        ) -> ast.expr:
            if isinstance(found, FoundComponent) and found.component.variability != "constant":
                made = of
                for part in e.parts:
                    made = attribute(made, python_name(part.name))
                    made = inner.subscript(made, part.subscripts)
                return made
            return self._context.expressions.in_scope(scope).translate(e)

        inner = ExpressionTranslator(self._context, read, given.scope, in_equations=True)
        value = inner.translate(given.expression)
        target = attribute(of, python_name(member))
        if rank_of(given.expression, inner):
            each = call(self._context.names.array_function("each_equal"), [target, value])
            return self._context.at(given.position, _yielded(each), given.scope)
        return self._context.at(given.position, _yielded(_equals(target, value)), given.scope)

    def binding(self, of: str, given: GivenValue) -> Iterator[ast.stmt]:
        """Yield the equation that a variable, or an input of a part, with a value stands for.

        Parameters
        ----------
        of : str
            What has the value: ``x``, or ``part.u`` with names of Python.
        given : GivenValue
            The value.
        """
        self._context.numbers_fit = True
        target = member_of_self(of)
        record = record_of(given.expression, self.expressions.in_scope(given.scope))
        if record is not None:
            for each in self._record(target, given.expression, record, given.scope):
                yield self._context.at(given.position, each, given.scope)
            return
        value = self.expressions.in_scope(given.scope).translate(given.expression)
        made = self._stated(target, value, given.expression, given.expression)
        yield self._context.at(given.position, made, given.scope)

    def _record(
        self, target: ast.expr, e: nodes.Expression, record: StoredClass, scope: StoredClass
    ) -> Iterator[ast.stmt]:
        """Yield the equations of the members of a record that has a value."""
        expressions = self.expressions.in_scope(scope)
        value = expressions.translate(e)
        if not isinstance(e, nodes.Reference):
            key = self._context.names.local("record")
            yield ast.Assign([ast.Name(key, ast.Store())], value)
            value = name(key)
        yield from self._members(target, value, record, expressions)

    def _members(
        self,
        target: ast.expr,
        value: ast.expr,
        record: StoredClass,
        expressions: ExpressionTranslator,
    ) -> Iterator[ast.stmt]:
        """Yield the equations of the members of a record."""
        each = self._context.names.array_function("each_equal")
        for path in leaves(record, expressions):
            sides = [target, value]
            for part in map(python_name, path):
                sides = [attribute(side, part) for side in sides]
            is_array = rank_of_leaf(record, path, expressions) > 0
            yield _yielded(call(each, sides) if is_array else _equals(*sides))

    def _stated(self, left: ast.expr, right: ast.expr, *sides: nodes.Expression) -> ast.stmt:
        """Return an equation, or those of all elements."""
        if any(rank_of(side, self.expressions) for side in sides):
            each = call(self._context.names.array_function("each_equal"), [left, right])
            return _yielded(each)
        return _yielded(_equals(left, right))

    def _one(self, one: Any) -> Iterable[ast.stmt]:
        if isinstance(one, nodes.Connect):
            return [self._connect(one)]
        self._context.numbers_fit = True
        if isinstance(one, nodes.Equal):
            return self._equal(one)
        if isinstance(one, nodes.If):
            return self._if(one)
        if isinstance(one, nodes.For):
            return [self._for(one)]
        if isinstance(one, nodes.When):
            return self._when(one)
        return self._alone(one)

    def _alone(self, one: nodes.CallEquation) -> list[ast.stmt]:
        """Return a call that stands alone."""
        check = as_check(one.call, self.expressions)
        if check is None:
            return []
        made = call_of_own(check, self.expressions)
        return [made or _yielded(self._call(check))]

    # -- equations ---------------------------------------------------------------------------------

    def _equal(self, one: nodes.Equal) -> Iterator[ast.stmt]:
        if isinstance(one.left, nodes.Reference) and is_result(one.right, self.expressions):
            record = record_of(one.right, self.expressions)
            assert record is not None
            target = self.expressions.translate(one.left)
            yield from self._record(target, one.right, record, self._context.stored)
            return
        every = member_equations(one, self.expressions)
        if every != [one]:
            for each in every:
                yield from self._equal(each)
            return
        if not isinstance(one.left, nodes.OutputList):
            left, right = (self.expressions.translate(side) for side in (one.left, one.right))
            yield self._stated(left, right, one.left, one.right)
            return
        value = self._context.own_functions.outputs(one.right, self.expressions)
        targets = [
            self._context.names.local(f"output{k + 1}") for k in range(len(one.left.elements))
        ]
        stored = [ast.Name(key, ast.Store()) for key in targets]
        many: ast.expr = ast.Tuple(
            [*stored, ast.Starred(ast.Name("_", ast.Store()), ast.Store())], ast.Store()
        )
        yield ast.Assign([many], value)
        for key, output in zip(targets, one.left.elements, strict=True):
            if output is None:
                continue
            left, record = self.expressions.translate(output), record_of(output, self.expressions)
            if record is not None:
                yield from self._members(left, name(key), record, self.expressions)
            else:
                yield self._stated(left, name(key), output)

    def _equation(self, one: nodes.Equal) -> ast.expr:
        left, right = (self.expressions.translate(side) for side in (one.left, one.right))
        return _equals(left, right)

    def _for(self, one: nodes.For) -> ast.stmt:
        with self.expressions.loops(one.iterators, one.body) as loops:
            return for_each(loops, self.translate(one.body) or [ast.Pass()])

    def _call(self, e: nodes.Call) -> ast.expr:
        """Return an action: a check, or the end of the run."""
        what = str(e.function)
        if what == "assert":
            return self.check(e)
        if what == "terminate" and not e.arguments:
            raise self._context.mistake(e.position, "terminate(…) needs a message")
        if what == "terminate":
            return call(
                self.expressions.function("terminate"),
                [constant(value=True), *self.expressions.positional(e, 1)],
            )
        why = _ONLY_IN_WHEN if what == "reinit" else library.unsupported_function(what)
        raise self._context.mistake(
            e.position,
            f"'{print_expression(e)}' as an equation is not supported{f': {why}' if why else ''}",
        )

    def check(self, e: nodes.Call, unless: ast.expr | None = None) -> ast.expr:
        """Return an assert, which counts unless another condition holds."""
        given = dict(zip(("condition", "message", "level"), e.arguments, strict=False))
        given |= {one.name: one.value for one in e.named}
        if "condition" not in given or "message" not in given:
            raise self._context.mistake(e.position, "assert(…) needs a condition and a message")
        condition = self.expressions.translate(given["condition"])
        if unless is not None:
            condition = ast.BinOp(unless, ast.BitOr(), condition)
        named = {}
        if str(given.get("level", "")).endswith("warning"):
            named["level"] = constant("warning")
        message = self.expressions.translate(given["message"])
        return call(self.expressions.function("ensure"), [condition, message], named)

    # -- if ----------------------------------------------------------------------------------------

    def _if(self, one: nodes.If) -> Iterable[ast.stmt]:
        conditions = [condition for condition, _ in one.branches if condition is not None]
        if all(self._is_structural(condition) for condition in conditions):
            return [self._python_if(one.branches)]
        outside = with_loops_outside(one)
        if outside != [one]:
            return self.translate(outside)
        return [_yielded(each) for each in self._chosen(one)]

    def _is_structural(self, condition: nodes.Expression) -> bool:
        """Return whether a condition is one of parameters: it decides which equations there are."""
        if any(_is_of_run(each) for each in calls_in(condition)):
            return False
        for one in references_in(condition):
            if one.parts[0].name in self.expressions.locals:
                continue
            if str(one) == "time":
                return False
            found = self._context.lookup.meaning(one, self._context.stored)
            if isinstance(found, LibraryMember):
                if not self._is_structural_of_library(found):
                    return False
            elif isinstance(found, FoundComponent) and (
                found.component.variability not in ("parameter", "constant") or len(one.parts) > 1
            ):
                return False
        return True

    def _is_structural_of_library(self, found: LibraryMember) -> bool:
        """Return whether a member that the library declares changes equations."""
        of = library.find_class(found.base, self._context.version)
        declared = of.load().declarations().get(of.members[found.name]) if of else None
        return bool(getattr(declared, "structural", False))

    def _python_if(self, branches: Branches) -> ast.stmt:
        condition, equations = branches[0]
        assert condition is not None
        test = self.expressions.translate(condition)
        self._context.structural |= members_read(test)
        rest = branches[1:]
        otherwise: list[ast.stmt] = []
        if rest and rest[0][0] is None:
            otherwise = self.translate(rest[0][1])
        elif rest:
            otherwise = [self._context.at(rest[0][0].position, self._python_if(rest))]  # type: ignore[union-attr]
        return ast.If(as_plain(test), self.translate(equations) or [ast.Pass()], otherwise)

    def _chosen(self, one: nodes.If) -> Iterator[ast.expr]:
        """Yield the equations of which those of one branch hold at any time."""
        branches = [(condition, self._flat(equations)) for condition, equations in one.branches]
        yield from self._checks(branches)
        equal = [
            (condition, [each for each in equations if isinstance(each, nodes.Equal)])
            for condition, equations in branches
        ]
        if branches[-1][0] is not None and any(equations for _, equations in equal):
            raise self._context.mistake(one.position, "this 'if' has equations, but no 'else'")
        counts = [len(equations) for _, equations in equal]
        if len(set(counts)) > 1:
            told = ", ".join(map(str, counts))
            raise self._context.mistake(
                one.position,
                f"the branches of this 'if' have different numbers of equations: {told}",
            )
        for row in _rows([equations for _, equations in equal]):
            yield self._choice([condition for condition, _ in equal], row)

    def _flat(self, equations: Iterable[Any]) -> list[Any]:
        """Return equations; of those with a condition inside, one for each choice."""
        found: list[Any] = []
        for one in equations:
            if isinstance(one, nodes.If):
                found += self._nested(one)
            elif isinstance(one, nodes.Equal):
                found += member_equations(one, self.expressions)
            elif isinstance(one, nodes.CallEquation):
                check = as_check(one.call, self.expressions)
                found += [] if check is None else [replace(one, call=check)]
            else:
                word = type(one).__name__.lower()
                raise self._context.mistake(
                    one.position,
                    f"'{word}' is not supported inside an 'if' whose condition varies",
                )
        return found

    def _nested(self, one: nodes.If) -> list[Any]:
        """Return equations with conditions as equations of if-expressions."""
        branches = [(condition, self._flat(equations)) for condition, equations in one.branches]
        if any(isinstance(each, nodes.CallEquation) for _, every in branches for each in every):
            raise self._context.mistake(one.position, "a check inside a nested 'if'")
        if branches[-1][0] is not None or len({len(every) for _, every in branches}) > 1:
            raise self._context.mistake(one.position, "this 'if' needs as many equations in 'else'")
        found = []
        for row in _rows([every for _, every in branches]):
            left = {print_expression(each.left) for each in row}
            pairs = list(zip(branches, row, strict=True))
            cases = tuple((c, each) for (c, _), each in pairs if c is not None)
            if len(left) == 1:
                values = tuple((c, each.right) for c, each in cases)
                right = nodes.Conditional(values, row[-1].right, position=one.position)
                found.append(nodes.Equal(row[0].left, right, position=row[0].position))
                continue
            differences = tuple((c, _difference(each)) for c, each in cases)
            whole = nodes.Conditional(differences, _difference(row[-1]), position=one.position)
            found.append(nodes.Equal(whole, nodes.Number("0"), position=one.position))
        return found

    def _checks(self, branches: Branches) -> Iterator[ast.expr]:
        """Yield the checks of branches, each where its branch is the one that counts."""
        before: list[nodes.Expression] = []
        for condition, equations in branches:
            for one in equations:
                if isinstance(one, nodes.CallEquation) and str(one.call.function) == "assert":
                    yield self.check(one.call, self._elsewhere(before, condition))
                elif isinstance(one, nodes.CallEquation):
                    raise self._context.mistake(
                        one.position, f"'{one.call.function}' is not supported inside an 'if' here"
                    )
            if condition is not None:
                before.append(condition)

    def _elsewhere(
        self, before: list[nodes.Expression], condition: nodes.Expression | None
    ) -> ast.expr:
        """Return whether a branch is not the one that counts."""
        others = [self.expressions.translate(one) for one in before]
        if condition is not None:
            others.append(ast.UnaryOp(ast.Invert(), self.expressions.translate(condition)))
        made = others[0]
        for one in others[1:]:
            made = ast.BinOp(made, ast.BitOr(), one)
        return made

    def _choice(
        self, conditions: list[nodes.Expression | None], row: list[nodes.Equal]
    ) -> ast.expr:
        left = {print_expression(one.left) for one in row}
        if any(rank_of(one.left, self.expressions) for one in row):
            return self._choice_of_arrays(conditions, row)
        if len(left) == 1 and isinstance(row[0].left, nodes.Reference):
            cases = zip(conditions, row, strict=True)
            values = [(c, self.expressions.translate(one.right)) for c, one in cases]
            return _equals(self.expressions.translate(row[0].left), self._where(values))
        cases = zip(conditions, row, strict=True)
        return self._where([(condition, self._equation(one)) for condition, one in cases])

    def _choice_of_arrays(
        self, conditions: list[nodes.Expression | None], row: list[nodes.Equal]
    ) -> ast.expr:
        if len({print_expression(one.left) for one in row}) > 1:
            raise self._context.mistake(
                row[0].position,
                "the branches of this 'if' have equations of arrays, whose left sides differ",
            )
        cases = list(zip(conditions, row, strict=True))
        made = self.expressions.translate(cases[-1][1].right)
        for condition, one in reversed(cases[:-1]):
            assert condition is not None
            given = [self.expressions.translate(each) for each in (condition, one.right)]
            made = call(self.expressions.chooser(of_arrays=True), [*given, made])
        each = self._context.names.array_function("each_equal")
        return call(each, [self.expressions.translate(row[0].left), made])

    def _where(self, cases: list[tuple[nodes.Expression | None, ast.expr]]) -> ast.expr:
        made = cases[-1][1]
        for condition, value in reversed(cases[:-1]):
            assert condition is not None
            test = self.expressions.translate(condition)
            made = call(self.expressions.function("where"), [test, value, made])
        return made

    # -- when --------------------------------------------------------------------------------------

    def _when(self, one: nodes.When) -> list[ast.stmt]:
        made: ast.expr | None = None
        for condition, equations in one.branches:
            with self._at_event():
                actions = [each for equation in equations for each in self._actions(equation)]
            if not actions and equations:  # it only prints, but counts before the others
                actions = [
                    call(self.expressions.function("ensure"), [constant(value=True), constant("")])
                ]
            if not actions:
                raise self._context.mistake(one.position, "this 'when' says nothing")
            arguments = [self.event(condition), *actions]
            if made is None:
                made = call(self.expressions.function("when"), arguments)
            else:
                made = call(attribute(made, "elsewhen"), arguments)
        assert made is not None
        targets = [text for _, equations in one.branches for text in _set_by(equations)]
        return [_yielded(self.with_starts(made, targets, [one]))]

    @contextmanager
    def _at_event(self) -> Iterator[None]:
        """Translate what happens at an event in this block."""
        self.expressions.in_when = True
        try:
            yield
        finally:
            self.expressions.in_when = False

    def with_starts(
        self, chain: ast.expr, targets: Iterable[str], whens: Iterable[nodes.When]
    ) -> ast.expr:
        """Return what ``when`` sets, with what initial equations say of these variables.

        Raises
        ------
        ModelicaError
            If one of them sets them at the start as well.
        """
        own = [text for text in dict.fromkeys(targets) if text in self.starts]
        if not own:
            return chain
        for condition in (condition for one in whens for condition, _ in one.branches):
            if any(str(each.function) == "initial" for each in calls_in(condition)):
                raise self._context.mistake(
                    condition.position,
                    f"'{own[0]}' is set at the start here and by an initial equation; keep one of "
                    "the two",
                )
        actions = []
        for text in own:
            value = self.expressions.translate(self.starts[text])
            target = member_of_self(".".join(map(python_name, text.split("."))))
            actions.append(_equals(target, value))
        at_start = call(self.expressions.function("initial"), [])
        return call(attribute(chain, "elsewhen"), [at_start, *actions])

    def event(self, condition: nodes.Expression) -> ast.expr:
        """Return the condition of ``when``, or several of them."""
        return self.expressions.translate(condition)

    def _actions(self, one: Any) -> Iterator[ast.expr]:
        if isinstance(one, nodes.Equal) and (every := member_equations(one, self.expressions)) != [
            one
        ]:
            for each in every:
                yield from self._actions(each)
        elif isinstance(one, nodes.Equal) and not isinstance(one.left, nodes.OutputList):
            if any(rank_of(side, self.expressions) for side in (one.left, one.right)):
                sides = [self.expressions.translate(side) for side in (one.left, one.right)]
                equal = call(self._context.names.array_function("each_equal"), sides)
                yield ast.Starred(equal, ast.Load())
            else:
                yield self._equation(one)
        elif isinstance(one, nodes.Equal):
            yield from self._outputs(one)
        elif isinstance(one, nodes.CallEquation):
            check = as_check(one.call, self.expressions)
            if check is not None:
                yield self.action(check)
        elif isinstance(one, nodes.If):
            yield from self._chosen_actions(one)
        elif isinstance(one, nodes.For):
            yield from self._looped_actions(one)
        else:
            raise self._context.mistake(one.position, "this is not supported inside 'when'")

    def _looped_actions(self, one: nodes.For) -> Iterator[ast.expr]:
        """Yield what a loop does, one action after the other for all values of its iterators."""
        with self.expressions.loops(one.iterators, one.body) as loops:
            actions = [each for inner in one.body for each in self._actions(inner)]
        outer = [ast.comprehension(target, over, [], 0) for target, over in loops]
        for action in actions:
            inside, made = list(outer), action
            if isinstance(action, ast.Starred):
                key = self._context.names.local("each")
                inside.append(ast.comprehension(ast.Name(key, ast.Store()), action.value, [], 0))
                made = name(key)
            yield ast.Starred(ast.ListComp(made, inside), ast.Load())

    def _outputs(self, one: nodes.Equal) -> Iterator[ast.expr]:
        """Yield an assignment for each output of a function."""
        assert isinstance(one.left, nodes.OutputList)
        if not isinstance(one.right, nodes.Call):
            raise self._context.mistake(one.position, "several outputs need a call of a function")
        for k, target in enumerate(one.left.elements):
            if target is not None:
                value = self._context.own_functions.output(one.right, self.expressions, k)
                left = self.expressions.translate(target)
                if rank_of(target, self.expressions):
                    each = self._context.names.array_function("each_equal")
                    yield ast.Starred(call(each, [left, value]), ast.Load())
                else:
                    yield _equals(left, value)

    def action(self, e: nodes.Call) -> ast.expr:
        """Return a call that stands alone: a check, the end of the run, a new value of a state."""
        if str(e.function) == "reinit":
            given = self.expressions.positional(e, 2)
            if e.arguments and rank_of(e.arguments[0], self.expressions):
                each = call(self._context.names.array_function("each_reinit"), given)
                return ast.Starred(each, ast.Load())
            return call(self.expressions.function("reinit"), given)
        return self._call(e)

    def _chosen_actions(self, one: nodes.If) -> Iterator[ast.expr]:
        """Yield actions with a condition; what no branch sets stays as it is."""
        outside = with_loops_outside(one)
        if outside != [one]:
            for each in outside:
                yield from self._actions(each)
            return
        checks = [(c, [e for e in body if _is_check(e)]) for c, body in one.branches]
        yield from self._checks(checks)
        rest = [(c, [e for e in body if not _is_check(e)]) for c, body in one.branches]
        branches = [(c, values_of_branch(body, self._context)) for c, body in rest]
        if branches[-1][0] is not None:
            branches.append((None, {}))
        targets = {key: target for _, values in branches for key, (target, _) in values.items()}
        for key, target in targets.items():
            every = [
                (c, values[key][1] if key in values else kept(target)) for c, values in branches
            ]
            chosen = self._where([(c, self.expressions.translate(value)) for c, value in every])
            variable = self.expressions.translate(target)
            if key[0] == "reinit":
                yield call(self.expressions.function("reinit"), [variable, chosen])
            else:
                yield _equals(variable, chosen)


def _set_by(equations: Iterable[Any]) -> Iterator[str]:
    """Yield the texts of what the equations of ``when`` set."""
    for one in equations:
        if isinstance(one, nodes.Equal):
            left = one.left.elements if isinstance(one.left, nodes.OutputList) else (one.left,)
            yield from (print_expression(each) for each in left if each is not None)
        elif isinstance(one, nodes.If):
            for _, body in one.branches:
                yield from _set_by(body)
        elif isinstance(one, nodes.For):
            yield from _set_by(one.body)


# -- pieces ----------------------------------------------------------------------------------------


def _yielded(e: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Yield(e))


def _equals(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [ast.Eq()], [right])


def _is_check(one: Any) -> bool:
    return isinstance(one, nodes.CallEquation) and str(one.call.function) == "assert"


def _is_of_run(e: nodes.Call) -> bool:
    """Return whether a function asks for what is known only during a run."""
    return str(e.function) in (
        "initial", "terminal", "pre", "edge", "change", "sample", "der", "delay",
    )  # fmt: skip


def _rows(columns: list[list[nodes.Equal]]) -> Iterator[list[nodes.Equal]]:
    """Yield equations that belong together: about the same left side, the others in their order."""
    left = [list(column) for column in columns]
    for one in columns[0]:
        text = print_expression(one.left)
        row = [
            next((e for e in column if print_expression(e.left) == text), None) for column in left
        ]
        if all(each is not None for each in row):
            for column, each in zip(left, row, strict=True):
                column.remove(each)  # type: ignore[arg-type]
            yield row  # type: ignore[misc]
    yield from (list(row) for row in zip(*left, strict=True))


def _difference(one: nodes.Equal) -> nodes.Expression:
    return nodes.Binary("-", one.left, one.right, position=one.position)
