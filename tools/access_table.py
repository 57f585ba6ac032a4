"""Write the access rights into docs/security.md, as the routes and actions of console, hall and kiosk have them.

python -m tools.access_table        rewrites them; a test compares the document with them
"""

from pathlib import Path
from typing import Final

from controller.console import server
from controller.console.http.static_files import PREFIX
from controller.console.security.roles import Role
from controller.hall import server as board
from controller.hall.arbiter import ROUTES as ARBITER_ROUTES
from controller.hall.broker import access
from controller.hall.desk.pages import ROUTES as DESK_ROUTES
from controller.web import kiosk

DOCUMENT: Final = Path(__file__).parents[1] / "docs" / "security.md"
BEGIN: Final = "<!-- made by tools/access_table.py: begin -->\n"
END: Final = "<!-- end -->\n"
HALL: Final = BEGIN.replace("begin", "the hall, begin")
KIOSK: Final = BEGIN.replace("begin", "a kiosk, begin")


def table() -> str:
    """Write the table of the console: every route, every live part of a page and every action, with its roles."""
    heads = " | ".join(("viewer", "overlay", *(role.id for role in Role if role is not Role.VIEWER)))
    rows = [f"| what | {heads} |", f"|---|{'---|' * (len(Role) + 1)}"]
    routes = sorted(server.routes(), key=lambda route: (route.path, route.method))
    rows += [_row(f"`{route.method} {route.path}`", route.role) for route in routes]
    rows.append(_row(f"`GET {PREFIX}{{name}}`", Role.VIEWER))
    rows += [_row(f"stream `{name}`", part.role, keyed=part.keyed) for name, part in sorted(server.fragments().items())]
    rows += [_row(f"action `{name}`", action.role) for name, action in sorted(server.actions_by_name().items())]
    return "".join(f"{row}\n" for row in rows)


def _row(what: str, least: Role, *, keyed: bool = False) -> str:
    """Write a row; an owner has an arbiter's rights only if the table's settings say so."""
    viewer, *others = (_mark(role, least) for role in Role)
    return f"| {what} | {' | '.join(('–' if keyed else viewer, viewer, *others))} |"


def _mark(role: Role, least: Role) -> str:
    """Mark whether a role may do what needs another role at least."""
    if least is Role.ARBITER and role is Role.OWNER:
        return "(✓)"
    may = role in (Role.CAMERA, Role.OWNER) if least is Role.CAMERA else role >= least
    return "✓" if may else "–"


def hall_table() -> str:
    """Write the table of a hall: every route of its board and its organiser's desk, and every right at its broker."""
    rows = [
        "| what | anybody | the organiser | an arbiter | an enrolled table | the hall |",
        "|---|---|---|---|---|---|",
    ]
    rows += [f"| `GET {path}` | ✓ | ✓ | ✓ | ✓ | ✓ |" for path in board.ROUTES]
    for route in (*DESK_ROUTES, *ARBITER_ROUTES):
        marks = ("–" if route.office not in (None, office) else "✓" for office in ("", "organiser", "arbiter", "", ""))
        rows.append(f"| `{route.method} {route.path}` | {' | '.join(marks)} |")
    for line in access("<hall>").splitlines():
        match line.split():
            case ["pattern", right, topic]:
                rows.append(f"| {right} `{topic.replace('%u', '<its own name>')}` | – | – | – | ✓ | – |")
            case ["topic", right, topic]:
                rows.append(f"| {right} `{topic}` | – | – | – | – | ✓ |")
            case _:
                pass
    return "".join(f"{row}\n" for row in rows)


def kiosk_table() -> str:
    """Write the table of a display in browsers, which shows pairing codes on the table's own machine alone."""
    rows = ["| what | a browser on the network | one on the table's own machine |", "|---|---|---|"]
    rows += [
        f"| `GET {path}` | {'✓, without codes' if path == '/faces' else '✓'} | ✓ |" for path in sorted(kiosk.ROUTES)
    ]
    return "".join(f"{row}\n" for row in rows)


def written(text: str) -> str:
    """Return the document with the current tables."""
    for begin, made in ((BEGIN, table()), (HALL, hall_table()), (KIOSK, kiosk_table())):
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{made}\n{END}{rest.partition(END)[2]}"
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
