"""The voice: espeak-ng itself where it is installed, and programs in its place that hang, fail or are not there."""

import sys
import wave
from array import array
from contextlib import closing
from pathlib import Path

import pytest

from controller.peripherals.voice_words import voice_words
from hardware import voice
from hardware.voice import Sentence, Voice
from tests.support.waiting import PATIENCE_S, until
from vision.words.cards import LANGS


def script(path: Path, body: str) -> str:
    """A program that stands in for espeak-ng."""
    path.write_text(
        f"#!{sys.executable}\nimport sys, time\nfrom pathlib import Path\nhere = Path({str(path.parent)!r})\n{body}"
    )
    path.chmod(0o755)
    return str(path)


WRITES = """
said = sys.stdin.read()
with (here / "said").open("a") as out:
    out.write(f"{sys.argv[-1]} {said}\\n")
time.sleep(60 if "forever" in said else 0)
"""


def spoken(folder: Path) -> list[str]:
    """The lines that were said so far."""
    path = folder / "said"
    return path.read_text().splitlines() if path.exists() else []


def sound(path: Path) -> tuple[float, int]:
    """How long a sound is, seconds, and how loud at its loudest, of 32768."""
    with wave.open(str(path)) as file:
        samples = array("h", file.readframes(file.getnframes()))
        return len(samples) / file.getnchannels() / file.getframerate(), max(map(abs, samples), default=0)


@pytest.mark.needs("voice")
def test_espeak_speaks_every_language_of_the_players(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    sentences = [
        Sentence(lang, words.turn.format(name="Anna")) for lang, words in ((one, voice_words(one)) for one in LANGS)
    ]
    speaking = Voice(into=tmp_path)
    speaking.say(sentences)
    last = tmp_path / f"{len(sentences)}.wav"
    until(lambda: last.exists() and speaking.is_silent)
    speaking.close()
    heard = [sound(tmp_path / f"{number}.wav") for number in range(1, len(sentences) + 1)]
    assert all(seconds > 0.2 and loud > 1000 for seconds, loud in heard), heard
    assert caplog.messages == []
    assert len({(tmp_path / f"{number}.wav").read_bytes() for number in range(1, len(sentences) + 1)}) == len(heard)


@pytest.mark.needs("voice")
def test_espeak_speaks_faster_and_louder_as_it_is_told(tmp_path: Path) -> None:
    found: list[tuple[float, int]] = []
    for number, (speed, volume) in enumerate(((160, 100), (320, 100), (160, 30))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with closing(Voice(speed, volume, into=folder)) as speaking:
            speaking.say([Sentence("en", "Berta revoked in trick 3.")])
            until(lambda speaking=speaking: speaking.is_silent)
    found = [sound(tmp_path / str(number) / "1.wav") for number in range(3)]
    assert found[1][0] < 0.8 * found[0][0]
    assert found[2][1] < 0.5 * found[0][1]


def test_the_newest_sentences_win_and_nothing_piles_up(tmp_path: Path) -> None:
    speaking = Voice(program=script(tmp_path / "speak", WRITES))
    said = tmp_path / "said"
    speaking.say([Sentence("de", "forever"), Sentence("de", "never")])
    until(lambda: said.exists() and bool(said.read_text()))
    for number in range(20):
        speaking.say([Sentence("fr", f"forever {number}")])
    speaking.say([Sentence("en", "first"), Sentence("it", "then")])
    until(lambda: said.read_text().endswith("it then\n") and speaking.is_silent)
    speaking.close()
    lines = said.read_text().splitlines()
    assert (lines[0], lines[-2:]) == ("de forever", ["en first", "it then"])
    assert "de never" not in lines


def test_a_text_is_never_an_option(tmp_path: Path) -> None:
    with closing(Voice(program=script(tmp_path / "speak", WRITES))) as speaking:
        speaking.say([Sentence("en", "-v --help; $(touch x)")])
        until(lambda: speaking.is_silent)
    assert (tmp_path / "said").read_text() == "en -v --help; $(touch x)\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["said", "speak"]


def test_a_missing_program_is_told_once_in_one_sentence(caplog: pytest.LogCaptureFixture) -> None:
    speaking = Voice(program="no-such-voice")
    for number in range(3):
        speaking.say([Sentence("en", str(number)), Sentence("en", "more")])
        until(lambda: speaking.is_silent)
    speaking.close()
    assert caplog.messages == [
        "voice: no-such-voice: No such file or directory; on Debian: sudo apt install espeak-ng; "
        "the game goes on without a voice"
    ]


@pytest.mark.parametrize(
    "body", ["sys.exit('error: no sound')", "sys.stderr.write('ALSA lib: x\\nerror: no sound\\n')"]
)
def test_a_machine_without_sound_is_told_once(body: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    speaking = Voice(program=script(tmp_path / "speak", body))
    for _ in range(2):
        speaking.say([Sentence("en", "hello")])
        until(lambda: caplog.messages)
    speaking.close()
    [told] = caplog.messages
    assert "speak cannot speak here (error: no sound); is a loudspeaker connected?; the game goes on" in told


def test_a_program_that_hangs_is_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(voice, "LONGEST_S", 1.0)
    speaking = Voice(program=script(tmp_path / "speak", WRITES))
    speaking.say([Sentence("en", "forever")])
    until(lambda: caplog.messages)
    monkeypatch.setattr(voice, "LONGEST_S", PATIENCE_S)
    speaking.say([Sentence("en", "hello")])
    until(lambda: (tmp_path / "said").read_text().endswith("hello\n"))
    speaking.close()
    assert "it hangs" in caplog.messages[0]


def test_closing_lets_nobody_wait_for_a_long_speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "_CLOSE_S", 0.1)
    speaking = Voice(program=script(tmp_path / "speak", WRITES))
    speaking.say([Sentence("en", "forever")])
    until(lambda: spoken(tmp_path))
    speaking.close()
    until(lambda: speaking.is_silent)


def test_sentences_that_come_after_others_break_nothing_off_and_are_faster_while_more_wait(tmp_path: Path) -> None:
    body = "open(said, 'a').write(' '.join(sys.argv[1:]) + ' ' + sys.stdin.read() + '\\n')"
    program = script(tmp_path / "speak", f"said = {str(tmp_path / 'said')!r}\n{body}")
    with closing(Voice(100, program=program)) as speaking:
        for number in range(5):
            speaking.say([Sentence("en", f"card {number}", is_brisk=True)], after=True)
        until(lambda: speaking.is_silent)
    lines = spoken(tmp_path)
    assert [line.rpartition("en ")[2] for line in lines] == [f"card {number}" for number in range(5)]
    assert ("-s 150" in lines[1], "-s 100" in lines[4]) == (True, True)


def test_an_urgent_sentence_replaces_all_that_wait(tmp_path: Path) -> None:
    with closing(Voice(program=script(tmp_path / "speak", WRITES))) as speaking:
        speaking.say([Sentence("de", "forever")])
        until(lambda: spoken(tmp_path))
        for number in range(voice.MOST_WAITING + 4):
            speaking.say([Sentence("en", str(number))], after=True)
        speaking.say([Sentence("en", "at once")])
        until(lambda: speaking.is_silent)
    assert spoken(tmp_path) == ["de forever", "en at once"]
