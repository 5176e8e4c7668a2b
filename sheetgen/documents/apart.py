"""Work that may take all memory, or never end, in a process of its own that is ended in time.

There are such processes on Linux and macOS; on Windows the work is done here, without bounds.
"""

import os
import signal
import sys
import warnings
from collections.abc import Callable
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from time import sleep

from sheetgen.errors import SheetgenError
from sheetgen.files.reading import INPUTS

SECONDS = 60
"""The longest that work may take."""
MEGABYTES = 1000
"""The most memory that it may take, beside what the program has when it begins."""
_STATM = Path("/proc/self/statm")
"""Where Linux says how large a process is."""
_PERIOD = 0.05
"""Every so many seconds memory is looked at; Linux refuses it at once."""


def apart(work: Callable[[], bytes], file: str) -> bytes:
    """What `work` gives. Raises what it raises, and SheetgenError, naming `file`, if it takes too long or too much."""
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
                "takes longer than %(limit)s seconds; look for what does not end", file=file, limit=SECONDS
            )
        answer, inputs = here.recv()
    except (EOFError, OSError):  # it was ended, by itself or by the system
        raise SheetgenError("takes too much memory; look for what grows in it", file=file) from None
    finally:
        child.kill()
        child.join()
        here.close()
    files = INPUTS.get()
    if files is not None:
        files.update(inputs)
    if isinstance(answer, Exception):
        raise answer
    return bytes(answer)


def _limited(work: Callable[[], bytes], there: Connection) -> None:
    """Do the work in this process, which has been made for it, and send what comes of it."""
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
    """Let the system refuse more memory and time, if it can; and end this process when it has more memory."""
    import resource as system  # noqa: PLC0415 - not on Windows

    def held() -> int:
        return system.getrusage(system.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

    def watch() -> None:
        while held() < most:
            sleep(_PERIOD)
        os._exit(1)

    # who waits ends it in time; the system does where nobody waits any more
    bounds, most = {system.RLIMIT_CPU: 2 * SECONDS}, held() + MEGABYTES * 1_000_000
    if _STATM.exists():
        size = int(_STATM.read_text("ascii").split()[0]) * system.getpagesize()
        bounds[system.RLIMIT_AS] = size + MEGABYTES * 1_000_000
    for kind, bound in bounds.items():
        hard = system.getrlimit(kind)[1]
        system.setrlimit(kind, (bound if hard == system.RLIM_INFINITY else min(bound, hard), hard))
    Thread(target=watch, daemon=True).start()
