"""Print broken models with their messages: ``python -m tests.broken_models [words of a title]``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.broken_models import GROUPS

for group, models in GROUPS.items():
    for broken in models:
        if len(sys.argv) > 1 and not any(word in broken.title for word in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory() as folder:
            outcome = broken.run(Path(folder))
        print(f"--- {group}: {broken.title}  [{outcome.status}]\n{outcome.output.rstrip()}")
