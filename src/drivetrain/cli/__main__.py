"""Run the command line as ``python -m drivetrain.cli``."""

from drivetrain.cli import main

if __name__ == "__main__":
    main(prog_name="drivetrain")
