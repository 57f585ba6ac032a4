"""Doubtful moments of a filmed table: kept, corrected, blurred, exported, and read again."""

import stat
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from controller.live.moments import bundle, moment_file, reading
from controller.live.moments.moment import MomentError, landings, open_picture
from controller.live.moments.moment_file import MomentFile, blur_box
from controller.live.moments.store import MomentStore
from controller.record import text as record
from controller.record.events import Amend, Insert, Played
from controller.store.journal import Journal
from tests.support.filmed_moments import LAID, UNREADABLE, RecordedTable, film

READ = {(0, card) for card in LAID if card != UNREADABLE}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> RecordedTable:
    """Three cards were laid and recorded, and one of them could not be read."""
    recorded = RecordedTable(tmp_path_factory.mktemp("table"))
    recorded.run(film())
    recorded.close()
    return recorded


@pytest.fixture(scope="module")
def kept(table: RecordedTable) -> MomentFile:
    [name] = table.store.names()
    return table.store.read(name)


def test_a_card_that_is_not_read_is_kept_with_the_frames_around_it(kept: MomentFile) -> None:
    moment = kept.moment
    assert {doubt.kind for doubt in moment.doubts} == {"unread"}
    for doubt in moment.doubts:
        assert doubt.about == "2"
        assert moment.began <= max(doubt.began - 2.5, 0.0)
        assert moment.ended >= min(doubt.ended + 1.5, film()[-1][0] - 0.3)
    assert moment.lost == 0
    assert {(span.lay.deck, span.lay.card) for span in moment.cards} == READ


def test_frames_of_a_moment_are_those_of_the_film_at_their_times(kept: MomentFile) -> None:
    """Up to what a JPEG takes away."""
    shown = dict(film())
    assert len(kept.frames) > 40
    for seconds, jpeg in zip(kept.moment.times, kept.frames, strict=True):
        [there] = [gray for at, gray in shown.items() if abs(at - seconds) < 1e-3]
        assert float(np.abs(open_picture(jpeg).astype(int) - there).mean()) < 1.5


def test_no_gap_is_in_what_is_read_again(kept: MomentFile) -> None:
    """While nothing moves few frames are kept, but none is half a second after the one before."""
    times = kept.moment.times
    assert max(late - early for early, late in pairwise(times)) < 0.4


def test_nobody_but_its_owner_can_read_it(table: RecordedTable) -> None:
    [name] = table.store.names()
    assert stat.S_IMODE(table.store.path(name).stat().st_mode) == 0o600
    assert stat.S_IMODE(table.store.folder.stat().st_mode) == 0o700


def test_the_frames_that_are_read_again_show_what_was_read_then(kept: MomentFile) -> None:
    assert reading.read_again(kept).cards == READ


def test_an_exported_moment_comes_back_with_the_same_frames_and_its_truth(kept: MomentFile) -> None:
    made = bundle.exported(kept, bundle.events_of(kept))
    back = moment_file.unpack(moment_file.pack(made), "bundle.zip")
    assert (back.moment, back.frames, back.texts) == (made.moment, kept.frames, made.texts)
    lay = bundle.true_landings(back, "bundle.zip")
    assert [(one.card, one.read, one.is_certain) for one in lay] == [("SA", "SA", True), ("S9", "S9", True)]
    held = reading.held(reading.read_again(back).cards, lay)
    assert (len(held.hits), held.missed, held.misread) == (bundle.least(back, ""), (), ())


def test_a_bundle_names_nobody_and_no_hour(kept: MomentFile) -> None:
    made = moment_file.pack(bundle.exported(kept, bundle.events_of(kept)))
    assert [name for name in ("Anna", "Berta", "Carla", "T08:", "2027-01-15T") if name.encode() in made] == []
    assert b"Anna" in moment_file.pack(kept)


def lines(table: RecordedTable) -> Path:
    return table.journal.path


def corrected(table: RecordedTable, folder: Path, *events: Amend | Insert | Played) -> bytes:
    """The record with what a person said later."""
    path = folder / "corrected.jsonl"
    path.write_bytes(lines(table).read_bytes())
    with Journal(path) as journal:
        for event in events:
            journal.append(event)
    return path.read_bytes()


def number_of(table: RecordedTable, card: str) -> int:
    return next(n for n, event in enumerate(table.events, 1) if isinstance(event, Played) and event.card == card)


def test_a_card_that_a_person_entered_is_true_and_was_not_read(
    table: RecordedTable, kept: MomentFile, tmp_path: Path
) -> None:
    entered = Insert(before=number_of(table, "S9"), event={"e": "play", "seat": 2, "card": "S6", "src": "console"})
    made = bundle.exported(kept, bundle.events_of(kept, corrected(table, tmp_path, entered)))
    lay = bundle.true_landings(made, "")
    assert [(one.card, one.deck, one.read) for one in lay] == [("SA", 0, "SA"), ("S6", 0, None), ("S9", 0, "S9")]
    held = reading.held(reading.read_again(made).cards, lay)
    assert ([one.card for one in held.missed], held.misread, bundle.least(made, "")) == (["S6"], (), 2)
    told = [event for event in record.read(made.texts["truth.jsonl"]).events if isinstance(event, Played)]
    assert [event.card for event in told] == ["SA", "S6", "S9"]


def test_a_corrected_card_gives_the_corrected_truth_and_its_reading_is_a_misread(
    table: RecordedTable, kept: MomentFile, tmp_path: Path
) -> None:
    wrong = Amend(of=number_of(table, "S9"), with_={"card": "S8"})
    made = bundle.exported(kept, bundle.events_of(kept, corrected(table, tmp_path, wrong)))
    lay = bundle.true_landings(made, "")
    assert [(one.card, one.read) for one in lay] == [("SA", "SA"), ("S8", "S9")]
    held = reading.held(reading.read_again(made).cards, lay)
    assert ([one.card for one in held.hits], held.misread) == (["SA"], ((0, "S9"),))


def test_a_play_that_was_taken_back_is_neither_true_nor_false(
    table: RecordedTable, kept: MomentFile, tmp_path: Path
) -> None:
    path = tmp_path / "undone.jsonl"
    path.write_bytes(lines(table).read_bytes() + b'{"e":"undo","n":1,"src":"console"}\n')
    lay = landings(kept.moment, bundle.events_of(kept, path.read_bytes()))
    assert [(one.card, one.is_certain) for one in lay] == [("SA", True), ("S9", False)]
    assert reading.held(READ, lay).misread == ()
    assert reading.held({(0, "SA")}, lay).missed == ()


def test_a_record_of_another_match_is_not_believed(kept: MomentFile) -> None:
    other = b'{"e":"match","v":2,"game":"mittlere","seats":["X","Y","Z"]}\n'
    assert not bundle.goes_on(kept, other)
    assert bundle.events_of(kept, other) == bundle.events_of(kept)


def test_a_damaged_record_is_named_by_whose_it_is(kept: MomentFile) -> None:
    newer = kept.texts["record.jsonl"] + b"{\n"
    with pytest.raises(MomentError, match=r"record of the match, as people have corrected it by now, is damaged: line"):
        bundle.events_of(kept, newer)
    torn = replace(kept, texts={"record.jsonl": newer})
    with pytest.raises(MomentError, match=r"record that was kept with the moment is damaged: line"):
        bundle.events_of(torn)


def test_blurred_pixels_are_gone_from_the_file(kept: MomentFile, tmp_path: Path) -> None:
    """Every frame has one grey there, in whole blocks, the rest is as it was, and the file holds no other frame."""
    store = MomentStore(tmp_path / "moments", clock=lambda: 1.8e9)
    name = store.add(kept)
    store.change(name, lambda file: moment_file.blurred(file, [blur_box("101,50,300,200")]))
    after = store.read(name)
    assert after.moment.times == kept.moment.times
    for before, now in zip(kept.frames, after.frames, strict=True):
        old, new = open_picture(before), open_picture(now)
        inside = new[48:256, 96:408]
        assert int(inside.max()) - int(inside.min()) <= 2
        assert float(old[48:256, 96:408].std()) > 2
        rest = np.ones(new.shape, bool)
        rest[48:256, 96:408] = False
        assert float(np.abs(new.astype(int) - old)[rest].mean()) < 0.6
    data = store.path(name).read_bytes()
    assert not any(jpeg in data for jpeg in kept.frames)
    assert [path.name for path in store.folder.iterdir()] == [store.path(name).name]
