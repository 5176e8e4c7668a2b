"""Build hook that compiles the catalogs."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compile(BuildHookInterface):  # type: ignore[type-arg]
    """Hook that writes ``sheetgen.mo`` beside every ``sheetgen.po``.

    A wheel gets the compiled catalogs alone.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile all of them, before the files of the build are gathered."""
        sys.path.insert(0, self.root)
        # the package that is built is not installed
        from sheetgen.i18n.po_file import compile_po  # noqa: PLC0415

        for source in sorted(Path(self.root, "locales").glob("*/LC_MESSAGES/sheetgen.po")):
            compiled = source.with_suffix(".mo")
            compiled.write_bytes(compile_po(source, source.parent.parent.name))
            if self.target_name == "wheel" and version == "standard":
                build_data["force_include"][str(compiled)] = (
                    f"sheetgen/{compiled.relative_to(self.root)}"
                )
