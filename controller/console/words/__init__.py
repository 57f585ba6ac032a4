"""The words of pages for events, cards, seats and roles; ``_()``.

Public: events, gettext, names, verdicts.
"""
