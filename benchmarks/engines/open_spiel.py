"""An outside engine: Bridge, Euchre, Hearts, Skat and Spades of OpenSpiel, in our cards. Only this file imports it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import pyspiel

from controller.record.cards import DECKS, Card
from controller.record.events import Seat, Value

ALL: Final = 26
PASSED: Final = 3
NO_PASS: Final = 0
TO_NEXT, ACROSS, TO_THE_ONE_BEFORE = 1, 2, 3
DIRECTIONS: Final = (TO_NEXT, TO_THE_ONE_BEFORE, ACROSS, NO_PASS)
"""The directions in the order in which our deals pass."""


def _named(state: Any) -> Mapping[int, Card]:  # noqa: ANN401 - a state of OpenSpiel
    """Map OpenSpiel's numbers to cards; Hearts names the rank first, Spades the suit."""
    names = [state.action_to_string(number).replace("T", "10") for number in range(len(DECKS["whist52"]))]
    return {
        number: Card(name if name in DECKS["whist52"] else name[-1] + name[:-1]) for number, name in enumerate(names)
    }


class _OpenSpielTable:
    """One deal as OpenSpiel plays it; each game says in its ``__init__`` how it is dealt."""

    _state: Any
    """OpenSpiel's own state."""
    _card: Mapping[int, Card]
    """The cards by their numbers in OpenSpiel."""

    @cached_property
    def _number(self) -> Mapping[Card, int]:
        return {card: number for number, card in self._card.items()}

    def _deal_round(self, hands: Sequence[Sequence[Card]]) -> None:
        """Deal these hands, a card to each seat at a time."""
        for cards in zip(*hands, strict=True):
            for card in cards:
                self.play(card)

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is to speak, lay away or play."""
        return int(self._state.current_player())

    @property
    def legal(self) -> set[Card]:
        """The cards that may be laid away or played now; none where something is said."""
        return {self._card[number] for number in self._state.legal_actions() if number in self._card}

    def play(self, card: Card) -> None:
        """Play a card, or lay it away, for the seat whose turn it is."""
        self._state.apply_action(self._number[card])

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return bool(self._state.is_terminal())

    @property
    def score(self) -> tuple[int, ...]:
        """The score of the deal, by seat."""
        return tuple(int(own) for own in self._state.returns())


class HeartsTable(_OpenSpielTable):
    """One deal of Hearts as OpenSpiel plays it."""

    def __init__(self, options: Mapping[str, Value], direction: int, hands: Sequence[Sequence[Card]]) -> None:
        """Deal these hands, by house rules as ours are called."""
        passes = direction != NO_PASS
        game = pyspiel.load_game(
            "hearts",
            {
                "pass_cards": passes,
                "no_pts_on_first_trick": not options["first_trick_points"],
                "jd_bonus": bool(options["jack"]),
                "must_break_hearts": bool(options["break_hearts"]),
                "qs_breaks_hearts": bool(options["queen_breaks"]),
            },
        )
        self._state = game.new_initial_state()
        self._state.apply_action(direction)
        self._card = _named(self._state)
        self._deal_round(hands)

    def give(self, cards: Sequence[Card]) -> None:
        """Pass these cards on, for the next player."""
        for card in cards:
            self.play(card)

    @property
    def score(self) -> tuple[int, ...]:
        """The score of the deal, by seat: OpenSpiel returns what is missing to 26."""
        return tuple(ALL - int(own) for own in self._state.returns())


class SpadesTable(_OpenSpielTable):
    """One deal of Spades as OpenSpiel plays it."""

    def __init__(self, hands: Sequence[Sequence[Card]], before: Sequence[int]) -> None:
        """Deal these hands; ``before``: the points of both pairs, of which the last figure is their bags."""
        endless = {"use_mercy_rule": False, "win_threshold": 10**6, "win_or_loss_bonus": 0}
        self._state = pyspiel.load_game("spades", endless).new_initial_state()
        self._state.set_current_scores(list(before))
        self._card = _named(self._state)
        self._deal_round(hands)

    @property
    def bids(self) -> list[int]:
        """The bids that may be made."""
        return [number - len(self._card) for number in self._state.legal_actions()]

    def bid(self, tricks: int) -> None:
        """Bid for the next player."""
        self._state.apply_action(len(self._card) + tricks)


_CALLS: Final = ("pass", "double", "redouble")
_DENOMINATIONS: Final = ("clubs", "diamonds", "hearts", "spades", "no-trump")
_LOW_TO_HIGH: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BridgeCalled = tuple[str, str | None]
"""A call as our records write it: its word or level, and the denomination."""


class BridgeTable(_OpenSpielTable):
    """One deal of Bridge as OpenSpiel plays it."""

    def __init__(self, dealer: Seat, hands: Sequence[Sequence[Card]], vulnerable: tuple[bool, bool]) -> None:
        """Deal these hands; ``vulnerable``: by pair."""
        side = dealer % 2
        options = {"dealer": dealer, "dealer_vul": vulnerable[side], "non_dealer_vul": vulnerable[1 - side]}
        self._state = pyspiel.load_game("bridge", {"use_double_dummy_result": False, **options}).new_initial_state()
        self._card = dict(enumerate(Card(suit + rank) for rank in _LOW_TO_HIGH for suit in "CDHS"))
        bids = [(str(level), denomination) for level in range(1, 8) for denomination in _DENOMINATIONS]
        self._call: list[BridgeCalled] = [*((call, None) for call in _CALLS), *bids]
        self._deal_round(hands)

    @property
    def plays(self) -> bool:
        """Whether the auction has ended."""
        return not self.over and all(number < len(self._card) for number in self._state.legal_actions())

    @property
    def calls(self) -> list[BridgeCalled]:
        """The calls that may be made."""
        return [self._call[number - len(self._card)] for number in self._state.legal_actions()]

    def call(self, called: BridgeCalled) -> None:
        """Call for the next player."""
        self._state.apply_action(len(self._card) + self._call.index(called))


class SkatTable(_OpenSpielTable):
    """One deal of Skat as OpenSpiel plays it: player 0 is forehand and leads."""

    def __init__(self, hands: Sequence[Sequence[Card]], skat: Sequence[Card], declarer: Seat, game: str) -> None:
        """Deal these hands and the skat; one player names the game, and all others pass."""
        self._state = pyspiel.load_game("skat").new_initial_state()
        names = [self._state.action_to_string(number).replace("T", "10") for number in range(len(DECKS["skat32"]))]
        self._card = {number: Card(name) for number, name in enumerate(names)}
        dealt = [list(hand) for hand in hands]
        order = [
            *(seat for count in (3, 0, 4, 3) for seat in ((0, 1, 2) if count else (3,)) for _ in range(count or 2))
        ]
        dealt.append(list(skat))
        for place in order:
            self.play(dealt[place].pop(0))
        for _ in range(len(hands)):
            if self._state.legal_actions()[0] < len(names):
                break
            called = {self._state.action_to_string(number): number for number in self._state.legal_actions()}
            self._state.apply_action(called[game if self.turn == declarer else "unknown/pass"])

    @property
    def returns(self) -> list[float]:
        """The score of the deal there, by seat."""
        return list(self._state.returns())


class EuchreTable(_OpenSpielTable):
    """One deal of Euchre as OpenSpiel plays it."""

    def __init__(
        self, dealer: Seat, hands: Sequence[Sequence[Card]], turned: Card, options: Mapping[str, Value]
    ) -> None:
        """Deal these hands, by house rules as ours are called, and turn that card up."""
        rules = {"allow_lone_defender": options["defend_alone"], "stick_the_dealer": options["stick_dealer"]}
        self._state = pyspiel.load_game("euchre", rules).new_initial_state()
        self._state.apply_action(dealer)
        numbers = range(len(DECKS["euchre24"]))
        self._card = {one: Card(self._state.action_to_string(one).replace("T", "10")) for one in numbers}
        seats = len(hands)
        for number in range(sum(map(len, hands))):
            self.play(hands[(dealer + number) % seats][number // seats])
        self.play(turned)

    @property
    def words(self) -> dict[str, int]:
        """The words that may be said now, in small letters; none where a card is laid away or played."""
        return {
            self._state.action_to_string(one).lower(): one
            for one in self._state.legal_actions()
            if one not in self._card
        }

    def say(self, word: str) -> None:
        """Say one of the words, for the seat whose turn it is."""
        self._state.apply_action(self.words[word])
