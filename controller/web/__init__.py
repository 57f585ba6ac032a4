"""Small web servers and a line to an MQTT broker: newest values, streams, certificates, files, the kiosk's page.

Public: assets, broker_line, card_sheets, certificate, giving_way, host, kiosk, newest, sse.
"""
