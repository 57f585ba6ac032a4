"""A game, profile or house rule that there is not is told with file, line, what is allowed, and what may be meant."""

import pytest

from controller.live import wiring
from controller.settings import model as config
from controller.settings.errors import SettingsText
from controller.settings.model import ConfigError

SEATS = 'seats = ["Anna", "Berta", "Carla"]\n'
TABLE = f'# ours\n[table]\ngame = "mittlere"\n{SEATS}'


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as mistake:
        wiring.check_rules(config.parse(text), SettingsText("schiri.toml", text))
    assert "\n" not in str(mistake.value)
    return str(mistake.value)


FOLOW = "there is no option 'folow' in this game; there are deals, hundred_and_none, follow; did you mean follow?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f'{TABLE}[table.options]\ndeals = 6\nfolow = "head"\n', f"line 7: {FOLOW}"),
        (f'{TABLE}options.folow = "head"\n', f"line 5: {FOLOW}"),
        (f'{TABLE}options = {{ folow = "head" }}\n', f"line 5: {FOLOW}"),
        (f'{TABLE}[table.options]\n"folow" = "head"\n', f"line 6: {FOLOW}"),
        (f'table.game = "mittlere"\ntable.{SEATS}table.options.folow = 1\n', f"line 3: {FOLOW}"),
        (
            f'{TABLE}[table.options]\nfollow = "heead"\n',
            "line 6: option 'follow' cannot be 'heead'; it can be jass, head, plain; did you mean head?",
        ),
        (
            f"{TABLE}[table.options]\ndeals = -4\n",
            "line 6: option 'deals' cannot be -4; it can be 0, 12 or another number",
        ),
        (
            f'{TABLE}profile = "swis"\n',
            "line 5: there is no profile 'swis'; there are seed, swiss, parlett, fft2012; did you mean swiss?",
        ),
        (
            TABLE.replace("mittlere", "mitlere"),
            "line 3: there is no game 'mitlere'; there are belote, bridge, coiffeur, condor",
        ),
        (TABLE.replace(', "Carla"', ""), "line 4: mittlere has 3 seats, and the match names 2"),
        (
            f'{TABLE}[referee]\npack = "swis"\n',
            "line 6: there is no rulebook 'swis'; there are fft2012, isko, laws2017, preisschnapsen, record, swiss, "
            "tsr2000, whist1864; did you mean swiss?",
        ),
        (f"{TABLE}[camera]\n[reading]\nareas = [[3, 42, 180, 298]]\n", "line 7: 1 areas for 3 seats"),
    ],
)
def test_a_rule_that_there_is_not_is_told_with_its_line(text: str, told: str) -> None:
    assert refused(text).startswith(f"schiri.toml, {told}")


def test_without_a_line_the_section_is_told() -> None:
    with pytest.raises(ConfigError, match=r"^schiri\.toml: \[table\]: there is no option 'folow'"):
        wiring.check_rules(config.parse(f"{TABLE}options.folow = 1\n"), SettingsText("schiri.toml"))


@pytest.mark.parametrize("value", ["{ a = 1 }", "2026-11-23", "07:30:00"])
def test_a_value_of_a_kind_that_no_option_has(value: str) -> None:
    with pytest.raises(ConfigError) as mistake:
        config.parse(f"{TABLE}[table.options]\ndeals = {value}\n")
    told = str(mistake.value)
    assert told.startswith("schiri.toml, line 6: 'table.options.deals' cannot be ")
    assert told.endswith(": write true or false, a number, a word or a list of these")
