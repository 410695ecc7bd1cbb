# `make demo` builds the sample notes; `make check` runs what is quick, `make test` everything. Each makes what it needs:
# Python 3.11 or newer and make is all that has to be there.
#   make PYTHON=python3.13 test          uses another Python
#   make SEED=2 INPUTS=100000 fuzz     reads notes gone wrong through all stages (hours); FIRST= goes on behind another run
#   make BENCH="1000 10000" bench        measures a large vault (an hour); tests/benchmarks/run.py has more to choose

PYTHON ?= python3
BENCH ?= 100 1000
SEED ?= 1
INPUTS ?= 10000
FIRST ?= 0
# One more than processors: tests wait for servers, browsers and clocks, and each process takes a quarter of a minute of a
# processor to import everything and collect all tests.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)
python := .venv/bin/python
pip := $(python) -m pip --disable-pip-version-check --quiet

.PHONY: demo check test suite golden lint bench fuzz format docs notebooks picture constraints clean
.DELETE_ON_ERROR:

demo: .venv/installed
	$(python) -m kg build data/notes --map
	@echo
	@echo "Open kg-out/map.html in a browser, or ask the graph:"
	@echo "  .venv/bin/kg find attention"
	@echo "  .venv/bin/kg ask papers-by-rating"
	@echo "  .venv/bin/kg about 'reinforcement learning'"
	@echo "  .venv/bin/kg query 'SELECT ?title WHERE { ?paper a schema:ScholarlyArticle ; schema:name ?title } ORDER BY ?title LIMIT 10'"
	@echo "With notes of your own: .venv/bin/kg build PATH/TO/YOUR/NOTES"

# About two minutes on two cores: formatter, linter, types, import contracts, and the tests of single packages and rules.
check: lint
	$(python) -m pytest -n $(WORKERS) --dist worksteal --quiet tests/unit tests/cases kg

# The types are checked beside the tests, which do not keep both processors busy while they are collected.
test: .venv/installed
	$(MAKE) --no-print-directory --jobs=2 lint suite

suite: .venv/installed
	$(python) -m pytest -n $(WORKERS) --dist worksteal

# Shows what kg claims of sample notes, cases, layouts and ../shared, against what was kept in out/golden; the first run
# keeps it, and ACCEPT=--accept what is claimed now. SETS= chooses sets of notes, also `vaults` and `wild`.
golden: .venv/installed
	$(python) tests/support/golden_claims.py $(SETS) $(ACCEPT)

lint: .venv/installed
	$(python) -m ruff format --check --quiet --output-format concise .
	$(python) -m ruff check --quiet --output-format concise .
	$(python) -m mypy --no-error-summary
	.venv/bin/lint-imports --no-logo

bench: .venv/installed
	$(python) tests/benchmarks/run.py $(BENCH)
	$(python) tests/benchmarks/identity.py

# Writes what fails, made small, into out/fuzz, a folder for each cause; tests/support/fuzzing/found keeps what is mended.
fuzz: .venv/installed
	PYTHONPATH=tests/support $(python) -m fuzzing --seed $(SEED) --inputs $(INPUTS) --first $(FIRST)

format: .venv/installed
	$(python) -m ruff check --fix --quiet .
	$(python) -m ruff format --quiet .

# Puts what the commands print into README.md and docs/, runs the notebooks, and writes the generated pages; look at the difference.
docs: .venv/installed
	$(python) tests/support/docs.py
	$(python) tests/support/notebooks.py

# Opens the notebooks in JupyterLab, on the graph of the sample notes.
notebooks: .venv/installed
	$(pip) install --constraint constraints.txt jupyterlab
	.venv/bin/jupyter lab notebooks

# Takes the picture of the topic map in README.md, with the chromium and chromedriver of the system.
picture: .venv/installed
	$(python) tests/support/picture.py

# The stamp is newer than what was installed from; a changed list installs again.
.venv/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "kg needs Python 3.11 or newer, this is " + sys.version.split()[0] + ". Say which: make PYTHON=python3.13 " + "demo")'
	$(PYTHON) -m venv .venv
	$(pip) install --constraint constraints.txt hatchling
	$(pip) install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@

# Pins what a fresh environment gets today.
constraints:
	$(PYTHON) -m venv .venv-fresh
	.venv-fresh/bin/python -m pip --quiet install hatchling
	.venv-fresh/bin/python -m pip --quiet install --no-build-isolation --editable '.[dev]'
	.venv-fresh/bin/python -m pip freeze --exclude-editable | sed 's/ @ .*//' > constraints.txt
	rm -rf .venv-fresh

clean:
	rm -rf .venv .venv-fresh out kg-out build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find kg tests -name __pycache__ -type d -prune -exec rm -rf {} +
