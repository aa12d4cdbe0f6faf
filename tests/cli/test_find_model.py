"""MODEL: examples, files, modules, and all the ways in which they can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Invoke = Callable[..., Result]

ONE_MODEL = '''
from drivetrain import Model

class Helper: pass

class Launch(Model):
    """A launch."""
'''


def write(text: str, name: str = "model.py") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.parametrize("model", ["model.py", "model.py:Launch", "./model.py:", "model:Launch"])
def test_a_class_in_a_file_or_module(invoke: Invoke, run: Callable[..., None], model: str) -> None:
    write(ONE_MODEL)
    done = invoke("simulate", model)
    assert done.exit_code == 0, done.output
    ((built, _),) = run.calls  # type: ignore[attr-defined]
    assert type(built).__name__ == "Launch"


def test_files_beside_the_model_can_be_imported(invoke: Invoke) -> None:
    Path("folder").mkdir()
    write("RATIO = 3", "folder/shafts.py")
    write("from shafts import RATIO\n" + ONE_MODEL, "folder/model.py")
    assert invoke("simulate", "folder/model.py").exit_code == 0


def test_a_model_that_was_put_together_in_a_script(
    invoke: Invoke, run: Callable[..., None]
) -> None:
    write("from drivetrain import Model\nlaunch = Model()")
    assert invoke("simulate", "model.py").exit_code == 0
    assert invoke("simulate", "model.py:launch").exit_code == 0
    assert len(run.calls) == 2  # type: ignore[attr-defined]


def fails(done: Result, status: int, *texts: str) -> None:
    assert done.exit_code == status, done.output
    assert "Traceback" not in done.output
    for text in texts:
        assert text in done.output


def test_a_misspelt_example(invoke: Invoke) -> None:
    done = invoke("simulate", "CoupledClutch")
    fails(done, 2, "did you mean 'CoupledClutches'", "drivetrain examples", "file.py:Class")


def test_a_file_that_was_not_called_by_its_whole_name(invoke: Invoke) -> None:
    write(ONE_MODEL)
    write(ONE_MODEL, "model.txt")
    fails(invoke("simulate", "model"), 2, "did you mean the file 'model.py'?", "file.py:Class")
    fails(invoke("simulate", "model."), 2, "did you mean the file 'model.py'?")
    fails(invoke("check", "model.txt"), 2, "'model.txt' is not a Python file")


def test_a_missing_file(invoke: Invoke) -> None:
    write(ONE_MODEL)
    fails(invoke("simulate", "modl.py:Launch"), 2, "no file 'modl.py'", "did you mean 'model.py'")
    fails(invoke("simulate", "nowhere/model.py"), 2, "no file 'nowhere/model.py'")
    fails(invoke("simulate", "nowhere/model.mo"), 2, "no file 'nowhere/model.mo'")
    fails(invoke("simulate", "nowhere/model.txt"), 2, "is not a Python file")


def test_a_missing_class(invoke: Invoke) -> None:
    write(ONE_MODEL)
    fails(invoke("simulate", "model.py:Lunch"), 2, "no class 'Lunch'", "did you mean 'Launch'")


def test_a_class_that_is_no_model(invoke: Invoke) -> None:
    write(ONE_MODEL)
    fails(invoke("simulate", "model.py:Helper"), 2, "not a Model", "class Helper(Model)")
    write("x = 1", "empty.py")
    fails(invoke("simulate", "empty.py"), 2, "no class derived from Model")


def test_several_classes_are_listed(invoke: Invoke) -> None:
    write(ONE_MODEL + "\nclass Stop(Launch): pass\n")
    fails(invoke("simulate", "model.py"), 2, "model.py:Launch", "model.py:Stop")


def test_a_missing_module(invoke: Invoke) -> None:
    fails(invoke("simulate", "nowhere.models:Launch"), 2, "no module 'nowhere' to import")
    fails(invoke("simulate", "..models:Launch"), 2, "not the name of a module")


def test_a_syntax_error_is_shown_with_its_line(invoke: Invoke) -> None:
    write("x = 1\nclass Launch(Model:\n    pass\n")
    fails(invoke("simulate", "model.py"), 2, "model.py:2", "class Launch(Model:", "^")
    fails(invoke("simulate", "model:Launch"), 2, "model.py:2")


def test_an_error_in_the_file_is_shown_with_its_line(invoke: Invoke) -> None:
    write("x = 1\nratio = x / 0\n")
    fails(invoke("simulate", "model.py"), 1, "ZeroDivisionError", "model.py:2", "ratio = x / 0")
    write("import not_installed_anywhere\n")
    fails(invoke("simulate", "model:Launch"), 1, "not_installed_anywhere", "model.py:1")


def test_an_error_of_the_package_in_the_file_is_shown_with_its_line(invoke: Invoke) -> None:
    write("from drivetrain.errors import *\nraise ParameterError('J < 0')\n")
    fails(invoke("check", "model.py"), 1, "J < 0", "model.py:2")


def test_a_model_that_cannot_be_built(invoke: Invoke) -> None:
    write(ONE_MODEL + "\n    def __init__(self):\n        self.J = undefined\n")
    fails(invoke("simulate", "model.py"), 1, "NameError", "model.py:10", "self.J = undefined")


MODELICA = """package Rig
  model Launch "A launch"
    Modelica.Mechanics.Rotational.Components.Inertia wheel(J=1, w(start=2, fixed=true));
  end Launch;
end Rig;
"""


@pytest.mark.parametrize("model", ["Rig.mo:Rig.Launch", "./Rig.mo:Rig.Launch"])
def test_a_modelica_model(invoke: Invoke, run: Callable[..., None], model: str) -> None:
    write(MODELICA, "Rig.mo")
    done = invoke("simulate", model)
    assert done.exit_code == 0, done.output
    ((built, _),) = run.calls  # type: ignore[attr-defined]
    assert type(built).__name__ == "Launch"


def test_a_modelica_model_that_cannot_be_read(invoke: Invoke) -> None:
    write(MODELICA.replace("end Launch;", "end Lunch;"), "Rig.mo")
    fails(invoke("simulate", "Rig.mo:Rig.Launch"), 1, "Rig.mo:4:7: 'end Lunch' stands where")
    fails(invoke("simulate", "Rug.mo"), 2, "no file 'Rug.mo'", "did you mean 'Rig.mo'")
