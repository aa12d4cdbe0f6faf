"""Recipes for other searches do what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs/calibration/other_searches.md"
LIBRARIES = ("scipy", "lmfit", "optuna", "pymoo", "emcee")
_BLOCK = re.compile(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.filterwarnings("ignore")
def test_every_recipe_prints_what_stands_below_it() -> None:
    for library in LIBRARIES:
        pytest.importorskip(library)
    blocks = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == PAGE.read_text(encoding="utf-8").count("```python")
    names: dict[str, Any] = {"__name__": "__page__"}
    for code, shown in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), names)
        assert printed.getvalue() == shown, code
