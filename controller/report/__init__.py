"""Results told: lines, text, tables, plots."""
