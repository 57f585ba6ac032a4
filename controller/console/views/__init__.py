"""Read models: a match in, the values of a page out.

Public: argument_parts, board, called, card_pad, objections, options_to_say, overlay, public_lines, rule_texts,
ruling_outcomes, score_sheet, table_mat, undo_steps, unseen_course.
"""
