"""A match as it stands, and the deals of it that are over."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from controller.record.events import Ruling, Seat
from controller.record.message import Listed, Message
from controller.rules.deal import Deal, S
from controller.rules.game import Game
from controller.rules.options import Rules
from controller.rules.parts import B
from controller.rules.proof import ProofMemory
from controller.rules.results import NO_WORDS, OWED, DealResult, Number, QuestionResult, Verdict
from controller.rules.sight import NOTHING_MISSED, AccountObjection, MatchUnseen


@dataclass(frozen=True, slots=True)
class FinishedDeal(Generic[S]):
    """A deal that is over."""

    deal: Deal[S]
    result: DealResult
    """The deal's newest result, with all rulings on it."""
    played: DealResult
    """The deal's first result, without any ruling on it."""
    void: str | None = None
    """The reason why the deal was not played to its end; None if it was."""


@dataclass(frozen=True, slots=True)
class OwedDraw(Generic[S]):
    """A tie of a deal for which somebody still has to draw."""

    deal: Deal[S]
    level: tuple[Seat, ...]
    """The seats whose order is open."""

    @property
    def to_draw(self) -> tuple[Seat, ...]:
        """The level seats that draw next: equal ranks draw again once all have drawn."""
        count = Counter(seat for seat, _ in self.deal.draws)
        fewest = min(count[seat] for seat in self.level)
        return tuple(seat for seat in self.level if count[seat] == fewest)


@dataclass(frozen=True, slots=True)
class Match(Generic[S, B]):
    """A match after some event; the fold makes the next one from it."""

    game: Game[S, B]
    rules: Rules
    book: B
    total: tuple[Number, ...]
    """The sheet's sums, by seat."""
    deal: Deal[S] | None = None
    """The deal in progress, or the last one."""
    running: bool = False
    """Whether the deal is in progress."""
    memory: ProofMemory = field(default_factory=ProofMemory)
    """The memory of the deal with which revokes are proven."""
    dealer: Seat | None = None
    """The seat that must deal next; None: any seat may."""
    accuses: bool = True
    """Whether readings are certain enough for accusations: marks, and cards that people tapped."""
    verdicts: tuple[Verdict, ...] = ()
    """All verdicts; the number of a verdict is its place here, from 1."""
    suspicions: tuple[Verdict, ...] = ()
    """Verdicts that faces alone prove of deals that are over; they stand once people have confirmed them."""
    questions: tuple[QuestionResult, ...] = ()
    """All questions about suspicions, oldest first."""
    contradicted: bool = False
    """Whether two faces read in the deal in play cannot both be right."""
    amended: Mapping[int, int] = field(default_factory=dict[int, int])
    """The newest amendment of each amended line, where questions are asked."""
    rulings: Mapping[int, Ruling] = field(default_factory=dict[int, Ruling])
    """The arbiter's rulings, by number of the verdict, the newest last."""
    ledger: tuple[FinishedDeal[S], ...] = ()
    """The deals that are over, oldest first."""
    ended: bool = False
    unseen: "MatchUnseen[Match[S, B]]" = NOTHING_MISSED
    """The observations of the match, and its readings where something went unseen (unseen.md)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of play."""
        return self.rules.names

    @property
    def watched(self) -> bool:
        """Whether verdicts rest on observations; not in a record without sight."""
        return self.unseen.sight.since is not None

    @property
    def objection(self) -> AccountObjection | None:
        """The newest observation against people's account of a hole; the record has to be folded anew without it."""
        return self.unseen.objection

    @property
    def question(self) -> QuestionResult | None:
        """The question that waits for answers, or None; there is one at a time."""
        return next((one for one in self.questions if one.waits), None)

    @property
    def unread(self) -> tuple[int, ...]:
        """Lines of the denied cards that nobody has named yet."""
        denied = {one.wrong for one in self.questions}
        return tuple(hole for entry in self.ledger for hole in entry.deal.holes if hole in denied)

    @property
    def unscored(self) -> int:
        """Number of deals without a score because something of them went unseen."""
        return sum(bool(entry.result.detail.get("holes")) for entry in self.ledger)

    @property
    def draws_now(self) -> bool:
        """Whether the cards of the deal are played, and the deal waits only for a draw."""
        return self.running and self.deal is not None and self.deal.phase == "after" and not self.deal.untold

    @property
    def untold_now(self) -> tuple[Seat, ...]:
        """The seats that must say a word, if nothing else is missing for the score of the deal."""
        return self.deal.untold if self.running and self.deal is not None and self.deal.phase == "after" else ()

    @property
    def can_deal(self) -> bool:
        """Whether the next deal may begin: the cards of the one before are played; draws or words may be owed still."""
        return not self.running or self.draws_now or bool(self.untold_now)

    @property
    def owed(self) -> tuple[OwedDraw[S], ...]:
        """The draws that are owed: first of the deal that waits for one, then of older deals, oldest first."""
        now = (OwedDraw(self.deal, self.deal.level),) if self.deal and self.draws_now else ()
        older = (OwedDraw(one.deal, tuple(one.result.detail[OWED])) for one in self.ledger if OWED in one.result.detail)
        return (*now, *older)

    @property
    def owed_before(self) -> Message:
        """The owed draws of deals before this one, in words; empty if there are none."""
        older = self.owed[1:] if self.draws_now else self.owed
        sums = tuple(
            Message("{names} still to draw for deal {n}", names=self._named(one.to_draw), n=one.deal.number)
            for one in older
        )
        return Message.join("; ", sums) if sums else NO_WORDS

    def _named(self, seats: Iterable[Seat]) -> Listed:
        return Listed(tuple(self.names[seat] for seat in seats), " and ")

    @property
    def turn(self) -> Seat | None:
        """The seat that must act next; None where no seat or several may, or where it is unknown."""
        deal = self.deal
        if deal is None or not self.running or deal.phase == "after":
            return None
        if self._leader_unknown(deal):
            return None
        return deal.to_play if deal.phase == "play" else self.game.auction.speaker(deal)

    @property
    def acting(self) -> Seat | None:
        """The player who must act next: the one in turn, or the player of that hand, as a declarer plays dummy's."""
        if self.deal is None or self.turn is None or self.deal.phase != "play":
            return self.turn
        return self.game.hands.player(self.deal, self.turn)

    def _leader_unknown(self, deal: Deal[S]) -> bool:
        """Whether the leader of the next trick is unknown; people's accounts of unseen play count here."""
        doubt = self.unseen.worded.doubt if self.unseen.worded and not self.unseen.worded.holes else deal.unseen.doubt
        return doubt is not None and doubt.leader is None and not deal.open.plays

    @property
    def awaited(self) -> Message:
        """The action that the table waits for, in words."""
        if self.draws_now:
            return Message("{names} to draw", names=self._named(self.owed[0].to_draw))
        if self.untold_now:
            names = Listed(tuple(self.names[seat] for seat in self.untold_now), "and")
            return Message("{names} to speak", names=names)
        turn = self.turn
        if self.deal is not None and self.deal.opener and self._opens(self.deal):
            return Message("whoever holds {card} leads", card=self.deal.opener)
        if self.deal is None or turn is None:
            return NO_WORDS
        if self.game.auction.playable(self.deal) is None:
            return Message("{name} to speak", name=self.names[turn])
        return Message("{name} to play", name=self.game.hands.name(self.deal, turn))

    def _opens(self, deal: Deal[S]) -> bool:
        """Whether the first card is awaited, and its player is unknown."""
        begun = self.game.auction.playable(deal)
        is_open = self.running and not deal.tricks and not deal.open.plays and not deal.unseen.doubt
        return is_open and begun is not None and begun.leader is None

    @property
    def accused(self) -> bool:
        """Whether any verdict is not dismissed."""
        return not all(map(self.dismissed, range(1, len(self.verdicts) + 1)))

    def dismissed(self, verdict: int) -> bool:
        """Whether the arbiter has dismissed the verdict of this number."""
        return verdict in self.rulings and self.rulings[verdict].decision == "dismissed"


AnyMatch = Match[Any, Any]
"""A match of any game."""
