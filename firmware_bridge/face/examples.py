"""Example faces: what a table shows in the course of an evening. To test a display with, and to look at its layout."""

from typing import Final

from firmware_bridge.face.face import Alert, Face, Lamp, Row

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
        contract="trump hearts",
        trick="trick 3 of 12",
        lead="Carla led hearts",
    ),
    "four": Face(
        "Coiffeur, deal 11",
        FOUR,
        "trick 9 of 9, Jürg plays no-trump-down as tutti, Zoë to play",
        contract="Jürg plays no-trump-down as tutti",
        trick="trick 9 of 9",
        lead="Jürg led spades",
    ),
    "five": Face(
        "French Tarot, deal 2",
        FIVE,
        "trick 1 of 15, Bea garde-sans, SK called, Doris to play",
        contract="Bea garde-sans, SK called",
        trick="trick 1 of 15",
        lead="Doris leads",
    ),
    "verdict": Face(
        "Mittlere, deal 4",
        (THREE[0], Row("Berta", "-12", "oooooooooooo", Lamp.FOUL), THREE[2]),
        "trick 7 of 12, trump H, Anna to play",
        Alert("Berta revoked in trick 3: DQ on H7, while holding H10 (played in trick 7).", "verdict"),
        contract="trump hearts",
        trick="trick 7 of 12",
        lead="Berta led diamonds",
    ),
    "check": Face(
        "Mittlere, deal 4",
        THREE,
        "trick 7 of 12, please check H10",
        Alert("Berta played H10, which Anna has shown; please check that card.", "check"),
        trick="trick 7 of 12",
        check="please check H10",
    ),
    "blind": Face(
        "Mittlere, deal 4", THREE, "trick 3 of 12", Alert("camera blind: the camera was unplugged", "trouble")
    ),
    "deal": Face("Mittlere", (Row("Anna", "0"), Row("Berta", "0"), Row("Carla", "0")), "Anna deals"),
}
"""Example faces by name."""
