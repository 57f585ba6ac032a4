"""Proposals of rulebooks for a revoke: by when it was seen, against whom, and who won the deal (referee.md)."""

from dataclasses import replace
from typing import Any

import pytest

from controller import games, rulebooks
from controller.record.cards import Card
from controller.record.events import Bid, DealStart, Event, MatchStart, Played
from controller.referee.fold import outcome
from controller.rulebooks.proposal import Case, Forfeit, Proposal
from controller.rules.results import Number, Verdict, VerdictKind
from tests.controller.games.bridge import bridge_talk

NAMES = ("Anna", "Berta", "Carla", "Dora")
PLAYS = "0SA 1S6 2S7 0HA 1H6 2H7"
"""Two tricks; their cards are the events 4 to 9."""
NO_PRICE = "no effect: Swiss practice has a price for a revoke, not for "


def case(game: str, verdict: Verdict, score: tuple[Number | None, ...] | None = None) -> Case[Any, Any]:
    if game == "tarot":
        # The taker, Anna, keeps the dog closed; the first trick is the events 7 to 10.
        said: list[Event] = [Bid(seat=0, call="garde-sans"), *(Bid(seat=seat, call="pass") for seat in (1, 2, 3))]
        plays, opening = "0T21 1T2 2T3 3T4 0T20 1T5", MatchStart(game="tarot", seats=NAMES)
    else:
        said = [Bid(seat=0, call="no-trump")] if game == "coiffeur" else []
        plays, opening = PLAYS, MatchStart(game=game, seats=NAMES[:3])
    lines = [*said, *(Played(seat=int(word[0]), card=Card(word[1:])) for word in plays.split())]
    match = outcome([opening, DealStart(dealer=3 if game == "tarot" else 2), *lines])
    assert match.deal is not None
    return Case(match.game, match.deal, verdict, score)


def revoke(seat: int | None, event: int, proved: int, kind: VerdictKind = "revoke") -> Verdict:
    return Verdict(kind, seat, event, proved, "X")


@pytest.mark.parametrize(
    ("verdict", "text", "forfeit"),
    [
        (revoke(1, 5, 6), "trick 1 goes to Anna's side, for it was seen while the trick lay open", Forfeit(0, (1,))),
        (revoke(0, 4, 4), "trick 1 goes to Berta's side, for it was seen while the trick lay open", Forfeit(1, (1,))),
        (
            revoke(1, 5, 8),
            "trick 1 and every later one go to Anna's side, for it was seen later",
            Forfeit(0, (1,), onwards=True),
        ),
        (revoke(2, 9, 9), "trick 2 goes to Anna's side, for it was seen while the trick lay open", Forfeit(0, (2,))),
        (revoke(1, 5, 6, "second-card"), f"{NO_PRICE}second-card", None),
        (revoke(None, 5, 6), f"{NO_PRICE}revoke", None),
        (revoke(1, 3, 6), f"{NO_PRICE}revoke", None),  # the act was no card of a trick
    ],
)
def test_swiss_practice_gives_the_trick_or_it_and_the_rest_to_the_other_side(
    verdict: Verdict, text: str, forfeit: Forfeit | None
) -> None:
    found = rulebooks.load("swiss")(case("coiffeur", verdict))
    assert (found.text, found.effect) == (text, forfeit or "none")


def test_swiss_practice_has_no_effect_where_each_plays_for_itself() -> None:
    found = rulebooks.load("swiss")(case("mittlere", revoke(1, 4, 5)))
    assert found.effect == "none"
    assert found.text == "no effect: each plays for itself here; the deal can be made void on request"


def test_swiss_practice_has_no_price_outside_jass() -> None:
    found = rulebooks.load("swiss")(case("tarot", revoke(1, 8, 12)))
    assert (found.effect, str(found.text)) == (
        "none",
        "no effect: Swiss practice has a price for a revoke in Jass, not in Tarot",
    )


ADJUSTED = "; if that does not make up for the damage, the director adjusts the score (Law 64C)"
TRICKS = "B DA C D2 D D3 A D4 B DK C D5 D D6 A D7 B S2 C SA D S3 A S4 C H2"
"""Anna plays clubs with Carla as dummy; Berta takes tricks 1 and 2, dummy trick 3; the cards are from event 7 on."""


def board(
    verdict: Verdict, score: tuple[Number | None, ...] | None, cards: str = TRICKS, others: tuple[Verdict, ...] = ()
) -> Proposal:
    match = outcome(
        [bridge_talk.opening(), DealStart(dealer=0), *bridge_talk.auction("1C P P P"), *bridge_talk.plays(cards)]
    )
    assert match.deal is not None
    of_bridge = tuple(replace(one, rule="BRI-F1") for one in (verdict, *others))
    return rulebooks.load("laws2017")(Case(match.game, match.deal, of_bridge[0], score, of_bridge[1:]))


@pytest.mark.parametrize(
    ("verdict", "score", "text", "effect"),
    [
        (revoke(1, 7, 11), (1,), "two tricks go to Carla's side (Law 64A)", Forfeit(2, (1, 2))),
        (revoke(1, 11, 15), (1,), "one trick goes to Carla's side (Law 64A)", Forfeit(2, (2,))),
        (revoke(3, 9, 13), (1,), "one trick goes to Anna's side (Law 64A)", Forfeit(0, (1,))),
        (revoke(0, 10, 14), (1,), "one trick goes to Berta's side (Law 64A)", Forfeit(1, (3,))),
        (revoke(0, 8, 14), (1,), "no trick is transferred for a revoke from dummy's hand (Law 64B3)", "none"),
        (
            revoke(1, 15, 19),
            (1,),
            "no trick is transferred: the offending side won none from the revoke on (Law 64B1)",
            "none",
        ),
        (revoke(1, 7, 9), (1,), "the card is put right, for the revoke is not established yet (Law 62)", "none"),
        (
            revoke(1, 7, 11),
            None,
            "once the deal is scored: one trick or two, of those that the offending side has won",
            "none",
        ),
        (
            revoke(1, 7, 11, "second-card"),
            (1,),
            "no effect: these laws have a price for a revoke in Bridge, not for second-card",
            "none",
        ),
    ],
)
def test_the_laws_of_bridge_transfer_a_trick_or_two(
    verdict: Verdict, score: tuple[Number | None, ...] | None, text: str, effect: Forfeit | str
) -> None:
    found = board(verdict, score)
    established = "" if text.startswith(("no effect", "the card")) else ADJUSTED
    assert (str(found.text), found.effect) == (text + established, effect)


@pytest.mark.parametrize(
    ("verdict", "other", "text"),
    [
        # Berta leads diamonds twice, and Dora revokes in both tricks.
        (
            revoke(3, 13, 17),
            revoke(3, 9, 13),
            "no trick is transferred for a later revoke of the same player in the same suit",
        ),
        (revoke(3, 9, 13), revoke(3, 13, 17), "one trick goes to Anna's side"),
        (revoke(3, 13, 17), revoke(1, 11, 15), "one trick goes to Anna's side"),
        (revoke(3, 13, 17), revoke(3, 9, 10), "one trick goes to Anna's side"),
        (revoke(3, 9, 13), revoke(0, 10, 14), "no trick is transferred, for both sides have revoked"),
        (revoke(3, 9, 13), revoke(0, 8, 14), "no trick is transferred, for both sides have revoked"),
        (revoke(3, 9, 13), revoke(0, 10, 14, "second-card"), "one trick goes to Anna's side"),
    ],
)
def test_other_revokes_of_the_deal_may_leave_no_trick_to_transfer(verdict: Verdict, other: Verdict, text: str) -> None:
    """Laws 64B2 and 64B7; an other one that was put right does not count."""
    found = board(verdict, (1,), others=(other,))
    assert (str(found.text).partition(" (Law")[0], str(found.text).endswith(ADJUSTED)) == (text, True)
    assert (found.effect == "none") == text.startswith("no trick")


def test_a_revoke_in_trick_12_costs_nothing_in_bridge() -> None:
    """Everybody has a suit, and Anna trumps."""
    first, *others = [zip("ABCD", cards, strict=True) for cards in zip(*map(reversed, bridge_talk.SUITED), strict=True)]
    rounds = [[(who, card) for who, card in sorted(first, key=lambda one: "BCDA".index(one[0]))], *map(list, others)]
    cards = " ".join(f"{who} {card}" for one in rounds for who, card in one)
    assert str(board(revoke(1, 52, 55), (1,), cards).text).endswith(f"(Law 64B6){ADJUSTED}")


THREE_TRICKS = (
    "three tricks go to {}'s side, and {}'s cannot win the game by this deal (Laws 72, 82); if {}'s side would have 3 "
    "points instead, or 3 off the other's, set the scores"
)
THREE_POINTS = (
    "set the scores: {}'s side gets 3 points, or {}'s loses 3, which has not three tricks left to take and cannot win "
    "the game by this deal (Laws 72, 82)"
)
ANNAS = THREE_TRICKS.format("Berta", "Anna", "Berta")
WHIST = "A CA B C2 C C3 D C4 A CK B C5 C C6 D C7 A CQ B C8 C C9 D C10 A CJ B DA C DK D DQ B DJ C D10 D D9 A D8"
"""Anna's side takes tricks 1 to 4, Berta's the fifth; the cards are the events 3 to 22."""


@pytest.mark.parametrize(
    ("verdict", "others", "score", "text", "effect"),
    [
        (revoke(0, 3, 7), (), (1,), ANNAS, Forfeit(1, (1, 2, 3))),
        (revoke(2, 5, 9), (), (1,), ANNAS.replace("Anna", "Carla").replace("Berta", "Dora"), Forfeit(3, (1, 2, 3))),
        (
            revoke(2, 17, 21),
            (revoke(0, 3, 7),),
            (1,),
            THREE_POINTS.format("Dora", "Carla"),
            "none",
        ),
        (revoke(0, 3, 7), (revoke(2, 17, 21),), (1,), ANNAS, Forfeit(1, (1, 2, 3))),
        (revoke(0, 7, 11), (revoke(1, 4, 8),), (1,), ANNAS, Forfeit(1, (1, 2, 3))),
        (revoke(0, 7, 11), (revoke(0, 3, 4),), (1,), ANNAS, Forfeit(1, (1, 2, 3))),
        (revoke(1, 4, 8), (), (1,), THREE_POINTS.format("Carla", "Berta"), "none"),
        (revoke(1, 4, 6), (), (1,), "the card is put right, for the trick was not turned yet", "none"),
        (
            revoke(1, 4, 8),
            (),
            None,
            "once the deal is scored: three tricks or three points, as the other side chooses",
            "none",
        ),
        (
            revoke(1, 4, 8, "second-card"),
            (),
            (1,),
            "no effect: these laws have a price for a revoke in Whist, not for second-card",
            "none",
        ),
    ],
)
def test_the_laws_of_whist_take_three_tricks_for_each_revoke(
    verdict: Verdict,
    others: tuple[Verdict, ...],
    score: tuple[Number | None, ...] | None,
    text: str,
    effect: Forfeit | str,
) -> None:
    words = WHIST.split()
    plays = [Played(seat="ABCD".index(who), card=Card(card)) for who, card in zip(words[::2], words[1::2], strict=True)]
    match = outcome([MatchStart(game="whist", seats=NAMES), DealStart(dealer=3, turned=Card("C4")), *plays])
    assert match.deal is not None
    of_whist = tuple(replace(one, rule="WHI-F1") for one in (verdict, *others))
    found = rulebooks.load("whist1864")(Case(match.game, match.deal, of_whist[0], score, of_whist[1:]))
    assert (str(found.text), found.effect) == (text, effect)


GOES_BACK = "the card goes back, for the next trick was not led yet: take the play back and play on"
ONCE_SCORED = "once the deal is scored: void if the offending side wins it, else the result stands"
VOID = "the deal is void, for the side of Berta won it"
STANDS = "the result stands, for the side of Berta lost the deal"
NOT_FOR = "no effect: these rules have a price for a revoke in Tarot, not for "


@pytest.mark.parametrize(
    ("game", "verdict", "score", "text", "effect"),
    [
        ("tarot", revoke(1, 8, 9), (-30, 10, 10, 10), GOES_BACK, "none"),
        ("tarot", revoke(1, 8, 12), None, ONCE_SCORED, "none"),
        ("tarot", revoke(1, 8, 12), (-30, 10, 10, 10), VOID, "void-deal"),
        ("tarot", revoke(1, 8, 12), (-3, 1, 1, 1), VOID, "void-deal"),
        ("tarot", revoke(1, 8, 12), (30, -10, -10, -10), STANDS, "none"),
        ("tarot", revoke(1, 8, 12), (0, 0, 0, 0), STANDS, "none"),
        ("tarot", revoke(1, 8, 12), (None, None, None, None), STANDS, "none"),
        ("tarot", revoke(1, 8, 9, "second-card"), None, f"{NOT_FOR}second-card", "none"),
        ("tarot", revoke(None, 8, 9), None, f"{NOT_FOR}revoke", "none"),
        ("coiffeur", revoke(1, 5, 6), None, f"{NOT_FOR}revoke", "none"),
    ],
)
def test_the_federation_takes_the_card_back_or_voids_a_deal_that_the_offending_side_won(
    game: str, verdict: Verdict, score: tuple[Number | None, ...] | None, text: str, effect: str
) -> None:
    found = rulebooks.load("fft2012")(case(game, verdict, score))
    assert (found.text, found.effect) == (text, effect)


LOST = (
    "set the scores: the game is lost for Berta's side, without schneider or schwarz (ISkO 4.1.4); if it was decided "
    "before, it ends with the card points taken by then (ISkO 4.1.3)"
)
PENALTY = (
    "set the scores: if it can have decided who wins, Berta gets −12, 3 more for each refusal of the other party, and "
    "the other three share it, or the soloist gets it all where one is wronged (TSR 9.4); else Berta gets −3 (TSR 9.3)"
)
NO_SKAT = "no effect: this order has a price for a revoke or a lead out of turn in Skat, not for "
TURNED = {"schnapsen": Card("H10")}
THREE = "set the scores: Berta has lost the deal, and the other gets 3"
NO_SCHNAPSEN = "no effect: this custom has a price for a revoke or a wrong marriage in Schnapsen, not for "
NO_DOKO = "no effect: these rules have a price for a revoke in Doppelkopf, not for "


@pytest.mark.parametrize(
    ("pack", "game", "kind", "rule", "text"),
    [
        ("isko", "skat", "revoke", "SKA-F1", LOST),
        ("isko", "skat", "out-of-turn", "TURN", LOST),
        ("isko", "skat", "illegal-bid", "SKA-B1", f"{NO_SKAT}illegal-bid"),
        ("isko", "tarot", "revoke", "TAR-F1", f"{NO_SKAT}revoke"),
        ("tsr2000", "doppelkopf", "revoke", "DOK-F1", PENALTY),
        ("tsr2000", "doppelkopf", "illegal-bid", "DOK-A3", f"{NO_DOKO}illegal-bid"),
        ("tsr2000", "skat", "revoke", "SKA-F1", f"{NO_DOKO}revoke"),
        ("preisschnapsen", "schnapsen", "revoke", "SCN-F2", THREE),
        ("preisschnapsen", "skat", "revoke", "SKA-F1", f"{NO_SCHNAPSEN}revoke"),
    ],
)
def test_orders_of_words_alone_say_the_price_and_leave_the_scores_to_the_arbiter(
    pack: str, game: str, kind: VerdictKind, rule: str, text: str
) -> None:
    match = outcome(
        [
            MatchStart(game=game, seats=NAMES[: min(games.load(game).seats)]),
            DealStart(dealer=0, turned=TURNED.get(game)),
        ]
    )
    assert match.deal is not None
    found = rulebooks.load(pack)(Case(match.game, match.deal, replace(revoke(1, 5, 6, kind), rule=rule)))
    assert (str(found.text), found.effect) == (text, "none")


def test_a_rulebook_that_there_is_not_is_told_with_those_there_are() -> None:
    assert rulebooks.names() == (
        "fft2012",
        "isko",
        "laws2017",
        "preisschnapsen",
        "record",
        "swiss",
        "tsr2000",
        "whist1864",
    )
    with pytest.raises(LookupError, match="there is no rulebook 'english'; there are fft2012, isko, laws2017, preis"):
        rulebooks.load("english")


def test_the_record_proposes_nothing() -> None:
    found: Proposal = rulebooks.load("record")(case("coiffeur", revoke(1, 5, 6)))
    assert found.effect == "none"
