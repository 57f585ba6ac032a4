"""Small web servers and a line to an MQTT broker: newest values, streams, safe headers, files, the kiosk's page.

Public: assets, broker_line, fair, giving_way, host, host_names, kiosk, lanes, newest, sse.
"""
