"""Judgements where not all was seen: gaps, late readings, cards face down, whole evenings in a storm."""
