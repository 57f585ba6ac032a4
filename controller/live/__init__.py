"""A running table: session, loop, alert board, scoreboard, evidence, camera.

Public: board, calibration, camera, camera_words, evidence, loop, priority, scoreboard, session, telling, wiring.
"""
