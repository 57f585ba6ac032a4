"""Printed marks: their identities, and how they are found and read.

Public: identity, qr, squares, squares_patient, symbology, zxing.
"""
