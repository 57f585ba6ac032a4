"""Five displays' ends of their wires, in a process of their own, so that they take nothing from the game's interpreter.

Run by ``benchmarks.table.displays_cost``; prints the ports, then runs until its input ends. ``dead`` ones read nothing,
``slow`` ones take a thousand bytes a second and answer each message when they have read it.
"""

import os
import selectors
import socket
import sys
import time
import tty
from collections.abc import Callable

from firmware_bridge.protocol.device import Device

SIP_BYTES, SIP_S = 50, 0.05
WLED = b'{"state":{},"info":{"ver":"0.14.0","leds":{"count":30}}}\n'

Answer = Callable[[bytes], bytes]


def own() -> Answer:
    """Our own firmware's reference."""
    device = Device()

    def answer(data: bytes) -> bytes:
        device.receive(data, time.monotonic())
        return device.data_to_send(time.monotonic())

    return answer


def lcdproc(data: bytes) -> bytes:
    """LCDd."""
    hello = b"connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt 8\n" * data.count(b"hello")
    return hello + b"noop complete\n" * data.count(b"noop\n")


def answers() -> tuple[Answer, ...]:
    """Own wire, WLED presets, e-paper, backpack; the order of the settings."""
    return (
        own(),
        lambda data: WLED * data.count(b"}"),
        lambda data: b"OK" * data.count(b"\xcc\x33\xc3\x3c"),
        lambda _: b"",
    )


def main() -> None:
    """Serve until the input ends."""
    slow = sys.argv[1] == "slow"
    terminals = [os.openpty() for _ in range(4)]
    for _, slave in terminals:
        tty.setraw(slave)
    ear = socket.create_server(("127.0.0.1", 0))
    print(*(os.ttyname(slave) for _, slave in terminals), f"127.0.0.1:{ear.getsockname()[1]}", flush=True)
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        if slow:
            for (master, _), answer in zip(terminals, answers(), strict=True):
                selector.register(master, selectors.EVENT_READ, answer)
            selector.register(ear, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fileobj is sys.stdin:
                    return
                if key.fileobj is ear:
                    selector.register(ear.accept()[0].detach(), selectors.EVENT_READ, lcdproc)
                    continue
                data = os.read(key.fd, SIP_BYTES)
                if not data:
                    selector.unregister(key.fileobj)
                elif said := key.data(data):
                    os.write(key.fd, said)
            time.sleep(SIP_S)


if __name__ == "__main__":
    main()
