"""Schiri as the only thing that a small machine does: systemd, mDNS, releases; imports nothing of ours.

Public: mdns, mounts, owner, paths, program, releases, sd_notify, systemd_unit.
"""
