"""Set-up: the forms of the settings, the camera's preview, and the running parts that they change.

Public: context, decks, display_places, display_words, displays, form_errors, frame_tap, game,
moments, places, preview, rehearsal, settings_file, walk, words.
"""
