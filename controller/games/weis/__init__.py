"""Weis and Stöck, which several Jass games announce: what they are worth, and how cards refute an announcement.

Public: claims, refute, words, worth.
"""
