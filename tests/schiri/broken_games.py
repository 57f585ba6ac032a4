"""Games that break a law of all games each, and some that keep them; all are Mittlere, but for that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from controller.games import follow_rule, jass, mittlere
from controller.games.mittlere import Mittlere
from controller.games.spades import Spades, SpadesAuction, SpadesBook, SpadesDeal, SpadesState
from controller.record.cards import DECKS, Card
from controller.record.events import Bid, DealStart, Event
from controller.record.message import Message
from controller.rules.deal import AnyDeal, Play, Trick
from controller.rules.duty import FREE, Duty
from controller.rules.game import Settlement
from controller.rules.layout import Layout, UnseenPlace
from controller.rules.options import Rules
from controller.rules.parts import Audit, Fault, MatchRules, Outcome
from controller.rules.results import Number
from schiri.testing.players import RandomMatch


class Accusing(Mittlere):
    """The queen of hearts can be nowhere."""

    class Nowhere(Audit[None]):
        def elsewhere(self, deal: AnyDeal, play: Play) -> Fault | None:
            return Fault("impossible-card", play.seat, "X", Message.plain("no")) if play.card == "HQ" else None

    audit = Nowhere()


class Forgetting(Mittlere):
    """A game that forgets the duty of a hand as soon as the card lies."""

    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return super().duty(deal, card) if len(deal.plays()) % 2 else FREE

    def legal(self, deal: AnyDeal, hand: Sequence[Card]) -> tuple[Card, ...]:
        return Mittlere.legal(mittlere.GAME, deal, hand)


class Remembering(Mittlere):
    """The score depends on how often it was asked for."""

    asked = 0

    def settle(self, deal: AnyDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        type(self).asked += 1
        found = super().settle(deal, book, total)
        assert isinstance(found, Settlement)
        return replace(found, detail={"asked": self.asked})


class Knowing(Mittlere):
    """All hearts are said to be in the first hand, once a card lies."""

    def layout(self, deal: AnyDeal) -> Layout:
        found, played = super().layout(deal), {play.card for play in deal.plays()}
        hearts = [card for card in self.deck if card.suit == "H" and card not in played][: found.places[0].room]
        return replace(found, known={card: frozenset({0}) for card in hearts}) if played else found


class Raising(Mittlere):
    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return super().duty(deal, card) if card != "HQ" else Duty(dict[Card, dict[Card, str]]()[card])


class Overlooking(Mittlere):
    """Whist cards, with a follow rule that knows those of a Jass deck only."""

    deck, seats = DECKS["whist52"], (4,)

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), size=len(self.deck) // rules.seats, trump="S")

    def played(self, deal: AnyDeal) -> AnyDeal:
        return deal

    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return jass.follow_plain(deal, card, "OVE-F1")

    def strength(self, deal: AnyDeal, trick: Trick, card: Card) -> int:
        return follow_rule.strength(self.deck, trick, card, deal.trump)

    def settle(self, deal: AnyDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        won = follow_rule.tricks_won(deal)
        return Settlement(won, won, tuple(map(sum, zip(total, won, strict=True))), book)

    audit = Audit()


class Exempting(Overlooking):
    """The same, where the rules say so."""

    exempt = frozenset(DECKS["whist52"]) - frozenset(DECKS["jass36"])


class TurningUp(Overlooking):
    """The last card is turned up and the dealer keeps it, as everybody sees."""

    class Turning(MatchRules[None, None]):
        def cannot_deal(self, rules: Rules, event: DealStart) -> Message | None:
            return None if event.turned else Message.plain("turn up the dealer's last card")

    course = Turning()

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), own=event.turned)

    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return follow_rule.follow_suit(self.deck, deal, card, "TUR-F1")

    def layout(self, deal: AnyDeal) -> Layout:
        found, turned = super().layout(deal), cast("Card", deal.own)
        place = found.place_of(deal.dealer)
        assert place is not None
        return found if deal.find(turned) else replace(found, known={turned: frozenset({place})})


class Careless(RandomMatch):
    """Players of a game's own, who deal everybody's cards to the next one."""

    def begin(self) -> None:
        super().begin()
        first, *others = self.hands.values()
        self.hands = dict(zip(self.hands, [*others, first], strict=True))


class Boundless(RandomMatch):
    """Players of a game's own, who deal all cards of the game."""

    def begin(self) -> None:
        super().begin()
        self.hands[0] = [*TurningUp.deck[:13]]


class _AnybodysBids(SpadesAuction):
    def act(
        self, deal: SpadesDeal, book: SpadesBook, number: int, event: Event
    ) -> Outcome[SpadesState] | Message | None:
        who = self.speaker(deal)
        turned = replace(event, seat=who) if isinstance(event, Bid) and who is not None else event
        return super().act(deal, book, number, turned)


class Interrupting(Spades):
    """A game that books a number for the seat in turn, whoever says it."""

    auction = _AnybodysBids()


class Crowding(Mittlere):
    """Three cards are known to lie where there is room for two."""

    def layout(self, deal: AnyDeal) -> Layout:
        found = super().layout(deal)
        return replace(found, known=dict.fromkeys(self.deck, frozenset({0})))


class Dropping(Mittlere):
    """A card less is dealt to each than there are."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), size=11)


class Giving(Mittlere):
    """More cards are dealt than there are."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), size=14)


class Silent(Mittlere):
    def duty(self, deal: AnyDeal, card: Card) -> Duty:
        return None  # pyrefly: ignore[bad-return]  # that is the fault


class Unsettled(Mittlere):
    def settle(self, deal: AnyDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        return None  # pyrefly: ignore[bad-return]  # that is the fault


class Uneven(Mittlere):
    """A score for one player less than there are."""

    def settle(self, deal: AnyDeal, book: None, total: tuple[Number, ...]) -> Settlement[None]:
        found = super().settle(deal, book, total)
        assert isinstance(found, Settlement)
        return replace(found, score=found.score[1:])


class WithBlind(Mittlere):
    """A place that is no hand."""

    def layout(self, deal: AnyDeal) -> Layout:
        found = super().layout(deal)
        return replace(found, places=(*found.places, UnseenPlace("the blind", 0)))


class Waiting(Mittlere):
    """The play waits for a word that nobody can say."""

    def open_deal(self, rules: Rules, number: int, event: DealStart, book: None) -> AnyDeal:
        return replace(super().open_deal(rules, number, event, book), phase="before")
