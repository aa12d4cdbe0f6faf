"""The binary of an FMU: machine code and data of the model, kernel, FMI layer, one library."""
