# Everything that a person or CI does here, by one name each. Needs Python 3.11 or newer and make, nothing else.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
INSTALL := .ci/install $(BIN)
VASTAI := .venv-vastai

INSTALLED := $(VENV)/.installed
DEVELOPING := $(VENV)/.developing

# What was downloaded stays in the project: the packaging test installs from here, without the outside world.
export UV_CACHE_DIR := $(CURDIR)/.cache/uv

# The tests start the bot some hundred times, which is not compiled anew for each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run install test ready lint types arrows lock lock-check bench mutants check clean
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

ready: $(DEVELOPING) $(VASTAI)/.installed

# Prints the README's tables; ARGS="--out FILE" keeps them. It takes some minutes, on a machine with nothing else to do.
bench: ready
	$(BIN)/python tests/benchmarks $(ARGS)

# Whether the tests of money, fit, meters and deadlines notice a mistake: a copy is changed, one thing at a time. It
# takes some ten minutes; less than 85 % noticed is a failure. To look at one: .venv/bin/mutmut show NAME
mutants: $(DEVELOPING)
	rm -rf mutants
	nice $(BIN)/mutmut run $(ARGS)
	.ci/mutation-score 85

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
	rm -rf .venv .venv-* .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache mutants dist build

$(VENV)/.made:
	@.ci/make-venv "$(PYTHON)" $(VENV)
	@touch $@

$(INSTALLED): $(VENV)/.made requirements.lock requirements-build.lock requirements-install.lock pyproject.toml
	$(PIP) install --no-compile --require-hashes -r requirements-install.lock
	$(INSTALL) $(VENV) --require-hashes -r requirements.lock -r requirements-build.lock
	$(INSTALL) $(VENV) --no-deps --no-build-isolation -e .
	@touch $@

$(DEVELOPING): $(INSTALLED) requirements-dev.lock
	$(INSTALL) $(VENV) --require-hashes -r requirements-dev.lock
	@touch $@

# Vast.ai's own client in an environment of its own, so that its pins don't shape ours.
$(VASTAI)/.installed: tests/wire/vastai.lock | $(INSTALLED)
	@.ci/make-venv "$(PYTHON)" $(VASTAI)
	$(INSTALL) $(VASTAI) --require-hashes -r $<
	@touch $@
