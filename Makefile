# Hermes Lab. `make lab` opens the workbench, `make test` runs everything that needs no published Hermes.
PYTHON ?= python3
BIN    := .venv/bin
STAMP  := .venv/.installed

.PHONY: setup lab test notebooks upstream upstream-test bench clean
setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt Makefile
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): install Python 3.11 or later." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Hermes Lab needs Python 3.11 or later: make PYTHON=python3.12" >&2; exit 2; }
	@test -x $(BIN)/python && $(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv .venv || { echo "Python cannot make a virtual environment: on Debian and Ubuntu install python3-venv." >&2; exit 2; }
	@echo "Installing the pinned packages into .venv (about half a minute, once) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[test]'
	@mkdir -p .venv/share/jupyter/lab/settings
	@printf '%s\n' '{"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": false}}' > .venv/share/jupyter/lab/settings/overrides.json
	@touch $@

lab: $(STAMP)
	@$(BIN)/hermes-lab open

test: $(STAMP)
	$(BIN)/python -m pytest --nbval

notebooks: $(STAMP)
	$(BIN)/python tests/notebooks.py

upstream: $(STAMP)
	$(BIN)/python tests/upstream/judges.py install

upstream-test: $(STAMP)
	$(BIN)/python -m pytest --override-ini 'addopts=--strict-markers' tests/upstream

bench: $(STAMP)
	$(BIN)/python -m tests.bench

clean:
	rm -rf .venv .upstream build dist .pytest_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
