"""How the tests run: at a desk each run tries other random examples; in continuous integration always the same."""

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("steady")
