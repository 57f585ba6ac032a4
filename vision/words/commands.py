"""What stands on the command cards, in each language of `card_words.LANGS`."""

from collections.abc import Mapping
from typing import Final

from vision.words.cards import LANGS, Lang


def _everywhere(title: str, japanese: str) -> tuple[str, str, str, str, str]:
    """A game that keeps its name in all Latin letters."""
    return title, title, title, title, japanese


_WORDS: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "pass": ("Pass", "Passe", "Passe", "Passo", "パス"),
    "yes": ("Yes", "Ja", "Oui", "Sì", "はい"),
    "no": ("No", "Nein", "Non", "No", "いいえ"),
    "undo": ("Undo", "Zurück", "Annuler", "Annulla", "取り消し"),
    "new-deal": ("New deal", "Neu geben", "Nouvelle donne", "Nuova mano", "次のディール"),
    "misdeal": ("Misdeal", "Vergeben", "Maldonne", "Mano nulla", "配り直し"),
    "new-match": ("New match", "Neue Partie", "Nouvelle partie", "Nuova partita", "新しい試合"),
    "end": ("End of match", "Partie beenden", "Fin de partie", "Fine partita", "試合終了"),
    "arbiter": ("Arbiter!", "Schiri!", "Arbitre !", "Arbitro!", "審判!"),
    "uphold": ("Upheld", "Bestätigt", "Confirmé", "Confermato", "違反と認める"),
    "dismiss": ("Dismissed", "Abgelehnt", "Rejeté", "Respinto", "違反なし"),
    "score": ("Score?", "Stand?", "Score ?", "Punteggio?", "得点は?"),
    "repeat": ("Say it again", "Noch einmal", "Répéter", "Ripeti", "もう一度"),
    "spades": ("Spades", "Schaufel / Eichel", "Pique / Glands", "Picche / Ghiande", "スペード"),
    "hearts": ("Hearts", "Herz / Schellen", "Cœur / Grelots", "Cuori / Sonagli", "ハート"),
    "diamonds": ("Diamonds", "Ecken / Schilten", "Carreau / Écus", "Quadri / Scudi", "ダイヤ"),
    "clubs": ("Clubs", "Kreuz / Rosen", "Trèfle / Roses", "Fiori / Rose", "クラブ"),
    "no-trump": ("No trump", "Obenabe", "Tout en haut", "Tutto sopra", "ノートランプ"),
    "reverse": ("Reverse", "Undenufe", "Tout en bas", "Tutto sotto", "リバース"),
    "slalom": ("Slalom", "Slalom", "Slalom", "Slalom", "スラローム"),
    "gustav": ("Gustav", "Gustav", "Gustave", "Gustav", "グスタフ"),
    "joker1": ("Joker 1", "Joker 1", "Joker 1", "Jolly 1", "ジョーカー1"),
    "joker2": ("Joker 2", "Joker 2", "Joker 2", "Jolly 2", "ジョーカー2"),
    "up": ("Aces high first", "Zuerst oben", "D'abord en haut", "Prima sopra", "先にA順"),
    "down": ("Sixes high first", "Zuerst unten", "D'abord en bas", "Prima sotto", "先に6順"),
    "in": ("In", "Dabei", "Je joue", "Gioco", "出る"),
    "out": ("Out", "Weg", "Je sors", "Esco", "降りる"),
    "blind": ("Blind", "Blind", "Aveugle", "Cieco", "ブラインド"),
    "agree": ("Agreed: one each", "Einig: je eins", "D'accord : un chacun", "D'accordo: uno a testa", "1点ずつ"),
    "exchange": ("Exchange the 6", "Sechs tauschen", "Échanger le 6", "Cambio il 6", "6を交換"),
    "weis-20": ("Weis 20", "Weis 20", "Annonce 20", "Annuncio 20", "ヴァイス20"),
    "weis-50": ("Weis 50", "Weis 50", "Annonce 50", "Annuncio 50", "ヴァイス50"),
    "weis-100": ("Weis 100", "Weis 100", "Annonce 100", "Annuncio 100", "ヴァイス100"),
    "weis-150": ("Weis 150", "Weis 150", "Annonce 150", "Annuncio 150", "ヴァイス150"),
    "weis-200": ("Weis 200", "Weis 200", "Annonce 200", "Annuncio 200", "ヴァイス200"),
    "stock": ("Stöck", "Stöck", "Stöck", "Stöck", "シュテック"),
    "petite": ("Petite", "Petite", "Petite", "Petite", "プチット"),
    "pousse": ("Pousse", "Pousse", "Pousse", "Pousse", "プス"),
    "prise": ("Prise", "Prise", "Prise", "Prise", "プリーズ"),
    "garde": ("Garde", "Garde", "Garde", "Garde", "ギャルド"),
    "garde-sans": ("Garde sans", "Garde sans", "Garde sans", "Garde sans", "ギャルド・サン"),
    "garde-contre": ("Garde contre", "Garde contre", "Garde contre", "Garde contre", "ギャルド・コントル"),
    "chelem": ("Chelem", "Chelem", "Chelem", "Chelem", "シュレム"),
    "poignee-single": ("Poignée", "Poignée", "Poignée", "Poignée", "ポワニェ"),
    "poignee-double": (
        "Double poignée",
        "Doppelte Poignée",
        "Double poignée",
        "Doppia poignée",
        "ダブル・ポワニェ",
    ),
    "poignee-triple": (
        "Triple poignée",
        "Dreifache Poignée",
        "Triple poignée",
        "Tripla poignée",
        "トリプル・ポワニェ",
    ),
    "misere": ("Misère", "Misère", "Misère", "Misère", "ミゼール"),
    "petit-sec": ("Petit sec", "Petit sec", "Petit sec", "Petit secco", "プチ1枚"),
    "call": ("I call …", "Ich rufe …", "J'appelle …", "Chiamo …", "指名"),
    "nobody": ("Nobody", "Niemand", "Personne", "Nessuno", "パートナーなし"),
    "laid-away": ("Laid away", "Abgelegt", "Écart fait", "Scartato", "捨て終わり"),
    "take": ("Take", "Nehmen", "Je prends", "Prendo", "取る"),
    "leave": ("Leave", "Lassen", "Je laisse", "Lascio", "譲る"),
    "game-coiffeur": _everywhere("Coiffeur-Schieber", "コアフュール"),
    "game-condor": _everywhere("Condor Whist", "コンドル・ホイスト"),
    "game-handjass": _everywhere("Handjass", "ハントヤス"),
    "game-middler-joker": _everywhere("Mittlere + Joker", "ミットレレ+ジョーカー"),
    "game-mittlere": _everywhere("Mittlere", "ミットレレ"),
    "game-molotow": _everywhere("Molotow", "モロトフ"),
    "game-plus-minus": _everywhere("Plus-Minus", "プラスマイナス"),
    "game-tarot": ("French Tarot", "Französisches Tarot", "Tarot", "Tarot francese", "フランス・タロット"),
    "seats-2": ("2 players", "Zu zweit", "À deux", "In due", "2人"),
    "seats-3": ("3 players", "Zu dritt", "À trois", "In tre", "3人"),
    "seats-4": ("4 players", "Zu viert", "À quatre", "In quattro", "4人"),
    "seats-5": ("5 players", "Zu fünft", "À cinq", "In cinque", "5人"),
}


def command_name(command: str, lang: Lang) -> str:
    """What a command card says.

    Raises:
        KeyError: no command of `identity.COMMANDS` is called so.

    >>> command_name("reverse", "de"), command_name("arbiter", "fr")
    ('Undenufe', 'Arbitre !')
    """
    return _WORDS[command][LANGS.index(lang)]
