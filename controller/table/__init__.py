"""The interpreter of the mat: observations to events, and events to the cards that say them.

Public: attribution, command_words, correction_rate, dealing, gathering, interpreter, screenplay, special_places,
unseen.
"""
