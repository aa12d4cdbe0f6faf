"""Mirrors of the structs in ``dt_fmu.h``, field by field; see there for their meaning."""

from __future__ import annotations

from ctypes import Structure, c_double, c_int8, c_int32, c_int64, c_uint8, c_void_p

__all__ = ["FMU_VERSION", "Condition", "Derived", "Input", "Model", "Reliance", "Variable", "Words"]

FMU_VERSION = 3
"""``DT_FMU_VERSION``."""


class Variable(Structure):
    """`dt_fmu_variable`."""

    _fields_ = [
        ("index", c_int64),
        ("start", c_double),
        ("low", c_double),
        ("high", c_double),
        ("name", c_int32),
        ("kind", c_uint8),
        ("type", c_uint8),
        ("settable", c_uint8),
        ("sign", c_int8),
    ]


class Input(Structure):
    """`dt_fmu_input`."""

    _fields_ = [("parameter", c_int64), ("type", c_int64)]


class Derived(Structure):
    """`dt_fmu_derived`."""

    _fields_ = [("index", c_int64), ("place", c_int64)]


class Condition(Structure):
    """`dt_fmu_condition`."""

    _fields_ = [("column", c_int64), ("value", c_double), ("scale", c_double), ("text", c_int64)]


class Reliance(Structure):
    """`dt_fmu_reliance`."""

    _fields_ = [("text", c_int64), ("parameter", c_int64), ("zero", c_int64)]


class Words(Structure):
    """`dt_fmu_words`."""

    _fields_ = [
        ("text", c_void_p),
        ("start", c_void_p),
        ("status", c_int64),
        ("value", c_int64),
        ("relation", c_int64),
        ("assertion", c_int64),
        ("block", c_int64),
        ("n_loops", c_int64),
        ("delay", c_int64),
        ("lock", c_int64),
        ("note", c_int64),
        ("n_notes", c_int64),
        ("labels", c_void_p),
        ("ends", c_void_p),
    ]


class Model(Structure):
    """`dt_fmu_model`."""

    _fields_ = [
        ("version", c_int64),
        ("kernel", c_int64),
        ("name", c_void_p),
        ("token", c_void_p),
        ("model", c_void_p),
        ("settings", c_void_p),
        ("tolerance", c_double),
        ("most_steps", c_int64),
        ("nominal", c_void_p),
        ("size", c_void_p),
        ("n_variables", c_int64),
        ("variables", c_void_p),
        ("n_inputs", c_int64),
        ("inputs", c_void_p),
        ("n_parameters", c_int64),
        ("n_own", c_int64),
        ("n_copied", c_int64),
        ("copied", c_void_p),
        ("n_runs", c_int64),
        ("runs", c_void_p),
        ("derive", c_void_p),
        ("n_derived", c_int64),
        ("derived", c_void_p),
        ("x0", c_void_p),
        ("z0", c_void_p),
        ("moves", c_void_p),
        ("n_conditions", c_int64),
        ("conditions", c_void_p),
        ("n_reliances", c_int64),
        ("reliances", c_void_p),
        ("rely", c_void_p),
        ("pivot_position", c_void_p),
        ("pivot_column", c_void_p),
        ("words", c_void_p),
    ]
