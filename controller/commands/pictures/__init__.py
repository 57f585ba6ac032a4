"""Commands that draw or look: marks, films, a camera calibrated, a deck enrolled, a film read.

Public: camera_cli, cli, film.
"""
