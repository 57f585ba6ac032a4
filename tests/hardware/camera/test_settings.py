"""The camera's settings as a table's settings file gives them."""

import pytest

from controller.settings.model import ConfigError, parse
from hardware.camera.source import CameraSettings

TABLE = '[table]\ngame = "mittlere"\nseats = ["A", "B", "C"]\n'


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", CameraSettings()),
        ('exposure = "auto"\nfocus = "auto"\ngain = "auto"', CameraSettings()),
        (
            'size = "1280x720"\nfps = 30\nexposure = 8.5\nfocus = 40\ngain = 2',
            CameraSettings((1280, 720), 30, 8.5, 40, 2),
        ),
    ],
)
def test_settings_are_automatic_or_a_number(text: str, settings: CameraSettings) -> None:
    assert parse(f"{TABLE}[camera]\n{text}\n").camera.settings() == settings


@pytest.mark.parametrize(
    "line",
    [
        'size = "big"',
        'size = "1920x"',
        'size = "99999x10"',
        "fps = 0",
        "exposure = -1",
        'exposure = "short"',
        'focus = "near"',
        "gain = -3",
    ],
)
def test_a_bad_setting_is_one_sentence_that_names_its_line(line: str) -> None:
    with pytest.raises(ConfigError) as mistake:
        parse(f'{TABLE}[camera]\nsource = "0"\n{line}\n')
    assert str(mistake.value).startswith(f"schiri.toml, line 6: 'camera.{line.split()[0]}' cannot be ")
    assert "\n" not in str(mistake.value)


@pytest.mark.parametrize(
    ("line", "section"),
    [("knock_mm = 0", "calibration"), ("corrections_per_100 = 101", "reading"), ("window = 0", "reading")],
)
def test_limits_have_limits(line: str, section: str) -> None:
    with pytest.raises(ConfigError, match=rf"schiri.toml, line 5: '{section}.{line.split()[0]}' cannot be"):
        parse(f"{TABLE}[{section}]\n{line}\n")


def test_the_calibration_is_kept_beside_the_records() -> None:
    assert str(parse(f'{TABLE}[data]\ndirectory = "/d"\n').calibration_file) == "/d/calibration.json"
    assert str(parse(f'{TABLE}[calibration]\nfile = "/e/c.json"\n').calibration_file) == "/e/c.json"
