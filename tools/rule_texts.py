"""Write the template of the rules' texts for translators: ``python -m tools.rule_texts FILE``."""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from controller.console.views.rule_texts import texts


def template() -> Catalog:
    """Collect every rule's text once, with the ids of its rules."""
    catalog = Catalog(project="Schiri", version="1")
    for rule, text in texts().items():
        catalog.add(text, auto_comments=[rule])
    return catalog


def main() -> None:
    """Write the template."""
    with Path(sys.argv[1]).open("wb") as out:
        write_po(out, template(), width=0, sort_output=False)


if __name__ == "__main__":
    main()
