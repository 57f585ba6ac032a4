"""A QR code as a drawing that a page can show."""

from collections.abc import Iterator

from firmware_bridge.displays import qr


def svg(text: str) -> str:
    """The code of a text with its white border; an empty drawing where there is none."""
    modules = qr.modules(text)
    size = len(modules) + 2 * qr.BORDER
    path = "".join(_squares(modules))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


def _squares(modules: qr.Modules) -> Iterator[str]:
    for y, line in enumerate(modules, qr.BORDER):
        for x, black in enumerate(line, qr.BORDER):
            if black:
                yield f"M{x} {y}h1v1h-1z"
