"""A deal played with a deck without marks, through the wiring of a table: the score is right, and nobody is accused."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.cli import main
from controller.console.security.roles import Role
from controller.live import wiring
from controller.live.camera import eyes
from controller.live.decks import DeckPlace, confirmed, names_of
from controller.live.evidence import Evidence, read_outline
from controller.live.loop import CameraLoop
from controller.live.scoreboard import ComposedFace
from controller.live.session import AnnounceOptions, MatchSession
from controller.live.table import LiveTable, Subscriber
from controller.record.events import Played
from controller.referee.fold import outcome
from controller.settings.errors import SettingsText
from controller.settings.model import Config, load
from controller.store.journal import Journal
from controller.store.pictures import FOLDER
from groundwork.picture import Gray, u8
from tests.support.console.console_rig import Rig
from tests.support.filmed import Play, Script, scripts
from tests.support.vision.face_films import drawn_library, face, stickered
from vision.film.reel import FaceOf, Reel

SCRIPT = scripts()["plus-minus 3"]
SETTINGS = """\
[table]
game = "plus-minus"
seats = ["Anna", "Berta", "Carla"]
profile = "{profile}"
[data]
directory = "{folder}"
[reading]
cards = "faces"
deck = "old-jass"
"""


@pytest.fixture
def place(tmp_path: Path) -> DeckPlace:
    """The place of a table's deck; nothing is there yet."""
    text = SETTINGS.format(profile=SCRIPT.match.rules.profile, folder=tmp_path)
    (tmp_path / "schiri.toml").write_text(text)
    return DeckPlace.at(tmp_path, "old-jass")


def settings(place: DeckPlace) -> Path:
    return place.folder.parent / "schiri.toml"


def filmed(script: Script, drawn: FaceOf = face) -> Iterator[tuple[float, Gray]]:
    take = script.take(5, "low", face=drawn)
    return ((number / take.fps, gray) for number, gray in enumerate(Reel(take).frames(grey=True)))


def played(config: Config, script: Script, record: Path) -> MatchSession:
    """The session after the film of a script was read as a table reads it."""
    with Journal(record) as journal:
        session = MatchSession(journal, config.opening(), AnnounceOptions("training"), None, wiring.table(config))
        watching = eyes(session.match, wiring.source(config), None, wiring.faces(config))
        CameraLoop(LiveTable(session), watching).run(filmed(script))
    return session


def plays(session: MatchSession) -> list[Play]:
    return [(event.seat, str(event.card)) for event in session.events if isinstance(event, Played)]


def test_a_played_face_is_read_and_the_record_says_how(place: DeckPlace, tmp_path: Path) -> None:
    place.write(confirmed(drawn_library(names_of(SCRIPT.match.game))))
    assert main(["config", "check", str(settings(place))]) == 0
    script, record = SCRIPT.first(4), tmp_path / "evening.jsonl"
    session = played(load(settings(place)), script, record)
    assert plays(session) == script.plays
    assert '"cards":"faces"' in record.read_text().splitlines()[0]


def likeliest(picture: Path) -> str:
    """The card that a picture shows within its outline, by the correlation with all faces, whichever way up."""
    shown, outline = cv2.imread(str(picture), cv2.IMREAD_GRAYSCALE), read_outline(picture)
    assert shown is not None
    assert outline is not None
    width, height = 126, 176
    ends = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    way = cv2.getPerspectiveTransform(np.array(outline.corners, np.float32), ends)
    card = u8(cv2.warpPerspective(shown, way, (width, height)))

    def likeness(name: str) -> float:
        small = cv2.resize(u8(cv2.cvtColor(face(0, name), cv2.COLOR_BGR2GRAY)), (width, height))
        either_way = small[6:-6, 6:-6], u8(small[6:-6, 6:-6][::-1, ::-1])
        return max(float(cv2.matchTemplate(card, one, cv2.TM_CCOEFF_NORMED).max()) for one in either_way)

    return max(names_of(SCRIPT.match.game), key=likeness)


@pytest.mark.slow
def test_the_score_of_a_deal_is_right_nobody_is_accused_and_the_question_shows_its_two_cards(
    place: DeckPlace, tmp_path: Path
) -> None:
    place.write(confirmed(drawn_library(names_of(SCRIPT.match.game))))
    config, record = load(settings(place)), tmp_path / "evening.jsonl"
    evidence = Evidence(tmp_path / FOLDER, "2026-11-21T190000Z")
    with Journal(record) as journal:
        rig = Rig(journal, config.opening(), picture_of=evidence.name)
        rig.table.subscribe(evidence)
        watching = eyes(rig.session.match, wiring.source(config), None, wiring.faces(config))
        CameraLoop(rig.table, watching, evidence).run(filmed(SCRIPT))
        evidence.close()
        assert plays(rig.session) == SCRIPT.plays
        truth, match = outcome(SCRIPT.events), rig.session.match
        assert [entry.result for entry in match.ledger] == [entry.result for entry in truth.ledger]
        [revoke], asked = truth.verdicts, match.question
        assert asked is not None
        assert (asked.verdict.text, match.verdicts) == (revoke.text, ())
        phone, shown = rig.phone(Role.PLAYER, match.names[asked.verdict.seat or 0]), tmp_path / "shown.jpg"
        page, found = phone.get("/question")[1], list[str]()
        for line in (asked.verdict.event, asked.verdict.proved):
            assert f'<image href="/question/{line}.jpg"' in page
            shown.write_bytes(phone.client.get(f"/question/{line}.jpg").content)
            found.append(likeliest(shown))
    assert found == [revoke.card, *(revoke.proof or ())]
    assert main(["replay", str(record)]) == 0


class Alerts(Subscriber):
    """Keeps what the displays were told, each sentence once."""

    def __init__(self) -> None:
        self.texts = list[str]()

    def on_face(self, shown: ComposedFace) -> None:
        text = shown.face.alert.text
        if text and text not in self.texts:
            self.texts.append(text)


@pytest.mark.parametrize("swapped", [False, True])
def test_stickers_of_another_card_are_told_in_the_deal_and_right_ones_never(
    place: DeckPlace, tmp_path: Path, *, swapped: bool
) -> None:
    place.write(confirmed(drawn_library(names_of(SCRIPT.match.game))))
    file = settings(place)
    file.write_text(file.read_text().replace('"faces"', '"both"'))
    config, script, alerts = load(file), SCRIPT.first(3), Alerts()
    wiring.check_rules(config, SettingsText.of(file))
    first, second = (card for _, card in script.plays[:2])
    marks = {first: second, second: first} if swapped else {}
    with Journal(tmp_path / "evening.jsonl") as journal:
        session = MatchSession(journal, config.opening(), AnnounceOptions("training"), None, wiring.table(config))
        watching = eyes(session.match, wiring.source(config), checks=wiring.checks(config))
        table = LiveTable(session)
        table.subscribe(alerts)
        film = filmed(script, lambda _deck, card: stickered(card, marks.get(card, card)))
        CameraLoop(table, watching, doubts=watching.take_doubts).run(film)
    assert [card for _, card in plays(session)] == [marks.get(card, card) for _, card in script.plays]
    assert session.match.accuses
    told = [text for text in alerts.texts if text.startswith("the stickers on")]
    own = "correct the card, and stick its own ones on it"
    assert told == [f"the stickers on {card} say {other}: {own}" for card, other in marks.items()]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("", ""), "line 9: there is no deck old-jass in "),
        (('"old-jass"', '"old-jass"\n[referee]\nannounce = "tournament"'), "line 8: by their faces cards"),
        (('"plus-minus"', '"doppelkopf"'), "line 8: doppelkopf has each card twice, and by their faces "),
        (('"old-jass"', '"../jass"'), "line 9: "),
    ],
)
def test_an_unplayable_deck_is_reported_with_its_line(
    change: tuple[str, str], why: str, place: DeckPlace, capsys: pytest.CaptureFixture[str]
) -> None:
    file = settings(place)
    text = file.read_text().replace(*change)
    if "doppelkopf" in text:
        text = text.replace('"Carla"]', '"Carla", "Dora"]').replace(f'profile = "{SCRIPT.match.rules.profile}"\n', "\n")
    file.write_text(text)
    assert main(["config", "check", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"schiri: {file}, {why}")
