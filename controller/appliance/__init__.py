"""Schiri as the only thing that a small machine does: systemd, mDNS, releases; imports nothing of ours.

Public: archive, cloud_init, first_boot, mdns, mounts, offers, owner, paths, program, releases, sd_notify, systemd_unit.
"""
