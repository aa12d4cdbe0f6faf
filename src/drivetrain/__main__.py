"""``python -m drivetrain``: the command line."""

import sys

from drivetrain.cli import main

sys.exit(main())
