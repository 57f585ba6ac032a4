"""What rulings were about stays what it was when they were made, and is found in time however much is taken back."""

from hypothesis import given
from hypothesis import strategies as st

from controller.record.cards import Card
from controller.record.events import Amend, Correction, DealStart, Event, MatchStart, Played, Ruling, Undo
from controller.referee import rulings
from controller.referee.fold import _after, _ahead, outcome
from tests.support.loops import some

OPENING = MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))
REVOKES: tuple[Event, ...] = (
    OPENING,
    DealStart(dealer=0),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "H10"), (2, "H7"), (0, "DQ"), (0, "H6"))),
    *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "S9"), (2, "H8"), (2, "S7"), (0, "S8"), (1, "H9"))),
)
"""Anna revokes in the first trick and Berta in the second."""
MOVES = st.one_of(
    st.builds(Ruling, verdict=st.integers(1, 3), decision=st.sampled_from(["upheld", "dismissed", "open"])),
    st.builds(Undo, n=st.integers(1, 3)),
    st.builds(Amend, of=st.just(5), with_=st.sampled_from([{"card": "H8"}, {"card": "DQ"}, {"card": "DK"}])),
)


@given(st.lists(st.lists(MOVES, max_size=9), min_size=1, max_size=3))
def test_a_ruling_is_about_what_stood_when_it_was_made_whatever_was_asked_before(courses: list[list[Event]]) -> None:
    for moves in some(courses):
        events = [*REVOKES, *moves]
        newest = max((place for place, event in enumerate(events) if isinstance(event, Correction)), default=0)
        wanted: dict[int, object] = {}
        for place, event in enumerate(events[:newest]):
            if isinstance(event, Ruling):
                verdicts = outcome(events[:place]).verdicts
                there = event.verdict <= len(verdicts)
                wanted[place + 1] = verdicts[event.verdict - 1].accusation if there else None
        assert rulings.meanings(events, _after, _ahead) == wanted


def test_rulings_and_corrections_by_turns_are_folded_in_time() -> None:
    """Each of them doubled the time once: sixty would outlast the table."""
    events = list(REVOKES)
    for decision in ("upheld", "dismissed") * 30:
        events += [Ruling(verdict=1, decision=decision), Amend(of=5, with_={"card": "DK"})]
        events += [Undo(n=1)]
    match = outcome(events)
    assert match.rulings[1].decision == "dismissed"
    assert match.verdicts[0].card == "DQ"
