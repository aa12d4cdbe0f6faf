"""Object files from the LLVM IR of a model, for any platform."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from drivetrain.fmi.binary.constant_data import ConstantData

__all__ = ["CodeParts", "with_tables"]

Ints = NDArray[np.int64]

_ADDRESS = re.compile(r"inttoptr \(i64 (\d+) to ptr\)")
_LEVEL = 2
_PREFIX = "dt_model_"


def with_tables(ir: str, kept: Sequence[Ints]) -> str:
    """Return LLVM IR with symbols in place of the addresses of tables in this process.

    Parameters
    ----------
    ir : str
        Code that refers to tables by address.
    kept : sequence of int array
        The tables.
    """
    of_address = {table.ctypes.data: table for table in kept}
    data = ConstantData()
    text = _ADDRESS.sub(lambda found: data.array(of_address[int(found[1])]), ir)
    return f"{data.text}\n{text}" if data.lines else text


class CodeParts:
    """Modules that become one object file, and the functions that other modules refer to.

    Parameters
    ----------
    triple : str
        The platform, as LLVM names it.
    """

    def __init__(self, triple: str) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self.triple = triple
        self._modules: list[Any] = []

    def add(self, ir: str, functions: Iterable[str] = ()) -> None:
        """Add a module.

        Parameters
        ----------
        ir : str
            Its LLVM IR.
        functions : iterable of str
            Functions to be seen by the other modules, with the prefix ``dt_model_``.
        """
        module = llvm.parse_assembly(ir)
        wanted = set(functions)
        for function in module.functions:
            if function.is_declaration:
                continue
            if function.name in wanted:
                function.name = _PREFIX + function.name
                function.visibility = "hidden"
            else:
                function.linkage = "internal"
        self._modules.append(module)

    def text(self) -> str:
        """Return the LLVM IR of all modules in one."""
        return str(self._linked())

    def _linked(self) -> Any:
        """Return all modules in one."""
        first, *others = self._modules
        for other in others:
            first.link_in(other)
        self._modules = [first]
        return first

    def object_file(self) -> bytes:
        """Return the object file: position-independent, for any processor of the platform."""
        first = self._linked()
        first.triple = self.triple
        target = llvm.Target.from_triple(self.triple)
        machine = target.create_target_machine(opt=_LEVEL, reloc="pic", codemodel="default")
        first.data_layout = str(machine.target_data)
        first.verify()
        found: bytes = machine.emit_object(first)
        return found
