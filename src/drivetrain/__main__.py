"""The command ``drivetrain``, also as ``python -m drivetrain``."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while something is being imported."""
    try:
        from drivetrain.cli import main as commands

        commands()
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    except ImportError as error:
        if not _is_interrupted(error):
            raise
        sys.exit("Aborted!")


def _is_interrupted(error: BaseException | None) -> bool:
    """Tell whether Ctrl-C is behind an error: libraries in C say that their import has failed."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
