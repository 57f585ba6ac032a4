"""Commands that draw or look: marks, films, a camera calibrated, a film read.

Public: camera_cli, cli, film.
"""
