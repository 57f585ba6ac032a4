"""The ground below all rooms: the library's errors, parts that packages of other people bring; knows none of ours.

Public: errors, extensions.
"""
