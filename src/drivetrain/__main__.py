"""The command ``drivetrain``, also as ``python -m drivetrain``."""

import errno
import os
import sys
from contextlib import suppress

__all__ = ["main"]

_NO_WAY_OUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while something is being imported.

    What is told may have nowhere to go (a full disk): then that is told, if there is still a way.
    Files that are written have their own messages.
    """
    try:
        from drivetrain.cli import main as commands

        commands()
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    except ImportError as error:
        if not _is_interrupted(error):
            raise
        sys.exit("Aborted!")
    except OSError as error:
        if error.errno not in _NO_WAY_OUT:
            raise
        _forget_output()
        sys.exit(f"Error: the output cannot be written: {error.strerror}")


def _forget_output() -> None:
    """Send to nowhere what is left to be written, so that Python ends without trying again."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_interrupted(error: BaseException | None) -> bool:
    """Tell whether Ctrl-C is behind an error: libraries in C say that their import has failed."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


if __name__ == "__main__":
    main()
