"""Words of the set-up pages: what can be chosen, in a sentence each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from controller.console.words.gettext import _, core
from controller.live.camera_words import seat_names
from controller.record.message import Message
from controller.referee.announce import Policy
from controller.rules.options import Option
from vision.calibration.advice import CameraAdvice


@dataclass(frozen=True, slots=True)
class CameraCheck:
    """One of the things that a camera needs, and whether it has it."""

    name: str
    is_well: bool
    sentences: tuple[str, ...]
    """All that is well, or what to do; a sentence each."""


def policy_words() -> Mapping[Policy, str]:
    """Each announce policy: who is told what when."""
    return {
        "training": _("Training: everything is said at once, also what only known hands prove."),
        "club": _("Club: what the cards on the table prove is said at once; the rest after the deal."),
        "tournament": _("Tournament: nothing is said before the deal ends; an arbiter sees everything at once."),
    }


def pack_words() -> Mapping[str, str]:
    """Each rulebook that this program knows a sentence for."""
    return {
        "record": _("None: verdicts are kept in the record, and the scores stay as played."),
        "swiss": _("Swiss practice: for a revoke in Jass, tricks go to the other side."),
        "laws2017": _("Laws of Duplicate Bridge, 2017: for a revoke, one trick or two go to the other side."),
        "whist1864": _("Laws of Whist, 1864: for a revoke, three tricks go to the other side."),
        "isko": _("International Skat Order: what a revoke or a lead out of turn costs in Skat; the arbiter sets it."),
        "preisschnapsen": _("Schnapsen tournaments in Austria: what a revoke costs; the arbiter sets it."),
        "tsr2000": _("German Doppelkopf federation, 2000: what a revoke costs in Doppelkopf; the arbiter sets it."),
        "fft2012": _("French Tarot federation, 2012: what a revoke costs in Tarot."),
    }


def suits_words() -> Mapping[str, str]:
    """Return the packs that a table can have, by their suits."""
    return {
        "french": _("French suits: spades, hearts, diamonds, clubs"),
        "swiss": _("Swiss suits: acorns, shields, roses, bells"),
        "german": _("German suits: acorns, leaves, hearts, bells"),
    }


def profile_words(profile: str) -> str:
    """Return a profile as people call it."""
    words = {
        "seed": _("the usual rules"),
        "swiss": _("as in Switzerland"),
        "parlett": _("as David Parlett describes it"),
        "fft2012": _("as the French Tarot federation plays, 2012"),
        "rubber": _("rubbers"),
        "isko": _("as in tournaments"),
        "coinche": _("coinche, as pagat.com tells it"),
        "contree": _("contrée, as contree.org tells it"),
        "ffb": _("as the French federation plays, without announcements"),
        "ffb-coinche": _("coinche, as the French federation plays"),
        "ffb-contree": _("contrée, as the French federation plays"),
        "swisslos": _("as at Swisslos, numbers in secret"),
        "swisslos-2500": _("as at Swisslos, to 2500 and with multipliers"),
        "swisslos-2500-swiss": _("as at Swisslos, to 2500 and with multipliers, Swiss cards"),
        "eight-deals": _("eight deals, without Weis and Stöck"),
        "jasswelt": _("with a bonus for exact numbers"),
        "gambiter": _("with a bonus for exact numbers, but for 0"),
        "american": _("as Americans play"),
        "long": _("a long match"),
        "omnibus": _("with the jack of diamonds"),
        "loose": _("the talon open to its end"),
        "strict": _("a failure costs three"),
        "home": _("as at home"),
        "tournament": _("24 deals, without the solo that each owes"),
        "pub": _("as in the pub, with Kontra and Ramsch"),
        "stammtisch": _("as at a table of regulars, with their own rules"),
        "ddv": _("as in tournaments, with the solo that each owes"),
        "open-spiel": _("as the program OpenSpiel plays"),
    }
    return words.get(profile, profile)


def option_words(option: Option) -> str:
    """Return the name of an option without its underscores."""
    return option.name.replace("_", " ").capitalize()


def seat_side(turn: float) -> str:
    """Name the side of the picture at which a seat is, by how its cards stand."""
    sides = {0: _("bottom"), 90: _("left"), 180: _("top"), 270: _("right")}
    return sides[round(turn) % 360]


def camera_checks(advice: Sequence[CameraAdvice], names: Sequence[str]) -> tuple[CameraCheck, ...]:
    """Distance, sharpness and light, each with what to do where it should be better.

    Args:
        advice: what a measurement found.
        names: names of the seats.
    """
    return (
        _check(_("Distance"), ("nearer", "all", "pale"), _("The camera is near enough."), advice, names),
        _check(_("Sharpness"), ("focus", "all"), _("The picture is sharp enough."), advice, names),
        _check(_("Light"), ("light", "all", "dim", *_LAMP), _("There is light enough everywhere."), advice, names),
    )


_LAMP = ("faint", "haze", "glare", "uneven", "flicker")


def _check(
    name: str, kinds: Sequence[str], good: str, advice: Sequence[CameraAdvice], names: Sequence[str]
) -> CameraCheck:
    # What is short of everything is told of each by its own sentence.
    advised = [(kinds[0] if one.kind == "all" else one.kind, one.seats) for one in advice if one.kind in kinds]
    places = [core(Message.of("{place}", {"place": seat_names(seats, names)})) for _kind, seats in advised]
    sentences = dict.fromkeys(
        _to_do(kind).format(place=place) for (kind, _seats), place in zip(advised, places, strict=True)
    )
    return CameraCheck(name, not sentences, tuple(sentences) or (good,))


def _to_do(kind: str) -> str:
    """Return what to do about one thing that the camera lacks."""
    words = {
        "pale": _(
            "White cards are not all noticed on a mat as white: lay a darker mat or cloth, or bring the camera nearer."
        ),
        "dim": _("Give more light; not all cards are noticed."),
        "nearer": _("Bring the camera nearer, or let it take larger pictures; cards are too small at {place}."),
        "focus": _("Focus the camera, or wipe its lens; the picture is not sharp at {place}."),
        "light": _("Give more light; it is too dark at {place}."),
        "faint": _("Give more light; black and white are hardly told apart at {place}."),
        "haze": _("Turn the lamp away from the camera: a haze of light lies over {place}."),
        "glare": _("Move the lamp; its light is mirrored at {place}."),
        "uneven": _("Move the lamp to the middle; one corner of the mat is much darker than another."),
        "flicker": _("The lamp flickers; take another one."),
    }
    return words[kind]
