"""Players of any game who know their hands: they bid what its words allow, and keep the rules or do not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from controller import games
from controller.games import AnyGame, vocabularies
from controller.record.cards import Card
from controller.record.events import Bid, CardPlace, DealStart, Draw, Event, Moved, Played, Seat
from controller.referee.fold import step
from controller.rules.deal import AnyDeal
from controller.rules.layout import Layout
from controller.rules.match import AnyMatch
from controller.rules.movements.course import Movement
from controller.rules.results import ErrorResult, Result, Verdict
from controller.rules.speech import Speech, Waiting
from schiri.table import to_play
from schiri.testing.breach import BrokenLawError, UnplayableError, home, method

# Cards as players lay them out: dealt to hands and other places, drawn, and carried from one place to another.

DealtHands = dict[Seat, list[Card]]
Piles = dict[CardPlace, list[Card]]
"""The cards that lie elsewhere, by the places of a game that describes its movements."""
Lying = Mapping[CardPlace, list[Card]]
"""The cards in hands and in piles."""


def dealt_out(game: AnyGame, deal: AnyDeal, random: Random) -> tuple[DealtHands, Piles]:
    """DealtHands of a shuffled deck, and the piles of the other places."""
    deck = [*game.deck]
    random.shuffle(deck)
    hands = placed(game, deal, deck) if game.movements.are_described else dealt(game, deal, deck)
    held = {card for hand in hands.values() for card in hand}
    rest = [card for card in deck if card not in held]
    rooms = game.movements.places(deal) if game.movements.are_described else dict[CardPlace, int]()
    piles: Piles = {
        place: [rest.pop() for _ in range(room)] for place, room in rooms.items() if place not in deal.seats
    }
    return hands, piles


def carry(game: AnyGame, movement: Movement, lying: Lying, before: Sequence[Card], random: Random) -> list[Card]:
    """Carry cards from their place to where they go.

    Args:
        game: the game, which a message names.
        movement: what is moved.
        lying: the cards in every place; changed.
        before: the cards moved by this name before, which are not moved again where all are chosen at once.
        random: the choice of the cards.

    Raises:
        BrokenLawError: there are not so many.
    """
    source, target = lying.get(movement.source), lying.get(movement.target)
    if source is None or target is None or len(source) < movement.count:
        told = f"movements() of {game.title} moves {movement.count} cards from {movement.source!r} to "
        told += f"{movement.target!r}, and there lie {len(source or ())}; its places are {[*lying]}"
        raise BrokenLawError(
            f"{told}\n  look at places() and expected() of its movements\n  in {method(game, 'movements.expected')}"
        )
    free = [card for card in source if not movement.at_once or card not in before]
    cards = random.sample(free, movement.count)
    for card in cards:
        source.remove(card)
        target.append(card)
    return cards


def draw_up(game: AnyGame, deal: AnyDeal, hands: DealtHands, random: Random) -> None:
    """Draw cards to hands where the layout has room for more, those first that are known to be there."""
    layout = game.layout(deal)
    held = {card for hand in hands.values() for card in hand}
    played = {play.card for play in (*deal.plays(), *deal.exposed)}
    stock = [card for card in game.deck if card not in held | played | layout.gone]
    random.shuffle(stock)
    everywhere = frozenset(range(len(layout.places)))
    for number, place in enumerate(layout.places):
        hand = hands.get(place.seat, []) if place.seat is not None else []
        wanted = place.room - len(hand) if place.seat is not None else 0
        here = [card for card in stock if number in layout.known.get(card, everywhere)]
        here.sort(key=lambda card: len(layout.known.get(card, everywhere)))
        for card in here[: max(wanted, 0)]:
            hand.append(card)
            stock.remove(card)


def placed(game: AnyGame, deal: AnyDeal, deck: Sequence[Card]) -> dict[Seat, list[Card]]:
    """Place the hands of a game that describes its movements, as large as its places say.

    Raises:
        BrokenLawError: there is no place for a player, or the places do not hold the cards.
    """
    rooms = game.movements.places(deal)
    if away := [deal.rules.names[seat] for seat in deal.seats if seat not in rooms]:
        raise BrokenLawError(f"places() has no hand of {away[0]}\n  in {method(game, 'movements.places')}")
    if sum(rooms.values()) != len(deck):
        raise BrokenLawError(
            f"places() has room for {sum(rooms.values())} cards, and the deck has {len(deck)}: what is dealt to nobody "
            f"lies in a place with a name, such as 'stock'\n  in {method(game, 'movements.places')}"
        )
    rest = [*deck]
    return {seat: [rest.pop() for _ in range(rooms[seat])] for seat in deal.seats}


def dealt(game: AnyGame, deal: AnyDeal, deck: Sequence[Card]) -> dict[Seat, list[Card]]:
    """DealtHands of these cards, the first ones first, each in a place where the game's layout has room for it.

    Raises:
        BrokenLawError: the layout has no hand for a player, or its places do not hold the cards.
    """
    layout = _layout(game, deal)
    if layout is None:
        return {seat: [*deck[place * deal.size :][: deal.size]] for place, seat in enumerate(deal.seats)}
    if away := [deal.rules.names[seat] for seat in deal.seats if layout.place_of(seat) is None]:
        raise BrokenLawError(f"layout() has no place for the hand of {away[0]}\n  in {method(game, 'layout')}")
    unseen = [card for card in deck if card not in layout.gone]
    rooms = [place.room for place in layout.places]
    if sum(rooms) != len(unseen):
        raise BrokenLawError(
            f"layout() has room for {sum(rooms)} cards when {len(unseen)} are dealt, {deal.size} to each hand\n"
            "  write open_deal() with size len(self.deck) // rules.seats; what is dealt to nobody lies in an "
            f"UnseenPlace of layout()\n  in {method(game, 'layout')}"
        )
    lying: list[list[Card]] = [[] for _ in rooms]
    for card in sorted(unseen, key=lambda card: len(layout.known.get(card, rooms))):
        free = [number for number in layout.known.get(card, range(len(rooms))) if len(lying[number]) < rooms[number]]
        if not free:
            raise BrokenLawError(
                f"layout() says that {card} lies in a place that is full\n  in {method(game, 'layout')}: known has "
                "the numbers of places, and each holds no more cards than its room"
            )
        lying[free[0]].append(card)
    places = enumerate(layout.places)
    return {place.seat: lying[number] for number, place in places if place.seat is not None}


def fits(layout: Layout, hands: Mapping[Seat, Sequence[Card]]) -> bool:
    """Whether these hands are as large as the layout says, and each card lies where it is known to be."""
    lying = {number: hands.get(place.seat, ()) for number, place in enumerate(layout.places) if place.seat is not None}
    if any(len(hand) != layout.places[number].room for number, hand in lying.items()):
        return False
    if any(card in hand for hand in lying.values() for card in layout.gone):
        return False
    return all(
        any(card in lying.get(number, ()) for number in places)
        or (not {*places} <= {*lying} and not any(card in hand for hand in lying.values()))
        for card, places in layout.known.items()
    )


def _layout(game: AnyGame, deal: AnyDeal) -> Layout | None:
    """Return the places of the cards just dealt; None where they are known only once bids have been made."""
    if deal.phase == "play":
        return game.layout(deal)
    try:
        found = game.layout(deal)
    except LookupError:
        return None
    return found if all(found.place_of(seat) is not None for seat in deal.seats) else None


TOLD: Final = 0.6
"""Share of the movements that are told, and of those that happen which need not."""


@dataclass(slots=True)
class RandomMatch:
    """A match that random players have played so far."""

    match: AnyMatch
    random: Random
    honesty: float = 1.0
    """Share of cards that are played by the rules; the others are any card of the hand."""
    events: list[Event] = field(default_factory=list[Event])
    """Without the match line, so the first one is line 2."""
    results: list[Result] = field(default_factory=list[Result])
    illegal: list[int] = field(default_factory=list[int])
    """The lines of the cards that broke a rule."""
    hands: dict[Seat, list[Card]] = field(default_factory=dict[Seat, list[Card]])
    piles: dict[CardPlace, list[Card]] = field(default_factory=dict[CardPlace, list[Card]])
    """The cards that lie elsewhere, by the places of a game that describes its movements."""
    done: list[Movement] = field(default_factory=list[Movement])
    """Movements made, or left out, since the last trick was closed."""
    taken_up: dict[str, list[Card]] = field(default_factory=dict[str, list[Card]])
    """The cards moved since then, by the movement's name."""
    tricks: int = 0
    """Tricks that were closed then."""

    def play(self, deals: int) -> None:
        """Play so many deals, fewer where the match is over before; raises BrokenLawError where none can be played."""
        for _ in range(deals):
            match = self.match
            if match.game.course.over(match.rules, match.deal.number if match.deal else 0, match.total, match.book):
                return
            self.begin()
            while self.match.running:
                self.go_on()

    def told(self, line: int) -> str:
        """Describe the event of a line of the record: the card and who played it."""
        event = self.events[line - 2]
        if not isinstance(event, Played):
            return f"line {line}"
        return f"{event.card} of {self.match.names[event.seat]} (seat {event.seat}, line {line})"

    def begin(self) -> None:
        """Deal the cards."""
        self._happen(self._opening())
        if self.match.deal is not None:
            self.deal_out(self.match.deal)

    def deal_out(self, deal: AnyDeal) -> None:
        """Shuffle, and fill the hands."""
        self.hands, self.piles = dealt_out(self.match.game, deal, self.random)
        self.done, self.taken_up, self.tricks = [], {}, 0

    def go_on(self) -> None:
        """Add one more event to the deal in progress."""
        match, deal = self.match, self.match.deal
        if deal is None:
            return
        if deal.phase == "after" and deal.untold:
            for event in self._words(str(match.awaited)):
                self._happen(event)
            return
        if deal.phase == "after":
            self._happen(Draw(seat=match.owed[0].to_draw[0], card=self.random.choice(match.game.deck)))
            return
        if match.game.movements.are_described and self.move(deal):
            return
        if deal.phase == "before" and (told := self._by_hands()) is not None:
            self._happen(told)
            self._carry_told(told)
            return
        begun = match.game.auction.begin_play(deal) if deal.phase == "before" else deal
        if isinstance(begun, str):
            for event in self._words(str(begun)):
                self._happen(event)
            return
        # What was said may give hands cards, such as the one turned up: nobody has played from them yet.
        moves_by_word = not match.game.movements.are_described and not isinstance(self.events[-1], Played | DealStart)
        if not begun.plays() and moves_by_word and not fits(match.game.layout(begun), self.hands):
            self.deal_out(begun)
        self.lay(begun)

    def _by_hands(self) -> Event | None:
        """Choose what one of them says or shows by its hand, of all that the game knows; None: nothing."""
        match = self.match
        held = {card for hand in self.hands.values() for card in hand}
        rest = [card for card in match.game.deck if card not in held]
        known = vocabularies.load(match.game.name).honest(match, self.hands, rest)
        return self.random.choice(known) if known else None

    def _carry_told(self, event: Event) -> None:
        """Carry the cards that an event has moved from hand to hand, or from where nobody holds them."""
        deal = self.match.deal
        for move in self.match.game.movements.read(deal, event) if deal else ():
            for card in move.cards or ():
                if isinstance(move.from_, int) and card in self.hands[move.from_]:
                    self.hands[move.from_].remove(card)
                if isinstance(move.to, int):
                    self.hands[move.to].append(card)

    def move(self, deal: AnyDeal) -> bool:
        """Move cards as the game describes it next, and tell of it or not; False: nothing is left to move."""
        if len(deal.tricks) != self.tricks:
            self.done, self.taken_up, self.tricks = [], {}, len(deal.tricks)
        left = [*self.match.game.movements.expected(deal)]
        for movement in self.done:
            if movement in left:
                left.remove(movement)
        if not left:
            return False
        movement, *_ = left
        self.done.append(movement)
        if movement.owed or self.random.random() < TOLD:
            cards = self._carry(movement)
            if not movement.owed or deal.phase == "before" or self.random.random() < TOLD:
                self._happen(self._telling(movement, cards))
        return True

    def _carry(self, movement: Movement) -> list[Card]:
        lying = dict(self.piles)
        lying |= {place: hand for place, hand in self.hands.items()}  # noqa: C416 - the keys of the two differ in type
        before = self.taken_up.setdefault(movement.what, [])
        cards = carry(self.match.game, movement, lying, before, self.random)
        before += cards
        return cards

    def _telling(self, movement: Movement, cards: Sequence[Card]) -> Moved:
        """Make the event of a movement, with all of its cards, some of them or none."""
        known = tuple(cards[: self.random.choice((0, 0, len(cards) - 1, len(cards)))])
        source, target = movement.source, movement.target
        return Moved(what=movement.what, from_=source, to=target, count=movement.count, cards=known or None)

    def lay(self, deal: AnyDeal) -> None:
        """Lay a card of whose turn it is."""
        if not self.match.game.movements.are_described:
            draw_up(self.match.game, deal, self.hands, self.random)
        seat, game = self._turn(deal), self.match.game
        hand = self.hands[seat]
        if not hand:
            raise UnplayableError(
                f"a hand is empty before the deal is over: bids of {game.title} move cards, or too few were dealt\n"
                f"  in {home(game)}; a game in which bids move cards brings PLAYERS of its own (docs/adding.md)"
            )
        legal = game.legal(deal, hand)
        if not legal:
            told = f"no card of {' '.join(hand)} may be played on {' '.join(deal.open.cards) or 'the empty table'}"
            raise BrokenLawError(f"{told}\n  by duty() in {home(game)}: some card of every hand must be legal")
        card = self.random.choice(legal if self.random.random() < self.honesty else hand)
        if card not in legal:
            self.illegal.append(len(self.events) + 2)
        hand.remove(card)
        self._happen(Played(seat=seat, card=card))

    def _turn(self, deal: AnyDeal) -> Seat:
        """Choose who plays; where a card says who leads, its holder."""
        turn, opener = to_play(deal), getattr(deal, "opener", None)
        holders = (seat for seat, hand in self.hands.items() if opener in hand)
        return next(holders, deal.seats[0]) if turn is None else turn

    def _happen(self, event: Event) -> None:
        self.events.append(event)
        self.match, results = step(self.match, len(self.events) + 1, event)
        self.results += results

    def _opening(self) -> DealStart:
        """Make the deal's own event, with a card turned up where the game wants one."""
        match = self.match
        event = DealStart(dealer=match.dealer or 0)
        if match.game.course.cannot_deal(match.rules, event) is None:
            return event
        turned = DealStart(dealer=match.dealer or 0, turned=self.random.choice(match.game.deck))
        if refused := match.game.course.cannot_deal(match.rules, turned):
            raise BrokenLawError(f"no deal can begin: {refused}\n  by cannot_deal() in {home(match.game)}")
        return turned

    def _words(self, waits: str) -> Sequence[Event]:
        return words(self.match, len(self.events) + 2, self.random, waits)


def players_of(game: AnyGame) -> type[RandomMatch]:
    """Return the players of a game: ``PLAYERS`` of its own folder or file, else random ones."""
    found: type[RandomMatch] = getattr(games.part(game.name, "players"), "PLAYERS", RandomMatch)
    return found


def speaks_at_random(game: AnyGame) -> bool:
    """Whether its players have no words of their own, so that what they say of their hands may be untrue."""
    return players_of(game) is RandomMatch


# Words of a game that players find by trying them: what may be said now without fault.


def words(match: AnyMatch, number: int, random: Random, waits: str) -> Sequence[Event]:
    """Choose bids of the game that somebody may say now without fault.

    Args:
        match: the match before them.
        number: of the event that comes next.
        random: the choice among them.
        waits: what the match waits for, in words.

    Raises:
        UnplayableError: no word leads on.
    """
    known = [*_speeches(match)]
    random.shuffle(known)
    for speech in known:
        for events in _meant(match, speech, random):
            if faultless(match, number, events):
                return events
    told = ", ".join(sorted({speech.words[0] for speech in known})) or "none"
    raise UnplayableError(
        f"the play does not begin ({waits}), and no single word of VOCABULARY leads on; it has {told}\n"
        f"  look at act() and begin_play() of GAME, and at said() of VOCABULARY, in {home(match.game)}\n"
        "  a game whose words go with cards says what a hand lets its players say in honest() of VOCABULARY, or brings "
        "PLAYERS of its own (docs/adding.md)"
    )


def faultless(match: AnyMatch, number: int, events: Sequence[Event]) -> bool:
    """Whether these are bids alone that can come now, and nobody is accused for them."""
    # Any other word says or moves what only the game knows of the hands.
    if not all(isinstance(event, Bid) for event in events):
        return False
    after = match
    for at, event in enumerate(events, number):
        after, results = step(after, at, event)
        if any(isinstance(result, ErrorResult | Verdict) for result in results):
            return False
    return after != match


def _meant(match: AnyMatch, speech: Speech, random: Random) -> Iterator[Sequence[Event]]:
    """List what a word comes to alone, or with each one word beside it that it waits for, such as a bid's suit."""
    vocabulary = vocabularies.load(match.game.name)
    said = vocabulary.said(match, speech)
    # What waits only for more that may be laid beside it, such as a digit, can be said as it is.
    events = said.events if isinstance(said, Waiting) else said
    if isinstance(events, tuple) and events:
        yield events
    elif isinstance(said, Waiting):
        more = sorted(vocabulary.bids - {*speech.words})
        random.shuffle(more)
        for word in more:
            both = vocabulary.said(match, replace(speech, words=(*speech.words, word)))
            if isinstance(both, tuple) and both:
                yield both


def _speeches(match: AnyMatch) -> Iterator[Speech]:
    """Every word of the game by whom it may be said now, as command cards would say it."""
    vocabulary, deal = vocabularies.load(match.game.name), match.deal
    speaker = vocabulary.speaker(match)
    for word in sorted(vocabulary.bids):
        yield from (Speech(seat, (word,)) for seat in {speaker, None, *match.untold_now})
    for word in sorted(vocabulary.words - vocabulary.bids):
        yield from (Speech(seat, (word,)) for seat in (deal.seats if deal else ()))
    for word in sorted(vocabulary.shared):
        yield Speech(None, (word,))
