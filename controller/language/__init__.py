"""Translation: messages to sentences in the players' languages, with the cards' regional names.

Public: catalogues, commands, translate.
"""
