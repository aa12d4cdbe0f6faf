"""Names by which printed code refers to the kernel and the C library."""

from __future__ import annotations

import struct

__all__ = ["DECLARATIONS", "INTRINSICS", "LIBM", "OFFSET", "literal"]

_FIELDS = (
    "time", "initial", "x", "p", "tables", "table_offset", "pre", "z", "rel", "sample", "memory",
    "xdot", "z_out", "g", "t_event", "reinit_on", "reinit_value", "assert_ok", "y", "failed_block",
    "jac", "dfdt", "delay_value", "delay_time", "history", "work",
    "constant", "factors", "blocks", "switching", "branch", "longest_step", "angle",
    "impact_on", "restitution", "units", "n_units",
)  # fmt: skip
OFFSET = {name: 8 * k for k, name in enumerate(_FIELDS)}
"""Offset of each of them in `dt_io`, in bytes."""

LIBM = (
    "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "log10", "atan2", "sin", "cos", "exp",
    "log", "pow", "floor", "ceil",
)  # fmt: skip
INTRINSICS = {
    "sqrt": "llvm.sqrt.f64", "abs": "llvm.fabs.f64", "sin": "dt_sin", "cos": "dt_cos",
    "exp": "dt_exp", "log": "dt_log", "floor": "llvm.floor.f64",
    "ceil": "llvm.ceil.f64", **{name: name for name in LIBM[:8]},
}  # fmt: skip

DECLARATIONS = "\n".join(
    [f"declare double @{name}(double)" for name in sorted(set(INTRINSICS.values()))]
    + [
        f"declare <8 x double> @llvm.{name}.v8f64(<8 x double>)"
        for name in ("sqrt", "fabs", "floor", "ceil")
    ]
    + [
        "declare double @llvm.pow.f64(double, double)",
        "declare double @atan2(double, double)",
        "declare double @dt_table(ptr, double, i64)",
        "declare double @dt_table_bend(ptr, double, double)",
        "declare double @dt_table_turn(ptr, double)",
        "declare double @dt_table_beside(ptr, double, i64, double)",
        "declare double @dt_floor_bend(double, double)",
        "declare double @dt_delay(ptr, i64, double)",
        "declare double @dt_delay_rate(ptr, i64, double)",
        "declare double @dt_unit_value(ptr, double, i64, i64, ptr)",
        "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
        "declare i32 @dt_solve(i64, ptr, ptr, ptr)",
        "declare i32 @dt_solve_again(i64, ptr, ptr, ptr, ptr)",
        "declare i32 @dt_solve_sized(i64, ptr, ptr, ptr, ptr, ptr, i64)",
        "declare i32 @dt_solve_limited(i64, ptr, ptr, ptr, ptr, ptr, i64, i64, ptr)",
        "declare void @dt_chain(ptr, i64, i64, i64, ptr)",
        "declare i32 @dt_solve_block(ptr, i64, ptr, ptr, ptr)",
        "declare i32 @dt_newton(i64, ptr, ptr, ptr, ptr, ptr, ptr)",
    ]
)


def literal(value: float) -> str:
    """Return a number as an LLVM literal, exact to the last bit."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
