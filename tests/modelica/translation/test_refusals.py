"""What is refused, each with its whole message: the models and messages are in one approved file.

To approve other messages, run this file as a program and read what has changed:
``python -m tests.modelica.translation.test_refusals``.
"""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

import pytest

import drivetrain as dt

APPROVED = Path(__file__).parent / "approved" / "refusals.txt"
RULE = "-" * 40 + "\n"


def cases() -> dict[str, tuple[str, str]]:
    """Return the model and the message of each title."""
    every = APPROVED.read_text(encoding="utf-8").split("=== ")[1:]
    found = {}
    for one in every:
        title, _, rest = one.partition("\n")
        text, _, message = rest.partition(RULE)
        found[title] = text, message.strip("\n")
    return found


def message_of(folder: Path, text: str) -> str:
    """Return why a model is refused, with its file named alone."""
    file = folder / "A.mo"
    file.write_text(text, encoding="utf-8")
    try:
        dt.compile(dt.modelica.load(file)())
    except dt.DrivetrainError as error:
        return str(error).replace(str(file), "A.mo")
    return "accepted"


@pytest.mark.parametrize("title", cases())
def test_a_refusal_says_what_where_and_what_to_do(tmp_path: Path, title: str) -> None:
    text, approved = cases()[title]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert message_of(tmp_path, text) == approved


def test_there_are_thirty_and_all_say_where() -> None:
    every = [message for _, message in cases().values()]
    assert len(every) >= 30
    assert len(set(every)) == len(every)
    assert all("A.mo:" in message for message in every)


def approve() -> None:
    """Write the messages as they are."""
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for title, (text, _) in cases().items():
            parts.append(f"=== {title}\n{text}{RULE}{message_of(Path(folder), text)}\n\n")
    APPROVED.write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    approve()
