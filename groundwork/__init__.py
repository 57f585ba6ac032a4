"""The ground below all rooms: parts that packages of other people bring; knows none of ours.

Public: extensions.
"""
