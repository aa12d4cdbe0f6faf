"""The command ``drivetrain``, also as ``python -m drivetrain``."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is being imported."""
    try:
        from drivetrain.cli import main as commands
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    sys.exit(commands())


if __name__ == "__main__":
    main()
