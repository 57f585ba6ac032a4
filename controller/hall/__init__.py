"""The hall: many tables tell one board what they play, over MQTT (docs/mqtt.md, docs/hall.md).

<<<<<<< HEAD
Public: broker, collector, messages, server, uplink.
=======
Public: broker, broker_line, collector, messages, server, tables, uplink.
>>>>>>> 278709a (Run a tournament at a hall's desk: record, pages, commands, papers)
"""
