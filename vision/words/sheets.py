"""The few sentences on printed sheets, in each language of `card_words.LANGS`."""

from collections.abc import Mapping
from typing import Final

from vision.words.cards import LANGS, Lang

_WORDS: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "ruler": (
        "100 mm: print at 100 %, then measure this",
        "100 mm: mit 100 % drucken, dann nachmessen",
        "100 mm : imprimer à 100 %, puis mesurer",
        "100 mm: stampare al 100 %, poi misurare",
        "100 mm:倍率100%で印刷し、測って確かめてください",
    ),
    "stick": (
        "Stick the black corner of each label on a corner of the card; QR in the middle, if you like.",
        "Die schwarze Ecke jedes Klebers auf eine Ecke der Karte kleben; QR nach Belieben in die Mitte.",
        "Coller le coin noir de chaque étiquette sur un coin de la carte ; QR au milieu, si l'on veut.",
        "Incollare l'angolo nero di ogni etichetta su un angolo della carta; QR al centro, se si vuole.",
        "ラベルの黒い角をカードの角に合わせて貼ります。QRはお好みで中央に。",
    ),
    "cut": (
        "Cut along the grey lines.",
        "Den grauen Linien nach schneiden.",
        "Couper le long des lignes grises.",
        "Tagliare lungo le linee grigie.",
        "灰色の線に沿って切ってください。",
    ),
    "labels": ("Labels", "Kleber", "Étiquettes", "Etichette", "ラベル"),
    "cards": ("Cards", "Karten", "Cartes", "Carte", "カード"),
    "commands": ("Command cards", "Befehlskarten", "Cartes de commande", "Carte di comando", "コマンドカード"),
    "mat": ("Table mat", "Tischmatte", "Tapis de table", "Tappeto da tavolo", "テーブルマット"),
    "deck": ("deck", "Deck", "jeu", "mazzo", "デッキ"),
    "page": ("page", "Blatt", "feuille", "foglio", "ページ"),
    "command": ("command", "Befehl", "commande", "comando", "コマンド"),
    "seat": ("Seat", "Platz", "Place", "Posto", "席"),
    "blind": ("Blind", "Blind", "Aveugle", "Cieco", "ブラインド"),
    "stock": ("Stock", "Stock", "Talon", "Tallone", "ストック"),
    "upcard": ("Turned up", "Aufgedeckt", "Retournée", "Scoperta", "表の札"),
    "dog": ("Dog", "Talon", "Chien", "Cane", "シアン"),
    "place-commands": ("Commands", "Befehle", "Commandes", "Comandi", "コマンド"),
    "glue": (
        "glue the next sheet here",
        "hier nächstes Blatt aufkleben",
        "coller ici la feuille suivante",
        "incollare qui il foglio seguente",
        "次の紙をここに貼る",
    ),
    "trim": (
        "Cut on the dashed lines; glue the sheets on the grey strips.",
        "An den gestrichelten Linien schneiden, Blätter auf die grauen Streifen kleben.",
        "Couper sur les tirets, coller les feuilles sur les bandes grises.",
        "Tagliare sui tratteggi, incollare i fogli sulle strisce grigie.",
        "破線で切り、灰色の帯に次の紙を貼ってください。",
    ),
    "check": ("Print check", "Druckprobe", "Essai d'impression", "Prova di stampa", "印刷の確認"),
    "check-front": (
        "FRONT. Print on your card paper, both sides, flipped on the long edge.",
        "VORNE. Auf Ihr Kartenpapier drucken, beidseitig, an der langen Kante gewendet.",
        "RECTO. Imprimer sur votre papier, recto verso, bord long.",
        "FRONTE. Stampare sulla vostra carta, fronte-retro, lato lungo.",
        "表。実際に使う紙に、長辺とじの両面で印刷してください。",
    ),
    "check-back": (
        "BACK. Lay it under the table's lamp, photograph this side whole, and run:",
        "HINTEN. Unter die Lampe des Tisches legen, diese Seite ganz fotografieren, dann:",
        "VERSO. Poser sous la lampe de la table, photographier ce côté en entier, puis :",
        "RETRO. Posare sotto la lampada del tavolo, fotografare tutto questo lato, poi:",
        "裏。テーブルのランプの下でこの面全体を撮影し、次を実行:",
    ),
    "picture": ("PICTURE", "BILD", "IMAGE", "FOTO", "PICTURE"),
}
PHRASES: Final = tuple(_WORDS)
"""The phrases of printed sheets, in each language."""


def phrase(key: str, lang: Lang) -> str:
    """Return a sentence or word of a sheet.

    >>> phrase("dog", "fr")
    'Chien'
    """
    return _WORDS[key][LANGS.index(lang)]
