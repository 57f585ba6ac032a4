"""Lists of entries as clubs have them: a name a line, or a table (CSV) whose first line names its columns."""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.record.message import Message
from controller.tournament.steps import StepError


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """An entry as it stands in a list."""

    line: int
    """The number of the line, from 1."""
    text: str
    """The text of the line."""
    names: tuple[str, ...]
    members: tuple[str, ...] = ()
    """The number of each player in the club, as far as the list has them."""
    team: str = ""
    is_reserve: bool = False
    """Whether the entry is a substitute's, who sits nowhere before somebody is missing."""


# The columns of a list, by what clubs call them in five languages.


def _words(text: str) -> frozenset[str]:
    return frozenset(one.strip() for one in text.split(","))


_HEADS: Final[Mapping[str, frozenset[str]]] = {
    "name": _words("name, player, names, spieler, spielerin, nom, joueur, nome, giocatore, 名前, 氏名"),
    "family": _words("nachname, familienname, surname, last name, lastname, family name, cognome, 姓"),
    "first": _words("vorname, first name, firstname, given name, prénom, prenom, 名"),
    "partner": _words("partner, partnerin, partenaire, compagno, パートナー"),
    "member": _words(
        "nr, nummer, no, n°, number, member, member number, members, mitglied, mitgliednummer, mitgliedernummer,"
        " lizenz, licence, license, numéro, numero, tessera, 番号, 会員番号"
    ),
    "team": _words("team, mannschaft, équipe, equipe, squadra, チーム"),
    "reserve": _words("reserve, substitute, ersatz, remplaçant, remplacant, riserva, 補欠"),
}
_NO: Final = frozenset(("", "0", "-", "–", "no", "nein", "non", "false", "falsch"))
_EXAMPLE: Final = "name;number;team"
_LINE_END: Final = re.compile(r"\r\n?|\n")
"""The ends of lines; other signs that part lines are a slip in a name."""
_SEPARATORS: Final = ";\t,"


def read(text: str) -> tuple[ListedEntry, ...]:
    r"""Read the entries of a list; two players of one name are distinguished by their numbers in the club.

    >>> [(one.names, one.team) for one in read("Name;Vorname;Team\nAmstutz;Anna;Blau")]
    [(('Amstutz Anna',), 'Blau')]
    >>> [one.names for one in read("Anna + Berta")]
    [('Anna', 'Berta')]

    Raises:
        StepError: it is a table of which no column is known to have names.
    """
    lines = [
        (at, line)
        for at, line in enumerate(_LINE_END.split(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")), 1)
        if line.strip()
    ]
    if not lines:
        return ()
    separator = next((one for one in _SEPARATORS if one in lines[0][1]), "")
    columns = _columns(_cells(lines[0][1], separator)) if separator else {}
    if "name" in columns or "family" in columns:
        return _disambiguate([_listed(at, line, columns, separator) for at, line in lines[1:]])
    if separator:
        raise StepError(
            Message(
                "line {n} names no column; a table begins with a line such as {code}",
                n=lines[0][0],
                code=_EXAMPLE,
            )
        )
    if len(lines) > 1 and _columns([lines[0][1].strip()]):
        lines = lines[1:]
    return tuple(ListedEntry(at, line.strip(), _split(line)) for at, line in lines)


def _columns(heads: Sequence[str]) -> dict[str, int]:
    """Return the place of each known column, by the first head that has its name."""
    columns: dict[str, int] = {}
    for place, head in enumerate(heads):
        plain = head.strip().strip(".:").casefold()
        for kind, words in _HEADS.items():
            if plain in words or plain.rstrip("s") in words:
                columns.setdefault(kind, place)
    if "family" in columns and "first" not in columns and "name" in columns:
        columns["first"] = columns.pop("name")  # "Cognome, Nome"
    if "first" in columns and "family" not in columns and "name" in columns:
        columns["family"] = columns.pop("name")  # "Name, Vorname"
    return columns


def _cells(line: str, separator: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader([line], delimiter=separator), [])]


def _listed(at: int, line: str, columns: Mapping[str, int], separator: str) -> ListedEntry:
    cells = _cells(line, separator)

    def cell(kind: str) -> str:
        place = columns.get(kind, len(cells))
        return cells[place] if place < len(cells) else ""

    name = cell("name") or " ".join(filter(None, (cell("family"), cell("first"))))
    names = (*_split(name), *(_split(cell("partner")) if cell("partner") else ()))
    members = tuple(cell("member").split("+")) if cell("member") else ()
    return ListedEntry(
        at,
        line.strip(),
        names,
        tuple(one.strip() for one in members),
        cell("team"),
        is_reserve=cell("reserve").casefold() not in _NO,
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split("+"))


def _disambiguate(entries: Sequence[ListedEntry]) -> tuple[ListedEntry, ...]:
    """Append their numbers in the club to players of one name, if the numbers differ."""
    numbers: defaultdict[str, list[str]] = defaultdict(list)
    for one in entries:
        for name, member in zip(one.names, one.members, strict=False):
            numbers[name.casefold()].append(member)
    twice = {name for name, known in numbers.items() if len(known) > 1 and len({*known}) == len(known)}
    shared = {name for name, count in Counter(n.casefold() for one in entries for n in one.names).items() if count > 1}
    return tuple(_numbered(entries, twice & shared))


def _numbered(entries: Sequence[ListedEntry], twice: set[str]) -> Iterator[ListedEntry]:
    for one in entries:
        members = (*one.members, *("" for _ in one.names))
        names = tuple(
            f"{name} ({member})" if name.casefold() in twice and member else name
            for name, member in zip(one.names, members, strict=False)
        )
        yield replace(one, names=names)
