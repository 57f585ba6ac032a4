"""Everything that is printed: stickers, whole cards, command cards, the mat, and a check of the print (PDF)."""
