"""The service's description for systemd: what it may do is what a table needs, and nothing else (systemd.exec(5))."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.appliance.paths import USER

WATCHDOG_S: Final = 30
"""A referee that did not look at a picture for so long is started anew; the match goes on where it was."""

_DEVICES: Final = (81, 116, 166, 188, 204, "ttyS", "media", "dma_heap", "gpiochip")
"""Kinds of devices. Linux has given video4linux, alsa, ttyACM, ttyUSB and ttyAMA their numbers for good (devices.txt).
They stand here by number: a name that /proc/devices does not hold when the service starts is allowed nothing. The
driver of a display comes only with its plug. The others stand by name, which the kernel itself or a module of
`_MODULES` holds."""
_MODULES: Final = ("mc", "videodev")
"""Modules that are loaded before the service starts, so that the kinds of devices that they make have their numbers."""


_UNIT: Final = """\
[Unit]
Description=Schiri, the referee at the card table
Documentation=file:///opt/schiri/current/README.md
# It waits for no network: the table works without one.
StartLimitIntervalSec=0
Wants={modules}
After={modules}

[Service]
Type=notify
NotifyAccess=main
ExecStart={program} referee --config {settings}
Restart=always
RestartSec=2
WatchdogSec={watchdog_s}
# The first start on a slow card reads every library once.
TimeoutStartSec=300
TimeoutStopSec=15
User={user}
SupplementaryGroups={groups}
StateDirectory=schiri
StateDirectoryMode=0750
RuntimeDirectory=schiri
# What a disk does not take waits there, until the machine is switched off.
RuntimeDirectoryPreserve=yes
ConfigurationDirectory=schiri
WorkingDirectory=%S/schiri
# One heap for all threads: with one each memory came and went in steps of 7 MB, and grew by a tenth in a match.
Environment=HOME=%S/schiri PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=1
UMask=0027
# What it needs many times over; a fault or a crowd of browsers ends here and not with the machine.
LimitNOFILE=4096
MemoryMax=70%
TasksMax=256

# The files: its own data, and its settings, which the console may write.
ProtectSystem=strict
ReadWritePaths={settings_folder}
ProtectHome=yes
PrivateTmp=yes
ProtectProc=invisible

# The devices: camera, pins, serial ports and sound.
DevicePolicy=closed
{devices}

# The network: phones and displays of this house; netlink tells this machine's own addresses.
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
IPAddressDeny=any
IPAddressAllow=localhost link-local multicast 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7

# The kernel: nothing.
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
# What pages and pictures do may give way to the game; nothing here may take more than its share.
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def text(program: Path, settings: Path, groups: Sequence[str]) -> str:
    """Return the unit file.

    Args:
        program: ``schiri`` of the current release.
        settings: the table's settings.
        groups: beside its own.
    """
    return _UNIT.format(
        program=program,
        settings=settings,
        settings_folder=settings.parent,
        groups=" ".join(groups),
        devices="\n".join(f"DeviceAllow=char-{kind} rw" for kind in _DEVICES),
        modules=" ".join(f"modprobe@{module}.service" for module in _MODULES),
        user=USER,
        watchdog_s=WATCHDOG_S,
    )
