"""Small web servers: the newest value, streams of events, safe headers, files, and the kiosk's page on a port.

Public: assets, fair, giving_way, host, host_names, kiosk, newest, sse.
"""
