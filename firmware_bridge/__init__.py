"""Displays of scores: faces, their pictures, and the wires to them."""
