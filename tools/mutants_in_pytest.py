"""A plugin of pytest for tools/mutate.py.

Nothing that was cached hides a change, and what is not changed runs fast.
"""

import functools
import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mutmut.mutation import trampoline

Function = Callable[..., Any]
RULESET = "sheetgen.rules.ruleset"
_SLOW = trampoline.wrap_in_trampoline
_SWITCHES: list[tuple[str, dict[str, Function], list[bool]]] = []
"""Module of each changed function, its changes by name, and a flag: they are active."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Before the program is loaded."""
    trampoline.wrap_in_trampoline = _wrap
    trampoline.get_mutant_under_test = lambda: trampoline._mutant_under_test or ""


def _wrap(
    changed: dict[str, Function], is_classmethod: bool = False
) -> Callable[[Function], Function]:
    """Replace mutmut's function by one that does not read the environment at each call."""

    def wrap(function: Function) -> Function:
        slow: Function = _SLOW(changed, is_classmethod)(function)
        on = [True]

        @functools.wraps(function)
        def fast(*arguments: Any, **keywords: Any) -> Any:
            return (slow if on[0] else changed["_mutmut_orig"])(*arguments, **keywords)

        _SWITCHES.append((function.__module__, changed, on))
        return slow if is_classmethod else fast

    return wrap


def pytest_sessionstart() -> None:
    """Each change gets a copy of one process.

    What that knows already, and what may differ now, is forgotten.
    """
    gc.disable()  # a collection would copy the whole memory for each change
    module, _, name = _change().rpartition(".")
    for where, changed, on in _SWITCHES:
        on[0] = not module or (where == module and name in changed)
    if _change() != "fail":
        _forget(_standing_on(module) if module else _ours())


def pytest_runtest_setup() -> None:
    """Clear all caches while mutmut records which tests call which functions."""
    if _change() == "stats":
        _forget(_ours())


def _change() -> str:
    return str(trampoline.get_mutant_under_test())


def _ours() -> set[str]:
    return {name for name in sys.modules if name.startswith("sheetgen.")}


def _standing_on(module: str) -> set[str]:
    """Return the module and all modules that import it, directly or through others."""
    found = {module} & _ours()
    while more := {name for name in _ours() - found if _origins(name) & found}:
        found |= more
    return found


def _origins(name: str) -> set[str]:
    return {getattr(value, "__module__", "") for value in vars(sys.modules[name]).values()}


def _forget(names: set[str]) -> None:
    for value in [value for name in names for value in vars(sys.modules[name]).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    if RULESET in names:
        _forget_rulesets(sys.modules[RULESET].Ruleset)


def _forget_rulesets(kind: type) -> None:
    """Clear the caches of rulesets that live on; mutmut hides them from the garbage collector."""
    cached = [
        name for name, value in vars(kind).items() if isinstance(value, functools.cached_property)
    ]
    gc.unfreeze()
    for ruleset in [each for each in gc.get_referrers(kind) if isinstance(each, kind)]:
        for name in cached:
            vars(ruleset).pop(name, None)
    gc.freeze()
