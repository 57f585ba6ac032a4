"""A phone, or a browser on the machine itself, for the tests; it knows the pages only as a browser does.

``see PATH`` prints what a page says. ``pair`` types the code that the page on the machine itself shows, ``pair CODE``
sends the one that is scanned from paper. ``do FILE
FIRST`` sends the forms of a file one after the other from a line on, each a query string, for ever if ``again``
follows; for each it prints ``taken LINE`` once it is answered with 200, else ``refused LINE STATUS SENTENCE``.
``press PATH FORM`` sends one form of a page, a query string, and prints what is said to it.
"""

import html
import http.client
import re
import sys
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

HOST = "localhost:8080"
MEMORY = Path("~/.phone").expanduser()
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
ORDER = {"origin": f"http://{HOST}", "content-type": "application/x-www-form-urlencoded"}


def ask(method: str, path: str, body: str = "") -> tuple[int, str, str]:
    """Status, page and cookie that came."""
    line = http.client.HTTPConnection(HOST, timeout=120)
    cookie = MEMORY.read_text(encoding="ascii") if MEMORY.exists() else ""
    line.request(method, path, body or None, {"cookie": cookie, **(ORDER if method == "POST" else {})})
    answer = line.getresponse()
    page = answer.read().decode()
    line.close()
    return answer.status, page, (answer.getheader("set-cookie") or "").partition(";")[0]


def seen(page: str) -> str:
    """What stands on a page, a line a piece."""
    page = re.sub(r"<(script|style|head).*?</\1>", "", page, flags=re.DOTALL)
    pieces = (html.unescape(piece).strip() for piece in re.split(r"<[^>]+>", page))
    return "\n".join(piece for piece in pieces if piece)


def filled(form: dict[str, str]) -> dict[str, str]:
    """A form as the page that is opened now has it, with what is filled in."""
    for path in ("/fix", "/") if form["do"] == "missed" else ("/", "/fix"):
        for shown in re.findall(r"<form.*?</form>", ask("GET", path)[1], flags=re.DOTALL):
            hidden = {name: html.unescape(value) for name, value in HIDDEN.findall(shown)}
            if all(form.get(name, value) == value for name, value in hidden.items()) and hidden.get("do") == form["do"]:
                return {**hidden, **form}
    raise SystemExit(f"no page has such a form: {form}")


def do(form: str) -> tuple[int, str]:
    """Send a form, and answer yes if a question comes back; the status, and what the answer says."""
    status, page, _ = ask("POST", "/act", urlencode(filled(dict(parse_qsl(form)))))
    for question in re.findall(r"<form.*?</form>", page, flags=re.DOTALL):
        if 'name="sure"' in question:
            sure = {name: html.unescape(value) for name, value in HIDDEN.findall(question)}
            status, page, _ = ask("POST", "/act", urlencode(sure))
    return status, told(page)


def told(page: str) -> str:
    """The sentence of an answer on one line, cards that are drawn in it by their names; else all of the page."""
    found = re.search(r'<p (?:class="alert[^>]*|role="alert")>(.*?)</p>', page, flags=re.DOTALL)
    return " ".join(seen(found[1] if found else page).split())


def pair(scanned: str = "") -> str:
    """Pair with the code that this machine's own page shows, or with the one that an address has brought along."""
    shown = rf'name="code" value="({scanned})"' if scanned else r'id="code"[^>]* value="([^"]+)"'
    code = re.search(shown, ask("GET", f"/pair?code={scanned}" if scanned else "/pair")[1])
    assert code, "no code is shown"
    status, page, cookie = ask("POST", "/pair", urlencode({"code": code[1], "name": "test"}))
    if status != 303:
        raise SystemExit(f"{status} {seen(page)}")
    MEMORY.write_text(cookie, encoding="ascii")
    return "paired"


def tell(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(words: list[str]) -> None:
    """Do what was asked for."""
    match words:
        case ["see", path]:
            tell(seen(ask("GET", path)[1]))
        case ["press", path, form]:
            tell(seen(ask("POST", path, form)[1]))
        case ["pair", *scanned]:
            tell(pair(*scanned))
        case ["do", file, first, *more]:
            forms = Path(file).read_text(encoding="ascii").splitlines()
            number = int(first)
            while number < len(forms) or more:
                status, answer = do(forms[number % len(forms)])
                tell(f"taken {number} {answer}" if status == 200 else f"refused {number} {status} {answer}")
                number += 1
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
