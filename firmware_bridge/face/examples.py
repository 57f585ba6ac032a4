"""Example faces: what a table shows in the course of an evening. To test a display with, and to look at its layout."""

from typing import Final

from firmware_bridge.face.face import Face, Lamp, Row

ADDRESS: Final = "http://schiri.local:8080/"

THREE: Final = (
    Row("Anna", "+3", "III", Lamp.TURN),
    Row("Berta", "-12", "oooooooooooo"),
    Row("Carla", "+9", "IIIIIIIII"),
)

FOUR: Final = (
    Row("Jürg", "1257", ""),
    Row("Zoë", "980", "", Lamp.TURN),
    Row("Maximilian", "1104", ""),
    Row("Bo", "35", ""),
)

FIVE: Final = (
    Row("Ada", "-49.5"),
    Row("Bea", "+115"),
    Row("Cosima", "-7"),
    Row("Doris", "+0", "", Lamp.TURN),
    Row("Eva", "-58.5"),
)

FACES: Final = {
    "idle": Face("Schiri", status="ready to deal", address=ADDRESS),
    "set-up": Face("Set up", status="schiri.local:8080", address=ADDRESS),
    "three": Face(
        "Mittlere, deal 4",
        THREE,
        "trick 3 of 12, trump H, Anna to play",
        "",
        "trump hearts",
        "trick 3 of 12",
        "hearts",
        2,
    ),
    "four": Face(
        "Coiffeur, deal 11",
        FOUR,
        "trick 9 of 9, Jürg plays no-trump-down as tutti, Zoë to play",
        contract="Jürg plays no-trump-down as tutti",
        trick="trick 9 of 9",
        led="spades",
        leader=0,
    ),
    "five": Face(
        "French Tarot, deal 2",
        FIVE,
        "trick 1 of 15, Bea garde-sans, SK called, Doris to play",
        contract="Bea garde-sans, SK called",
        trick="trick 1 of 15",
        leader=3,
    ),
    "verdict": Face(
        "Mittlere, deal 4",
        (THREE[0], Row("Berta", "-12", "oooooooooooo", Lamp.FOUL), THREE[2]),
        "trick 7 of 12, trump H, Anna to play",
        "Berta revoked in trick 3: DQ on H7, while holding H10 (played in trick 7).",
        contract="trump hearts",
        trick="trick 7 of 12",
        led="diamonds",
        leader=1,
    ),
    "check": Face(
        "Mittlere, deal 4",
        THREE,
        "trick 7 of 12, please check H10",
        "Berta played H10, which Anna has shown; please check that card.",
        trick="trick 7 of 12",
        check="please check H10",
    ),
    "blind": Face("Mittlere, deal 4", THREE, "trick 3 of 12", "camera blind: the camera was unplugged"),
    "deal": Face("Mittlere", (Row("Anna", "0"), Row("Berta", "0"), Row("Carla", "0")), "Anna deals"),
}
"""By name."""
