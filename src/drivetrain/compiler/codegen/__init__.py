"""From a program to LLVM IR and machine code."""
