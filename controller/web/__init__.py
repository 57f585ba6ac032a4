"""Small web servers and a connection to an MQTT broker: newest values, streams, certificates, files, the kiosk's page.

Public: assets, broker_line, card_sheets, certificate, yielding, host, kiosk, newest, sse.
"""
