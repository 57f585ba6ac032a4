"""The face: names, scores, lamps and alert of a display, and how it is made to fit.

Public: ascii, examples, face, fit.
"""
