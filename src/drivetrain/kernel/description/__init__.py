"""Description of a compiled model for the kernel: sizes, functions, constant arrays."""
