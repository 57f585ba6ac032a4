"""Cells of a spreadsheet."""

_BEGIN_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of cells that a spreadsheet computes, or cleans until it does (OWASP, CSV injection)."""


def cell(value: object) -> object:
    r"""Return a value as a cell: a text is never a formula, whoever has typed it.

    >>> cell('=HYPERLINK("http://x")'), cell("Anna"), cell(-3)
    ('\'=HYPERLINK("http://x")', 'Anna', -3)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_BEGIN_FORMULAS) else value
