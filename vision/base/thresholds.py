"""The thresholds of the eyes, set by hand: one frozen table, with the unit and the source of each.

Nothing computes them, and settings change `health.knock_mm` alone. Whoever changes one runs the benchmark that fixed it
before and after, with `python -m` and its name. `BY_EYE` is what was chosen so that films were read well, `DERIVED` is
what follows from a size or from statistics.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

ThresholdSource: TypeAlias = Literal[
    "arm", "camera", "card", "cloth", "cost", "grain", "hands", "lens", "light", "mark", "mat", "memory", "print"
]
"""The part of the world, or of the machine, from which a threshold follows."""

BY_EYE: Final = "by eye"
DERIVED: Final = "derived"
BACKS: Final = "benchmarks.unseen.backs"
CLOTHS: Final = "benchmarks.unseen.cloths"
FACES: Final = "benchmarks.eyes.faces"
IDENTITIES: Final = "benchmarks.designs.identities"
LATE_STARTS: Final = "benchmarks.unseen.late_starts"
LIVE_RATE: Final = "benchmarks.eyes.live_rate"
PAIRED_READING: Final = "benchmarks.eyes.paired_reading"
PHOTOREAL: Final = "benchmarks.eyes.photoreal"
READING: Final = "benchmarks.eyes.reading"
UNSEEN: Final = "benchmarks.unseen.eyes"


class Fixed(NamedTuple):
    """The provenance of one threshold."""

    unit: str
    source: ThresholdSource
    by: str
    """The benchmark whose figures fixed its value, `BY_EYE` or `DERIVED`."""


@dataclass(frozen=True, slots=True)
class BackgroundThresholds:
    """Thresholds of the mat's look and of changes, in `vision/ground/background.py`."""

    stride_px: Annotated[int, Fixed("px", "mark", READING)] = 8
    """Pixels between two samples: 2.5 mm on the mat at 1080p, five samples across a mark of 12 mm."""
    turns: Annotated[int, Fixed("rows", "cost", READING)] = 6
    """Rows of samples of which one is compared while nothing moves, the others by turns: 1.5 cm on the mat at 1080p."""
    change: Annotated[int, Fixed("grey levels", "grain", BY_EYE)] = 14
    """Least difference of a sample between two frames of a perfect camera that is a change."""
    change_grains: Annotated[int, Fixed("deviations", "grain", BY_EYE)] = 7
    """Grain that is added to that."""
    change_most: Annotated[int, Fixed("grey levels", "grain", BY_EYE)] = 48
    """Largest such difference: a camera so noisy that this is not enough cannot be used."""
    cluster: Annotated[int, Fixed("samples", "grain", BY_EYE)] = 3
    """Changed samples among the nine neighbours that make a change; fewer are grain."""
    flood: Annotated[float, Fixed("share of samples", "light", BY_EYE)] = 0.2
    """Samples whose change at once may be a change of light."""
    explained: Annotated[int, Fixed("times", "light", BY_EYE)] = 5
    """Times fewer samples that must have changed once a change of light is taken off: a thing in one light changes as
    many."""
    foreign: Annotated[int, Fixed("grey levels", "grain", BY_EYE)] = 12
    """Least difference from the mat of something else, to a perfect camera."""
    foreign_grains: Annotated[int, Fixed("deviations", "grain", BY_EYE)] = 4
    """Grain that is added to that: what is left of it after averaging, and flickering light."""
    sure: Annotated[float, Fixed("share of `strange`", "grain", UNSEEN)] = 0.4
    """Largest difference of the mat from itself: what lies between may be either."""
    card: Annotated[int, Fixed("grey levels", "card", BY_EYE)] = 55
    """Difference of most of a card from a light mat, in the light in which the mat was first seen."""
    like: Annotated[float, Fixed("grey levels", "cloth", BY_EYE)] = 3.0
    """Largest average difference of the mat from itself; a hand as bright as the cloth differs more."""
    first_share: Annotated[float, Fixed("share", "grain", BY_EYE)] = 0.3
    """Weight of each frame before play in the reference of the mat."""
    median_noise: Annotated[float, Fixed("deviations", "grain", DERIVED)] = 0.95
    """Median difference of two frames' samples: of the difference of two normal values."""
    follow: Annotated[float, Fixed("share", "light", BY_EYE)] = 0.1
    """Step of the reference of the mat towards what is seen."""
    paper: Annotated[float, Fixed("share of samples", "mark", UNSEEN)] = 0.9
    """Samples round the mat's corner marks that are darker than their paper: marks, and mat beside it."""
    faint: Annotated[float, Fixed("times", "card", UNSEEN)] = 2.0
    """Times as much as counts as a change that a card differs from the mat where each that comes is noticed as one."""
    hidden: Annotated[float, Fixed("share of samples", "hands", BY_EYE)] = 0.5
    """Samples of something else than the mat from which on it is no mat in another light."""
    print: Annotated[float, Fixed("share of paper", "card", BY_EYE)] = 0.25
    """Least difference of a card's print from its average, where white paper's from the mat is 1."""
    corner: Annotated[float, Fixed("share of `strange`", "light", PHOTOREAL)] = 0.5
    """Difference of corner marks from what a change of light makes of them, at most."""
    old: Annotated[int, Fixed("times", "hands", BY_EYE)] = 10
    """Times that the same sample must show something else than the mat before that is the mat: a shadow, a glass."""
    moved_share: Annotated[float, Fixed("share of `strange`", "grain", BY_EYE)] = 0.5
    """Difference of the reference from the empty mat above which a thing may have become part of it."""
    inpaint_samples: Annotated[int, Fixed("samples", "mat", BY_EYE)] = 3
    """Radius in which the mat is continued from beside what hides it."""


@dataclass(frozen=True, slots=True)
class BarenessThresholds:
    """Thresholds of when a sample was bare, in `vision/ground/emptiness.py`."""

    fewest: Annotated[int, Fixed("samples", "mark", BY_EYE)] = 3
    """Samples of a card's marks that must differ from the mat to tell when they did not."""


@dataclass(frozen=True, slots=True)
class EmptinessThresholds:
    """Thresholds of the empty mat, in `vision/ground/emptiness.py`."""

    step: Annotated[int, Fixed("samples", "card", BY_EYE)] = 3
    """Step from one patch to the next, of samples averaged over three by three."""
    patch: Annotated[int, Fixed("steps", "card", BY_EYE)] = 3
    """Side of a patch, 9 by 9 samples: 22 mm at 1080p, less than a quarter of a card. A ninth of the grain is left."""
    soft: Annotated[int, Fixed("samples", "grain", BY_EYE)] = 3
    """Side of the square over which samples are averaged: a third of the grain is left."""
    foreign: Annotated[float, Fixed("grey levels", "cloth", BY_EYE)] = 6.0
    """Largest difference of a patch of the bare mat from it, in the light in which it was first seen."""
    darker: Annotated[float, Fixed("share of the mat", "cloth", BY_EYE)] = 0.15
    """The same: a black sleeve in little light is hardly darker than the mat."""
    pale: Annotated[float, Fixed("share of the brightest", "card", BY_EYE)] = 0.7
    """Brightness from which on the mat is as light as a card."""
    brightest: Annotated[float, Fixed("share of samples", "mark", BY_EYE)] = 0.997
    """Samples that are darker than the brightest: corner stickers' paper, and cards."""
    paler: Annotated[float, Fixed("share of the mat", "card", BY_EYE)] = 0.03
    """Largest difference of such a mat: a white card on it shows little in little light."""
    ink_mm2: Annotated[float, Fixed("mm²", "mark", DERIVED)] = 70.0
    """Black of one mark on such a card: of 12 by 12 mm seven cells in ten, in perfect print 100."""
    shown: Annotated[float, Fixed("share of the mat", "card", BY_EYE)] = 0.05
    """Difference of a white card of little ink from such a mat, averaged over patches."""
    grains: Annotated[float, Fixed("deviations", "grain", DERIVED)] = 1 / 3
    """Grain that is added: three times what is left of it."""
    lacking: Annotated[float, Fixed("share of its variance", "card", DERIVED)] = 0.5
    """Least difference of a patch from the mat's pattern that hides it: a plain thing differs by all of it."""
    clear: Annotated[float, Fixed("times", "grain", DERIVED)] = 24.0
    """Variance of a pattern, in that of the grain, from which on it is missed: grain never makes half of it."""
    rounding: Annotated[float, Fixed("grey levels", "camera", DERIVED)] = 0.5
    """Grain that a camera without any has by its whole levels."""
    sparse: Annotated[int, Fixed("rows and columns", "cost", BY_EYE)] = 4
    """Rows and columns of patches of which one tells how the light on the whole mat has changed."""
    follow: Annotated[float, Fixed("share", "light", BY_EYE)] = 0.1
    """Step of the reference towards what is seen where that is like the mat."""
    inpaint_samples: Annotated[int, Fixed("samples", "mat", BY_EYE)] = 3
    """Radius in which the mat is continued from beside what hides it."""


@dataclass(frozen=True, slots=True)
class LightThresholds:
    """Thresholds of changes of light, in `vision/ground/background.py`."""

    block: Annotated[int, Fixed("samples", "light", BY_EYE)] = 16
    """Side of the blocks whose mean brightness is compared: light falls off smoothly, 4 cm are enough."""
    fewest_blocks: Annotated[int, Fixed("blocks", "light", BY_EYE)] = 3
    """Least number of them along a side, and side of the square whose median counts: hands shift a few."""
    dark: Annotated[float, Fixed("grey levels", "grain", BY_EYE)] = 6.0
    """Levels added to each side in its own light, so that a black sample's grain makes no gain."""
    even: Annotated[float, Fixed("share", "grain", BY_EYE)] = 0.02
    """Change from 1 below which, everywhere, a gain is none."""
    clipped: Annotated[int, Fixed("grey levels", "camera", BY_EYE)] = 250
    """Level from which a sample does not get brighter with the light."""
    misses: Annotated[float, Fixed("share of the change", "mark", PHOTOREAL)] = 0.5
    """Part of a change of light by which a corner mark may miss it, either way."""


@dataclass(frozen=True, slots=True)
class PatternThresholds:
    """Thresholds of a mat's pattern, in `vision/ground/pattern.py`."""

    step_mm: Annotated[float, Fixed("mm", "cloth", LATE_STARTS)] = 1.0
    """Step between two points of the mat at which its periods are sought: finer patterns are even to the samples."""
    ring_mm: Annotated[float, Fixed("mm", "cloth", LATE_STARTS)] = 15.0
    """Width of the ring round a hidden place in which the continued pattern is compared with what is seen."""
    reach_mm: Annotated[float, Fixed("mm", "card", LATE_STARTS)] = 100.0
    """Reach beyond it in which the pattern is looked at: twice a period of a card's length."""
    left: Annotated[float, Fixed("share of its variance", "cloth", LATE_STARTS)] = 0.3
    """Difference of a pattern from itself a period away, at most: its weave, and its fine lines."""
    overlap: Annotated[float, Fixed("share of what is seen", "cloth", LATE_STARTS)] = 0.2
    """Part that must be seen at both ends of a period."""
    periods: Annotated[int, Fixed("periods", "light", LATE_STARTS)] = 20
    """Periods that are used, the shortest first: over these the light changes little."""
    found: Annotated[int, Fixed("periods", "cost", LATE_STARTS)] = 40
    """Periods that are found, the best first."""
    apart: Annotated[int, Fixed("steps", "cloth", LATE_STARTS)] = 5
    """Steps between two of them; nearer ones are the same."""
    long_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 88.0
    """Distance of two periods that do not lead to the same thing: a card is no longer."""
    known: Annotated[float, Fixed("share of samples", "cloth", LATE_STARTS)] = 0.8
    """Hidden samples of which two such periods must tell the same."""
    right: Annotated[float, Fixed("share of the ring", "cloth", LATE_STARTS)] = 0.95
    """Part of it that must look as it is continued."""
    soft: Annotated[int, Fixed("samples", "grain", LATE_STARTS)] = 3
    """Side of the square over which the two are averaged."""
    coarse_mm: Annotated[float, Fixed("mm", "cost", LATE_STARTS)] = 2.0
    """Step between two points of the mat at which the periods of all of it are looked for."""
    level_mm: Annotated[float, Fixed("mm", "light", BY_EYE)] = 150.0
    """Side of the square whose mean is the level of the mat, round which its pattern goes."""
    far_least_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 108.0
    """Least length of a period that leads from no place on a card to another on it."""
    far_most_mm: Annotated[float, Fixed("mm", "mat", BY_EYE)] = 260.0
    """Largest length: longer ones lead out of the mat from most places."""
    shown: Annotated[float, Fixed("grey levels²", "camera", BY_EYE)] = 1
    """Variance below which no camera shows a pattern: a grey level."""
    witnesses: Annotated[int, Fixed("periods", "cost", BY_EYE)] = 16
    """Periods that are asked, the shortest."""
    fewest: Annotated[int, Fixed("periods", "card", BY_EYE)] = 4
    """Least number of them, and of what they tell of a sample: things may lie where they lead."""
    missing: Annotated[float, Fixed("share of its variance", "card", BY_EYE)] = 0.5
    """Least difference of what is seen from a pattern where something hides it."""
    times: Annotated[float, Fixed("times", "grain", BY_EYE)] = 4.0
    """Times the middle difference of the whole mat that this is at least: grain, and light that falls off."""
    tells: Annotated[float, Fixed("share of its variance", "grain", BY_EYE)] = 0.15
    """Largest difference of a pattern, in the middle, that tells anything."""
    clear: Annotated[float, Fixed("times the grain", "light", BY_EYE)] = 3.0
    """Least deviation of a pattern that counts: bands of flickering light repeat."""
    most: Annotated[float, Fixed("deviations", "light", BY_EYE)] = 2.0
    """Largest difference that a sample counts: a spot that shines is no larger a thing for being bright."""
    whole: Annotated[float, Fixed("share of a square", "card", BY_EYE)] = 0.7
    """Part of which the pattern must be known for it to count."""
    inpaint_samples: Annotated[int, Fixed("samples", "mat", BY_EYE)] = 3
    """Radius in which what no period tells is continued from beside it."""


@dataclass(frozen=True, slots=True)
class TextureThresholds:
    """Thresholds of the mat's fibres and print, in `vision/ground/texture.py`."""

    side_px: Annotated[int, Fixed("px", "cloth", CLOTHS)] = 32
    """Side of a square: 15 mm on the mat at 720p, 10 at 1080p."""
    reach_px: Annotated[int, Fixed("px", "camera", CLOTHS)] = 6
    """Push of the mat, either way, that is followed: 2 mm at 1080p, more than a knock that goes unnoticed."""
    free: Annotated[int, Fixed("samples", "cloth", CLOTHS)] = 5
    """Side of what must be free for a square to be seen."""
    least: Annotated[float, Fixed("correlation", "grain", CLOTHS)] = 0.1
    """Correlation of a square with itself from which it tells anything: in a plain one there is only grain."""
    chance: Annotated[float, Fixed("correlation", "grain", CLOTHS)] = 0.05
    """Correlation that grain may add: of many squares those are asked that show most."""
    fewest: Annotated[int, Fixed("squares", "cloth", CLOTHS)] = 8
    """Squares that are asked at least, where there are so many."""
    most: Annotated[int, Fixed("squares", "cost", CLOTHS)] = 24
    """Squares that are asked at most."""
    enough: Annotated[float, Fixed("correlation²", "cost", CLOTHS)] = 2.0
    """Sum of their squared correlations from which no more are asked."""
    telling: Annotated[float, Fixed("correlation²", "cloth", CLOTHS)] = 0.3
    """Sum below which they tell nothing: the mat is too plain, or hidden."""
    seen: Annotated[float, Fixed("share of correlation", "cloth", CLOTHS)] = 0.5
    """Part of the correlation that the mat had with itself from which on it is the mat."""
    clearly: Annotated[float, Fixed("share of correlation", "cloth", CLOTHS)] = 0.75
    """The same for squares all over the mat, or round a place that is not known, below which a part may be hidden."""
    print: Annotated[float, Fixed("correlation", "print", CLOTHS)] = 0.3
    """Correlation of a square with itself from which on it counts no more than others."""
    near: Annotated[int, Fixed("squares", "cloth", CLOTHS)] = 12
    """Squares that are nearest a place."""
    round: Annotated[int, Fixed("squares", "cloth", CLOTHS)] = 48
    """Squares round a place that are asked whether the mat is seen there: four times as many."""
    places: Annotated[int, Fixed("places", "memory", PAIRED_READING)] = 64
    """Places kept at most of which is known what the squares round them tell."""
    open: Annotated[float, Fixed("share of squares", "hands", CLOTHS)] = 0.25
    """Part below which so few are seen that the mat may be hidden."""
    follow: Annotated[float, Fixed("share", "light", CLOTHS)] = 0.2
    """Step of a square towards what is seen."""
    turns: Annotated[int, Fixed("turns", "cost", CLOTHS)] = 12
    """Turns in which all squares are followed, one part of them in each."""
    tries: Annotated[int, Fixed("times", "arm", CLOTHS)] = 3
    """Times that a square is learned anew, at most, until it is seen as it was."""
    fades: Annotated[float, Fixed("share of correlation", "cloth", CLOTHS)] = 0.5
    """Part that is left each time that a square is not recognised and the mat is."""
    spread: Annotated[float, Fixed("turns", "cost", DERIVED)] = 0.618034
    """Golden section: squares taken one after the other by it lie far apart."""


@dataclass(frozen=True, slots=True)
class AreaThresholds:
    """Thresholds of the seats' areas, in `vision/eyes/areas.py`."""

    bleed: Annotated[int, Fixed("samples", "card", DERIVED)] = 9
    """Side of a patch: one that reaches over a known card is unlike the mat, and nothing is said of it."""
    speck_mm: Annotated[float, Fixed("mm", "card", UNSEEN)] = 10.0
    """Side of a square than which a thing in an area is none: a crumb, the corner of a card beside it."""
    speck_samples: Annotated[float, Fixed("samples", "grain", BY_EYE)] = 3.0
    """Least number of samples of a thing, however small the mat is in the picture."""
    around_mm: Annotated[float, Fixed("mm", "mark", BY_EYE)] = 25.0
    """Distance round something unread in which its marks are looked for."""
    thing: Annotated[float, Fixed("share of a card", "card", UNSEEN)] = 0.4
    """Size from which a thing may be a card."""
    hidden: Annotated[float, Fixed("share of an area", "card", UNSEEN)] = 0.5
    """Part that must be hidden for a card to lie and leave there unseen."""


@dataclass(frozen=True, slots=True)
class AttentionThresholds:
    """Thresholds of what is worth reading, and of arms that come, in `vision/eyes/attention.py`."""

    rim_step_mm: Annotated[float, Fixed("mm", "arm", BY_EYE)] = 5.0
    """Step between two places of the mat's rim."""
    apart_mm: Annotated[float, Fixed("mm", "arm", BY_EYE)] = 150.0
    """Gap between crossings that lies between two arms: a forearm is 60 to 100 mm wide."""
    widest_mm: Annotated[float, Fixed("mm", "arm", BY_EYE)] = 400.0
    """Width of a crossing above which it is no arm: a shadow, or somebody who leans over the table."""
    narrowest: Annotated[int, Fixed("places", "arm", BY_EYE)] = 4
    """Places that an arm crosses at least; fewer are a blinking lamp."""
    window_s: Annotated[float, Fixed("s", "arm", BY_EYE)] = 0.6
    """Time of one movement of an arm; the arm of the player before has left by then."""
    remembered: Annotated[int, Fixed("frames", "memory", BY_EYE)] = 64
    """Frames with crossings in which a card that is believed now can have come."""
    tries: Annotated[int, Fixed("frames", "hands", BY_EYE)] = 8
    """Frames in which a still thing is looked at before it is taken for no card: a hand at rest, a glass."""
    aura: Annotated[int, Fixed("samples", "hands", BY_EYE)] = 9
    """Side of the square round a change that counts as moving: 32 pixels each way, 1 cm on the mat at 1080p."""
    touch: Annotated[int, Fixed("samples", "grain", BY_EYE)] = 3
    """Side of the square round a change that has changed with it."""
    margin: Annotated[int, Fixed("samples", "mark", BY_EYE)] = 4
    """Samples added round a still region before it is read, since its rim counts as moving."""
    wider: Annotated[int, Fixed("frames", "card", BY_EYE)] = 2
    """Tries after which a thing is read with as much round it as a card has. Of white cards on white paper only the
    sign in the middle may be noticed, and no mark lies in that."""
    near: Annotated[int, Fixed("samples", "hands", READING)] = 6
    """Samples round a still region within which a motion is close by: one more than what counts as moving with it."""
    smallest: Annotated[float, Fixed("share of a mark", "mark", BY_EYE)] = 0.6
    """Samples of a still thing, in samples on a square of a mark's side, below which it carries no mark."""


@dataclass(frozen=True, slots=True)
class ColdStartThresholds:
    """Thresholds of what lies on the mat when it is first seen, in `vision/eyes/cold_start.py`."""

    cell_mm: Annotated[float, Fixed("mm", "cloth", BY_EYE)] = 10.0
    """Side of the squares over which brightness and roughness are compared."""
    wide_mm: Annotated[float, Fixed("mm", "card", BACKS)] = 50.0
    """Side where too little is told so: such squares average grain and patterns, and a card is wider."""
    round_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 150.0
    """Side of the square whose middle brightness is that of the mat: no card covers half of it."""
    thing_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 35.0
    """Width below which a thing is print or a seam: a card is 63 mm wide."""
    bridged_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 25.0
    """Distance of print on a card that belongs together."""
    arm_mm: Annotated[float, Fixed("mm", "arm", BY_EYE)] = 20.0
    """Width below which a thing is no arm, and no hand: the rim or the shadow of a card."""
    room_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 36.0
    """Side of the square round a thing that is doubted with it: of a card that lies askew the corners are not seen."""
    brighter: Annotated[float, Fixed("grey levels", "card", BY_EYE)] = 12.0
    """Least difference of a card's brightness from an even mat's."""
    rougher: Annotated[float, Fixed("grey levels", "card", BY_EYE)] = 10.0
    """Least difference of a card's roughness from an even mat's."""
    dim: Annotated[float, Fixed("share of paper or ink", "card", UNSEEN)] = 0.25
    """Part of what a card's paper or ink differs by that is enough, in little light."""
    times: Annotated[float, Fixed("times", "cloth", BY_EYE)] = 4.0
    """Times the mat's own unevenness that are added."""
    faint: Annotated[float, Fixed("share of paper or ink", "card", BACKS)] = 0.1
    """Part of what a card's paper or ink differs by that is enough over wide squares."""
    back: Annotated[float, Fixed("share of paper or ink", "card", BACKS)] = 0.12
    """Least difference of a card's back from the mat, were it without a rim."""
    rough: Annotated[float, Fixed("share of paper or ink", "card", BACKS)] = 0.2
    """Largest roughness of a card over wide squares."""
    even: Annotated[float, Fixed("share of paper or ink", "cloth", BY_EYE)] = 0.1
    """Largest roughness of a mat, besides its grain, on which the print or the rim of any card shows."""
    coarse: Annotated[float, Fixed("share of paper or ink", "card", BY_EYE)] = 0.4
    """Least roughness of a mat that is rougher than any card's back, finely printed in black too."""
    mean: Annotated[float, Fixed("deviations", "grain", DERIVED)] = 0.8
    """Average distance of grain from its mean."""
    whole: Annotated[float, Fixed("share of a square", "mat", BACKS)] = 0.5
    """Part of a wide square that must see the mat for it to count."""
    side_least: Annotated[float, Fixed("times", "card", BY_EYE)] = 0.6
    """Least side of what a card's rim encloses, of the card's own."""
    side_most: Annotated[float, Fixed("times", "card", BY_EYE)] = 1.15
    """Largest such side: the rim is seen wider than it is."""
    rectangular: Annotated[float, Fixed("share", "card", DERIVED)] = 0.8
    """Part of the rectangle round it that it fills at least: a ring, the trace of a cup, fills 0.79."""
    inpaint_samples: Annotated[int, Fixed("samples", "mat", BY_EYE)] = 3
    """Radius in which the mat is continued beyond its edge."""


@dataclass(frozen=True, slots=True)
class GridThresholds:
    """Thresholds of places on the mat, in `vision/eyes/grid.py`."""

    rim_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 8.0
    """Surroundings of a card that count as the card when it is accounted for: its shadow, and an imperfect place."""
    mark_mm: Annotated[float, Fixed("mm", "mark", BY_EYE)] = 12.0
    """Side of the square round a mark's centre that tells whether the mark is still there."""
    fine_bits: Annotated[int, Fixed("bits", "camera", DERIVED)] = 4
    """Binary digits behind the point in which OpenCV is told where outlines are, in samples."""
    pitch_mm: Annotated[float, Fixed("mm", "card", CLOTHS)] = 30.0
    """Distance between two squares by which the mat is recognised: a card hides half a dozen."""
    neighbours: Annotated[float, Fixed("pitches", "card", DERIVED)] = 1.6
    """Greatest distance of two neighbours: across a corner, in a picture taken askew. A card hides two wholly."""
    cached: Annotated[int, Fixed("masks", "memory", BY_EYE)] = 64
    """Masks kept: the cards of a trick, their marks and those that land, at 1080p 32 kB each."""
    first_samples: Annotated[int, Fixed("samples", "cost", BY_EYE)] = 32
    """Samples of a card asked about first."""
    corner_sides: Annotated[float, Fixed("sides", "mark", BY_EYE)] = 2.0
    """Side of the square round a corner mark that belongs to it and its white rim, in sides of the mark."""


@dataclass(frozen=True, slots=True)
class MatQueryThresholds:
    """Thresholds of whether a card has left, in `vision/eyes/watcher.py`."""

    bare: Annotated[float, Fixed("share of a place", "grain", BY_EYE)] = 0.15
    """Part of a card's place that differs from the mat at most where the mat shows."""
    enough: Annotated[int, Fixed("marks", "hands", BY_EYE)] = 2
    """Marks that must have become mat; one might be a hand as bright as the mat."""
    near_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 6.0
    """Distance from a card's edge to the ring of mat that tells how the light has changed there."""
    far_mm: Annotated[float, Fixed("mm", "light", BY_EYE)] = 25.0
    """Distance to the outer edge of that ring."""
    edge_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 4.0
    """Width of a card's shadow, and of the error of its place, where it lies beside what is asked about."""
    rest: Annotated[float, Fixed("share of a place", "hands", BY_EYE)] = 0.3
    """Part of a card's place that must not be hidden to tell that it has left."""


@dataclass(frozen=True, slots=True)
class PipelineThresholds:
    """Thresholds of the order of work, in `vision/eyes/pipeline.py`."""

    warm_up: Annotated[int, Fixed("frames", "grain", BY_EYE)] = 4
    """Frames that show the mat, from which it and the grain of the camera are learned."""
    check_up: Annotated[int, Fixed("frames", "cost", READING)] = 8
    """Frames after which the camera's health is asked about although nothing moves."""
    hurried: Annotated[int, Fixed("frames", "cost", UNSEEN)] = 8
    """Frames for which the eyes hurry after pictures were dropped."""
    rim_mm: Annotated[float, Fixed("mm", "arm", BY_EYE)] = 8.0
    """Distance inside the mat's edge at which arms are noticed that cross it."""
    tile_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 150.0
    """Side of a tile in which the whole picture is read."""
    tile_least_px: Annotated[int, Fixed("px", "cost", BY_EYE)] = 400
    """Least side of a tile: all of a small picture is to be read before the next card comes."""
    tile_most_px: Annotated[int, Fixed("px", "cost", LIVE_RATE)] = 640
    """Largest side: reading more takes longer than a frame of a camera that gives 60 of 4K a second."""
    overlap_mm: Annotated[float, Fixed("mm", "mark", BY_EYE)] = 30.0
    """Overlap of two tiles, so that every mark is whole in one."""
    rimmed: Annotated[float, Fixed("sides", "mark", PHOTOREAL)] = 1.25
    """Side of a corner mark with its white rim, in sides of the mark; a cloth may cover the mat beside it."""
    smallest: Annotated[float, Fixed("share of its side", "lens", BY_EYE)] = 0.6
    """Side of the smallest mark of a tilted picture, of that at the middle of the mat."""


@dataclass(frozen=True, slots=True)
class ReaderThresholds:
    """Thresholds of effort, in `vision/eyes/reader.py`."""

    enlarge: Annotated[int, Fixed("frames", "mark", READING)] = 2
    """Tries after which a region is read at twice its size, except in frames in which the second reader is asked."""
    second: Annotated[tuple[int, ...], Fixed("frames", "cost", IDENTITIES)] = (1, 3, 5, 7)
    """Tries after which the second reader is asked: it takes several times as long. Asked a frame later, cards in films
    of hands out of focus were read a tenth of a second later."""
    second_large: Annotated[int, Fixed("frames", "hands", IDENTITIES)] = 3
    """Tries after which it is asked about a region larger than a card, once: most often that is a hand at rest."""
    enlarged_px2: Annotated[int, Fixed("px²", "cost", READING)] = 600_000
    """Largest region, enlarged: no card is that large, and a mark that large needs it not."""
    small_px: Annotated[float, Fixed("px", "mark", BY_EYE)] = 10.0
    """Side of the smallest mark below which tiles are enlarged: of marks that small hardly one is read as it is."""
    certain: Annotated[int, Fixed("marks", "card", READING)] = 2
    """Marks seen at a glance that tell where their card lies; a single one leaves two centimetres open."""
    with_a_hand_px2: Annotated[int, Fixed("px²", "hands", READING)] = 250_000
    """Region that is more than a card: where a glance shows one mark of it, a hand hides the others."""
    flat: Annotated[float, Fixed("grey levels", "mark", PAIRED_READING)] = 5.0
    """Least standard deviation of a picture of a mark and 5 mm beside it. Black and white of a readable mark are 16
    apart, and a fifth of the picture is black."""
    first_ms_per_px: Annotated[float, Fixed("ms/px", "cost", READING)] = 5e-6
    """Cost of reading at length that is expected before any was measured."""
    cost_share: Annotated[float, Fixed("share", "cost", BY_EYE)] = 0.1
    """Step of the expected cost towards a measured one."""


@dataclass(frozen=True, slots=True)
class RecognitionThresholds:
    """Thresholds of asking for the mat's texture, in `vision/eyes/recognition.py`."""

    again_s: Annotated[float, Fixed("s", "arm", CLOTHS)] = 2.0
    """Time for which an arm rests in one place at most."""
    seldom: Annotated[int, Fixed("updates", "cost", CLOTHS)] = 4
    """Updates at rest of which one follows the mat; there is about one update a second."""


@dataclass(frozen=True, slots=True)
class TrackerThresholds:
    """Thresholds of one card's places, in `vision/eyes/tracker.py`; when to believe one is `Strictness`."""

    inward_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 28.0
    """Distance along both edges of a mark from its centre to the guess of the card's centre.

    Every mark's own lower right corner points to the card's centre. The true ways are 22.5 and 35 mm on a 63 x 88 mm
    card, 21.5 and 47 mm on a 61 x 112 mm card. One mark alone does not know which edge is which: 28 both ways is off by
    9 or 20 mm. Opposite marks err in opposite directions, so that their mean is right.
    """
    same_card_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 43.0
    """Distance of two guesses of one card, 40 at most; those of two equal cards side by side lie 45 apart at least."""
    edge_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 9.0
    """Distance from a mark's centre to the two edges of its card."""
    squarely: Annotated[float, Fixed("sine", "mark", DERIVED)] = 0.7
    """Sine of 45 degrees: the other mark is turned by a quarter, not by half."""
    same_mark_mm: Annotated[float, Fixed("mm", "mark", BY_EYE)] = 3.0
    """Distance of two readings of one mark."""
    hardly_turned: Annotated[float, Fixed("cosine", "mark", BY_EYE)] = 0.9
    """Cosine of 26 degrees: far more than a reading errs, far less than the quarter turn to the next corner's mark."""
    refresh_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 3.0
    """Distance that a laid card may creep between two readings."""
    square: Annotated[float, Fixed("sine", "mark", BY_EYE)] = 0.17
    """Sine of 10 degrees: the corners of one card are a quarter or half turn apart, read more exactly than this."""
    pushed_mm: Annotated[float, Fixed("mm", "card", BY_EYE)] = 60.0
    """Distance below which two cards of one kind cannot lie and both be seen: this one was pushed."""


@dataclass(frozen=True, slots=True)
class WatcherThresholds:
    """Thresholds of when to look, in `vision/eyes/watcher.py`."""

    tick: Annotated[int, Fixed("frames", "cost", BY_EYE)] = 16
    """Still frames between two looks at what seems to need none: about a second."""
    watch_s: Annotated[float, Fixed("s", "cost", BY_EYE)] = 0.4
    """Time between two looks at the seats' areas while nothing moves: something may have slid in so slowly that nothing
    did."""
    busy_s: Annotated[float, Fixed("s", "cost", UNSEEN)] = 0.09
    """The same while something moves: a gap's ends are right to a tenth of a second."""
    much: Annotated[float, Fixed("share of samples", "hands", BY_EYE)] = 0.2
    """Samples that a hand does not move: something comes over the whole mat, or leaves it."""
    recheck_s: Annotated[float, Fixed("s", "cost", BY_EYE)] = 0.3
    """Time between two looks at what lay on the mat when it was seen first, until it has left."""
    recheck_most_s: Annotated[float, Fixed("s", "cost", PAIRED_READING)] = 3.0
    """The same after several looks that have told nothing new, until something moves: each takes milliseconds."""
    beside_mm: Annotated[float, Fixed("mm", "mark", PAIRED_READING)] = 5.0
    """Distance round a mark's place in which the mark is looked for: it may have crept, and has a white rim."""
    paper_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 55.0
    """Distance from the middle of a card, where its suit is printed, to its corners, where its marks are."""
    patient: Annotated[int, Fixed("frames", "light", BY_EYE)] = 32
    """Still frames after which a place that looks much like the mat is the mat."""


@dataclass(frozen=True, slots=True)
class HealthThresholds:
    """Thresholds of the camera's health, in `vision/health/monitor.py`."""

    grainy: Annotated[int, Fixed("frames", "grain", BY_EYE)] = 4
    """Still frames in a row that differ all the same: the camera grains."""
    pairs: Annotated[int, Fixed("pixels", "mark", BY_EYE)] = 8
    """Black and white pixels compared at each mark, two pairs on each edge."""
    hold: Annotated[int, Fixed("pixels", "hands", BY_EYE)] = 6
    """Pairs of them that must be black and white for the mark to be there: the rest may lie under a finger."""
    contrast: Annotated[float, Fixed("share of contrast", "light", BY_EYE)] = 0.4
    """Part of the contrast that the mark had, that a pair must have."""
    blind: Annotated[float, Fixed("grey levels", "card", BY_EYE)] = 16.0
    """Contrast below which a mark is not there: in so little light a card looks like the mat."""
    lines: Annotated[int, Fixed("lines", "cost", BY_EYE)] = 4
    """Lines across each edge."""
    steps: Annotated[int, Fixed("points", "cost", BY_EYE)] = 33
    """Points along a line."""
    ends: Annotated[int, Fixed("points", "lens", BY_EYE)] = 6
    """Points at either end of a line that are black, or white."""
    reach: Annotated[float, Fixed("modules", "mark", BY_EYE)] = 0.75
    """Length of a line to both sides of an edge."""
    along_least: Annotated[float, Fixed("share of an edge", "mark", BY_EYE)] = 0.2
    """First place along an edge where it is looked at, away from its corners."""
    along_most: Annotated[float, Fixed("share of an edge", "mark", BY_EYE)] = 0.8
    """Last place along an edge."""
    edge_dark: Annotated[float, Fixed("share of light", "lens", BY_EYE)] = 0.1
    """Light from which on a point lies in the edge, between black and white."""
    edge_light: Annotated[float, Fixed("share of light", "lens", BY_EYE)] = 0.9
    """Light up to which it does."""
    least: Annotated[float, Fixed("grey levels", "grain", BY_EYE)] = 6.0
    """Contrast below which nothing can be measured."""
    gap_s: Annotated[float, Fixed("s", "hands", BY_EYE)] = 0.5
    """Blindness that lasts no longer hides no trick that is laid and gathered."""
    shaken: Annotated[int, Fixed("marks", "hands", BY_EYE)] = 3
    """Corner marks that are gone at once when camera or mat were moved."""
    enough: Annotated[int, Fixed("marks", "mark", DERIVED)] = 3
    """Corner marks by which the mat is found again: each has four corners."""
    again_s: Annotated[float, Fixed("s", "cost", BY_EYE)] = 0.5
    """Time between two searches in vain."""
    agree_mm: Annotated[float, Fixed("mm", "mat", BY_EYE)] = 0.7
    """Distance below which two finds of the mat are one: it has come to rest."""
    knock_mm: Annotated[float, Fixed("mm", "mat", BY_EYE)] = 1.5
    """Distance by which corner marks have moved when the mat is found anew; a table's settings may name another."""
    faint: Annotated[float, Fixed("grey levels", "light", BY_EYE)] = 35.0
    """Contrast of black and white below which there is too little light."""
    glare: Annotated[float, Fixed("grey levels", "light", BY_EYE)] = 90.0
    """Level of black over which light is poured."""
    soft_mm: Annotated[float, Fixed("mm", "lens", BY_EYE)] = 1.2
    """Width of an edge, and twice what it was: out of focus."""
    every_s: Annotated[float, Fixed("s", "cost", BY_EYE)] = 2.0
    """Time between two measurements; each of the four marks comes by turns."""
    covered_s: Annotated[float, Fixed("s", "hands", BY_EYE)] = 30.0
    """Time for which a corner mark may be hidden before the table is told."""


@dataclass(frozen=True, slots=True)
class OutlineThresholds:
    """Thresholds of where a card came to lie, in `vision/decks/outline.py`."""

    soft_px: Annotated[float, Fixed("px", "grain", FACES)] = 1.0
    """Deviation over which both pictures are blurred before they are compared."""
    change: Annotated[float, Fixed("grey levels", "grain", FACES)] = 7.0
    """Least difference that is a change."""
    change_noise: Annotated[float, Fixed("times", "grain", FACES)] = 6.0
    """Times the median difference that it is at least, too."""
    close_px: Annotated[int, Fixed("px", "card", FACES)] = 5
    """Gaps in what changed that are closed: ink as dark as the mat."""
    part_px: Annotated[int, Fixed("px", "grain", FACES)] = 25
    """Pixels of a part that changed, below which it is grain."""
    part: Annotated[float, Fixed("share of the largest part", "card", FACES)] = 0.02
    """Size of another part of the same card: a pip within a rim that did not change."""
    turn_apart: Annotated[float, Fixed("degrees", "card", DERIVED)] = 8.0
    """Difference of two directions of the outline's edges that are not one."""
    turn_near: Annotated[int, Fixed("degrees", "card", DERIVED)] = 3
    """Reach over which the edges of one direction are summed."""
    turns: Annotated[int, Fixed("directions", "cost", FACES)] = 3
    """Directions that are tried, beside that of the smallest rectangle."""
    poses: Annotated[int, Fixed("poses", "cost", FACES)] = 3
    """Places of a card that are tried at most."""
    same_turn: Annotated[float, Fixed("radians", "card", FACES)] = 0.05
    """Turn of one place against another below which they are one."""
    same_mm: Annotated[float, Fixed("mm", "card", FACES)] = 4.0
    """Distance below which they are."""
    over_mm: Annotated[float, Fixed("mm", "card", FACES)] = 8.0
    """Largest length by which an outline may exceed a card: its shadow, its bend. Two cards, or a hand, exceed it."""
    under_mm: Annotated[float, Fixed("mm", "card", FACES)] = 40.0
    """Largest length that may be missing: a white card that comes to lie on white cards changes only where ink is."""


@dataclass(frozen=True, slots=True)
class BlockThresholds:
    """Thresholds of how two pictures of cards are compared, in `vision/decks/blocks.py`."""

    px_per_mm: Annotated[int, Fixed("px/mm", "camera", FACES)] = 2
    """Pixels a millimetre of the pictures that are compared."""
    cell_px: Annotated[int, Fixed("px", "card", FACES)] = 8
    """Side of a cell; a block is two by two cells, 8 mm, and blocks overlap by half."""
    soft_px: Annotated[float, Fixed("px", "lens", FACES)] = 0.8
    """Deviation over which both are blurred."""
    light_px: Annotated[int, Fixed("px", "light", FACES)] = 33
    """Side of the square over which the light is taken as even: 16 mm, wider than a pip."""
    dark: Annotated[float, Fixed("share of light", "light", FACES)] = 0.05
    """Least light that is taken off."""
    level: Annotated[float, Fixed("grey levels", "light", DERIVED)] = 200.0
    """Level of paper, in parts of which differences are told."""
    paper: Annotated[float, Fixed("grey levels", "light", DERIVED)] = 220.0
    """Level to which the paper of an enrolled face is brought."""
    paper_percentile: Annotated[float, Fixed("percent", "card", FACES)] = 90.0
    """Share of a face that is no lighter than its paper."""
    differs: Annotated[float, Fixed("share of paper²", "card", FACES)] = 0.006
    """Difference of two faces in a block from which on the block tells them apart."""
    inked: Annotated[float, Fixed("share of paper²", "card", FACES)] = 0.012
    """Energy of a face in a block from which on there is ink."""
    blank: Annotated[float, Fixed("share of paper²", "card", FACES)] = 0.01
    """Least energy against which a misfit is held, in blocks without ink too: a pip too many lies in a blank block."""
    samples: Annotated[float, Fixed("samples", "grain", FACES)] = 6.0
    """Independent samples in a block: its pixels are blurred, worn and bent together."""
    noise: Annotated[float, Fixed("share of paper²", "grain", FACES)] = 0.0035
    """Least variance of a right face."""
    noise_median: Annotated[float, Fixed("times", "grain", FACES)] = 1.5
    """Times the median misfit that it is at least, too."""
    cap: Annotated[float, Fixed("nats", "card", FACES)] = 4.0
    """Largest weight of a block: one in 55 may lie."""


@dataclass(frozen=True, slots=True)
class FaceThresholds:
    """Thresholds of which card a face is, in `vision/decks/reader.py`."""

    shift_mm: Annotated[int, Fixed("mm", "card", FACES)] = 4
    """Shift of the outline's place that is always tried."""
    shift_most_mm: Annotated[int, Fixed("mm", "card", FACES)] = 10
    """Shift that is tried at most where an outline leaves the place open."""
    around_mm: Annotated[int, Fixed("mm", "card", FACES)] = 2
    """Shift of each face against the likeliest one's: no deck is printed and cut so that all lie alike."""
    inner_mm: Annotated[int, Fixed("mm", "card", FACES)] = 2
    """Rim of a card that is not compared at first."""
    fine_px: Annotated[float, Fixed("px", "card", FACES)] = 0.7
    """Deviation of the finest print that counts at first."""
    wide_mm: Annotated[int, Fixed("mm", "light", FACES)] = 15
    """Side of the square whose mean is taken off at first."""
    unlike: Annotated[float, Fixed("correlation", "card", FACES)] = 0.3
    """Correlation below which a thing is no card of the deck."""
    near: Annotated[float, Fixed("correlation", "card", FACES)] = 0.12
    """Distance from the best within which cards are weighed."""
    fewest: Annotated[int, Fixed("cards", "card", FACES)] = 4
    """Cards that are weighed at least."""
    most: Annotated[int, Fixed("cards", "cost", FACES)] = 12
    """Cards that are weighed at most."""
    rim_mm: Annotated[int, Fixed("mm", "card", FACES)] = 5
    """Surroundings of a card in which it is laid on a face."""
    rounds: Annotated[int, Fixed("rounds", "cost", FACES)] = 8
    """Rounds in which a card is laid on a face."""
    laid_most: Annotated[int, Fixed("cards", "cost", FACES)] = 6
    """Likeliest cards of which each is laid where it fits best."""
    laid_mm: Annotated[float, Fixed("mm", "card", FACES)] = 4.0
    """Largest shift by which it is."""
    laid: Annotated[float, Fixed("share", "card", FACES)] = 0.08
    """Largest stretch, shear or turn by which it is."""
    white: Annotated[float, Fixed("grey levels", "light", FACES)] = 247.0
    """Level from which on a camera shows no print."""
    dazzled: Annotated[float, Fixed("share of a block", "light", FACES)] = 0.3
    """Part of a block above it from which on the block is not seen."""
    lamp: Annotated[float, Fixed("times the median", "light", FACES)] = 1.12
    """Light of a block from which on a lamp is mirrored in it."""
    lamp_px: Annotated[int, Fixed("px", "light", FACES)] = 25
    """Side of the square over which that is looked at."""
    contrast: Annotated[float, Fixed("share", "light", FACES)] = 0.85
    """Contrast of ink, of what it has on its face, above which no lamp is mirrored round it."""
    contrast_blocks: Annotated[int, Fixed("blocks", "light", FACES)] = 5
    """Side of the square over which contrast is compared: 24 mm."""
    telling: Annotated[float, Fixed("share", "card", FACES)] = 0.6
    """Part that must be seen of what tells a card from a rival: where most of it is hidden, the rest is chance."""
    bits: Annotated[float, Fixed("bits", "card", FACES)] = 20.0
    """Evidence against every rival from which on a card may be believed."""
    faint: Annotated[tuple[float, float], Fixed("times", "light", FACES)] = (0.3, 1.3)
    """Least and greatest strength of a card's ink beside its enrolled face's."""
    gray_bits: Annotated[float, Fixed("bits", "card", FACES)] = 40.0
    """Evidence in the best light below which two faces are told apart by a colour."""
    contrary: Annotated[float, Fixed("share of a block", "card", FACES)] = 0.5
    """Misfit of a block from which on it contradicts a card."""
    contrary_most: Annotated[int, Fixed("blocks", "card", FACES)] = 0
    """Inner blocks that may contradict a card that is believed."""
    misfit: Annotated[float, Fixed("share of its ink", "card", FACES)] = 0.12
    """Largest misfit of the ink of a card that is believed."""
    inked_contrary: Annotated[float, Fixed("share of blocks", "card", FACES)] = 0.03
    """Inked blocks that may contradict it."""
    inked_fewest: Annotated[int, Fixed("blocks", "card", DERIVED)] = 4
    """Inked blocks that must be seen for a misfit to tell anything."""
    seen: Annotated[float, Fixed("share of a card", "card", FACES)] = 0.5
    """Part of a card that must be seen."""
    label_width_mm: Annotated[float, Fixed("mm", "mark", DERIVED)] = 17.0
    """Width of what is stuck on a card's corners (`vision/print/labels.py`)."""
    label_height_mm: Annotated[float, Fixed("mm", "mark", DERIVED)] = 22.0
    """Its height, with the card's name below the mark."""
    under_label: Annotated[float, Fixed("share of a block", "mark", DERIVED)] = 0.5
    """Part of a block under a label from which on the block tells nothing."""
    label_light_px: Annotated[int, Fixed("px", "light", DERIVED)] = 61
    """Side of the square over which the light of a label's place is taken: most of it lies beside the label."""


@dataclass(frozen=True, slots=True)
class EnrolmentThresholds:
    """Thresholds of how a deck's faces are taken, in `vision/decks/enrolment.py`."""

    outline_mm: Annotated[float, Fixed("mm", "card", FACES)] = 3.0
    """Largest difference of an outline from a card's."""
    glare: Annotated[float, Fixed("grey levels", "light", FACES)] = 250.0
    """Level from which on a picture is white with light."""
    glaring: Annotated[float, Fixed("share of a card", "light", FACES)] = 0.03
    """Part that may be so."""
    far: Annotated[float, Fixed("px/mm", "camera", FACES)] = 1.5
    """Pixels a millimetre below which a face is too small to be enrolled."""
    agree: Annotated[float, Fixed("share of a block", "card", FACES)] = 0.4
    """Largest misfit of any block of two captures of one card."""
    grain: Annotated[float, Fixed("grey levels", "grain", FACES)] = 6.0
    """Contrast that is none."""
    clearer: Annotated[float, Fixed("times", "light", FACES)] = 1.5
    """Times the squared contrast of the other from which on one capture alone is taken."""
    rounds: Annotated[int, Fixed("rounds", "cost", FACES)] = 12
    """Rounds in which one capture is laid on another."""
    blurred_px: Annotated[float, Fixed("px", "lens", FACES)] = 1.35
    """Deviation of an edge from which on a capture is blurred."""
    edge_px: Annotated[int, Fixed("px", "lens", FACES)] = 9
    """Side of the square in which an edge's black and white are looked for."""
    edges: Annotated[float, Fixed("percent", "lens", FACES)] = 98.0
    """Share of a card's pixels that are no edges."""
    moved: Annotated[float, Fixed("grey levels", "hands", FACES)] = 12.0
    """Difference of two pictures of a card that moved between them."""
    moved_share: Annotated[float, Fixed("share of a card", "hands", FACES)] = 0.01
    """Part of a card that must differ so."""
    like: Annotated[float, Fixed("correlation", "card", FACES)] = 0.7
    """Correlation of two captures from which on they may be of one card."""
    alike: Annotated[float, Fixed("bits", "card", FACES)] = 25.0
    """Evidence in the best light below which two cards of a deck may not be told apart."""


@dataclass(frozen=True, slots=True)
class LayingThresholds:
    """Thresholds of when a card lies alone on the bare mat, in `vision/eyes/laying.py`."""

    frames: Annotated[int, Fixed("frames", "hands", FACES)] = 3
    """Still frames after a movement, of which the first and the last are compared."""
    least: Annotated[float, Fixed("share of a card", "card", DERIVED)] = 0.05
    """Part of a card's size below which nothing has come: a court's ink on white paper has more."""
    most: Annotated[float, Fixed("cards", "light", DERIVED)] = 8.0
    """Size of what changed from which on it is the light."""
    rim_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 30.0
    """Surroundings of what changed that are looked at, too: more than half of that part must have stayed as it was."""


@dataclass(frozen=True, slots=True)
class LandingThresholds:
    """Thresholds of where a card that is read by its face has landed, in `vision/eyes/landings.py`."""

    near_mm: Annotated[float, Fixed("mm", "hands", FACES)] = 50.0
    """Distance of a movement at which nothing is read."""
    frames: Annotated[int, Fixed("frames", "hands", FACES)] = 3
    """Frames without one before something is read."""
    rim_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 6.0
    """Distance at which changes belong to one thing: ink within the rim of a card as white as the mat."""
    surroundings_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 25.0
    """Rim of a place that the reader is shown: most of what it is shown must have stayed as it was."""
    same: Annotated[float, Fixed("share of a place", "grain", DERIVED)] = 0.8
    """Part of a place that was looked at in vain from which on it is the same place."""
    least: Annotated[float, Fixed("share of a card", "card", DERIVED)] = 0.05
    """Size below which a change is no card."""
    flood: Annotated[float, Fixed("cards", "light", DERIVED)] = 12.0
    """Size of all changes together from which on it is the light."""
    corner_mm: Annotated[float, Fixed("mm", "card", DERIVED)] = 8.0
    """Distance from a card's edges to the places by which the tracker knows its corners."""
    unmarked_s: Annotated[float, Fixed("s", "mark", FACES)] = 2.0
    """Time for which a card whose face was read must lie untouched without a mark read on it: it has lost them."""
    same_mark_mm: Annotated[float, Fixed("mm", "mark", DERIVED)] = 2.0
    """Distance of two readings of one mark."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All of them, module by module."""

    background: BackgroundThresholds = BackgroundThresholds()
    bareness: BarenessThresholds = BarenessThresholds()
    emptiness: EmptinessThresholds = EmptinessThresholds()
    light: LightThresholds = LightThresholds()
    pattern: PatternThresholds = PatternThresholds()
    texture: TextureThresholds = TextureThresholds()
    areas: AreaThresholds = AreaThresholds()
    attention: AttentionThresholds = AttentionThresholds()
    cold_start: ColdStartThresholds = ColdStartThresholds()
    grid: GridThresholds = GridThresholds()
    mat_query: MatQueryThresholds = MatQueryThresholds()
    pipeline: PipelineThresholds = PipelineThresholds()
    reader: ReaderThresholds = ReaderThresholds()
    recognition: RecognitionThresholds = RecognitionThresholds()
    tracker: TrackerThresholds = TrackerThresholds()
    watcher: WatcherThresholds = WatcherThresholds()
    health: HealthThresholds = HealthThresholds()
    outline: OutlineThresholds = OutlineThresholds()
    blocks: BlockThresholds = BlockThresholds()
    face: FaceThresholds = FaceThresholds()
    enrolment: EnrolmentThresholds = EnrolmentThresholds()
    laying: LayingThresholds = LayingThresholds()
    landings: LandingThresholds = LandingThresholds()


THRESHOLDS: Final = Thresholds()
