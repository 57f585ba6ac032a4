"""The file of settings where none is named; apart from the model, so that help loads nothing it does not tell of."""

from pathlib import Path
from typing import Final

USUAL: Final = Path("schiri.toml")
"""The one in this folder, if there is one."""
