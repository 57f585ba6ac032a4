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
    card: str
    """A card that was laid, or a word that was said."""
    placed: str
    """A card that was put into an older place of a deal."""
    beside: str
    """A card that lies open and is no part of the trick."""
    back: str
    """A card that was taken back, or was another one."""
    trick: str
    goes: str
    """An older trick that is somebody else's now."""
    trump: str
    no_trump: str
    lies: str
    """What lies there, the same with its own words as the last trick."""
    nothing: str
    last: str
    no_last: str
    open: str
    """Cards laid open that are no plays."""
    gap: str
    void: str
    undone: str
    """A whole deal, or its end, was taken back."""
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
        card="{name}: {card}.",
        placed="In trick {number}, {name}: {card}.",
        beside="{name}: {card}, beside the trick.",
        back="Taken back, {name}: {card}.",
        trick="{name} takes the trick.",
        goes="Trick {number} goes to {name}.",
        trump="Trump: {suit}.",
        no_trump="No trump.",
        lies="On the table: {cards}.",
        nothing="Nothing lies on the table.",
        last="The last trick: {cards}.",
        no_last="No trick yet.",
        open="Open: {cards}.",
        gap="Something was not seen.",
        void="The deal is void.",
        undone="Taken back.",
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
        card="{name}: {card}.",
        placed="Im Stich {number}, {name}: {card}.",
        beside="{name}: {card}, neben dem Stich.",
        back="Zurückgenommen, {name}: {card}.",
        trick="Der Stich geht an {name}.",
        goes="Stich {number} geht an {name}.",
        trump="Trumpf: {suit}.",
        no_trump="Kein Trumpf.",
        lies="Auf dem Tisch: {cards}.",
        nothing="Es liegt nichts da.",
        last="Der letzte Stich: {cards}.",
        no_last="Noch kein Stich.",
        open="Offen: {cards}.",
        gap="Etwas blieb ungesehen.",
        void="Die Runde ist ungültig.",
        undone="Zurückgenommen.",
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
        card="{name} : {card}.",
        placed="Au pli {number}, {name} : {card}.",
        beside="{name} : {card}, à côté du pli.",
        back="Retirée, {name} : {card}.",
        trick="Le pli est à {name}.",
        goes="Le pli {number} est à {name}.",
        trump="Atout : {suit}.",
        no_trump="Pas d'atout.",
        lies="Sur la table : {cards}.",
        nothing="Rien sur la table.",
        last="Le dernier pli : {cards}.",
        no_last="Aucun pli encore.",
        open="Visibles : {cards}.",
        gap="Quelque chose n'a pas été vu.",
        void="La donne est nulle.",
        undone="Retiré.",
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
        card="{name}: {card}.",
        placed="Nella presa {number}, {name}: {card}.",
        beside="{name}: {card}, accanto alla presa.",
        back="Ritirata, {name}: {card}.",
        trick="La presa è di {name}.",
        goes="La presa {number} è di {name}.",
        trump="Atout: {suit}.",
        no_trump="Nessun atout.",
        lies="Sul tavolo: {cards}.",
        nothing="Sul tavolo non c'è nulla.",
        last="L'ultima presa: {cards}.",
        no_last="Ancora nessuna presa.",
        open="Scoperte: {cards}.",
        gap="Qualcosa non è stato visto.",
        void="La mano è nulla.",
        undone="Ritirato.",
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
        card="{name}、{card}。",
        placed="トリック {number}、{name}、{card}。",
        beside="{name}、{card}、トリックの そと。",
        back="とりけし、{name}、{card}。",
        trick="トリックは {name} さん。",
        goes="トリック {number} は {name} さん。",
        trump="きりふだ、{suit}。",
        no_trump="きりふだ なし。",
        lies="ば の カード、{cards}。",
        nothing="ば には なにも ありません。",
        last="まえの トリック、{cards}。",
        no_last="まだ トリックは ありません。",
        open="オープン、{cards}。",
        gap="みえなかった ところが あります。",
        void="この ディールは むこうです。",
        undone="とりけし しました。",
        code="ペアリング コード、{code}。",
    ),
}
