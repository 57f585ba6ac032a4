"""A running table: session, loop, alert board, scoreboard, evidence, camera.

Public: board, calibration, camera, camera_words, evidence, evidence_picture, loop, priority, scoreboard,
secret_rulings, session, telling, wiring.
"""
