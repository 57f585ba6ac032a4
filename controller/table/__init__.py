"""The interpreter of the mat: observations to events, and events to the cards that say them.

Public: command_words, correction_rate, dealing, interpreter, mat_check, screenplay, special_places, tricks, unseen.
"""
