"""The words that the voice itself adds, in the languages of the players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vision.words.cards import Lang


@dataclass(frozen=True, slots=True)
class VoiceWords:
    """The voice's own words in one language, with fields in braces."""

    deal: str
    score: str
    minus: str
    point: str
    """Between the whole and the half of a number."""
    turn: str
    dealer: str
    over: str
    arbiter: str
    withdrawn: str
    unsaved: str
    """Before everything, while events are not on the disk."""
    code: str
    """For whoever has no display to read it from."""


WORDS: Final[Mapping[Lang, VoiceWords]] = {
    "en": VoiceWords(
        deal="Deal {number} is over.",
        score="{name}: {score}.",
        minus="minus ",
        point=".",
        turn="{name} to play.",
        dealer="{name} deals.",
        over="The match is over.",
        arbiter="The arbiter, please.",
        withdrawn="Withdrawn:",
        unsaved="Not saved.",
        code="Pairing code: {code}.",
    ),
    "de": VoiceWords(
        deal="Runde {number} ist fertig.",
        score="{name}: {score}.",
        minus="minus ",
        point=",",
        turn="{name} ist an der Reihe.",
        dealer="{name} gibt.",
        over="Das Spiel ist aus.",
        arbiter="Schiedsrichter, bitte.",
        withdrawn="Zurückgenommen:",
        unsaved="Nicht gesichert.",
        code="Der Code zum Koppeln: {code}.",
    ),
    "fr": VoiceWords(
        deal="La donne {number} est finie.",
        score="{name} : {score}.",
        minus="moins ",
        point=",",
        turn="C'est à {name}.",
        dealer="{name} distribue.",
        over="La partie est finie.",
        arbiter="L'arbitre, s'il vous plaît.",
        withdrawn="Retiré :",
        unsaved="Non enregistré.",
        code="Code d'appairage : {code}.",
    ),
    "it": VoiceWords(
        deal="La mano {number} è finita.",
        score="{name}: {score}.",
        minus="meno ",
        point=",",
        turn="Tocca a {name}.",
        dealer="{name} dà le carte.",
        over="La partita è finita.",
        arbiter="L'arbitro, per favore.",
        withdrawn="Ritirato:",
        unsaved="Non salvato.",
        code="Codice di abbinamento: {code}.",
    ),
    # In kana: espeak-ng reads Chinese characters out as such.
    "ja": VoiceWords(
        deal="{number} かいせん しゅうりょう。",
        score="{name}、{score} てん。",
        minus="マイナス ",
        point=".",
        turn="{name} さんの ばんです。",
        dealer="{name} さんが くばります。",
        over="しあい しゅうりょう。",
        arbiter="しんぱんを おねがいします。",
        withdrawn="とりけし。",
        unsaved="ほぞん されて いません。",
        code="ペアリング コード、{code}。",
    ),
}
