"""Makes the README the description of the package.

Its pictures and links work wherever the description is shown. In the repository they are relative.
The address that they begin with elsewhere is `repository` in pyproject.toml; while it is empty,
pictures are left out, and what would be a link is plain text.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r'<img src="(?!https?:)([^"]+)"([^>]*)> ?')
_LINK = re.compile(r"\[([^]]+)\]\((?!https?:)([^)]+)\)")


def description(readme: str, repository: str) -> str:
    """Return the README with the addresses of the repository, or without pictures and links."""
    if not repository:
        return _LINK.sub(r"\1", _PICTURE.sub("", readme))
    pictures = _PICTURE.sub(rf'<img src="{repository}/raw/HEAD/\1"\2> ', readme)
    return _LINK.sub(rf"[\1]({repository}/blob/HEAD/\2)", pictures)


class Readme(MetadataHookInterface):
    """Gives the package its description, and the address of its repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set what pyproject.toml calls dynamic."""
        repository = self.config["repository"]
        text = description(Path(self.root, "README.md").read_text("utf-8"), repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {"Source": repository} if repository else {}
