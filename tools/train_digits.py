"""Train the reader of digits.

Compose numbers, train a small network, write ``sheetgen/scan/digits.npz``. Seeds, fonts and steps
are fixed. The fonts (OFL) and the digits of people come from their npm packages. Of the boxes, 40 %
are single ones (``handwriting``). The others are on sheets that are filled in and photographed
(``filled``). The confidence of the network is measured with other hands. The end prints the share
of right readings for unseen hands, and the share among readings that count as sure. ``--share
0.02`` makes a quick one.
"""

import argparse
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import chain, pairwise, repeat
from math import ceil
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import cv2
import filled
import handwriting
import numpy as np
import torch
from numpy.typing import NDArray
from photography.hands import KEPT_BACK
from torch import nn

from sheetgen.scan.digits import BLANK, LEAST, MARK, MINUS, NOTHING, NUMBERS, STRUCK, Reader

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "sheetgen" / "scan" / "digits.npz"
EXAMPLES = ROOT / "tests" / "scan" / "written.npz"
"""Boxes for the quick tests: drawn digits and fonts that training does not know; none by people."""
FONTS = (
    "allura", "annie-use-your-telescope", "architects-daughter", "babylonica", "bad-script",
    "beth-ellen", "bilbo", "caramel", "cedarville-cursive", "chilanka", "clicker-script",
    "comic-neue", "cookie", "covered-by-your-grace", "damion", "dancing-script",
    "dawning-of-a-new-day", "dekko", "delicious-handrawn", "delius", "east-sea-dokdo",
    "edu-au-vic-wa-nt-hand", "edu-nsw-act-foundation", "edu-qld-beginner", "edu-tas-beginner",
    "edu-vic-wa-nt-beginner", "ephesis", "fuzzy-bubbles", "gaegu", "gamja-flower", "give-you-glory",
    "gloria-hallelujah", "grape-nuts", "hachi-maru-pop", "handlee", "hi-melody",
    "just-me-again-down-here", "kavivanar", "klee-one", "kristi", "la-belle-aurore", "licorice",
    "liu-jian-mao-cao", "long-cang", "love-ya-like-a-sister", "loved-by-the-king", "lovers-quarrel",
    "mali", "mansalva", "marck-script", "meddon", "mr-de-haviland", "mynerve", "nanum-brush-script",
    "nanum-pen-script", "neucha", "oooh-baby", "over-the-rainbow", "playpen-sans", "playwrite-at",
    "playwrite-cz", "playwrite-de-grund", "playwrite-dk-loopet", "playwrite-hr", "playwrite-hu",
    "playwrite-is", "playwrite-it-moderna", "playwrite-mx", "playwrite-nl", "playwrite-no",
    "playwrite-nz", "playwrite-pl", "playwrite-pt", "playwrite-ro", "playwrite-sk",
    "playwrite-us-trad", "playwrite-vn", "poor-story", "ruthie", "sedgwick-ave", "shantell-sans",
    "short-stack", "sofia", "square-peg", "sue-ellen-francisco", "swanky-and-moo-moo",
    "the-girl-next-door", "vibur", "waiting-for-the-sunrise", "yomogi", "yuji-boku",
    "zen-kurenaido",
)  # fmt: skip
"""Families that training knows; those of ``photography.hands`` are not among them."""
MIDDLE_FONTS = (
    "edu-sa-beginner",
    "nothing-you-could-do",
    "pangolin",
    "playwrite-es",
    "sriracha",
    "zeyada",
)
"""Hands with which the confidence of the reader is measured."""
OTHER_FONTS = (
    "caveat",
    "indie-flower",
    "kalam",
    "patrick-hand",
    "playwrite-fr-moderne",
    "shadows-into-light",
)
"""Hands that tests alone see."""
PART = (800, 20)
"""Number of single boxes, or of pages with some 75 boxes, that are made together."""
PARTS = 44
"""Number of parts of each of the two."""
BATCH, STEPS = 128, 12_000
RATE, KERNEL_RATE, DECAY = 4e-3, 8e-3, 0.01
"""Rates of learning: of all but kernels by AdamW, and of kernels by Muon (K. Jordan and others,
2024), which needs fewer steps; and the decay of both."""
UNREADABLE = float(np.log(100))
"""Maximum of the loss that counts: a person could not read some of these digits."""
CHANNELS = (16, 48, 112, 160)
"""Channels of the layers; the fifth has as many as the fourth."""

Boxes = tuple[NDArray[np.uint8], list[str], list[str]]
"""Patches, uint8[n, 32, 80]; what the network has to say of each; their kinds."""
PartOf = Callable[[int, list[Path], Sequence[int]], Boxes]
"""Function that makes a part from a seed, fonts and indices of people's digits."""


class Convolution(nn.Module):  # type: ignore[misc]
    """A layer whose kernel is a matrix: Muon learns matrices alone.

    It keeps the width and the height.
    """

    def __init__(self, before: int, after: int, high: int, wide: int) -> None:
        super().__init__()
        self.shape, self.padding = (after, high, wide, before), (high // 2, wide // 2)
        self.kernel = nn.Parameter(torch.empty(after, high * wide * before))
        nn.init.kaiming_uniform_(self.kernel, a=5**0.5)  # as torch begins its own

    @property
    def weight(self) -> Any:
        """Return the weight as [after, before, high, wide], in the fastest order."""
        return self.kernel.view(self.shape).permute(0, 3, 1, 2)

    def forward(self, picture: Any) -> Any:
        """Return the layer [n, after, h, w] of [n, before, h, w]."""
        return nn.functional.conv2d(picture, self.weight, padding=self.padding)


class Network(nn.Module):  # type: ignore[misc]
    """Four layers over the picture and one along it; ``digits.Reader`` computes the same."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, pool in zip(
            (1, *CHANNELS), CHANNELS, ((2, 2), (2, 2), (2, 1), (4, 1)), strict=False
        ):
            layers += [
                Convolution(before, after, 3, 3),
                nn.MaxPool2d(pool),
            ]  # before what follows: it is a fifth
            layers += [nn.BatchNorm2d(after), nn.ReLU()]  # as much there
        last = CHANNELS[-1]
        layers += [Convolution(last, last, 1, 5), nn.BatchNorm2d(last), nn.ReLU()]
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(last, BLANK + 1)
        self.dropout = nn.Dropout1d(0.1)

    def forward(self, patches: Any) -> Any:
        """Return the scores [n, 20, 12] of patches [n, 1, 32, 80]."""
        return self.head(self.dropout(self.layers(patches)[:, :, 0]).transpose(1, 2))

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """All weights as ``digits.Reader`` takes them."""
        found: dict[str, Any] = {"k6": self.head.weight.T, "b6": self.head.bias}
        kernels = [each for each in self.layers if isinstance(each, Convolution)]
        norms = [each for each in self.layers if isinstance(each, nn.BatchNorm2d)]
        for number, (layer, norm) in enumerate(zip(kernels, norms, strict=True), 1):
            size = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            found[f"k{number}"] = (layer.weight * size.abs()[:, None, None, None]).permute(
                2, 3, 1, 0
            )
            found[f"s{number}"] = size.sign()
            found[f"b{number}"] = norm.bias - norm.running_mean * size
        return {name: each.detach().numpy().astype(np.float16) for name, each in found.items()}


def fetch(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """Fetch the plainest Latin face of each family from its npm package, and return the files."""
    packages = [f"@fontsource/{name}@5.3.0" for name in names]
    command = [shutil.which("npm") or "npm", "pack", "--silent", *packages]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for name in names:
        with tarfile.open(folder / f"fontsource-{name}-5.3.0.tgz") as archive:
            archive.extractall(folder / name, filter="data")
    return [
        folder / name / "package" / "files" / f"{name}-latin-400-normal.woff2" for name in names
    ]


def boxes_of(seed: int, faces: list[Path], known: Sequence[int]) -> Boxes:
    """Return single boxes with their words and kinds, by these fonts and digits of people."""
    cv2.setNumThreads(1)
    random, people = np.random.default_rng(seed), handwriting.people(known)
    hands = [people, people, people, handwriting.drawn, handwriting.drawn, handwriting.fonts(faces)]
    return packed(handwriting.sample(random, hands) for _ in range(PART[0]))


def pages_of(seed: int, faces: list[Path], known: Sequence[int]) -> Boxes:
    """Return the boxes of whole photographed pages."""
    cv2.setNumThreads(1)
    return packed(filled.pages(seed, PART[1], known, faces))


def packed(samples: Iterable[handwriting.Sample]) -> Boxes:
    """Return the samples as arrays."""
    found = list(samples)
    patches = np.stack([np.round(each.patch * 255).astype(np.uint8) for each in found])
    return patches, [each.word for each in found], [each.kind for each in found]


def composed(
    of: PartOf, seeds: range, faces: list[Path], known: Sequence[int], pool: Executor
) -> Boxes:
    """Return a part of each seed, made by several processes, the same in each run."""
    return merged(pool.map(of, seeds, repeat(faces), repeat(known)))


def merged(parts: Iterable[Boxes]) -> Boxes:
    """Return the boxes of all parts, in their order."""
    patches, words, kinds = zip(*parts, strict=True)
    return np.concatenate(patches), [*chain(*words)], [*chain(*kinds)]


def write_examples(faces: list[Path]) -> None:
    """Write the boxes for the quick tests, in sixteen shades."""
    random, hands = np.random.default_rng(3_000), [handwriting.drawn, handwriting.fonts(faces)]
    found = [handwriting.sample(random, hands) for _ in range(200)]
    patches = np.stack([np.round(each.patch * 15).astype(np.uint8) for each in found])
    words, kinds = np.array([each.word for each in found]), np.array([each.kind for each in found])
    np.savez_compressed(EXAMPLES, allow_pickle=False, patches=patches, words=words, kinds=kinds)


SIGNS = {**{str(digit): digit for digit in range(10)}, "x": MARK, "-": MINUS}
"""Output of the network for each sign of a word."""


DOWN, ACROSS = (
    nn.functional.interpolate(torch.eye(few)[None, None], size, mode="bicubic")[0, 0]
    for few, size in ((4, (32, 4)), (7, (7, 80)))
)
"""Kernel that makes a map of 4 by 7 smooth, and as large as a patch."""


def changed(patches: Any, random: Any) -> Any:
    """Return the patches with random changes of place, size, shape, brightness and strokes."""
    n = len(patches)
    turn = torch.zeros(n, 2, 3)
    turn[:, 0, 0] = 1 + 0.1 * torch.randn(n, generator=random)
    turn[:, 1, 1] = 1 + 0.07 * torch.randn(n, generator=random)
    turn[:, 0, 1] = 0.08 * torch.randn(n, generator=random)
    turn[:, :, 2] = torch.randn(n, 2, generator=random) * torch.tensor([0.04, 0.04])
    grid = nn.functional.affine_grid(turn, list(patches.shape), align_corners=False)
    bent = torch.randn(n, 2, 4, 7, generator=random) * torch.rand(n, 1, 1, 1, generator=random)
    grid = grid + (DOWN @ bent @ ACROSS).permute(0, 2, 3, 1) * torch.tensor([0.03, 0.06])
    moved = nn.functional.grid_sample(patches, grid, align_corners=False)
    pen = (torch.rand(n, 1, 1, 1, generator=random) - 0.5).mul(2.4).clamp(-0.7, 0.7)
    side = pen.sign()  # thick: the darkest of those around; thin: the palest
    around = nn.functional.pad(side * moved, (1, 1, 1, 1), value=-1.0)
    for axis in (2, 3):
        before, same, after = (
            around.narrow(axis, start, around.shape[axis] - 2) for start in range(3)
        )
        around = torch.maximum(torch.maximum(before, same), after)
    moved = moved + pen.abs() * (side * around - moved)
    power = torch.exp(0.25 * torch.randn(n, 1, 1, 1, generator=random))
    return moved.clamp(1e-6, 1) ** power


def learn(network: Network, boxes: Boxes, steps: int) -> None:
    """Train a network on boxes for so many steps."""
    print(f"{len(boxes[1]):,} boxes to learn from", flush=True)
    random, started = torch.Generator().manual_seed(1), monotonic()
    network.train()
    kernels = [each.kernel for each in network.layers if isinstance(each, Convolution)]
    others = [each for name, each in network.named_parameters() if not name.endswith("kernel")]
    learning = {
        torch.optim.Muon(kernels, weight_decay=DECAY, adjust_lr_fn="match_rms_adamw"): KERNEL_RATE,
        torch.optim.AdamW(others, weight_decay=DECAY): RATE,
    }
    schedules = [
        torch.optim.lr_scheduler.OneCycleLR(
            each, rate, total_steps=steps, pct_start=0.15, cycle_momentum=False
        )
        for each, rate in learning.items()
    ]
    patches, targets = (
        torch.from_numpy(boxes[0]),
        [[SIGNS[sign] for sign in word] for word in boxes[1]],
    )
    loss_of = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    order, mean = torch.empty(0, dtype=torch.int64), 0.0
    for step in range(steps):
        if len(order) < BATCH:
            order = torch.randperm(len(patches), generator=random)
        chosen, order = order[:BATCH], order[BATCH:]
        batch = changed(patches[chosen][:, None].float() / 255, random)
        words = [targets[int(each)] for each in chosen]
        with torch.autocast("cpu", dtype=torch.bfloat16):
            scores = network(batch)
        scores = scores.float().log_softmax(2).transpose(0, 1)
        lengths = torch.full((BATCH,), scores.shape[0]), torch.tensor([len(each) for each in words])
        loss = loss_of(scores, torch.tensor([each for word in words for each in word]), *lengths)
        network.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        for each in (*learning, *schedules):
            each.step()
        mean += (float(loss.detach()) - mean) * 0.01
        if step % 500 == 499:
            print(
                f"step {step + 1} of {steps}: loss {mean:.4f}, {monotonic() - started:.0f} s",
                flush=True,
            )
    network.eval()


def truth_of(words: list[str]) -> NDArray[np.int64]:
    """Return the index of each word among the readings."""
    beside = {"": NOTHING, "-": NOTHING, "x": STRUCK}
    found: NDArray[np.int64] = np.array([beside.get(word) or int(word) for word in words])
    return found % (NUMBERS + 2 - LEAST)  # numbers less than 0 count from the end


def read(
    weights: dict[str, NDArray[np.float16]], patches: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """Return the log-probabilities of readings, [n, 2011], by the program with these weights."""
    reader = Reader({name: each.astype(np.float32) for name, each in weights.items()})
    blocks = [patches[at : at + 200] for at in range(0, len(patches), 200)]
    return np.concatenate(
        [reader.looked_at_again(np.asarray(block / 255, np.float32)) for block in blocks]
    )


def calibrated(
    weights: dict[str, NDArray[np.float16]], boxes: Boxes
) -> dict[str, NDArray[np.float16]]:
    """Return the weights with the temperature and the doubt that are best for these boxes."""
    truth, found = truth_of(boxes[1]), {}
    rows = np.arange(len(truth))
    for doubt in (0.0001, 0.0003, 0.001, 0.003):
        beside = {"temperature": np.array(1, np.float16), "doubt": np.array(doubt, np.float16)}
        logs = read(weights | beside, boxes[0])
        for temperature in np.arange(0.5, 1.55, 0.05):
            some = logs / temperature
            losses = np.log(np.exp(some).sum(axis=1)) - some[rows, truth]
            found[temperature, doubt] = np.mean(np.minimum(losses, UNREADABLE))
    best = min(found, key=lambda each: found[each])
    print(f"temperature {best[0]:.2f}, doubt {best[1]}, loss {found[best]:.4f}")
    return weights | {
        "temperature": np.array(best[0], np.float16),
        "doubt": np.array(best[1], np.float16),
    }


def report(logs: NDArray[np.float32], boxes: Boxes) -> None:
    """Print how many numbers are read right, of each kind, of all, and of those that are sure."""
    best, sure = logs.argmax(axis=1), np.exp(logs.max(axis=1))
    right, kinds = best == truth_of(boxes[1]), np.array(boxes[2])
    for kind in sorted({*boxes[2]}):
        print(f"{kind:15} {np.mean(right[kinds == kind]):7.2%} of {np.sum(kinds == kind)}")
    print(f"{'all':15} {np.mean(right):7.2%} of {len(right)}")
    edges = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999, 1.01)
    for low, high in pairwise(edges):
        some = (sure >= low) & (sure < high)
        if some.any():
            print(
                f"said {low:6} to {high:6}: {np.mean(sure[some]):.4f}, "
                f"right {np.mean(right[some]):.4f} of {some.sum()}"
            )


def main() -> None:
    """Compose, train, calibrate, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--share", type=float, default=1.0, help="of all steps, and of what there is to learn from"
    )
    parser.add_argument("--processes", type=int, default=min(cpu_count() or 1, 2))
    options = parser.parse_args()
    torch.set_num_threads(options.processes)
    torch.manual_seed(0)
    network = Network()
    network.to(memory_format=torch.channels_last)
    with TemporaryDirectory() as folder:
        known, middle, others = (
            fetch(Path(folder), names) for names in (FONTS, MIDDLE_FONTS, OTHER_FONTS)
        )
        with ProcessPoolExecutor(options.processes) as pool:
            seeds = range(10_000, 10_000 + ceil(PARTS * options.share))
            boxes = [
                composed(of, seeds, known, handwriting.LEARNED, pool) for of in (pages_of, boxes_of)
            ]
            held = composed(
                pages_of, range(1_000, 1_004), middle, handwriting.BETWEEN, pool
            )  # pages are what is read
            test = [
                composed(of, range(2_000, 2_002), others, KEPT_BACK, pool)
                for of in (pages_of, boxes_of)
            ]
        write_examples(others)
    learn(network, merged(boxes), ceil(STEPS * options.share))
    weights = calibrated(network.weights(), held)
    np.savez_compressed(WEIGHTS, allow_pickle=False, **weights)
    print(
        f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes, "
        f"{sum(each.size for each in weights.values()):,} weights"
    )
    for each in test:
        report(read(weights, each[0]), each)


if __name__ == "__main__":
    main()
