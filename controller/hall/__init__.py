"""The hall: many tables tell one board what they play, over MQTT (docs/mqtt.md, docs/hall.md).

Public: arbiter, broker, collector, database, member, messages, server, tables, uplink.
"""
