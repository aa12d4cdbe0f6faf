"""What the kernel has to know of a compiled model: sizes, functions, constant arrays."""
