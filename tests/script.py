"""Runs the unchanged scripts of forms and pages in a JavaScript engine without a browser."""

import json
from typing import Any

from dukpy import JSInterpreter  # type: ignore[import-untyped]

from sheetgen.calculator.scripts import joined


class Script:
    """Some of the scripts, with what stands before them."""

    def __init__(self, *names: str, **constants: object) -> None:
        self._engine = JSInterpreter()
        for name, value in constants.items():
            self._engine.evaljs(f"var {name} = {json.dumps(value)}; null")
        self._engine.evaljs(joined(names) + "\nnull")

    def run(self, code: str, **values: object) -> Any:
        """Return the value of an expression, in which `values` are variables."""
        for name, value in values.items():
            self._engine.evaljs(f"var {name} = dukpy['value']; null", value=value)
        return self._engine.evaljs(code)
