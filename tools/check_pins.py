"""Check constraints.txt against pyproject.toml.

Each requirement has a pin, and the pin meets it. pip reports a bad pin only at an installation, and
in fewer words.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def declared(project: str) -> Iterator[Requirement]:
    """Yield what a pyproject.toml requires: for the project, its extras and its groups.

    Requirements with ``==`` are pinned there and left out. So is the project itself, which the
    extra `all` names.
    """
    data = tomllib.loads(project)
    extras = data["project"].get("optional-dependencies", {}).values()
    groups = data.get("dependency-groups", {}).values()
    for line in (
        *data["project"]["dependencies"],
        *(line for lines in (*extras, *groups) for line in lines),
    ):
        requirement = Requirement(line)
        exact = any(each.operator == "==" for each in requirement.specifier)
        if not exact and canonicalize_name(requirement.name) != canonicalize_name(
            data["project"]["name"]
        ):
            yield requirement


def faults(project: str, constraints: str) -> list[str]:
    """Return a line for each requirement of a pyproject.toml with a missing or wrong pin."""
    pins = {
        canonicalize_name(pin.name): pin for pin in map(Requirement, constraints.split("\n")[:-1])
    }
    found = []
    for requirement in declared(project):
        pin = pins.get(canonicalize_name(requirement.name))
        if pin is None:
            found.append(f"{requirement.name} has no pin; pyproject.toml asks for {requirement}")
        elif not all(
            requirement.specifier.contains(each.version, prereleases=True) for each in pin.specifier
        ):
            found.append(f"{pin} does not meet what pyproject.toml asks for: {requirement}")
    return sorted({*found})


if __name__ == "__main__":
    wrong = faults(
        (ROOT / "pyproject.toml").read_text("utf-8"), (ROOT / "constraints.txt").read_text("utf-8")
    )
    sys.exit("\n".join(f"constraints.txt: {line}" for line in wrong) or None)
