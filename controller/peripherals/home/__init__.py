"""The home: a table's state, verdicts and buttons for Home Assistant, and its lights by WLED, over MQTT (docs/home.md).

Public: link.
"""
