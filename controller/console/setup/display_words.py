"""Displays in words for the table: what each kind is, how it is, and what can be set about it."""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.console.words.gettext import _


@dataclass(frozen=True, slots=True)
class KindWords:
    """A kind of display by the name that people call it, and what it is."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class DisplayState:
    """The state of a display, for people."""

    is_well: bool
    sentence: str
    """One sentence; with what to do where something is wrong."""
    detail: str = ""
    """Words of the display itself, for experts."""


def kind_words(kind: str) -> KindWords:
    """Return a kind of display as people call it."""
    words = {
        "kiosk": (_("Television, tablet or laptop"), _("Anything with a browser; nothing is plugged in.")),
        "serial": (
            _("Small screen of our own"),
            _("A Pico or an Arduino with Schiri's program: a small screen, paper, figures or lights."),
        ),
        "wled": (_("Strip of lights"), _("Run by WLED: a piece of the strip for each player.")),
        "epaper": (_("E-paper, 4.3 inch"), _("Waveshare's, with its serial plug: large figures, no light of its own.")),
        "backpack": (
            _("Lines of letters"),
            _("A display of two or four lines, such as those with Adafruit's USB backpack."),
        ),
        "lcdproc": (_("Display of another program"), _("Whatever LCDproc drives, on this machine or another.")),
    }
    name, about = words.get(kind, (kind.replace("-", " ").capitalize(), _("Brought by a package of somebody else.")))
    return KindWords(name, about)


def state_words(kind: str, status: str | None) -> DisplayState:
    """Describe the state of a display.

    Args:
        kind: kind of display.
        status: what it says of itself (`Displays.status`); None: the referee does not use it yet.
    """
    if status is None:
        sentence = _("It is not in use yet. That begins as soon as no deal is being played.")
        return DisplayState(is_well=True, sentence=sentence)
    state = status.partition(":")[0]
    if state == "connected":
        return DisplayState(is_well=True, sentence=_("It is there, and shows the table."), detail=status)
    if state == "sending":
        return DisplayState(is_well=True, sentence=_("It is sent the table; this kind never answers."), detail=status)
    return DisplayState(is_well=False, sentence=_trouble(kind, status), detail=status)


def _trouble(kind: str, status: str) -> str:
    """Return what is wrong with a display, and what to do."""
    if status.startswith("no browser"):
        return _("No browser shows it yet.")
    if status.startswith("no port") and kind == "kiosk":
        return _("Its page cannot be opened: another program has taken its place on this machine.")
    if status.startswith("no port") and kind == "lcdproc":
        return _("That program is not reached: is it running, and is its machine on?")
    if status.startswith("no port"):
        return _("It is not plugged in, or at another plug.")
    if status.startswith("no answer"):
        return _("Something is plugged in, but does not answer: is it this kind of display?")
    if status.startswith("refused"):
        return _("It answers, but not as this kind of display does: is it another one, or is its program too old?")
    return _("It has failed: unplug it, and plug it in again.")


def setting_words() -> Mapping[str, tuple[str, str]]:
    """Name and meaning of each setting of a display, by its key; the meaning is empty where the name says it."""
    return {
        "baud": (_("Speed of the line"), _("In bits a second; it has to be the one that the display is set to.")),
        "lights": (
            _("How many lights has the strip?"),
            _("Count them; with 0 it shows scenes that you have made in WLED."),
        ),
        "brightness": (_("Brightest light"), _("Lights near the mat disturb the camera, so let them be weak.")),
        "idle": (_("Scene while nobody plays"), _("By its number in WLED; 0 is dark.")),
        "play": (_("Scene while a deal is played"), _("By its number in WLED; 0 is dark.")),
        "foul": (_("Scene while a fault is told"), _("By its number in WLED; 0 is dark.")),
        "trouble": (_("Scene while something is wrong"), _("By its number in WLED; 0 is dark.")),
        "turns": (
            _("Scenes of the players"),
            _("One for each player in order of play, shown while it is their turn; they may be left out."),
        ),
        "refresh_s": (_("Rest between two pictures"), _("In seconds, at least: the paper flashes each time.")),
        "upside_down": (_("It hangs upside down."), ""),
        "size": (_("How many letters, in how many lines?"), _("Letters of a line, x and lines, such as 20x4.")),
        "light": (_("Light behind the letters"), ""),
        "contrast": (_("Contrast"), _("As the glass needs it; if it is left out, it stays as the display has it.")),
        "page_s": (_("Turning the page"), _("So many seconds each page is shown.")),
        "options": (_("Its own settings"), _("As its package says them, such as rows=2 light=40.")),
    }


def first_settings(kind: str) -> tuple[str, ...]:
    """Return the settings of a kind that everybody is asked for; all others are for experts."""
    return {"wled": ("lights",), "epaper": ("upside_down",), "backpack": ("size",)}.get(kind, ())
