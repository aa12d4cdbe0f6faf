"""What somebody may hand over by mistake, and what has to come of it: an answer or a message."""

from __future__ import annotations

import datetime
import decimal
import fractions
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pandas as pd
import pint

import drivetrain as dt
from drivetrain.blocks import Step
from drivetrain.modeling import constant, initial, parameter, sample, table, time, variable

__all__ = ["LONG", "StillGoing", "anything", "impatient", "shown", "within"]

LONG = int(os.environ.get("DRIVETRAIN_LONG", "0"))
PATIENCE = 20  # s
RUNS = 2.0  # s: a run that still goes on then is left alone


class _Hangs(BaseException):
    """Nothing came back in time; no handler of ordinary errors swallows it."""


@contextmanager
def within(seconds: int = PATIENCE) -> Iterator[None]:
    """Fail what takes longer (as far as Python gets a word in)."""
    if os.name == "nt":
        yield
        return

    def ring(*_: object) -> None:
        raise _Hangs

    usual = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, usual)


class StillGoing(Exception):
    """A run takes longer than a test has patience, but it can be stopped."""


def impatient() -> Any:
    """Return a `progress` that stops a run which takes long."""
    begin = monotonic()

    def progress(*_: float) -> None:
        if monotonic() - begin > RUNS:
            raise StillGoing

    return progress


def shown(values: Any) -> str:
    """Return values for the message of a test that fails."""
    return repr(values)[:300]


def anything() -> list[Any]:
    """Return things of every kind, made anew: some are used up."""
    return [
        *_scalars(),
        *_texts(),
        *_collections(),
        *_arrays(),
        *_objects(),
        *_quantities(),
        *_of_the_language(),
    ]


def _scalars() -> list[Any]:
    inf, nan = float("inf"), float("nan")
    numbers = [0, 1, -1, 2, 3, 7, 2**70, 10**400, 0.5, 1e-300, 5e-324, 1e308, nan, inf, -inf, 1j]
    exact = [decimal.Decimal("1.5"), decimal.Decimal("NaN"), fractions.Fraction(1, 3)]
    return [None, True, False, *numbers, *exact]


def _texts() -> list[Any]:
    class Text(str):
        __slots__ = ()

    plain = ["", " ", "a", "é", "\x00", "\ud800", "1", "1.0", "nan", "10 N.m", "*", "x" * 3000]
    names = ["J1.w", "J*.w", "clutch1.mode", "time", "J1", "linear_segments", "always", "[[0,1]]"]
    files = ["/nonexistent/x.csv", "/dev/full", "x.csv/y.csv", "x.csv", Path(), Path("/tmp")]
    return [*plain, *names, *files, Text("J1.w"), np.str_("J1.w"), b"", b"x", bytearray(b"1")]


def _collections() -> list[Any]:
    lists = [[], [[]], [1], [1, 2], [1.0, 2.0, 3.0], ["J1.w"], [None], [True, False], [[0, "a"]]]
    tables = [[[0, 1], [1, 2]], [[1, 1], [0, 2]], [[0, 1], [0, 2], [0, 3]], [[0, float("nan")]]]
    tables += [[[0, 1], [1]], [[[1]]], [[0, 1]], [[float(k), 0.5] for k in range(2000)]]
    dicts = [{}, {"a": 1}, {1: 2}, {None: 1}, {"J1.J": 1.0}, {"J1.J": "x"}, {"J1.J": [1, 2]}]
    return [*lists, *tables, *dicts, (), (1,), {1}, frozenset(), range(3), iter([1]), slice(1)]


def _arrays() -> list[Any]:
    numbers = [np.float32(1.5), np.int8(3), np.bool_(True), np.array(1.0), np.array([1.0])]
    shapes = [np.array([]), np.zeros((2, 0)), np.ones((3, 3)), np.ones((2, 2, 2)), np.arange(5.0)]
    kinds = [np.array(["a"]), np.array([None]), np.array([1 + 2j]), np.datetime64("2020-01-01")]
    frames = [pd.Series([1.0]), pd.DataFrame({"a": [1]})]
    return [*numbers, *shapes, *kinds, np.array([[0.0, 0.4]]), np.longdouble(1), *frames]


def _objects() -> list[Any]:
    things = [object(), object, int, len, sys, Ellipsis, NotImplemented, ValueError("x")]
    return [*things, lambda *_, **__: None, datetime.timedelta(1), (x for x in [1])]


def _quantities() -> list[Any]:
    of = pint.get_application_registry().Quantity
    numbers = [
        of(3, "m"),
        of(0, "kg*cm^2"),
        of(7, "rpm"),
        of(50, "Hz"),
        of(20, "degC"),
        of(5, "ms"),
    ]
    odd = [of(float("nan"), "s"), of(10**400, "m"), of(0.5, ""), of(1, "dBm"), of(2, "m**0.5")]
    several = [of([1.0, 2.0], "N"), of([[0.0, 1.0]], "rad/s"), [of(1, "m"), 2.0], [[of(1, "s"), 1]]]
    return [*numbers, *odd, *several, of(1, "m").units, pint.UnitRegistry]


def _of_the_language() -> list[Any]:
    first, inertia = dt.examples.find("First"), dt.rotational.Inertia
    starts = [dt.fixed(1.0), dt.guess(float("nan")), dt.fixed("a"), dt.fixed([1, 2]), dt.fixed()]
    starts += [dt.fixed(None), dt.fixed(dt.fixed(1)), dt.fixed(1.0, state_select="always")]
    terms = [time, 2 * time, constant(1.0, "N.m"), constant(1.0, "kg"), sample(0, 1), initial()]
    members = [parameter(1.0), variable("rad"), table([[0, 1]]), Step(), inertia(J=1.0)]
    return [first(), first, inertia, *starts, *terms, *members]
