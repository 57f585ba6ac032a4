"""The mat: pixels to millimetres, places, seats, how cards lie."""
