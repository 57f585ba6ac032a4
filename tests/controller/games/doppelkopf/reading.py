"""Doppelkopf read a second time, from the events of a deal and nothing else: who plays with whom, what is written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from controller.record.events import Bid, DealStart, Event, Played, Value

WORTH = {"A": 11, "1": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
COURTS = ["H10", "CQ", "SQ", "HQ", "DQ", "CJ", "SJ", "HJ", "DJ"]
SUIT_SOLOS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
STEPS = ["90", "60", "30", "schwarz"]
Laid = tuple[int, str]
"""Seat and card of each play of a trick, as it looks."""


@dataclass
class Deal:
    """A deal: the words before it, and everything since, in its order."""

    dealer: int
    reservations: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    story: list[tuple[int, str, bool]] = field(default_factory=list[tuple[int, str, bool]])
    """Seat, card or word, and whether it is a card."""
    lines: list[int] = field(default_factory=list[int])
    """The line of the record in which each of these stands."""
    taken: int | None = None
    """The seat that has taken a poverty."""
    pigs: set[int] = field(default_factory=set[int])
    """The seat that has both aces of diamonds and has said so; nobody says it falsely, or too late."""


def deals(events: Iterable[Event]) -> Iterator[Deal]:
    """The deals of a record in which nothing is taken back, by the events behind its match line."""
    now: Deal | None = None
    for line, event in enumerate(events, 2):
        match event:
            case DealStart():
                if now is not None:
                    yield now
                now = Deal(event.dealer)
            case Bid() if now is not None and event.call in (
                "pass",
                "marriage",
                "poverty",
                "queens",
                "jacks",
                "no-trump",
                *SUIT_SOLOS,
            ):
                now.reservations.append((event.seat, event.call))
            case Bid() if now is not None and event.call in ("pigs", "take", "leave"):
                _hear(now, event)
            case Bid() if now is not None:
                now.story.append((event.seat, event.call, False))
                now.lines.append(line)
            case Played() if now is not None:
                now.story.append((event.seat, str(event.card).split("@")[0], True))
                now.lines.append(line)
            case _:
                pass
    if now is not None:
        yield now


def _hear(deal: Deal, event: Bid) -> None:
    """Pigs, or an answer to a poverty: who takes it has the pigs of the poor one."""
    if event.call == "pigs":
        deal.pigs.add(event.seat)
    if event.call == "take":
        deal.taken = event.seat
        deal.pigs = {event.seat if seat == played(deal)[1] else seat for seat in deal.pigs}


def played(deal: Deal) -> tuple[str, int | None]:
    """What is played, and whose it is."""
    near = sorted(deal.reservations, key=lambda one: (one[0] + 3 - deal.dealer) % 4)
    for seat, word in near:
        if word not in ("pass", "marriage", "poverty"):
            return word, seat
    poor = next((seat for seat, word in near if word == "poverty"), None)
    if poor is not None:
        return "poverty", poor
    bride = next((seat for seat, word in deal.reservations if word == "marriage"), None)
    return ("pass" if bride is None else "marriage"), bride


def trumps(game: str) -> list[str]:
    """Highest first."""
    if game == "no-trump":
        return []
    if game in ("queens", "jacks"):
        return [card for card in COURTS if card.endswith(game[0].upper())]
    suit = SUIT_SOLOS.get(game, "D")
    rest = [suit + rank for rank in ("A", "10", "K", "9")]
    return COURTS + [card for card in rest if card not in COURTS]


def suit(card: str, game: str) -> str:
    """The suit in the play."""
    return "trump" if card in trumps(game) else card[0]


def beats(card: str, best: str, game: str, *, second: bool) -> bool:
    """Whether a card laid later takes what the best so far would take."""
    high = trumps(game)
    if card in high and best in high:
        return high.index(card) < high.index(best) or (second and card == best == "H10")
    if card in high or best in high:
        return card in high
    plain = "9JQKXA"
    one, other = (plain.index(one[1:].replace("10", "X")) for one in (card, best))
    return card[0] == best[0] and one > other


def tricks(deal: Deal, options: Mapping[str, Value]) -> list[tuple[int, list[Laid]]]:
    """The tricks, each with who takes it."""
    game, _ = played(deal)
    plays = [(seat, text) for seat, text, is_card in deal.story if is_card]
    pigs = deal.pigs if "DA" in trumps(game) else set[int]()
    found: list[tuple[int, list[Laid]]] = []
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        best = trick[0]
        for one in trick[1:]:
            if beats(one[1], best[1], game, second=options["dulle"] == "second-wins"):
                best = one
        best = next(((seat, card) for seat, card in trick if card == "DA" and seat in pigs), best)
        found.append((best[0], trick))
    return found


def side(deal: Deal, options: Mapping[str, Value]) -> tuple[set[int], bool]:
    """The party of the queens, and whether one plays alone."""
    game, who = played(deal)
    if game == "pass":
        mine = {seat for seat, text, _ in deal.story if text == "CQ"}
        return mine, len(mine) == 1
    assert who is not None
    if game == "poverty":
        assert deal.taken is not None
        return {who, deal.taken}, False
    if game != "marriage":
        return {who}, True
    partner = next((winner for winner, _ in tricks(deal, options)[:3] if winner != who), None)
    return ({who}, True) if partner is None else ({who, partner}, False)


def splits(deal: Deal, seen: int, options: Mapping[str, Value]) -> list[set[int]]:
    """Who may be of Re after so much of the story: nobody is asked but the queens that lay, and whose hand is empty."""
    if played(deal)[0] != "pass":
        return [side(deal, options)[0]]
    hand = 12 if options["nines"] else 10
    cards = [(seat, text) for seat, text, is_card in deal.story[:seen] if is_card]
    left = [hand - sum(one == seat for one, _ in cards) for seat in range(4)]
    lain = [seat for seat, text in cards if text == "CQ"]
    pairs = {tuple(sorted((one, other))) for one in range(4) for other in range(4)}
    found: list[set[int]] = []
    for pair in pairs:
        rest = [*pair]
        for seat in lain:
            if seat in rest:
                rest.remove(seat)
        if len(rest) == 2 - len(lain) and all(rest.count(seat) <= left[seat] for seat in rest):
            found.append({*pair})
    return found


@dataclass
class Word:
    """An announcement with its place in the story, and the cards that its player held."""

    at: int
    seat: int
    text: str
    left: int


def _party(words: Sequence[Word], word: Word) -> set[bool]:
    """Which party a word is heard to be of, whether Re, by what its player ever says and what stood before it."""
    before = [one for one in words if one.at < word.at]
    named = {one.text == "re" for one in words if one.seat == word.seat and one.text in ("re", "double")}
    if any(one.seat == word.seat and one.text in ("re", "double") for one in [*before, word]):
        return named
    heard = [_party([*before[:number], one], one) for number, one in enumerate(before)]
    alone = {side for sides in heard for side in sides}
    return named | alone if word.left < 11 and heard and all(heard) and len(alone) == 1 else named


def _asks(words: Sequence[Word], word: Word, mine: set[int]) -> int:
    """The cards that a word asks for if these are of Re, all counted as with twelve in hand and no marriage."""
    if word.text in STEPS:
        return 10 - STEPS.index(word.text)
    bounds = [11]
    for one in words:
        if one.at < word.at and one.seat != word.seat:
            heard = _party(words, one) | {one.seat in mine}
            if (word.text == "double") in heard:
                bounds.append(min(one.left, _asks(words, one, mine)) - 1)
    return min(bounds)


def late(deal: Deal, options: Mapping[str, Value]) -> list[tuple[int, int]]:
    """The lines of the words that came too late, and those at which nobody can doubt it any more."""
    spared = 0
    if played(deal)[0] == "marriage":
        bride = played(deal)[1]
        winners = [winner for winner, _ in tricks(deal, options)[:3]]
        spared = next((number for number, winner in enumerate(winners) if winner != bride), 2)
    words, found = list[Word](), list[tuple[int, int]]()
    open_words = list[Word]()
    laid = [0] * 4
    for place, (seat, text, is_card) in enumerate(deal.story):
        laid[seat] += is_card
        if not is_card:
            words.append(Word(place, seat, text, 12 - laid[seat] + spared))
            open_words.append(words[-1])
        for word in [*open_words]:
            in_time = {word.left >= _asks(words, word, mine) for mine in splits(deal, place + 1, options)}
            if len(in_time) == 1:
                open_words.remove(word)
            if in_time == {False}:
                found.append((deal.lines[word.at], deal.lines[place]))
                if word.at == place:
                    words.remove(word)
    return found


def without(deal: Deal, lines: Iterable[int]) -> Deal:
    """The deal as if nothing had been said in these lines."""
    gone = {*lines}
    story = [one for line, one in zip(deal.lines, deal.story, strict=True) if line not in gone]
    return Deal(deal.dealer, deal.reservations, story, taken=deal.taken, pigs=deal.pigs)


def points(cards: Iterable[str]) -> int:
    return sum(WORTH[card[1]] for card in cards)


def paper(deal: Deal, options: Mapping[str, Value]) -> list[int]:
    """What each seat is written; all that was announced is in time."""
    mine, alone = side(deal, options)
    taken = tricks(deal, options)
    score = _game(deal, mine, taken, doubled=options["announced"] == "doubles")
    if not alone:
        score += _extra(mine, taken)
    winner = _winner(deal, mine, taken)
    if winner is False and not alone:
        score -= 1
    return [score * (3 if alone else 1) if seat in mine else -score for seat in range(4)]


def begins_bock(deal: Deal, options: Mapping[str, Value]) -> set[str]:
    """The facts of a deal that can begin a Bock round; all that was announced is in time."""
    mine, alone = side(deal, options)
    theirs, taken, (game, _) = {*range(4)} - mine, tricks(deal, options), played(deal)
    won = _winner(deal, mine, taken)
    found = set[str]()
    if _sums(mine, taken)[0] == 120:
        found.add("even")
    if not alone and any(all(suit(card, game) == "H" for _, card in trick) for _, trick in taken):
        found.add("heart-trick")
    if game not in ("pass", "marriage", "poverty") and won is not True:
        found.add("solo")
    if (_words(deal, mine)[0] and won is not True) or (_words(deal, theirs)[0] and won is not False):
        found.add("announced")
    if not {winner for winner, _ in taken} & mine or not {winner for winner, _ in taken} & theirs:
        found.add("black")
    return found


def _words(deal: Deal, party: set[int]) -> tuple[bool, int]:
    """Whether a party has spoken for itself, and how far it has refused the other one."""
    said = [text for seat, text, is_card in deal.story if not is_card and seat in party]
    return bool(said), max([STEPS.index(word) + 1 for word in said if word in STEPS], default=0)


def _sums(party: set[int], taken: Sequence[tuple[int, list[Laid]]]) -> tuple[int, int]:
    """The points and the number of a party's tricks."""
    own = [trick for winner, trick in taken if winner in party]
    return points(card for trick in own for _, card in trick), len(own)


def _kept_to(refused: int, other: tuple[int, int]) -> bool:
    """Whether the other party was held to what was refused it."""
    return other[1] == 0 if refused == 4 else other[0] < (90, 60, 30)[refused - 1]


def _winner(deal: Deal, mine: set[int], taken: Sequence[tuple[int, list[Laid]]]) -> bool | None:
    """Whether the party of the queens has won; None: nobody has."""
    theirs = {*range(4)} - mine
    (re_said, re_refused), (kontra_said, kontra_refused) = _words(deal, mine), _words(deal, theirs)
    re, kontra = _sums(mine, taken), _sums(theirs, taken)
    if not re_refused and not kontra_refused:
        return re[0] > (119 if kontra_said and not re_said else 120)
    re_holds = bool(re_refused) and _kept_to(re_refused, kontra)
    kontra_holds = bool(kontra_refused) and _kept_to(kontra_refused, re)
    if re_refused and kontra_refused:
        return True if re_holds else False if kontra_holds else None
    return re_holds if re_refused else not kontra_holds


def _levels(party: tuple[int, int]) -> int:
    """The levels that a party was held below."""
    return (party[0] < 90) + (party[0] < 60) + (party[0] < 30) + (party[1] == 0)


def _against(party: tuple[int, int], refused: int) -> int:
    """Points of a party that made more than it was allowed."""
    return sum(party[0] >= bound for bound in [120, 90, 60, 30][:refused])


def _game(deal: Deal, mine: set[int], taken: Sequence[tuple[int, list[Laid]]], *, doubled: bool) -> int:
    """The points of the game for the party of the queens."""
    theirs = {*range(4)} - mine
    (re_said, re_refused), (kontra_said, kontra_refused) = _words(deal, mine), _words(deal, theirs)
    re, kontra = _sums(mine, taken), _sums(theirs, taken)
    for_re = _levels(kontra) + _against(re, kontra_refused)
    for_kontra = _levels(re) + _against(kontra, re_refused)
    winner = _winner(deal, mine, taken)
    if winner is None:
        return for_re - for_kontra
    value = 1 + re_refused + kontra_refused + (for_re if winner else for_kontra)
    for said in (re_said, kontra_said):
        if said:
            value = value * 2 if doubled else value + 2
    return value if winner else -value


def _extra(mine: set[int], taken: Sequence[tuple[int, list[Laid]]]) -> int:
    """Foxes, fat tricks and Charlie, for the party of the queens."""
    total = 0
    for winner, trick in taken:
        sign = 1 if winner in mine else -1
        total += sign * sum(card == "DA" and (seat in mine) != (winner in mine) for seat, card in trick)
        total += sign * (points(card for _, card in trick) >= 40)
    winner, trick = taken[-1]
    own = next(card for seat, card in trick if seat == winner)
    return total + (1 if winner in mine else -1) * (own == "CJ")
