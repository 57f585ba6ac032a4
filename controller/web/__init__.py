"""Small web servers and a line to an MQTT broker: newest values, streams, safe headers, files, the kiosk's page.

Public: assets, broker_line, card_sheets, giving_way, host, kiosk, newest, sse.
"""
