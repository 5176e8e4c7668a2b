"""Work in processes: a limited one for untrusted input, or one on each core for much work.

Processes are forked on Linux and macOS; on Windows the work is done in this process, without
limits.
"""

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from threading import Thread
from time import monotonic, process_time, sleep
from typing import Any, TypeVar

from sheetgen.errors import Message, SheetgenError
from sheetgen.files.disk import INPUTS

SECONDS = 60
"""Maximum processor time of work on untrusted input, in seconds: on a busy machine, work may wait
for its turn."""
MINUTES = 15
"""Maximum time by the clock, in minutes, for work that takes no processor time and does not end.
Chosen by hand: on a machine with fifteen times as much to do as it has cores, work gets its
minute."""
MOST_CORES = 16
"""Maximum number of processes: each may take some hundred megabytes."""
MEGABYTES = 1000
"""Maximum memory of work on untrusted input, in addition to the memory of the program when it
begins."""
_STATM = Path("/proc/self/statm")
"""File with the size of this process, on Linux."""
_PERIOD = 0.05
"""Interval between checks of a process, in seconds; Linux refuses memory at once in any case.
Chosen by hand."""
_TOO_LARGE = Message("takes too much memory; make it smaller or simpler")

Part = TypeVar("Part")
Result = TypeVar("Result")


def apart(work: Callable[[], Result], file: str) -> Result:
    """Return the result of `work`, copied from its process.

    Raises its errors. Raises SheetgenError with the name of the `file` if it takes too much time or
    memory.
    """
    if "fork" not in get_all_start_methods():
        return work()

    def work_and_inputs(_: None) -> tuple[Result, Iterable[Any]]:
        return work(), INPUTS.get() or ()

    begun, used = monotonic(), _time_of_children()
    quiet = warnings.catch_warnings(action="ignore", category=DeprecationWarning)
    try:
        with (
            quiet,
            _pool(1, work_and_inputs, bounded=True) as pool,
        ):  # it warns of threads; the process uses none
            result, inputs = pool.submit(_do, None).result()
    except (BrokenProcessPool, MemoryError):  # it was ended, by itself or by the system
        if _time_of_children() - used >= SECONDS:
            message = Message(
                "takes more than %(limit)s seconds of processor time; make it smaller or simpler"
            )
            raise SheetgenError(message, file=file, limit=SECONDS) from None
        if monotonic() - begun >= MINUTES * 60:
            message = Message(
                "has not ended after %(limit)s minutes; try again when the machine has less to do"
            )
            raise SheetgenError(message, file=file, limit=MINUTES) from None
        raise SheetgenError(_TOO_LARGE, file=file) from None
    files = INPUTS.get()
    if files is not None:
        files.update(inputs)
    value: Result = result
    return value


def _time_of_children() -> float:
    """Return the processor time of all ended processes that this one has begun, in seconds."""
    import resource as system

    usage = system.getrusage(system.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def spread(work: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """Yield the result of `work` for each part, in their order, with a process on each core.

    Only a few parts are begun ahead. Raises its errors. Raises SheetgenError if the system ends a
    process.
    """
    parts = iter(parts)
    first = list(islice(parts, cores() if "fork" in get_all_start_methods() else 1))
    if len(first) < 2:
        yield from map(work, chain(first, parts))
        return
    with _pool(len(first), work) as pool:
        begun: deque[Future[Any]] = deque()
        try:
            for part in chain(first, parts):
                begun.append(pool.submit(_do, part))
                if len(begun) > 2 * len(first):
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        except BrokenProcessPool:
            raise SheetgenError(_TOO_LARGE) from None
        finally:
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Return the number of cores that this process may use, at most `MOST_CORES`."""
    usable = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        usable = len(os.sched_getaffinity(0))
    return min(usable, MOST_CORES)


_work: list[Callable[[Any], Any]] = []
"""Work of a forked process: inherited by the fork, since it is too large to be sent."""


def _pool(count: int, work: Callable[[Any], Any], *, bounded: bool = False) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, get_context("fork"), _begin, (work, os.getpid(), bounded))


def _begin(work: Callable[[Any], Any], parent: int, bounded: bool) -> None:
    """Leave Ctrl-C to the parent process, and end with it or, if `bounded`, at a limit."""
    _work.append(work)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    is_within = _limited() if bounded else lambda: True

    def watch() -> None:
        while os.getppid() == parent and is_within():
            sleep(_PERIOD)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _limited() -> Callable[[], bool]:
    """Limit memory and time by the system, if it can.

    Return a function that checks both, for systems that cannot.
    """
    import resource as system

    def is_within() -> bool:
        return held() < most and process_time() < SECONDS and monotonic() < end

    def held() -> int:
        return system.getrusage(system.RUSAGE_SELF).ru_maxrss * (
            1 if sys.platform == "darwin" else 1024
        )

    end = monotonic() + MINUTES * 60
    # a step that lasts leaves no turn to the thread that checks; then the system ends the process
    bounds, most = {system.RLIMIT_CPU: SECONDS + 1}, held() + MEGABYTES * 1_000_000
    if _STATM.exists():
        size = int(_STATM.read_text("ascii").split()[0]) * system.getpagesize()
        bounds[system.RLIMIT_AS] = size + MEGABYTES * 1_000_000
    for kind, bound in bounds.items():
        hard = system.getrlimit(kind)[1]
        system.setrlimit(kind, (bound if hard == system.RLIM_INFINITY else min(bound, hard), hard))
    return is_within


def _do(part: Any) -> Any:
    return _work[-1](part)
