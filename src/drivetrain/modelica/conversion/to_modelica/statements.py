"""Write equations, connections and other statements as Modelica."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from drivetrain.errors import ModelicaError
from drivetrain.modelica.conversion.to_modelica.annotations import line_annotation
from drivetrain.modelica.conversion.to_modelica.expressions import Named, call, expression
from drivetrain.modelica.conversion.to_modelica.names import connector_paths, reference_to
from drivetrain.modelica.syntax import nodes
from drivetrain.modeling.connection import BusLink, Chain, ConnectorLink, DroppedLink
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.statements import Assertion, Contact, Hold, Impact, Reinit, When
from drivetrain.modeling.tracing.choices import is_choice
from drivetrain.modeling.tracing.sharing.buses import BusRef
from drivetrain.modeling.tracing.trace import Trace

__all__ = ["StatementWriter"]

_WARNING: Final = nodes.Reference((nodes.NamePart("AssertionLevel"), nodes.NamePart("warning")))


class StatementWriter:
    """Writes the statements of a class.

    Parameters
    ----------
    trace : Trace
        The class.
    named : callable
        What its variables and parameters are called.
    """

    def __init__(self, trace: Trace, named: Named) -> None:
        self._trace, self._named = trace, named
        self._connectors = connector_paths(trace)

    def write(self, statement: Any) -> Iterator[Any]:
        """Yield the equations that a statement stands for.

        Raises
        ------
        ModelicaError
            If it has no counterpart in Modelica.
        """
        if isinstance(statement, Chain):
            yield from self._connections(statement)
        elif isinstance(statement, When):
            yield self._when(statement)
        elif isinstance(statement, Assertion):
            yield self._assertion(statement)
        elif isinstance(statement, (Hold, Contact, Impact)):
            kind = type(statement).__name__.lower()
            raise ModelicaError(f"'{kind}' has no counterpart in Modelica: {statement}")
        else:
            yield self._equation(statement)

    def _expression(self, e: Any) -> nodes.Expression:
        return expression(e, self._named)

    def _equation(self, e: Expr) -> Any:
        if is_choice(e):
            return self._choice(e)
        return nodes.Equal(self._left(e.args[0]), self._expression(e.args[1]))

    def _left(self, e: Expr) -> nodes.Expression:
        return self._expression(e)

    def _choice(self, e: Expr) -> nodes.If:
        """Return equations of which one holds."""
        branches: list[tuple[nodes.Expression | None, tuple[Any, ...]]] = []
        left: Expr = e
        while left.op == "where":
            branches.append((self._expression(left.args[0]), (self._equation(left.args[1]),)))
            left = left.args[2]
        branches.append((None, (self._equation(left),)))
        return nodes.If(tuple(branches))

    # -- connections -------------------------------------------------------------------------------

    def _connections(self, chain: Chain) -> Iterator[nodes.Connect]:
        for link in chain.links:
            if isinstance(link, ConnectorLink):
                for left, right in zip(link.left, link.right, strict=True):
                    paths = [self._connectors[int(one)] for one in (left, right)]
                    yield self._connection(*paths)
            elif isinstance(link, BusLink):
                yield self._connection(_name_of(link.a), _name_of(link.b))
            elif not isinstance(link, DroppedLink):
                yield self._connection(link.source.name, link.target.name)

    def _connection(self, first: str, second: str) -> nodes.Connect:
        plain = [re.sub(r"\[\d+\]", "", path) for path in (first, second)]
        return nodes.Connect(
            reference_to(self._trace, first), reference_to(self._trace, second),
            annotation=line_annotation(self._trace.cls, *plain),
        )  # fmt: skip

    # -- actions -----------------------------------------------------------------------------------

    def _when(self, statement: When) -> nodes.When:
        branches = []
        for one in statement.branches():
            conditions = tuple(map(self._expression, one.conditions))
            test = conditions[0] if len(conditions) == 1 else nodes.ArrayConstructor(conditions)
            branches.append((test, tuple(map(self._action, one.actions))))
        return nodes.When(tuple(branches))

    def _action(self, action: Any) -> Any:
        if isinstance(action, Reinit):
            target, value = self._expression(action.variable), self._expression(action.value)
            return nodes.CallEquation(call("reinit", target, value))
        if isinstance(action, Assertion):
            return self._assertion(action)
        return self._equation(action)

    def _assertion(self, one: Assertion) -> nodes.CallEquation:
        message = nodes.String(one.message)
        if one.ends:
            raise ModelicaError(f"'terminate' has no counterpart yet: {one.message!r}")
        level = (_WARNING,) if one.only_warns else ()
        return nodes.CallEquation(call("assert", self._expression(one.condition), message, *level))


def _name_of(end: Any) -> str:
    """Return what is connected to a bus, or the bus, as it is written in the class."""
    return str(end) if isinstance(end, BusRef) else str(end.name)
