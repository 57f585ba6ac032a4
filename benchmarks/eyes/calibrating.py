"""The exactness of calibrations on films, the expected reading rate against recall, and the cost of watching.

Run it from the project's folder: `python -m benchmarks.eyes.calibrating`. One thread.
"""

from statistics import median
from time import thread_time

import cv2
import numpy as np

from benchmarks.eyes.reading import script
from groundwork.picture import Gray, Matrix, f64, u8
from vision.base.observation import Laid
from vision.calibration.advice import expected_share
from vision.calibration.collect import Collector
from vision.calibration.solve import solve
from vision.calibration.survey import make_survey
from vision.eyes.pipeline import Eyes
from vision.film.reel import Reel, Take
from vision.film.write import Lay
from vision.health.monitor import Health
from vision.marks import symbologies
from vision.mat import finder
from vision.mat.geometry import Calibration, calibrate
from vision.mat.layout import AREAS, Mat
from vision.mat.lens import Lens

SIZE = (1920, 1080)
MAT = Mat()
BENDS = ((0.0, 0.0), (-0.02, 0.0), (-0.05, 0.0), (-0.1, 0.0), (-0.12, 0.03), (0.015, 0.0))
SEEDS = 3
PICTURES = ((SIZE, 70), (SIZE, 80), ((1280, 720), 60), ((1280, 720), 70), ((1280, 720), 80))
"""The sizes of a Camera Module 3's pictures, and its height over the table, cm."""
BLURS_MM = (0.0, 0.25, 0.5)
"""The deviations of the light, of a lens that is not in focus."""
SMALL = (((1920, 1080), 0.2), ((1280, 720), 0.2), ((1280, 720), 1.0), ((960, 540), 0.2))
"""The sizes of a USB camera's pictures from 80 cm, and the level of the effect `soft`."""
MARK_MM = 12
SETTLED = 6
"""The number of frames of the empty table that the calibration measures."""


def exactness() -> None:
    """Print the largest error over the mat, by the lens that bends the film."""
    print("lens (k1, k2)        without a lens   solved, one view (mm, worst place of the mat, median and most)")
    grid = np.stack(np.meshgrid(np.linspace(0, 600, 31), np.linspace(0, 340, 18)), axis=-1).reshape(-1, 2)
    for bend in BENDS:
        plain, solved = list[float](), list[float]()
        for seed in range(SEEDS):
            reel = Reel(Take((), 4, seed, size=SIZE))
            lens = Lens.straight(*SIZE).with_bend(bend)
            gray = bent(u8(next(reel.frames(grey=True))), lens)
            seen = lens.bent(_px(grid, reel.shoot.to_px))
            marks = finder.refine(gray, finder.find_marks(gray))
            for errors, found in ((plain, calibrate(MAT, marks)), (solved, solve(MAT, [marks], *SIZE).calibration)):
                errors.append(worst(found, seen, grid))
        told = "   ".join(f"{median(errors):5.2f}, {max(errors):5.2f}" for errors in (plain, solved))
        print(f"{bend!s:20} {told}")


def _px(points: Matrix, to_px: Matrix) -> Matrix:
    return f64(cv2.perspectiveTransform(points[None], to_px)).reshape(-1, 2)


def worst(found: Calibration, seen: Matrix, grid: Matrix) -> float:
    """Return the largest distance of pixels, turned into millimetres, from their true place."""
    return float(np.linalg.norm(found.mm(seen) - grid, axis=1).max())


def bent(gray: Gray, lens: Lens) -> Gray:
    """Bend the frame as a lens would show it."""
    height, width = gray.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float64)
    at = lens.unbent(np.stack((x.ravel(), y.ravel()), axis=1)).astype(np.float32).reshape(height, width, 2)
    return u8(cv2.remap(gray, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))


def foretelling() -> None:
    """Print the expected reading rate, and the recall of its film of 18 cards."""
    steps = script(18)
    cards = {step.card for step in steps if isinstance(step, Lay)}
    print("picture, cm    px a mark   blur, px   expected   read of 18 cards")
    for size, height in PICTURES:
        for blur_mm in BLURS_MM:
            soft = {"soft": 2 * blur_mm}
            take = Take(steps, 3, 1, effects=soft, size=size, table="paper", camera="module3", height_cm=height)
            scale = Reel(take).shoot.px_per_mm
            rate, read = foretold(take)
            told = f"{MARK_MM * scale:9.1f}   {blur_mm * scale:8.2f}   {rate:8.1%}   {len(read & cards)}"
            print(f"{size[0]}, {height:2}   {told}", flush=True)


def noticing() -> None:
    """Print the same for small pictures, on felt and on white paper, where a white card is not always noticed."""
    steps = script(18)
    print("picture, soft, cloth    px a mark   expected   read of 18 cards   in an area told empty")
    for size, soft in SMALL:
        for cloth in ("felt", "paper"):
            take = Take(steps, 3, 1, effects={"soft": soft}, size=size, table=cloth, camera="usb", height_cm=80)
            px, (rate, read) = MARK_MM * Reel(take).shoot.px_per_mm, foretold(take)
            told = f"{size[0]:4}, {soft:.1f}, {cloth:5} {px:15.1f}   {rate:8.1%}   {len(read):16}"
            print(f"{told}   {len(unnoticed(take)):21}", flush=True)


def unnoticed(take: Take) -> set[str]:
    """List the cards that lay in a seat's area while the eyes called it empty."""
    eyes, reel, found = Eyes(symbologies.load("aruco", (0,)), MAT, take.seats, [0]), Reel(take), set[str]()
    for number, (gray, moment) in enumerate(zip(reel.frames(grey=True), reel.shoot.moments, strict=True)):
        eyes.feed(number / take.fps, u8(gray))
        for area, sight in zip(AREAS[take.seats], eyes.sight().areas, strict=True):
            if sight.empty_since is not None:
                found |= {pose.card for pose in moment.laid if area.contains(pose.x_mm, pose.y_mm)}
    return found


def foretold(take: Take) -> tuple[float, set[str]]:
    """Return the expected rate of a film, and the cards that the eyes read in it."""
    symbology = symbologies.load("aruco", (0,))
    eyes, seen, read = Eyes(symbology, MAT, 3, [0]), Collector(), set[str]()
    for number, gray in enumerate(Reel(take).frames(grey=True)):
        if number < SETTLED:
            seen.add(u8(gray))
        read |= {one.card for one in eyes.feed(number / take.fps, u8(gray)) if isinstance(one, Laid)}
    found = solve(MAT, seen.views(), *take.size)
    return expected_share(make_survey(MAT, 3, found.calibration, seen, "aruco", 0)), read


def watching() -> None:
    """Measure the cost of the camera's health check in a frame in which nothing happens."""
    reel = Reel(Take((), 4, 0, size=SIZE))
    gray = u8(next(reel.frames(grey=True)))
    random = np.random.default_rng(0)
    frames = [u8(cv2.add(gray, u8(random.integers(0, 4, gray.shape)))) for _ in range(8)]
    health, costs = Health(MAT, finder.find(MAT, gray), gray), list[float]()
    for start in range(0, 9000, 900):
        before = thread_time()
        for number in range(start, start + 900):
            health.check(number / 15, frames[number % 8])
        costs.append((thread_time() - before) / 900 * 1000)
    print(f"watching over the camera: {median(costs):.4f} ms a frame (median of ten minutes of film at 15 a second)")


def main() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    watching()
    foretelling()
    noticing()
    exactness()


if __name__ == "__main__":
    main()
