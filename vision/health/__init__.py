"""The camera's health: steady, moved, or blind because of a trouble.

Public: monitor.
"""
