"""``[reading] areas``: whose card it is goes by what is set."""

import pytest

from controller.live import wiring
from controller.record.events import MatchStart, Played
from controller.referee.fold import start
from controller.settings import model as config
from controller.settings.errors import SettingsText
from controller.settings.model import Config, ConfigError
from vision.base.observation import Laid

TABLE = """
[table]
game = "condor"
seats = ["Anna", "Berta"]
"""
SIDES = TABLE + "[reading]\nareas = [[420, 42, 597, 298], [3, 42, 180, 298]]\nreach_mm = 0\n"


def seats_of_cards(settings: Config) -> list[int]:
    """Who is taken to have played a card that lies left, right, below and above."""
    places = {"S2": (90, 170), "S3": (500, 170), "S4": (300, 250), "S5": (300, 90)}
    opening, table = start(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla"))), wiring.table(settings)
    seen = [Laid(0, card, x, y, 0, 1, 3, 1, first=1) for card, (x, y) in places.items()]
    events = [event for one in seen for event in table.events(opening, one, 1)]
    return [event.seat for event in events if isinstance(event, Played)]


def test_cards_belong_to_the_areas_that_are_set_and_to_the_printed_ones_otherwise() -> None:
    assert seats_of_cards(config.parse(SIDES)) == [1, 0]
    assert seats_of_cards(config.parse(TABLE)) == [0, 1]


@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ("[[3, 42, 180, 298]]", "[reading]: 1 areas for 2 seats"),
        ("[[3, 42, 180, 298], [100, 3, 300, 300]]", "[reading]: areas 1 and 2 overlap"),
        ("[[3, 42, 180, 298], [200, 3, 300, 400]]", "[reading]: area 2 is not inside the mat"),
    ],
)
def test_areas_that_no_table_can_have_are_told_with_the_file(areas: str, said: str) -> None:
    settings = config.parse(f"{TABLE}[reading]\nareas = {areas}\n")
    with pytest.raises(ConfigError) as told:
        wiring.check_rules(settings, SettingsText("schiri.toml"))
    assert str(told.value).startswith(f"schiri.toml: {said}")


def test_an_area_of_three_numbers_is_told_with_its_line() -> None:
    with pytest.raises(ConfigError, match=r"^schiri.toml, line 6: the setting 'reading.areas.0.3' is missing"):
        config.parse(f"{TABLE}[reading]\nareas = [[3, 42, 180]]\n")
