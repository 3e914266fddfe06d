# Everything that a person or CI does here, by one name each. Needs Python 3.11 or newer and make, nothing else.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
VASTAI := .venv-vastai
WHEELS := .cache/wheels

INSTALLED := $(VENV)/.installed
DEVELOPING := $(VENV)/.developing
WHEELHOUSE := $(VENV)/.wheelhouse

.PHONY: run install test ready lint types arrows lock lock-check bench check clean
.DELETE_ON_ERROR:

# The bot where a Slack bot token is set in the environment or in .env, else the sandbox.
run: install
	@if [ -n "$$SLACK_BOT_TOKEN" ] || grep -qsE '^ *(export +)?SLACK_BOT_TOKEN *= *["\''"\'']?[^ #"\''"\'']' .env; \
	then exec $(BIN)/runsitter run; else exec $(BIN)/runsitter sandbox; fi

install: $(INSTALLED)
	@echo "$(BIN)/runsitter is ready"

# ARGS="tests/unit -k fit" narrows it. The two environments are made side by side.
test:
	@$(MAKE) --no-print-directory --jobs=2 ready
	$(BIN)/python -m pytest $(ARGS)

ready: $(DEVELOPING) $(WHEELHOUSE) $(VASTAI)/.installed

# Prints the README's tables; ARGS="--out FILE" keeps them. It takes some minutes, on a machine with nothing else to do.
bench: ready
	$(BIN)/python tests/benchmarks $(ARGS)

check: lint types arrows lock-check

lint: $(DEVELOPING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint Dockerfile

types: $(DEVELOPING)
	$(BIN)/mypy

arrows: $(DEVELOPING)
	$(BIN)/lint-imports

# Takes up what pyproject.toml asks for and keeps every version that still serves. ARGS=--upgrade takes the newest.
lock: $(DEVELOPING)
	.ci/lock $(BIN)/uv $(ARGS)

lock-check: $(DEVELOPING)
	.ci/lock-check $(BIN)/uv

clean:
	rm -rf .venv .venv-* .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

$(VENV)/.made:
	@.ci/make-venv "$(PYTHON)" $(VENV)
	@touch $@

$(INSTALLED): $(VENV)/.made requirements.lock requirements-build.lock pyproject.toml
	$(PIP) install --require-hashes -r requirements.lock -r requirements-build.lock
	$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(DEVELOPING): $(INSTALLED) requirements-dev.lock
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

# The packaging test installs from here, so that the tests themselves need no outside world.
$(WHEELHOUSE): $(DEVELOPING)
	$(PIP) download --only-binary :all: --require-hashes -r requirements.lock -d $(WHEELS)
	@touch $@

# Vast.ai's own client in an environment of its own, so that its pins don't shape ours.
$(VASTAI)/.installed: tests/wire/vastai.lock
	@.ci/make-venv "$(PYTHON)" $(VASTAI)
	$(VASTAI)/bin/python -m pip --disable-pip-version-check --no-input --quiet install --require-hashes -r $<
	@touch $@
