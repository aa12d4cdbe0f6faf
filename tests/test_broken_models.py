"""Every broken model ends in one message that a mechanic understands, and has its page."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.broken_models import GROUPS, Broken

ALL = [broken for models in GROUPS.values() for broken in models]
JARGON = re.compile(r"\b(jacobian|matrix|singular|rank|index \d|traceback|object at 0x)", re.I)


@pytest.mark.parametrize("broken", ALL, ids=lambda broken: broken.title)
def test_message(broken: Broken, tmp_path: Path) -> None:
    outcome = broken.run(tmp_path)
    assert outcome.error is None, repr(outcome.error)
    assert outcome.status == broken.status, outcome.output
    assert len(re.findall(r"^Error: ", outcome.output, re.MULTILINE)) == 1
    assert not JARGON.search(outcome.output), outcome.output
    message = " ".join(outcome.output.split())
    for part in broken.wanted():
        assert part in message, f"{part!r} is missing in: {message}"


def test_titles_are_told_apart() -> None:
    titles = [broken.title for broken in ALL]
    assert len(set(titles)) == len(titles)


def test_the_page_shows_every_model_with_its_message() -> None:
    sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "_ext"))
    page = "\n".join(import_module("broken_pages").lines())
    for broken in ALL:
        assert broken.title in page
        assert all(line in page for line in broken.shown.splitlines())
