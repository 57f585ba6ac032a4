"""Owners' decks as they are: faces enrolled under the camera, and the reader that names a landed card by them.

Public: enrolment, library, outline, patch, reader, sheet.

Cards are names, any text: their meaning is known elsewhere. Pictures are grey, of bytes; a `Window` is where something
changed. Colour is a function that gives a window of the same picture in colour, called only if needed.

A deck is enrolled on the bare mat, each card laid twice::

    state = Enrolment(CardSize(57, 89), deck=("S6", "S7", ...), copies=1)
    captured = capture(bare, after, calibration, state.size, window, again, colour)  # FaceCapture | CaptureRefused(why)
    state, result = state.enrol(captured, state.next_name)                            # or without a name, in any order
    # result.kind: "first", "differs", "enrolled", "twice" (result.other),
    # "face-down", which needs state.show_back(captured)
    state.is_complete, state.forget("S7"), state.library(when="2026-11-30")

The library is checked once, kept, and passed on::

    library.missing(deck), library.alike()            # pairs too alike to distinguish, with their bits
    FaceLibrary.from_bytes(library.to_bytes())        # the file; FaceLibraryError says what is wrong with it
    from_png(to_png(library, rows, words))            # one picture with all faces, names and all

In play the reader is asked once a landing, when the table is still again and no hand is near::

    reader = FaceReader(library)                                                   # a second or two
    reader.read(before, after, calibration, window, known, colour)                 # FaceReading | FaceUnread(why)

    FaceReader(library, LABEL)                        # of cards with a label on each corner, which is left out

`before` is the last still picture without the card. `known` names the cards that lie elsewhere or were played, one
entry a card; with two copies of each a name may stand there once. All reasons are words, to be translated elsewhere.
"""
