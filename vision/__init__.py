"""Camera pictures in, facts about marked cards on the table out."""
