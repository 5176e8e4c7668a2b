"""The program: `sheetgen`, and `python -m sheetgen`."""

import os
import sys
from _signal import SIGINT, default_int_handler, getsignal, signal  # type: ignore[import-not-found] # `signal` is slow


def run() -> None:
    """Run it; Ctrl-C is heard from here on, so that nothing that takes time comes before."""
    if getsignal(SIGINT) is default_int_handler:  # else somebody wants it to be ignored
        signal(SIGINT, _stop)
    from sheetgen.cli import main  # noqa: PLC0415 - as above

    main()


def _stop(*_: object) -> None:
    """End at once and leave nothing half done: an exception would get lost in libraries that catch all of them."""
    for process in getattr(sys.modules.get("multiprocessing"), "active_children", list)():
        process.kill()
        process.join()
    for drafts in list(getattr(sys.modules.get("sheetgen.files.writing"), "DRAFTS", ())):
        sys.modules["shutil"].rmtree(drafts, ignore_errors=True)
    if os.isatty(2):
        os.write(2, b"\x1b[?25h\n" if "rich.progress" in sys.modules else b"\n")  # progress hides the cursor
    os._exit(130)


if __name__ == "__main__":
    run()
