"""C source of a model, printed from its LLVM IR."""
