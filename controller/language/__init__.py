"""Translation: messages to sentences in the players' languages, with the cards' regional names.

Public: card_style, catalogues, commands, negotiation, translate.
"""
