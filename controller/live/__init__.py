"""A running table: the table and its subscribers, session, camera loop, alert board, scoreboard, evidence.

Public: alert_board, calibration, camera, camera_words, counting, decks, enrolling, event_text, evidence, loop,
priority, rehearsal, scoreboard, session, table, verdict_cards, wiring.
"""
