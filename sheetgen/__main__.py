"""`python -m sheetgen` does what `sheetgen` does."""

from sheetgen.cli import main

if __name__ == "__main__":
    main()
