"""Modules of the user's as their sources are now, never as Python kept them.

Python keeps the bytecode of a module, and takes it for as long as its source has the same size and
was changed in the same second. A value that is saved twice within a second, 3.0 and then 2.5, would
stay the first.
"""

from __future__ import annotations

from contextlib import suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

__all__ = ["FromSource", "forget_bytecode"]


class FromSource(SourceFileLoader):
    """Loader that compiles a file whenever it is asked to."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the file as it is now."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


def forget_bytecode(module: ModuleType) -> None:
    """Let the next import of a module compile its source.

    Parameters
    ----------
    module : ModuleType
        The module; one without bytecode stays as it is.
    """
    kept = None if module.__spec__ is None else module.__spec__.cached
    if kept is not None:
        with suppress(OSError):  # none was written
            Path(kept).unlink()
