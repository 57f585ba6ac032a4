"""Seeds that are tried one after another, and a file by which a program goes on where it was ended."""

from collections.abc import Iterator
from pathlib import Path


class SeedFile:
    """A file with a line for each tried seed: its number and the broken laws; a seed in it is not tried again.

    Attributes:
        tried: the number of seeds tried, also in earlier runs.
        broken: the seeds that broke a law.
    """

    def __init__(self, path: Path | None, first: int, count: int) -> None:
        """Read the tried seeds.

        Args:
            path: of the file; None: nothing is stored.
            first: seed.
            count: of seeds.
        """
        self._path, self._seeds = path, range(first, first + count)
        lines = path.read_text(encoding="utf-8").splitlines() if path and path.exists() else []
        found = {int(seed): broken for seed, _, broken in (line.partition(" ") for line in lines)}
        own = {seed: broken for seed, broken in found.items() if seed in self._seeds}
        self._known, self.tried = frozenset(own), len(own)
        self.broken = [seed for seed, broken in own.items() if broken]

    def left(self) -> Iterator[int]:
        """Yield the seeds that are still to be tried."""
        return (seed for seed in self._seeds if seed not in self._known)

    def keep(self, seed: int, broken: list[str]) -> None:
        """Store the outcome of a seed, and print it if a law was broken."""
        told = "; ".join(broken).replace("\n", " ")
        self.tried += 1
        if broken:
            self.broken.append(seed)
            print(f"seed {seed}: {told}", flush=True)
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{seed} {told}".strip() + "\n")

    def __str__(self) -> str:
        """Sum up, for the last line."""
        seeds = f"{self._seeds.start} to {self._seeds.stop - 1}"
        return f"seeds {seeds}: {self.tried} tried, {len(self.broken)} broken {self.broken[:20] or ''}".strip()
