"""The model of match, deal and game, and the proof of revokes; the interface that games implement.

Public: card_sets, copies, deal, doubt, draws, duty, game, layout, match, movements, options, parts, proof, results,
sheet, sight, speech, standing, vocabulary, worlds.
"""
