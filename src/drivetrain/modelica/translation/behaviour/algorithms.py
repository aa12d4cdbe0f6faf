"""Translate algorithms: statements in their order become Python that computes expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.behaviour.calls_alone import as_check, call_of_own
from drivetrain.modelica.translation.behaviour.equations import EquationTranslator
from drivetrain.modelica.translation.behaviour.statements import (
    assigned_in,
    contains,
    is_element,
    is_in_loop_or_element,
    references_in_statements,
    sets,
    sets_elements,
)
from drivetrain.modelica.translation.class_context import ClassContext
from drivetrain.modelica.translation.python_code import (
    as_plain,
    attribute,
    call,
    constant,
    for_each,
    members_read,
    name,
    python_name,
)
from drivetrain.modelica.translation.values.enumerations import literals_of_class
from drivetrain.modelica.translation.values.expressions import ExpressionTranslator
from drivetrain.modelica.translation.values.kinds import check_kind, kind_of
from drivetrain.modelica.translation.values.ranks import rank_of
from drivetrain.modelica.translation.values.record_values import leaves, record_copy, record_of
from drivetrain.modelica.translation.values.subscripts import (
    is_plain,
    places,
    subscripted,
)

__all__ = ["AlgorithmTranslator", "StatementTranslator", "any_of", "sizes_of"]


class StatementTranslator:
    """Translates statements into Python with local variables.

    Parameters
    ----------
    context : ClassContext
        The class or function in which they stand.
    expressions : ExpressionTranslator
        For what they say; its `locals` are what has been given a value so far.
    is_plain : bool
        Whether everything is a plain number, so that Python's own ``if`` and ``while`` do.

    Attributes
    ----------
    sets_elements : bool
        Whether elements of arrays get values, so that no two names may mean the same array.
    elsewhere : list of expr
        Conditions, one of which holds where the branch that is being translated does not count.
    """

    def __init__(
        self, context: ClassContext, expressions: ExpressionTranslator, is_plain: bool = False
    ) -> None:
        self.context, self.expressions, self.is_plain = context, expressions, is_plain
        self._branches = 0
        self.sets_elements = False
        self.elsewhere: list[ast.expr] = []

    def translate(self, statements: Iterable[Any]) -> list[ast.stmt]:
        """Return the Python for some statements.

        Raises
        ------
        ModelicaError
            If one is not supported.
        """
        made: list[ast.stmt] = []
        for one in statements:
            made += [self.context.at(one.position, each) for each in self.one(one)]
        return made

    def one(self, one: Any) -> Iterable[ast.stmt]:
        """Return the Python for one statement."""
        if isinstance(one, nodes.Assign):
            return self.assign(one)
        if isinstance(one, nodes.If):
            return self.choose(one)
        if isinstance(one, nodes.For):
            return [self.loop(one)]
        if isinstance(one, nodes.While) and self.is_plain:
            return [self._while(one)]
        if isinstance(one, nodes.Break) and self.is_plain:
            return [ast.Break()]
        if isinstance(one, nodes.Return) and self.is_plain:
            return [self.end()]
        if isinstance(one, nodes.CallStatement):
            check = as_check(one.call, self.expressions)
            return [] if check is None else [self.call(check)]
        word = type(one).__name__.lower()
        raise self.context.mistake(one.position, f"'{word}' is not supported here")

    def end(self) -> ast.stmt:
        """Return the statement that ends a function early."""
        raise NotImplementedError

    def call(self, e: nodes.Call) -> ast.stmt:
        """Return a call that stands alone."""
        made = call_of_own(e, self.expressions)
        if made is None:
            raise self.context.mistake(
                e.position, f"'{print_expression(e)}' as a statement is not supported here"
            )
        return made

    # -- assignments -------------------------------------------------------------------------------

    def assign(self, one: nodes.Assign) -> list[ast.stmt]:
        """Return an assignment to a variable, an element, or several variables."""
        if isinstance(one.target, nodes.OutputList):
            return self._several(one, one.target)
        if not isinstance(one.target, nodes.Reference):
            text = print_expression(one.target)
            raise self.context.mistake(one.position, f"nothing can be assigned to '{text}' here")
        value = self.expressions.translate(one.value)
        (first, *rest) = one.target.parts
        if not rest:
            check_kind(
                kind_of(one.target, self.expressions),
                f"'{one.target}'",
                one.value,
                self.expressions,
            )
        if rest or first.subscripts:
            return self._given_to(one.target, value, one)
        value = record_copy(value, one.value, self.expressions)
        return [ast.Assign([self.target(first.name)], self._whole(first.name, one, value))]

    def _given_to(
        self, target: nodes.Reference, value: ast.expr, one: nodes.Assign
    ) -> list[ast.stmt]:
        """Return an assignment to an element, or to a member of a record."""
        if self._is_record_member(target):
            return [self._member_of_record(target, value)]
        (part, *rest) = target.parts
        if rest:
            text = print_expression(target)
            raise self.context.mistake(one.position, f"nothing can be assigned to '{text}' here")
        if part.name not in self.expressions.locals:
            raise self.context.mistake(one.position, f"'{part.name}' has no elements yet")
        return [self._element(name(self.expressions.locals[part.name]), part.subscripts, value)]

    def _whole(self, text: str, one: nodes.Assign, value: ast.expr) -> ast.expr:
        """Return what a variable gets: an array of its own, of the declared size."""
        if not rank_of(one.value, self.expressions):
            return value
        is_new = isinstance(value, (ast.List, ast.ListComp, ast.BinOp))
        if self.sets_elements and not is_new:
            value = call(self.context.names.array_function("values"), [value])
        sizes = self.declared_sizes(text)
        if not sizes or _has_size(value, sizes):
            return value
        return call(self.context.names.array_function("sized"), [value, *sizes])

    def declared_sizes(self, text: str) -> list[ast.expr]:
        """Return the sizes that the value of a variable is checked for: none, if it is later."""
        return []

    def _is_record_member(self, target: nodes.Reference) -> bool:
        """Return whether what gets a value is a member of a record."""
        if len(target.parts) < 2 or any(part.subscripts for part in target.parts):
            return False
        whole = nodes.Reference(target.parts[:1], position=target.position)
        return record_of(whole, self.expressions) is not None

    def _member_of_record(self, target: nodes.Reference, value: ast.expr) -> ast.stmt:
        """Return a new record in which a member has another value."""
        first, *rest = target.parts
        if first.name not in self.expressions.locals:
            raise self.context.mistake(target.position, f"'{first.name}' cannot get values here")
        known = [name(self.expressions.locals[first.name])]
        for part in rest[:-1]:
            known.append(attribute(known[-1], python_name(part.name)))
        record = self.context.names.record_function("record")
        for of, part in zip(reversed(known), reversed(rest), strict=True):
            value = call(record, [of], {python_name(part.name): value})
        return ast.Assign([self.target(first.name)], value)

    def _element(
        self, of: ast.expr, subscripts: tuple[nodes.Expression, ...], value: ast.expr
    ) -> ast.stmt:
        """Return an assignment to elements of an array."""
        several = any(isinstance(one, (nodes.All, nodes.Range)) for one in subscripts)
        if several or not is_plain(subscripts, self.expressions):
            where = places(of, subscripts, self.expressions)
            return ast.Expr(call(self.context.names.array_function("put"), [of, value, *where]))
        place = subscripted(of, subscripts, self.expressions)
        assert isinstance(place, ast.Subscript)
        return ast.Assign([ast.Subscript(place.value, place.slice, ast.Store())], value)

    def target(self, text: str) -> ast.Name:
        """Return a name that gets a value, and is local from now on."""
        return ast.Name(self.expressions.local(text), ast.Store())

    def _several(self, one: nodes.Assign, target: nodes.OutputList) -> list[ast.stmt]:
        value = self.context.own_functions.outputs(one.value, self.expressions)
        stored: list[ast.expr] = []
        after: list[ast.stmt] = []
        for k, each in enumerate(target.elements):
            if each is None:
                stored.append(ast.Name("_", ast.Store()))
            elif not isinstance(each, nodes.Reference):
                text = print_expression(each)
                raise self.context.mistake(one.position, f"'{text}' cannot take an output here")
            elif len(each.parts) == 1 and not each.parts[0].subscripts:
                stored.append(self.target(each.parts[0].name))
            else:
                key = self.context.names.local(f"output{k + 1}")
                stored.append(ast.Name(key, ast.Store()))
                after += self._given_to(each, name(key), one)
        rest = ast.Starred(ast.Name("_", ast.Store()), ast.Store())
        return [ast.Assign([ast.Tuple([*stored, rest], ast.Store())], value), *after]

    # -- loops -------------------------------------------------------------------------------------

    def loop(self, one: nodes.For) -> ast.stmt:
        """Return a loop over what is known while equations are made."""
        with self.expressions.loops(one.iterators, one.body) as loops:
            return for_each(loops, self.translate(one.body) or [ast.Pass()])

    def _while(self, one: nodes.While) -> ast.stmt:
        test = self.condition(one.condition)
        return ast.While(test, self.translate(one.body) or [ast.Pass()], [])

    def condition(self, e: nodes.Expression) -> ast.expr:
        """Return a condition of Python's own ``while`` and ``if``."""
        test = as_plain(self.expressions.translate(e))
        self.context.structural |= members_read(test)
        return test

    # -- branches ----------------------------------------------------------------------------------

    def choose(self, one: nodes.If) -> list[ast.stmt]:
        """Return branches: as Python's if, or such that every variable gets one of its values."""
        conditions = [condition for condition, _ in one.branches if condition is not None]
        if self.is_plain or all(self.expressions.is_known(each) for each in conditions):
            return [self._python_if(one.branches)]
        return self._merged(one)

    def _python_if(self, branches: Sequence[Any]) -> ast.stmt:
        condition, statements = branches[0]
        test = self.condition(condition)
        body = self.translate(statements) or [ast.Pass()]
        rest, otherwise = branches[1:], []
        if rest and rest[0][0] is None:
            otherwise = self.translate(rest[0][1])
        elif rest:
            otherwise = [self.context.at(rest[0][0].position, self._python_if(rest))]
        return ast.If(test, body, otherwise)

    def _merged(self, one: nodes.If) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        before = dict(self.expressions.locals)
        targets = list(dict.fromkeys(assigned_in([s for _, body in one.branches for s in body])))
        tests = [None if c is None else self.expressions.translate(c) for c, _ in one.branches]
        branches = [*zip(tests, (body for _, body in one.branches), strict=True)]
        if branches[-1][0] is not None:
            branches.append((None, ()))
        values: list[dict[str, ast.expr]] = []
        going_on = [test_and_body for test_and_body in branches if not self.ends(test_and_body[1])]
        for k, (test, body) in enumerate(branches):
            self.expressions.locals = dict(before)
            outer = self.elsewhere
            others = [each for each, _ in branches[:k] if each is not None]
            self.elsewhere = [*outer, *others, *([] if test is None else [self.negated(test)])]
            made += self._branch(body)
            self.elsewhere = outer
            own = self.expressions.locals
            if not going_on or not self.ends(body):
                values.append({text: name(own[text]) for text in targets if text in own})
        self.expressions.locals = before
        for text in targets:
            chosen = self._chosen(text, going_on or branches, values, one)
            made.append(ast.Assign([self.target(text)], chosen))
        return without_single_use(made)

    def ends(self, body: Sequence[Any]) -> bool:
        """Return whether nothing behind a branch counts where that does."""
        return False

    def negated(self, test: ast.expr) -> ast.expr:
        """Return whether a condition does not hold."""
        return call(self.context.names.modelica_function("negated"), [test])

    def _branch(self, body: Iterable[Any]) -> list[ast.stmt]:
        """Return the statements of a branch, whose variables have names of their own."""
        self._branches += 1
        suffix = self._branches
        made: list[ast.stmt] = []
        for text in dict.fromkeys(assigned_in(body)):
            before = self.expressions.locals.get(text)
            own = self.context.names.local(f"{python_name(text)}_{suffix}")
            if before is not None and is_in_loop_or_element(text, body):
                copied: ast.expr = name(before)
                if is_element(text, body):
                    copied = self._copy(text, copied)
                made.append(ast.Assign([ast.Name(own, ast.Store())], copied))
                self.expressions.locals[text] = own
        keep = self.context.names.suffix
        self.context.names.suffix = f"_{suffix}"
        try:
            made += self.translate(body)
        finally:
            self.context.names.suffix = keep
        return made

    def _copy(self, text: str, of: ast.expr) -> ast.expr:
        """Return the elements of an array, each of which may get another value."""
        whole = nodes.Reference((nodes.NamePart(text),))
        if rank_of(whole, self.expressions) == 1:
            return call(name("list"), [of])
        return call(self.context.names.array_function("values"), [of])

    def _chosen(
        self,
        text: str,
        branches: Sequence[tuple[ast.expr | None, Any]],
        values: list[dict[str, ast.expr]],
        one: nodes.If,
    ) -> ast.expr:
        missing = self.otherwise(text)
        found = [each.get(text, missing) for each in values]
        if any(each is None for each in found):
            raise self.context.mistake(
                one.position, f"'{text}' gets no value in every branch of this 'if'"
            )
        made: Any = found[-1]
        whole = nodes.Reference((nodes.NamePart(text),))
        is_single = not rank_of(whole, self.expressions) and not record_of(whole, self.expressions)
        several = self.context.names.modelica_function("choose")
        chooser = self.chooser() if is_single else several
        for (test, _), value in reversed(list(zip(branches, found, strict=True))[:-1]):
            made = call(chooser, [test, value, made])
        chosen: ast.expr = made
        return chosen

    def chooser(self) -> ast.expr:
        """Return the function that selects one of two values."""
        return self.context.names.modelica_function("choose")

    def otherwise(self, text: str) -> ast.expr | None:
        """Return the value of a variable that a branch does not set."""
        return None


class AlgorithmTranslator(StatementTranslator):
    """Translates an algorithm section of a model.

    Parameters
    ----------
    context : ClassContext
        The class in which it stands.
    equations : EquationTranslator
        For conditions of ``when``, and for checks.
    """

    def __init__(self, context: ClassContext, equations: EquationTranslator) -> None:
        super().__init__(context, equations.expressions)
        self._equations = equations
        self._whens: list[nodes.When] = []
        self._has_loops = False
        self._is_in_when = False
        self._set_before: dict[str, list[_Setting]] = {}
        self._edges: dict[int, ast.expr] = {}

    def section(self, section: nodes.Section) -> list[ast.stmt]:
        """Return the statements of a section, and one equation for each variable that it sets."""
        made: list[ast.stmt] = []
        before = dict(self.expressions.locals)
        with self.context.refusals.noted():
            self._whens = [s for s in section.statements if isinstance(s, nodes.When)]
            self._set_before = {}
            self._has_loops = contains(section.statements, (nodes.While, nodes.Break))
            self.sets_elements = sets_elements(section.statements)
            at_events = set(assigned_in(self._whens))
            others = [s for s in section.statements if not isinstance(s, nodes.When)]
            always = list(dict.fromkeys(assigned_in(others)))
            self._refuse_both(at_events & set(always), section)
            made += self._beginnings(section, [*always, *sorted(at_events)])
            made += self.translate(section.statements)
            for text in always:
                made += self._stated_of(text, section)
            if self._has_loops:  # how often they run is known before
                for each in made:
                    self.context.structural |= members_read(each)
        self.expressions.locals = before
        return [self._placed(one, section) for one in made]

    def _placed(self, one: ast.stmt, section: nodes.Section) -> ast.stmt:
        return one if hasattr(one, "lineno") else self.context.at(section.position, one)

    def _refuse_both(self, both: set[str], section: nodes.Section) -> None:
        for text in sorted(both):
            raise self.context.mistake(
                section.position,
                f"'{text}' is set inside 'when' and outside of it, which is not supported",
            )

    def _beginnings(self, section: nodes.Section, targets: list[str]) -> Iterator[ast.stmt]:
        """Yield what variables are before they get a value: discrete ones what they were."""
        others = [one for one in section.statements if not isinstance(one, nodes.When)]
        read = {str(one) for one in references_in_statements(others)}
        for text in targets:
            member = self._member(text)
            record = self._record(text)
            if record is not None:
                yield self._begun_record(text, record, member, section)
            elif is_element(text, section.statements):
                yield ast.Assign([self.target(text)], self._copy(text, member))
            elif text in read and self._is_discrete(text):
                previous = call(self.context.names.function("pre"), [member])
                yield ast.Assign([self.target(text)], previous)

    def _begun_record(
        self, text: str, record: StoredClass, member: ast.expr, section: nodes.Section
    ) -> ast.stmt:
        """Return a record with those members that the section does not set."""
        if text in set(assigned_in(self._whens)):
            raise self.context.mistake(
                section.position, f"the record '{text}' is set inside 'when': not supported"
            )
        given = {
            python_name(path[0]): attribute(member, python_name(path[0]))
            for path in leaves(record, self.expressions)
            if not sets(text, path[:1], section.statements)
        }
        made = call(self.context.names.record_function("record"), [], given)
        return ast.Assign([self.target(text)], made)

    def _is_discrete(self, text: str) -> bool:
        if text in set(assigned_in(self._whens)):
            return True
        for one in self.context.components():
            if one.name == text:
                if one.variability == "discrete" or str(one.type) in ("Integer", "Boolean"):
                    return True
                kind = self.context.lookup.class_of(one.type, self.context.stored)
                return literals_of_class(kind, self.expressions) is not None
        return False

    def _member(self, text: str) -> ast.expr:
        return attribute(name("self"), python_name(text))

    def _record(self, text: str) -> StoredClass | None:
        return record_of(nodes.Reference((nodes.NamePart(text),)), self.expressions)

    def _stated_of(self, text: str, section: nodes.Section) -> list[ast.stmt]:
        """Return the equation of a variable, or those of the members of a record that are set."""
        record = self._record(text)
        if record is None:
            return [self._stated(text, section)]
        made: list[ast.stmt] = []
        for path in leaves(record, self.expressions):
            if not sets(text, path, section.statements):
                continue
            sides = [self._member(text), name(self.expressions.locals[text])]
            for part in map(python_name, path):
                sides = [attribute(side, part) for side in sides]
            made.append(ast.Expr(ast.Yield(ast.Compare(sides[0], [ast.Eq()], [sides[1]]))))
        return [self.context.at(section.position, one) for one in made]

    def _stated(self, text: str, section: nodes.Section) -> ast.stmt:
        value = name(self.expressions.locals[text])
        whole = nodes.Reference((nodes.NamePart(text),))
        if rank_of(whole, self.expressions):
            each_equal = self.context.names.array_function("each_equal")
            equal = call(each_equal, [self._member(text), value])
        else:
            equal = ast.Compare(self._member(text), [ast.Eq()], [value])
        return self.context.at(section.position, ast.Expr(ast.Yield(equal)))

    def otherwise(self, text: str) -> ast.expr | None:
        """Return the value of a variable that a branch does not set: the one it had."""
        if text in self.expressions.locals:
            return name(self.expressions.locals[text])
        if self._is_discrete(text):
            return call(self.context.names.function("pre"), [self._member(text)])
        return None

    def chooser(self) -> ast.expr:
        """Return ``where``; where loops ask for values, what is plain stays so."""
        if self._has_loops:
            return super().chooser()
        return self.context.names.function("where")

    def one(self, one: Any) -> Iterable[ast.stmt]:
        """Return the Python for one statement; ``when`` sets variables at events."""
        if isinstance(one, nodes.When):
            if all(each is not one for each in self._whens):
                raise self.context.mistake(
                    one.position, "'when' stands in an algorithm itself, not inside 'if' or 'for'"
                )
            return self._when(one)
        if isinstance(one, nodes.While):
            return [self._while(one)]
        if isinstance(one, nodes.Break):
            return [ast.Break()]
        return super().one(one)

    def condition(self, e: nodes.Expression) -> ast.expr:
        """Return a condition of Python's own ``while``, or of an ``if`` that ends one."""
        test = self.expressions.translate(e)
        self.context.structural |= members_read(test)
        return call(self.context.names.modelica_function("known"), [test])

    def choose(self, one: nodes.If) -> list[ast.stmt]:
        """Return branches; those that end a loop are Python's own."""
        if any(contains(body, (nodes.Break,)) for _, body in one.branches):
            return [self._python_if(one.branches)]
        return super().choose(one)

    def negated(self, test: ast.expr) -> ast.expr:
        """Return whether a condition does not hold."""
        if self._has_loops:
            return super().negated(test)
        return ast.UnaryOp(ast.Invert(), test)

    def call(self, e: nodes.Call) -> ast.stmt:
        """Return a check; inside a branch it counts only where that does."""
        if self._is_in_when or (self.elsewhere and str(e.function) != "assert"):
            where = "'when'" if self._is_in_when else "an 'if' whose condition varies"
            raise self.context.mistake(
                e.position, f"'{e.function}' in a branch inside {where} is not supported"
            )
        if self.elsewhere:
            return ast.Expr(ast.Yield(self._equations.check(e, any_of(self.elsewhere))))
        made = call_of_own(e, self.expressions)
        return made or ast.Expr(ast.Yield(self._equations.action(e)))

    # -- when --------------------------------------------------------------------------------------

    def _when(self, one: nodes.When) -> list[ast.stmt]:
        shared = self._shared(one)
        made: list[ast.stmt] = []
        chain: ast.expr | None = None
        settings: dict[str, list[_Setting]] = {}
        for condition, statements in one.branches:
            test = self._equations.event(condition)
            temporary, actions, values = self._actions(statements)
            made += temporary
            for text in shared if len(one.branches) > 1 else ():
                if text not in values:  # where this branch counts, the others do not
                    placed, values[text] = self._value_so_far(text)
                    made += placed
            for text, value in values.items():
                settings.setdefault(text, []).append(_Setting(one, condition, test, value))
            actions += [
                self._set(text, value) for text, value in values.items() if text not in shared
            ]
            if not actions:
                continue
            if chain is None:
                chain = call(self.context.names.function("when"), [test, *actions])
            else:
                chain = call(attribute(chain, "elsewhen"), [test, *actions])
        if chain is not None:
            own = [text for text in assigned_in([one]) if text not in shared]
            made.append(ast.Expr(ast.Yield(self._equations.with_starts(chain, own, [one]))))
        for text, every in settings.items():
            self._set_before.setdefault(text, []).extend(every)
            self.expressions.locals.pop(text, None)
        made += self._chains_that_end_with(one, shared)
        return without_single_use(made)

    def _actions(
        self, statements: Sequence[Any]
    ) -> tuple[list[ast.stmt], list[ast.expr], dict[str, ast.expr]]:
        """Return preparations, actions, and the values of variables of a branch."""
        before = dict(self.expressions.locals)
        actions = []
        rest = []
        for one in statements:
            if isinstance(one, nodes.When):
                raise self.context.mistake(one.position, "'when' inside 'when' is not allowed")
            if isinstance(one, nodes.CallStatement):
                check = as_check(one.call, self.expressions)
                self.expressions.in_when = True
                actions += [] if check is None else [self._equations.action(check)]
                self.expressions.in_when = False
            else:
                rest.append(one)
        for text in assigned_in(rest):
            self.expressions.locals.pop(text, None)
        made = self._begun(rest)
        self._is_in_when = self.expressions.in_when = True
        try:
            made += self._branch(rest)
        finally:
            self._is_in_when = self.expressions.in_when = False
        values = {
            text: name(self.expressions.locals[text]) for text in dict.fromkeys(assigned_in(rest))
        }
        self.expressions.locals = before
        return made, actions, values

    def _begun(self, statements: list[Any]) -> list[ast.stmt]:
        """Return what variables are before the statements of a branch, for those that these read.

        What only statements before have set is what it is in the end.
        """
        read = {str(one) for one in references_in_statements(statements)}
        own = list(dict.fromkeys(assigned_in(statements)))
        others = [text for text in self._set_later() if text not in own]
        made: list[ast.stmt] = []
        for text in (*own, *others):
            is_read = text in read and (text in own or text not in self.expressions.locals)
            if is_read or is_element(text, statements):
                placed, value = self._value_so_far(text)
                made += [*placed, ast.Assign([self.target(text)], value)]
        return made

    def _set_later(self) -> list[str]:
        """Return the variables that the present ``when``, or one behind it, sets."""
        known = {id(one.when) for every in self._set_before.values() for one in every}
        return list(dict.fromkeys(assigned_in(s for s in self._whens if id(s) not in known)))

    def _value_so_far(self, text: str) -> tuple[list[ast.stmt], ast.expr]:
        """Return the value of a variable where statements have come to, and what it needs."""
        made: list[ast.stmt] = []
        before = self.context.names.function("pre")
        if self._is_array(text):
            each = self.context.names.array_function("each")
            value = call(each, [before, self._member(text)])
        else:
            value = call(before, [self._member(text)])
        for one in reversed(_by_precedence(self._set_before.get(text, ()))):
            placed, fires = self._fires(one.condition)
            made += placed
            chooser = super().chooser() if self._is_array(text) else self.chooser()
            value = call(chooser, [fires, one.value, value])
        return made, value

    def _is_array(self, text: str) -> bool:
        return rank_of(nodes.Reference((nodes.NamePart(text),)), self.expressions) > 0

    def _set(self, text: str, value: ast.expr) -> ast.expr:
        """Return what gives a variable a value at an event."""
        if self._is_array(text):
            each_equal = self.context.names.array_function("each_equal")
            return ast.Starred(call(each_equal, [self._member(text), value]), ast.Load())
        return ast.Compare(self._member(text), [ast.Eq()], [value])

    def _fires(self, condition: nodes.Expression) -> tuple[list[ast.stmt], ast.expr]:
        """Return whether the event of a condition is the present one, and what that needs."""
        if condition.position in self._edges:
            return [], self._edges[condition.position]
        if isinstance(condition, nodes.ArrayConstructor):
            parts = [self._fires(one) for one in condition.elements]
            return [each for placed, _ in parts for each in placed], any_of([e for _, e in parts])
        test = self.expressions.translate(condition)
        if isinstance(condition, nodes.Call) and str(condition.function) in _INSTANTS:
            return [], test
        made: list[ast.stmt] = []
        if not isinstance(condition, nodes.Reference):
            variable = attribute(name("self"), self.context.hidden_boolean(condition.position))
            equation = ast.Expr(ast.Yield(ast.Compare(variable, [ast.Eq()], [test])))
            made, test = [self.context.at(condition.position, equation)], variable
        fires = call(self.context.names.function("edge"), [test])
        self._edges[condition.position] = fires
        return made, fires

    def _shared(self, one: nodes.When) -> list[str]:
        """Return the variables that several ``when`` of the section set."""
        own = dict.fromkeys(assigned_in([one]))
        others = set(assigned_in([each for each in self._whens if each is not one]))
        return [text for text in own if text in others]

    def _chains_that_end_with(self, one: nodes.When, shared: list[str]) -> Iterator[ast.stmt]:
        """Yield the variables whose last ``when`` this is: of several that fire, it counts."""
        for text in shared:
            every = self._set_before[text]
            if any(text in assigned_in([each]) for each in self._whens_behind(one)):
                continue
            made: ast.expr | None = None
            for each in _by_precedence(every):
                action = self._set(text, each.value)
                if made is None:
                    made = call(self.context.names.function("when"), [each.test, action])
                else:
                    made = call(attribute(made, "elsewhen"), [each.test, action])
            assert made is not None
            whens = [each.when for each in every]
            yield ast.Expr(ast.Yield(self._equations.with_starts(made, [text], whens)))

    def _whens_behind(self, one: nodes.When) -> list[nodes.When]:
        place = next(k for k, each in enumerate(self._whens) if each is one)
        return self._whens[place + 1 :]


@dataclass(frozen=True)
class _Setting:
    """The value that a branch of ``when`` gives to a variable."""

    when: nodes.When
    condition: nodes.Expression
    test: ast.expr
    value: ast.expr


def _by_precedence(every: Iterable[_Setting]) -> list[_Setting]:
    """Return settings, the one that counts first: of the last ``when``, its first branch."""
    groups: dict[int, list[_Setting]] = {}
    for one in every:
        groups.setdefault(id(one.when), []).append(one)
    return [one for group in reversed(groups.values()) for one in group]


_INSTANTS: Final = frozenset(("sample", "initial", "terminal", "edge", "change"))


def any_of(conditions: list[ast.expr]) -> ast.expr:
    """Return whether one of several conditions holds."""
    made = conditions[0]
    for one in conditions[1:]:
        made = ast.BinOp(made, ast.BitOr(), one)
    return made


# -- pieces ----------------------------------------------------------------------------------------


def sizes_of(one: nodes.Component, expressions: ExpressionTranslator) -> list[ast.expr]:
    """Return the sizes of an array, None for ``:``; nothing, if all are open."""
    sizes = (*one.sizes, *one.type_sizes)
    if all(isinstance(size, nodes.All) for size in sizes):
        return []
    open_size = constant(None)
    return [open_size if isinstance(s, nodes.All) else expressions.translate(s) for s in sizes]


def _has_size(value: ast.expr, sizes: list[ast.expr]) -> bool:
    """Return whether an array in brackets is seen to have a size."""
    (first, *rest) = sizes
    if rest or not isinstance(value, ast.List) or not isinstance(first, ast.Constant):
        return False
    return len(value.elts) == first.value


class _Replaced(ast.NodeTransformer):
    def __init__(self, key: str, value: ast.expr) -> None:
        self._key, self._value = key, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_read = node.id == self._key and isinstance(node.ctx, ast.Load)
        return self._value if is_read else node


def without_single_use(statements: list[ast.stmt]) -> list[ast.stmt]:
    """Return statements in which a name that is read once, by a later one, is what it stands for.

    Only names of branches (``x_1``) are replaced, and not in loops.
    """
    made = list(statements)
    for one in statements:
        if not isinstance(one, ast.Assign) or not isinstance(one.targets[0], ast.Name):
            continue
        key = one.targets[0].id
        stem, _, number = key.rpartition("_")
        reads = [
            n for each in made for n in ast.walk(each) if isinstance(n, ast.Name) and n.id == key
        ]
        loads = [n for n in reads if isinstance(n.ctx, ast.Load)]
        if not (stem and number.isdigit()) or len(loads) > 1 or len(reads) - len(loads) > 1:
            continue
        place = next(
            (each for each in made if each is not one and loads and loads[0] in ast.walk(each)),
            None,
        )
        if (
            place is None
            or isinstance(place, (ast.For, ast.If))
            or _changes_between(one, place, made)
        ):
            continue
        made[made.index(place)] = _Replaced(key, one.value).visit(place)
        made.remove(one)
    return made


def _changes_between(one: ast.Assign, place: ast.stmt, made: list[ast.stmt]) -> bool:
    """Return whether what a value reads is set between two statements."""
    read = {n.id for n in ast.walk(one.value) if isinstance(n, ast.Name)}
    between = made[made.index(one) + 1 : made.index(place)]
    stored = {
        n.id
        for each in between
        for n in ast.walk(each)
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    return bool(read & stored)
