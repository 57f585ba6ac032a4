"""Draw a physical film of a card table by path tracing, and develop it as a small camera would.

Type: .venv/bin/python -m tools.photoreal prepare SCENE 1:H10 2:HK 0:HA 0:sweep
      BLENDERS_PYTHON -m tools.photoreal draw SCENE FOOTAGE
      .venv/bin/python -m tools.photoreal develop FOOTAGE FILM.avi --defocus 0.8

Only `draw` needs Blender's Python module (`bpy`), in an environment that has numpy and OpenCV: docs/testing.md.
"""
