"""Printing as PDF: stickers, whole cards, command cards, the mat, and a check of the print.

Public: cards, command_cards, labels, mat_sheets, papers, pdf, print_check, tiling, verify.
"""
