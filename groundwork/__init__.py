"""The ground below all rooms: the library's errors, pictures as arrays, parts of other packages; knows none of ours.

Public: errors, extensions, picture.
"""
