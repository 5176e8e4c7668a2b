"""The program: `sheetgen`, and `python -m sheetgen`."""

import _signal  # type: ignore[import-not-found] # importing `signal` takes longer
import os
import sys

_PROCESS = os.getpid()


def run() -> None:
    """Run the program, with its signals handled before any import that takes time."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(_signal, name, None)  # Windows has no SIGHUP
        if number and _signal.getsignal(number) in (
            _signal.default_int_handler,
            _signal.SIG_DFL,
        ):  # else it is ignored
            _signal.signal(number, _stop)
    from sheetgen.cli.commands import main  # noqa: PLC0415 - after the signals are handled

    main()


def _stop(number: int, _: object) -> None:
    """End at once and remove unfinished files.

    An exception could be caught by a library on its way.
    """
    try:
        if (
            os.getpid() != _PROCESS
        ):  # a process that was divided from the program, which cleans up itself
            return
        for process in getattr(sys.modules.get("multiprocessing"), "active_children", list)():
            process.kill()
            process.join()
        getattr(sys.modules.get("sheetgen.files.disk"), "clean_up", list)()
        if os.isatty(2):
            os.write(
                2, b"\x1b[?25h\n" if "rich.progress" in sys.modules else b"\n"
            )  # progress hides the cursor
    finally:
        os._exit(128 + number)


if __name__ == "__main__":
    run()
