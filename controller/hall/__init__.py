"""The hall: many tables tell one board what they play, over MQTT (docs/mqtt.md, docs/hall.md).

Public: broker, broker_line, collector, messages, server, uplink.
"""
