"""The recipe of a study's runs as bytes that other processes can read."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pickle
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from drivetrain.errors import StudyError
from drivetrain.simulation.outcomes.functions import function_of
from drivetrain.studies.work.runner import Runner

__all__ = ["pickled"]


def pickled(runner: Runner) -> tuple[str, bytes]:
    """Return the digest and the bytes of a runner.

    Classes and functions of scripts, notebooks and the user's own modules travel by value, by
    cloudpickle; those of installed packages by name.

    Raises
    ------
    StudyError
        If it cannot travel; the message tells the reason.
    """
    own = list(_own_modules(runner))
    if importlib.util.find_spec("cloudpickle") is None:
        if own:
            raise StudyError(
                f"the model is defined in {own[0].__name__!r}, which workers cannot import: "
                "install cloudpickle (pip install 'drivetrain[distributed]'), or put the model "
                "into a package that is installed there"
            )
        dumps: Any = pickle.dumps
        own = []
    else:
        import cloudpickle

        dumps = cloudpickle.dumps
    try:
        with _by_value(own):
            recipe: bytes = dumps(runner)
    except Exception as error:
        raise StudyError(
            f"the study cannot be sent to other processes: {type(error).__name__}: {error}. Models "
            "and functions must not hold open files, locks or connections; the engine 'threads' "
            "needs no sending"
        ) from error
    return hashlib.sha256(recipe).hexdigest()[:16], recipe


def _own_modules(runner: Runner) -> Iterator[ModuleType]:
    """Yield the modules with classes and functions of the user's, `__main__` included."""
    classes: dict[str, None] = {}
    for variant in range(len(runner.models)):
        for one in runner.compiled(variant).translation.flat.instances:
            for base in one.trace.cls.__mro__:
                classes[base.__module__] = None
    for outcome in runner.outcomes.values():
        function = function_of(outcome)
        if function is not None:
            classes[getattr(function.compute, "__module__", None) or "builtins"] = None
    for name in classes:
        module = sys.modules.get(name)
        if module is not None and _is_own(module):
            yield module


def _is_own(module: ModuleType) -> bool:
    """Return whether a module is no installed one, so that workers may not have it."""
    if module.__name__ == "__main__":
        return True
    file = getattr(module, "__file__", None)
    if file is None or module.__name__.partition(".")[0] == "drivetrain":
        return False
    paths = sysconfig.get_paths()
    places = {paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    where = os.path.abspath(file)
    return not any(where.startswith(place + os.sep) for place in places)


@contextmanager
def _by_value(modules: list[ModuleType]) -> Iterator[None]:
    """While this lasts, classes of some modules are pickled by value."""
    if not modules:
        yield
        return
    import cloudpickle

    before = set(cloudpickle.list_registry_pickle_by_value())
    chosen = [one for one in modules if one.__name__ not in before and one.__name__ != "__main__"]
    for module in chosen:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in chosen:
            with suppress(ValueError):
                cloudpickle.unregister_pickle_by_value(module)
