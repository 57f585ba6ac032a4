"""The first disk of the emulated machine: busybox, the drivers that it needs, and ``init``."""

import gzip
import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.pi.debian import MissingPart, program, ran

DRIVERS: Final = ("virtio_pci", "virtio_console", "9pnet_virtio", "9p", "xhci_pci", "ftdi_sio", "vivid")
ARGUMENTS: Final = {
    "vivid": "n_devs=1 node_types=0x101 num_inputs=1 input_types=3 num_outputs=1 output_types=1"
    " ccs_cap_mode=0 ccs_out_mode=0"
}
"""One camera with one HDMI input, and one HDMI output that can be looped to it.

Neither crops nor scales: Linux 6.1 reads beyond its memory where it scales pictures of three bytes a dot.
"""


def build(disk: Path, kernel: Path, busybox: Path) -> None:
    """Pack the first disk.

    Args:
        disk: what is written.
        kernel: a folder with the unpacked package of a kernel.
        busybox: of the machine's processor, linked statically.

    Raises:
        MissingPart: a program is not installed, or the kernel has no such driver.
    """
    folder = disk.parent / "ramdisk"
    modules = folder / "modules"
    modules.mkdir(parents=True)
    for name in ("bin", "dev", "proc", "root", "sys"):
        (folder / name).mkdir()
    shutil.copy2(busybox, folder / "bin")
    shutil.copy2(Path(__file__).with_name("init"), folder / "init")
    (folder / "init").chmod(0o755)
    drivers = _drivers(kernel)
    for path, _ in drivers:
        shutil.copy2(path, modules)
    (modules / "order").write_text("".join(f"{path.name} {words}\n" for path, words in drivers), encoding="ascii")
    _pack(folder, disk)
    shutil.rmtree(folder)


def _drivers(kernel: Path) -> list[tuple[Path, str]]:
    """The files of the drivers, each after those that it needs, and the words each is given."""
    (release,) = (path.name for path in (kernel / "lib" / "modules").iterdir())
    ran(program("depmod", "kmod"), "--basedir", kernel, release)
    asked = ("--dirname", kernel, "--set-version", release, "--show-depends")
    found: dict[Path, str] = {}
    for name in DRIVERS:
        for line in ran(program("modprobe", "kmod"), *asked, name).splitlines():
            kind, _, path = line.strip().partition(" ")
            if kind == "insmod":
                found.setdefault(Path(path.strip()), ARGUMENTS.get(Path(path.strip()).stem, ""))
    return list(found.items())


def _pack(folder: Path, disk: Path) -> None:
    names = "\0".join(sorted(str(path.relative_to(folder)) for path in folder.rglob("*")))
    command = [program("cpio", "cpio"), "--create", "--format=newc", "--null", "--quiet"]
    done = subprocess.run(command, cwd=folder, input=names.encode(), capture_output=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        raise MissingPart(f"cpio failed: {done.stderr.decode(errors='replace').strip()}")
    disk.write_bytes(gzip.compress(done.stdout, compresslevel=1))
