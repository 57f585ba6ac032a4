"""Hypothesis strategies for what can stand in a record."""

from typing import Any

from hypothesis import strategies as st

from controller.record import events as ev
from controller.record.cards import DECKS, Card
from controller.record.text import to_fields

seats = st.integers(-1, 5)
every_card = sorted({card for deck in DECKS.values() for card in deck})
cards: st.SearchStrategy[Card] = st.sampled_from(every_card)
hands = st.lists(cards, max_size=4).map(tuple)
words = st.text(max_size=8)

FACTS: dict[str, st.SearchStrategy[Any]] = {
    "t": st.none() | st.integers(0, 10_000) | st.floats(0, 1e6),
    "src": st.sampled_from([None, "camera", "console", "button", "import"]),
    "conf": st.none() | st.floats(0, 1),
    "img": st.none() | words,
}


def _event(kind: type[ev.Event], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[ev.Event]:
    return st.builds(kind, **fields, **FACTS)


values = st.booleans() | st.integers() | words | st.lists(st.integers(), max_size=3).map(tuple)
match_starts = st.sampled_from([1, 2, 3]).flatmap(
    lambda version: _event(
        ev.MatchStart,
        v=st.just(version),
        sight=st.sampled_from([None, False, True]) if version == 3 else st.none(),
        game=words,
        seats=st.lists(words, max_size=5).map(tuple),
        profile=words,
        options=st.dictionaries(words, values, max_size=3),
    )
)
plays = _event(ev.Played, seat=seats, card=cards)
plain_events: st.SearchStrategy[ev.Event] = st.one_of(
    _event(
        ev.DealStart,
        dealer=seats,
        turned=st.none() | cards,
        hands=st.none() | st.dictionaries(seats, hands, max_size=3),
        about=st.none() | st.dictionaries(words, words, max_size=2),
    ),
    _event(ev.Void, why=st.sampled_from(["petit-sec", "misdeal", "rule"])),
    _event(
        ev.Bid,
        seat=seats,
        call=words,
        as_=st.none() | words,
        start=st.sampled_from([None, "up", "down"]),
        chelem=st.sampled_from([None, True, False]),
    ),
    _event(ev.Call, seat=seats, card=st.none() | cards),
    _event(ev.Dog, cards=hands),
    _event(ev.Discard, seat=seats, count=st.integers(0, 6), shown=hands, cards=st.none() | hands),
    _event(
        ev.Moved,
        what=st.sampled_from(["pass", "give", "draw"]),
        from_=seats | st.sampled_from(["stock", "table"]),
        to=seats | st.sampled_from(["stock", "table"]),
        count=st.integers(1, 4),
        cards=st.none() | hands,
    ),
    _event(ev.Exchange, seat=seats, gives=cards, takes=cards),
    _event(ev.Agree, seats=st.lists(seats, max_size=3).map(tuple)),
    _event(
        ev.Declare,
        seat=seats,
        what=st.sampled_from(["weis", "stock", "poignee", "misere", "chelem", "petit-sec"]),
        points=st.none() | st.integers(0, 300),
        size=st.sampled_from([None, "single", "double", "triple"]),
        cards=st.none() | hands,
    ),
    _event(ev.Upcard, card=cards),
    _event(ev.Duel, cards=st.dictionaries(seats, cards, max_size=2)),
    _event(ev.Choose, seat=seats, take=st.booleans()),
    plays,
    _event(ev.Collect),
    _event(ev.Draw, seat=seats, card=cards),
    _event(ev.End),
)
numbers = st.integers(1, 60)
rulings = _event(
    ev.Ruling,
    verdict=numbers,
    decision=st.sampled_from(["upheld", "dismissed", "open"]),
    effect=st.sampled_from(["none", "void-deal", "redeal", {"pack": "swiss"}, {"score": (1, 2.5)}]),
    by=st.none() | words,
)
undos = _event(ev.Undo, n=st.integers(1, 4))
amends = _event(
    ev.Amend, of=numbers, with_=st.fixed_dictionaries({}, optional={"seat": st.integers(0, 2), "card": cards})
)
inserts = _event(ev.Insert, before=numbers, event=plays.map(to_fields))
moments = st.integers(0, 10_000) | st.floats(0, 1e6)
sights: st.SearchStrategy[ev.Event] = st.one_of(
    _event(
        ev.Gap,
        from_=moments,
        why=st.sampled_from(["start", "camera", "frozen", "restart", "mat", "dark", "load"]),
    ),
    _event(
        ev.Seen,
        empty=st.dictionaries(seats, moments, max_size=3),
        lies=st.dictionaries(seats, hands, max_size=3),
        unread=st.lists(seats, max_size=2).map(tuple),
    ),
)
"""Lines of sight and of gaps; no correction concerns them."""
missed = _event(
    ev.Missed,
    of=numbers,
    plays=st.none() | st.lists(st.tuples(seats, cards), max_size=3).map(tuple),
    won=st.none() | st.lists(seats, max_size=2).map(tuple),
    trump=st.sampled_from([None, "S", "H", "D", "C", "JO", "none"]),
    over=st.none() | st.booleans(),
)
timed_plays = _event(ev.Played, seat=seats, card=cards, since=st.none() | moments)
events_of_1 = st.one_of(plain_events, rulings, undos, amends, inserts, match_starts)
"""Any event of any kind that a record of version 1 can hold."""
events = st.one_of(events_of_1, sights, missed, timed_plays)
"""Any event of any kind."""
