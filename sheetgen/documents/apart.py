"""Work in processes: one with limited time and memory for untrusted input, or one on each core for much work.

Processes are forked on Linux and macOS; on Windows the work is done in this process, without limits.
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
from multiprocessing import get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, TypeVar

from sheetgen.errors import SheetgenError
from sheetgen.files.disk import INPUTS

SECONDS = 60
"""Maximum time of work on untrusted input, in seconds."""
MOST_CORES = 16
"""Maximum number of processes: each may take some hundred megabytes."""
MEGABYTES = 1000
"""Maximum memory of work on untrusted input, in addition to the memory of the program when it begins."""
_STATM = Path("/proc/self/statm")
"""File in which Linux tells the size of a process."""
_PERIOD = 0.05
"""Interval between looks at the memory, in seconds; Linux refuses memory at once in any case."""

Part = TypeVar("Part")
Result = TypeVar("Result")


def apart(work: Callable[[], Result], file: str) -> Result:
    """Return the result of `work`, copied from its process.

    Raises its errors. Raises SheetgenError with the name of the `file` if it takes too much time or memory.
    """
    if "fork" not in get_all_start_methods():
        return work()
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_limited, args=(work, there))
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # of threads, of which it uses none
        child.start()
    try:
        there.close()
        if not here.poll(SECONDS):
            raise SheetgenError(
                "takes longer than %(limit)s seconds; make it smaller or simpler", file=file, limit=SECONDS
            )
        answer, inputs = here.recv()
    except (EOFError, OSError):  # it was ended, by itself or by the system
        raise SheetgenError("takes too much memory; make it smaller or simpler", file=file) from None
    finally:
        child.kill()
        child.join()
        here.close()
    files = INPUTS.get()
    if files is not None:
        files.update(inputs)
    if isinstance(answer, Exception):
        raise answer
    result: Result = answer
    return result


def spread(work: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
    """Yield the result of `work` for each part, in their order, with a process on each core.

    Only a few parts are begun ahead. Raises its errors. Raises SheetgenError if the system ends a process.
    """
    parts = iter(parts)
    first = list(islice(parts, cores() if "fork" in get_all_start_methods() else 1))
    if len(first) < 2:
        yield from map(work, chain(first, parts))
        return
    with ProcessPoolExecutor(len(first), get_context("fork"), _begin, (work,)) as pool:
        begun: deque[Future[Any]] = deque()
        try:
            for part in chain(first, parts):
                begun.append(pool.submit(_do, part))
                if len(begun) > 2 * len(first):
                    yield begun.popleft().result()
            while begun:
                yield begun.popleft().result()
        except BrokenProcessPool:
            raise SheetgenError("takes too much memory; make it smaller or simpler") from None
        finally:
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """Return the number of cores that this process may use, at most `MOST_CORES`."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, MOST_CORES)


_work: list[Callable[[Any], Any]] = []
"""Work of a forked process: inherited by the fork, since it is too large to be sent."""


def _begin(work: Callable[[Any], Any]) -> None:
    """Leave Ctrl-C to the parent process, and end with it."""

    def end_after(parent: Any) -> None:
        parent.join()
        os._exit(1)

    _work.append(work)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_after, args=[parent_process()], daemon=True).start()


def _do(part: Any) -> Any:
    return _work[-1](part)


def _limited(work: Callable[[], Any], there: Connection) -> None:
    """Do the work in this forked process, and send its result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who waits for it ends it
    try:
        _set_bounds()
        there.send((work(), INPUTS.get() or ()))
    except MemoryError:
        pass
    except Exception as error:  # whatever it is, it is for who waits
        there.send((error, ()))
    finally:
        os._exit(0)  # whatever else there was to say or to do is not this process's


def _set_bounds() -> None:
    """Limit memory and time by the system, if it can; end this process if it takes more, or if its parent ends."""
    import resource as system

    def held() -> int:
        return system.getrusage(system.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def watch() -> None:
        while held() < most and os.getppid() == parent:
            sleep(_PERIOD)
        os._exit(1)

    parent = getattr(parent_process(), "pid", 0)
    # the parent ends it in time; the system does if this thread gets no turn
    bounds, most = {system.RLIMIT_CPU: 2 * SECONDS}, held() + MEGABYTES * 1_000_000
    if _STATM.exists():
        size = int(_STATM.read_text("ascii").split()[0]) * system.getpagesize()
        bounds[system.RLIMIT_AS] = size + MEGABYTES * 1_000_000
    for kind, bound in bounds.items():
        hard = system.getrlimit(kind)[1]
        system.setrlimit(kind, (bound if hard == system.RLIM_INFINITY else min(bound, hard), hard))
    Thread(target=watch, daemon=True).start()
