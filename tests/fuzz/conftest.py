"""The cases are made by a module beside the tests, which `make fuzz` uses as well."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
