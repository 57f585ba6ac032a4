"""The games: which there are, with their house rules, and all that a game of one's own is written with.

What stands in ``__all__`` is promised by the version; what lies below ``controller`` may move (docs/adding.md).
"""

from controller import games
from controller.games.advisers import Advice, Adviser, HandFactor
from controller.games.claims import CallClaims
from controller.games.follow_rule import (
    SUIT_WORDINGS,
    Demand,
    Demanding,
    Following,
    FollowRule,
    any_trump,
    exempt,
    follow,
    follow_or_trump,
    follow_suit,
    must_beat,
    must_overtrump,
    must_trump,
    no_trump,
    no_undertrump,
    plain_led,
    points_won,
    strength,
    tricks_won,
    trump_led,
    trumped,
    where,
)
from controller.games.interchange import CannotTellError, EventWriter, InterchangeError, MatchWriter
from controller.games.pair_game import PairGame
from controller.games.trick_game import Score, TrickGame, Won
from controller.games.vocabularies import MovementWords, NumberWords
from controller.record.cards import DECKS, EXCUSE, JOKER, SUITS, Card, twice
from controller.record.events import (
    Agree,
    Bid,
    Call,
    Choose,
    DealStart,
    Declare,
    Discard,
    Dog,
    Duel,
    Event,
    Exchange,
    MatchStart,
    Moved,
    Played,
    Scores,
    Seat,
    Upcard,
    Value,
    Void,
)
from controller.record.message import Listed, Message
from controller.rules.deal import Deal, Phase, Play, Trick
from controller.rules.duty import FREE, Duty, avoid
from controller.rules.game import Game, Settlement, Tie, Untold
from controller.rules.layout import Layout, UnseenPlace, all_in_hands, hands, shown
from controller.rules.match import AnyMatch
from controller.rules.movements.course import Movement
from controller.rules.options import Option, Rules
from controller.rules.options import profiles as profiles_of
from controller.rules.parts import (
    Auction,
    Audit,
    ClaimRules,
    DealSummary,
    Fault,
    GameSides,
    MatchRules,
    Movements,
    OpenHands,
    Outcome,
    ScoreSheet,
    Slip,
)
from controller.rules.results import Breakdown, BreakdownLine, DealResult, Number, Verdict
from controller.rules.score.slip import SlipLine
from controller.rules.sheet import Cell, Grid, SheetRow
from controller.rules.speech import Meaning, Speech, Spread, SpreadMeaning, Waiting, Wording, everywhere
from controller.rules.vocabulary import Vocabulary
from schiri.errors import UnknownNameError

__all__ = [
    "DECKS",
    "EXCUSE",
    "FREE",
    "JOKER",
    "SUITS",
    "SUIT_WORDINGS",
    "Advice",
    "Adviser",
    "Agree",
    "AnyMatch",
    "Auction",
    "Audit",
    "Bid",
    "Breakdown",
    "BreakdownLine",
    "Call",
    "CallClaims",
    "CannotTellError",
    "Card",
    "Cell",
    "Choose",
    "ClaimRules",
    "Deal",
    "DealResult",
    "DealStart",
    "DealSummary",
    "Declare",
    "Demand",
    "Demanding",
    "Discard",
    "Dog",
    "Duel",
    "Duty",
    "Event",
    "EventWriter",
    "Exchange",
    "Fault",
    "FollowRule",
    "Following",
    "Game",
    "GameSides",
    "Grid",
    "HandFactor",
    "InterchangeError",
    "Layout",
    "Listed",
    "MatchRules",
    "MatchStart",
    "MatchWriter",
    "Meaning",
    "Message",
    "Moved",
    "Movement",
    "MovementWords",
    "Movements",
    "Number",
    "NumberWords",
    "OpenHands",
    "Option",
    "Outcome",
    "PairGame",
    "Phase",
    "Play",
    "Played",
    "Rules",
    "Score",
    "ScoreSheet",
    "Scores",
    "Seat",
    "Settlement",
    "SheetRow",
    "Slip",
    "SlipLine",
    "Speech",
    "Spread",
    "SpreadMeaning",
    "Tie",
    "Trick",
    "TrickGame",
    "UnseenPlace",
    "Untold",
    "Upcard",
    "Value",
    "Verdict",
    "Vocabulary",
    "Void",
    "Waiting",
    "Won",
    "Wording",
    "all_in_hands",
    "any_trump",
    "avoid",
    "everywhere",
    "exempt",
    "follow",
    "follow_or_trump",
    "follow_suit",
    "hands",
    "load",
    "must_beat",
    "must_overtrump",
    "must_trump",
    "names",
    "no_trump",
    "no_undertrump",
    "options",
    "plain_led",
    "points_won",
    "profiles",
    "shown",
    "strength",
    "tricks_won",
    "trump_led",
    "trumped",
    "twice",
    "where",
]


def names() -> tuple[str, ...]:
    """List the games' names as records have them, those of other packages among them."""
    return games.names()


def load(name: str) -> games.AnyGame:
    """Load a game by its name in records or among players; raises UnknownNameError, which lists all games."""
    try:
        return games.load(name)
    except games.NoGameError as error:
        raise UnknownNameError(str(error)) from None


def options(name: str) -> tuple[Option, ...]:
    """Return the house rules of a game, each with its values, the default first; raises UnknownNameError."""
    return load(name).options


def profiles(name: str) -> tuple[str, ...]:
    """Return the profiles by which a game can be played; raises UnknownNameError."""
    return profiles_of(load(name).options)
