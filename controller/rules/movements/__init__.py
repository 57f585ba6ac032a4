"""Movements of cards beside the play: pass, draw, exchange, show, lay away; where cards can lie after them.

Public: course.
"""
