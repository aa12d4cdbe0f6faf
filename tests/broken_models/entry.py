"""What an entry of the catalogue is: a model with one fault, and what its message has to say."""

from __future__ import annotations

import re
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

from click.testing import CliRunner

from drivetrain.cli import main

__all__ = ["IMPORTS", "Broken", "Outcome"]

IMPORTS = """\
from drivetrain import Model, fixed, guess
from drivetrain.blocks import *
from drivetrain.electrical import ConstantCurrent, ConstantVoltage, Ground, Resistor
from drivetrain.modeling import *
from drivetrain.rotational import *
from drivetrain.thermal import HeatCapacitor
from drivetrain.translational import Mass, MassWithStopAndFriction
"""
"""How every file with a broken model begins."""

_CLASS = '''\
class Wrong(Model):
    """A model with a fault."""

'''
_MARK = re.compile(r"  #(\d)$", re.MULTILINE)


class Outcome(NamedTuple):
    """How a command ended.

    Attributes
    ----------
    status : int
        Exit status.
    output : str
        What was printed, with paths as seen from the folder of the model.
    error : BaseException or None
        What was raised, other than the end of the command.
    """

    status: int
    output: str
    error: BaseException | None


@dataclass(frozen=True)
class Broken:
    """A model with one fault.

    Parameters
    ----------
    title : str
        What is wrong, in a few words of mechanics.
    code : str
        Body of the class `Wrong`, or a script that defines `Wrong`. A line that ends in ``  #1`` is
        called ``{1}`` in `says`.
    says : tuple of str
        What the message must contain, whatever its line breaks.
    options : tuple of str
        Further words on the command line.
    status : int
        How the command ends: 1 the model or the run failed, 2 bad usage.
    task : str
        The command: ``simulate``, or one of the analyses.
    """

    title: str
    code: str
    says: tuple[str, ...]
    options: tuple[str, ...] = ()
    status: int = 1
    task: str = "simulate"

    @property
    def shown(self) -> str:
        """The lines that matter, without marks."""
        return _MARK.sub("", self._marked)

    @property
    def first_line(self) -> int:
        """Number of the first of the lines shown, in the file."""
        return IMPORTS.count("\n") + 3

    @property
    def command(self) -> str:
        """The command that gives the message."""
        return " ".join((f"drivetrain {self.task} wrong.py:Wrong", *self.options))

    def wanted(self) -> list[str]:
        """Return the parts of the message, with places in place of marks."""
        lines = self._marked.splitlines()
        marks = {
            int(found[1]): f"wrong.py:{self.first_line + number}"
            for number, line in enumerate(lines)
            if (found := _MARK.search(line))
        }
        places = [marks.get(k, "") for k in range(max(marks, default=0) + 1)]
        return [part.format(*places) for part in self.says]

    def run(self, folder: Path) -> Outcome:
        """Write the model to a file, run the command with it, and say what happened."""
        file = folder / "wrong.py"
        file.write_text(f"{IMPORTS}\n\n{self.shown}\n", encoding="utf-8")
        quiet = ["--quiet"] if self.task == "simulate" else []
        words = [self.task, f"{file}:Wrong", *quiet, *self.options]
        with chdir(folder):
            result = CliRunner().invoke(main, words, prog_name="drivetrain")
        error = None if isinstance(result.exception, SystemExit) else result.exception
        output = result.output.replace(f"{folder}/", "").replace(str(folder), ".")
        return Outcome(result.exit_code, output, error)

    @property
    def _marked(self) -> str:
        lines = dedent(self.code).strip("\n")
        return lines if "Wrong" in lines else _CLASS + indent(lines, "    ")
