"""First paint and weight of the console's pages on a throttled phone, by the DevTools of Chromium.

Run it from the project's folder: ``python -m benchmarks.pages.page_paint [--cpu 4] [--times 5] [--network wifi]``. A
phone of 390 by 844 asks for each page with an empty cache, then once more with its cache filled. Measured are the
first contentful paint after the navigation began (Paint Timing), and the bytes that came over the network,
heads and all. The table is a Mittlere in its first deal with a revoke that is proven; the archive has one match.
Server and browser share the machine.
"""

import argparse
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from selenium import webdriver

from controller.record.events import End, MatchStart
from controller.record.text import to_line
from controller.settings.model import ConsoleConfig
from controller.store.archive import Archive, RecordLine
from controller.store.background import match_figures
from controller.store.journal import Journal
from tests.support import table_talk
from tests.support.console.browser_talk import browser, command, own, script
from tests.support.console.console_rig import REVOKED, Rig
from tests.support.waiting import until

NETWORKS: Final = {
    # name: latency of a round trip, ms; kilobits a second down and up
    "wifi": (20, 20_000, 10_000),
    "4g": (60, 9_000, 4_000),
    "slow4g": (150, 1_600, 750),
}
"""A full room's wireless network; the profiles that Lighthouse calls fast and slow 4G (its constants.js)."""
PAGES: Final = ("/", "/verdicts/1", "/tap", "/sheet", "/history", "/board", "/statistics", "/archive", "/more")
GOAL_MS: Final = 1000.0
PAINT: Final = "return (performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime || 0"
BYTES: Final = """
const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
return all.filter(one => !one.name.includes("/live/")).reduce((sum, one) => sum + one.transferSize, 0);
"""


def main() -> int:
    """Ask, measure, print; returns 1 if the median of a page's first paint misses the goal."""
    parser = argparse.ArgumentParser(description="First paint of the pages on a throttled phone.")
    parser.add_argument("--cpu", type=float, default=4.0, help="times slower than this machine's processor")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--network", choices=sorted(NETWORKS), default="wifi")
    options = parser.parse_args()
    late = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        journal = stack.enter_context(Journal(folder / "current.jsonl"))
        rig = Rig(journal, settings=ConsoleConfig(address="127.0.0.1", port=0), watching=False)
        _keep_a_match(folder)
        if not rig.console.open():
            return 2
        stack.callback(rig.console.close)
        rig.enter(REVOKED)
        phone = stack.enter_context(browser(folder / "phone"))
        address = own(rig, phone)
        _throttle(phone, options.network, options.cpu)
        print(f"network {options.network}, processor {options.cpu:g} times slower, load {os.getloadavg()[0]:.1f}")
        for page in PAGES:
            found = [_cold_and_warm(phone, address + page) for _ in range(options.times)]
            cold, warm = [one[0] for one in found], [one[1] for one in found]
            print(
                f"{page:14} {found[0][2] / 1000:6.1f} kB  first paint: median {median(cold):5.0f} ms, "
                f"best {min(cold):5.0f}, worst {max(cold):5.0f}; again: median {median(warm):5.0f} ms",
                flush=True,
            )
            late += median(cold) > GOAL_MS
    return int(late > 0)


def _keep_a_match(folder: Path) -> None:
    """Make an archive with a match, counted."""
    events, _ = table_talk.record(MatchStart(game="mittlere", seats=("Anna", "Berta", "Carla")), 3, deals=12)
    with Archive(folder, make=True) as archive:
        with archive.transaction():
            lines = [RecordLine(f"{to_line(event)}\n".encode(), b"") for event in (*events, End())]
            archive.write(archive.add("2026-11-21T190000Z"), 1, lines)
        for _, counted in match_figures.update_figures(archive, {}):
            match_figures.keep(folder, counted)


def _throttle(phone: webdriver.Chrome, network: str, cpu: float) -> None:
    latency, down, up = NETWORKS[network]
    command(phone, "Network.enable")
    rates = {"latency": latency, "downloadThroughput": down * 125, "uploadThroughput": up * 125}
    command(phone, "Network.emulateNetworkConditions", offline=False, **rates)
    command(phone, "Emulation.setCPUThrottlingRate", rate=cpu)


def _cold_and_warm(phone: webdriver.Chrome, address: str) -> tuple[float, float, float]:
    """Return the first paint with an empty cache and with a filled one, ms, and the bytes of the first time."""
    command(phone, "Network.clearBrowserCache")
    cold = _painted(phone, address)
    size = cast("float", script(phone, BYTES))
    return cold, _painted(phone, address), size


def _painted(phone: webdriver.Chrome, address: str) -> float:
    phone.get("about:blank")
    phone.get(address)
    found: list[Any] = []

    def is_there() -> bool:
        found.append(script(phone, PAINT))
        return bool(found[-1])

    until(is_there)
    return float(found[-1])


if __name__ == "__main__":
    sys.exit(main())
