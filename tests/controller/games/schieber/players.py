"""Schieber players: they name a contract or push, announce what they hold, and give thanks when they are out."""

from controller.games.pair_game import pair
from controller.games.schieber.announce import first_claims, weis_winner
from controller.games.schieber.counts import multiplier, scale
from controller.games.schieber.game import Schieber
from controller.games.schieber.score import count, won_tricks
from controller.games.schieber.state import PUSH, THANKS, WITH_START, SchieberDeal, speaker
from controller.games.weis.refute import royal
from controller.games.weis.worth import STOCK, Weis, within
from controller.record.cards import Card
from controller.record.events import Bid, Declare, Event, Seat
from controller.rules.deal import Trick
from controller.rules.match import AnyMatch
from controller.rules.options import Rules
from tests.support.players import Players as Base


def held(hand: list[Card], rules: Rules) -> list[Weis]:
    """What a hand can announce: each sequence as long as it is, and fours; the highest first."""
    found = within(hand, scale(rules))
    longest = [weis for weis in found if weis.points and not any(weis.cards < other.cards for other in found)]
    return sorted(longest, key=lambda weis: weis.strength(None), reverse=True)


class Players(Base):
    """Players of Schieber."""

    def before(self, match: AnyMatch) -> Event | None:
        """A contract, or a push now and then."""
        assert match.deal is not None
        deal: SchieberDeal = match.deal
        seat = speaker(deal)
        if not deal.own.pushed and self.random.random() < 0.3:
            return Bid(seat=seat, call=PUSH)
        contracts = match.rules["contracts"]
        assert isinstance(contracts, tuple)
        call = str(self.random.choice(contracts))
        if call not in WITH_START:
            return Bid(seat=seat, call=call)
        return Bid(seat=seat, call=call, start="up" if self.random.random() < 0.5 else "down")

    def next(self, match: AnyMatch) -> Event:
        """The next event; thanks once the own pair is out."""
        deal = match.deal
        if deal is not None and deal.phase == "play" and not self.said and (event := self.thanks(match, deal)):
            return event
        if deal is not None and deal.phase == "play" and not self.said and self.happens(self.words):
            self.said = self.go_out(match, deal)
        return super().next(match)

    def go_out(self, match: AnyMatch, deal: SchieberDeal) -> list[Event]:
        """Stöck by whoever holds it where it is enough, and thanks; nothing where nobody can."""
        target, missing = int(str(match.rules["target"])), STOCK * self.times(match, deal)
        ready = [
            seat
            for seat in deal.seats
            if deal.trump
            and deal.rules["stock"]
            and deal.scorable
            and royal(deal) <= {*self.hands[seat], *(play.card for play in deal.plays() if play.seat == seat)}
            and not any(claim.kind == "stock" for claim in deal.own.claims)
            and match.total[seat] + self.score(match, deal)[pair(seat)] + missing >= target
        ]
        thanks = [Bid(seat=seat, call=THANKS) for seat in ready if match.rules["thanks"]]
        return [*(Declare(seat=seat, what="stock") for seat in ready), *thanks]

    def times(self, match: AnyMatch, deal: SchieberDeal) -> int:
        """How often the contract counts."""
        assert deal.own.contract is not None
        return multiplier(match.rules, deal.own.contract.play)

    def score(self, match: AnyMatch, deal: SchieberDeal) -> tuple[int, int]:
        """What the deal counts for each pair so far."""
        game = match.game
        assert isinstance(game, Schieber)

        def winner(trick: Trick) -> Seat:
            return game.winner(deal, trick)

        return count(deal, tuple(won_tricks(deal, winner)), lambda card: game.card_points(deal, card)).score

    def thanks(self, match: AnyMatch, deal: SchieberDeal) -> Event | None:
        if not match.rules["thanks"] or deal.open.plays or not deal.tricks:
            return None
        score = self.score(match, deal)
        target = int(str(match.rules["target"]))
        out = [seat for seat in deal.seats if match.total[seat] + score[pair(seat)] >= target]
        return Bid(seat=self.random.choice(out), call=THANKS) if out and deal.scorable else None

    def declare(self, match: AnyMatch, seat: Seat, card: Card) -> list[Event]:
        deal = match.deal
        assert deal is not None
        own = {play.card for play in deal.plays() if play.seat == seat}
        if not deal.tricks:
            return self.with_stock(deal, seat, self.announce(match, deal, seat))
        said = self.others(match, deal, seat) if len(deal.tricks) == 1 else []
        may_tell = deal.rules["stock"] and card in royal(deal)
        if may_tell and royal(deal) - {card} <= own and self.random.random() < 0.8:
            said.append(Declare(seat=seat, what="stock"))
        return said

    def with_stock(self, deal: SchieberDeal, seat: Seat, weis: list[Event]) -> list[Event]:
        """A Weis, now and then with Stöck before or behind it."""
        if (
            not (weis and deal.trump and deal.rules["stock"])
            or not royal(deal) <= {*self.hands[seat]}
            or not self.happens(self.words)
        ):
            return weis
        stock = Declare(seat=seat, what="stock")
        return [stock, *weis] if self.random.random() < 0.5 else [*weis, stock]

    def announce(self, match: AnyMatch, deal: SchieberDeal, seat: Seat) -> list[Event]:
        """The highest Weis of the hand, if it has one."""
        found = held(self.hands[seat], match.rules)
        if not found or deal.rules["weis"] == "none" or self.random.random() < 0.1:
            return []
        return [self.weis(seat, found[0])]

    def others(self, match: AnyMatch, deal: SchieberDeal, seat: Seat) -> list[Event]:
        """The other Weis of a seat of the pair that scores, if it announced one in trick 1."""
        winner, first = weis_winner(deal), [one for one in first_claims(deal) if one.seat == seat]
        if winner is None or pair(winner) != pair(seat) or not first:
            return []
        own = [*self.hands[seat], *(play.card for play in deal.plays() if play.seat == seat)]
        return [self.weis(seat, one) for one in held(own, match.rules)[1:]]

    def weis(self, seat: Seat, weis: Weis) -> Declare:
        """An announcement, with its cards or without."""
        cards = tuple(sorted(weis.cards)) if self.random.random() < 0.5 else None
        points = 200 if self.happens(self.boasting) else weis.points
        return Declare(seat=seat, what="weis", points=points, cards=cards)
