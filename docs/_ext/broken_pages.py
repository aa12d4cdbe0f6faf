"""The page of broken models: every model of ``tests/broken_models`` is run, its message shown."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.broken_models import GROUPS, Broken
from tests.broken_models.entry import IMPORTS


def lines() -> Iterator[str]:
    """Yield the page: how each file begins, then group by group the models."""
    yield from ("Each file begins with", "", *block("python", IMPORTS))
    for group, models in GROUPS.items():
        yield from (group, "-" * len(group), "")
        for broken in models:
            yield from entry(broken)


def entry(broken: Broken) -> Iterator[str]:
    """Yield one model and its message."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = broken.run(Path(folder))
    yield from (broken.title, "~" * len(broken.title), "")
    numbers = f"\n   :linenos:\n   :lineno-start: {broken.first_line}"
    yield from block(f"python{numbers}", broken.shown)
    usual = broken.task == "simulate" and not broken.options
    command = "" if usual else f"$ {broken.command}\n"
    yield from block("text", command + wrapped(outcome.output.rstrip()))


def wrapped(text: str) -> str:
    """Return a text with long lines broken, as a narrow window shows them."""
    return "\n".join(fill(line, 96, break_on_hyphens=False) for line in text.splitlines())


def block(kind: str, text: str) -> Iterator[str]:
    """Yield a block of code; `kind` is its language, with options on further lines."""
    yield from (*f".. code-block:: {kind}".splitlines(), "")
    yield from (f"   {line}".rstrip() for line in text.splitlines())
    yield ""
