"""ReportLab as it comes, with what a document of ours needs: nobody's own settings change what is drawn.

ReportLab takes settings and code from the user's home, from modules and from the environment while it is imported.
Whatever imports ReportLab has to come after this module.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_MODULES = ("reportlab_mods", "reportlab_settings", "reportlab.local_rl_mods", "reportlab.local_rl_settings")
"""What ReportLab looks for; it looks in the home only where the first two are missing."""


@contextmanager
def _nobody() -> Iterator[None]:
    """Let settings be empty, and the environment without those for ReportLab."""
    own = {name: sys.modules.pop(name) for name in _MODULES if name in sys.modules}
    words = {name: os.environ.pop(name) for name in [*os.environ] if _is_for_reportlab(name)}
    sys.modules.update({name: ModuleType(name) for name in _MODULES})
    try:
        yield
    finally:
        for name in _MODULES:
            del sys.modules[name]
        sys.modules.update(own)
        os.environ.update(words)


def _is_for_reportlab(variable: str) -> bool:
    return variable.upper().startswith("RL_") or variable == "SOURCE_DATE_EPOCH"


with _nobody():
    from reportlab import rl_config
    from reportlab.lib.utils import TimeStamp
    from reportlab.pdfbase import pdfdoc

    _no_time = TimeStamp(1)
    pdfdoc.TimeStamp = lambda *_: _no_time  # it would read the environment for every document

rl_config.useA85 = 0
