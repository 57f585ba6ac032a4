"""Read models: a match in, the values of a page out.

Public: alternatives, argument_parts, auction_calls, called, card_pad, objections, offers, open_cards,
options_to_say, overlay, played_tricks, public_lines, rule_texts, ruling_outcomes, score_board, score_sheet,
table_mat, undo_steps, unseen_course.
"""
