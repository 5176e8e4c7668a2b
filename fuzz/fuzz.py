"""Coverage-guided fuzzing with atheris: ``fuzz.py TARGET [libFuzzer options]``.

Without a target it lists them. Whatever a stranger writes becomes a result or one clear error;
anything else is a crash that is reported here. So is what takes longer than 25 seconds, or more
than 1,500 MB, of which the fuzzer itself takes some hundred.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir

import atheris

sys.path.append(str(Path(__file__).parent.parent))
LIMITS = ("-timeout=25", "-rss_limit_mb=1500", "-max_len=60000")
with atheris.instrument_imports(include=["sheetgen", "pypdf"]):
    from sheetgen.cards.batches import Games, check_lines, score_lines
    from sheetgen.cards.card_files import FORMATS, cards_of, read_cards
    from sheetgen.checker.check import check_card
    from sheetgen.errors import SheetgenError
    from sheetgen.i18n.catalog import load_catalog
    from sheetgen.i18n.report import Report
    from sheetgen.i18n.wording import Wording
    from sheetgen.rules.scoring import WrittenCard
    from sheetgen.rulesets.loading import load_ruleset
    from sheetgen.rulesets.source import ruleset_ids
    from tests import strangers

REPORTS = [Report(Wording(load_ruleset(name), load_catalog("nl"))) for name in ruleset_ids()]
GAMES = Games(load_ruleset, load_catalog("en"), load_ruleset("numbers-hands"))


def card_file(data: bytes) -> None:
    """Read a card file of any kind."""
    source = atheris.FuzzedDataProvider(data)
    kind = source.PickValueInList(["", *FORMATS])
    with suppress(SheetgenError):
        for card in cards_of(
            read_cards(BytesIO(source.ConsumeBytes(4_000)), kind, "file"), REPORTS[0].wording
        ):
            check_card(REPORTS[0].wording.ruleset, card)


def checker(data: bytes) -> None:
    """Check a card with anything in any row."""
    source = atheris.FuzzedDataProvider(data)
    report = source.PickValueInList(REPORTS)
    rows = [*report.wording.ruleset.rows, "pears"]
    entries: list[tuple[str, int | str]] = []
    while source.remaining_bytes() and len(entries) < 40:
        value = (
            source.ConsumeUnicode(6)
            if source.ConsumeProbability() > 0.9
            else source.ConsumeIntInRange(-3, 60)
        )
        entries.append((source.PickValueInList(rows), value))
    for finding in check_card(report.wording.ruleset, WrittenCard(tuple(entries))).findings:
        report.describe(finding)


def exchange(data: bytes) -> None:
    """Lines of cards and of rolls."""
    with suppress(SheetgenError):
        list(check_lines(BytesIO(data), GAMES, as_csv=len(data) % 2 == 0))
    list(score_lines(BytesIO(data), GAMES))


CARD = (
    b'{"id": 1, "ruleset": "dice-play", "boxes": {"ones": 3, "yacht": 50}, "totals": {"total": 53}}'
)
CARDS = [
    CARD,
    CARD + b"\n" + CARD.replace(b"50", b"null"),
    b'{"ruleset": "bonus-yachts", "dice": [3, 3, 3, 3, 3], "filled": {"yacht": 50}}',
    b"id,ruleset,ones,twos,total\na,dice-play,3,4,7\n",
    b"\x00\x00\x00\x00\x00\x00\x00\x00dice-play;An;Bo\nOnes;3;4\nTwos;-;x\n",
    b"\x05\x00\x00\x00\x00\x00\x00\x00ruleset = 'dice-play'\n[boxes]\nones = [3, 4]\n",
]
"""Something to start from, so that what is tried is more often nearly right."""

TARGETS: dict[str, tuple[Callable[[bytes], None], list[bytes]]] = {
    "card_file": (card_file, CARDS),
    "checker": (checker, CARDS),
    "exchange": (exchange, CARDS),
    **{name: (target, strangers.SEEDS[name]) for name, target in strangers.TARGETS.items()},
}

if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(" ".join(TARGETS))
    name = sys.argv.pop(1)
    target, seeds = TARGETS[name]
    folder = (
        Path(gettempdir()) / f"sheetgen-fuzz-{name}"
    )  # one for all runs: the fuzzer ends the process by itself
    folder.mkdir(exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / str(number)).write_bytes(seed)
    atheris.Setup([sys.argv[0], *LIMITS, *sys.argv[1:], str(folder)], target)
    atheris.Fuzz()
