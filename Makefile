# make play    everything needed, then a match
# make test    everything needed, then every check
#
# Both work on a fresh machine that has Python (3.11 or later) and make: the packages go into
# .venv, at the versions and hashes of requirements/*.txt. `uv` is used if it is there.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	2>/dev/null && echo $$p && break; done)
UV := $(shell command -v uv 2>/dev/null)
VENV := .venv
BIN := $(VENV)/bin

ifeq ($(UV),)
  MAKE_VENV = "$(PYTHON)" -m venv $(VENV)
  INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
  # Half of what pip does would be bytecode of modules that no test imports; the others get theirs
  # when they are first imported.
  INSTALL_dev = --no-compile
else
  MAKE_VENV = "$(UV)" venv --quiet --allow-existing --python "$(PYTHON)" $(VENV)
  INSTALL = "$(UV)" pip install --quiet --python $(BIN)/python
endif

# Tests start many processes, which share the bytecode that the first of them writes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test test-all lint types compiled tests bench soak messages lock sbom audit clean

play: $(VENV)/.ready-run
	@$(BIN)/ludotheque

# The compiler uses one core while the checks use the other.
test: $(VENV)/.ready-dev
	@$(MAKE) --no-print-directory --jobs 3 lint types compiled
	@$(MAKE) --no-print-directory tests

# By hand, before a release: the tests marked `long` too. They look at every page in every size and
# colour scheme, play whole matches by clicking, hold contests of robots, and install the wheel with
# pip. Leaves pictures of all pages.
test-all: export LUDOTHEQUE_PICTURES ?= build/pictures
test-all: $(VENV)/.ready-dev
	@$(MAKE) --no-print-directory --jobs 3 lint types compiled
	@$(MAKE) --no-print-directory tests TESTS=

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready-dev
	$(BIN)/mypy

# What tests run compiled is compiled before them, a game at a time to each core, and kept for the
# next run in a folder named by its sources.
COMPILED := $(CURDIR)/build/compiled
compiled: export LUDOTHEQUE_TEST_CACHE := $(COMPILED)
compiled: $(VENV)/.ready-dev
	$(BIN)/python -m tests.precompile

# A file at a time to each worker, the longest files first. There is one worker more than the machine
# has cores: where a test waits, for a page, a disk or a process that starts, another one goes on.
WORKERS = $(shell $(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')
TESTS := -m "not long"
tests: export LUDOTHEQUE_TEST_CACHE := $(COMPILED)
tests: $(VENV)/.ready-dev
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder \
		--durations 40 $(TESTS)

# By hand: the results are committed.
bench: $(VENV)/.ready-dev
	$(BIN)/python -m bench

# By hand, long: a million commands by chance, everything that clients receive of whole matches, and
# a server killed again and again, which must never lose what it has acknowledged.
soak: $(VENV)/.ready-dev
	$(BIN)/python -m tests.soak.commands 1000000
	$(BIN)/python -m tests.soak.live 20000
	$(BIN)/python -m tests.soak.received
	$(BIN)/python -m tests.soak.killing 100
	$(BIN)/python -m tests.store.kill 1000

# Bring the catalogues of words up to date with the sources.
messages: $(VENV)/.ready-dev
	$(BIN)/python -m tools.messages

# Choose versions anew. The lock files name no index and no host.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade --extra build pyproject.toml -o requirements/run.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade --extra build --extra dev --extra postgres pyproject.toml \
		-o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/run.txt pyproject.toml \
		-o requirements/serve.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/run.txt requirements/build.in \
		-o requirements/build.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade requirements/audit.in -o requirements/audit.txt

# What a server is made of, as a CycloneDX bill of materials: build/sbom.cdx.json.
AUDIT := build/audit
sbom: $(AUDIT)/.ready
	@$(AUDIT)/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible \
		--of JSON -o build/sbom.cdx.json requirements/serve.txt
	@echo "build/sbom.cdx.json lists the packages of requirements/serve.txt"

# Known vulnerabilities of the pinned packages, by the advisory database that pip-audit asks. Where
# that cannot be reached, pip-audit may skip every package and still report that it has found none.
audit: $(AUDIT)/.ready
	@for file in serve build dev; do \
		$(AUDIT)/bin/pip-audit --strict --progress-spinner off --disable-pip --require-hashes \
			-r requirements/$$file.txt >build/audit.log 2>&1; code=$$?; \
		if grep -qiE 'could not be audited|not found on|connection|timed? ?out' build/audit.log; then \
			echo "requirements/$$file.txt: not checked, because the advisory database cannot be" \
				"reached from here; build/audit.log has the reason" >&2; exit 2; \
		fi; \
		echo "requirements/$$file.txt:"; cat build/audit.log; [ $$code -eq 0 ] || exit $$code; \
	done

$(AUDIT)/.ready: requirements/audit.txt
	@echo "installing the packages of $< …"
	@"$(PYTHON)" -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "ludotheque needs Python 3.11 or later"; exit 1; }
	@echo "setting up $(VENV) …"
	@$(MAKE_VENV)

$(VENV)/.ready-%: requirements/%.txt pyproject.toml | $(VENV)/bin/python
	@echo "installing the packages of $< …"
	@$(INSTALL) $(INSTALL_$*) --require-hashes -r $<
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
