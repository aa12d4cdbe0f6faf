"""The compiled time loop: a small C library and its Python binding.

The library sees a model only through sizes and two function pointers; `drivetrain_kernel.h` is its
reference. Nothing is loaded when this package is imported.
"""
