"""`python -m kg` is the `kg` command."""

import sys

from kg.cli import main

sys.exit(main())
