"""The model of match, deal and game, and the proof of revokes; the interface that games implement.

Public: card_sets, deal, draws, duty, game, layout, match, movements, options, parts, proof, results, sheet, speech,
standing, vocabulary, worlds.
"""
