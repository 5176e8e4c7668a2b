"""Write the traces of three sheets, which the tests compare.

``make traces``, after a change of the layout.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT))

from tests.shop import TRACED, job, trace  # noqa: E402 - the path comes first


def main() -> None:
    """Write every trace anew."""
    for name, settings in TRACED.items():
        pages = job(**settings).job.cards
        (ROOT / "tests" / "layout" / "traces" / f"{name}.txt").write_text(
            "".join(map(trace, pages[:2])), "utf-8"
        )


if __name__ == "__main__":
    main()
