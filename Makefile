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
  INSTALL_ci = --no-compile
else
  MAKE_VENV = "$(UV)" venv --quiet --allow-existing --python "$(PYTHON)" $(VENV)
  INSTALL = "$(UV)" pip install --quiet --python $(BIN)/python
endif

# The lock file that tests run with: `dev`, or `ci`, which has the optional extras too (Ray, OpenSpiel, …).
# Tests of an extra that is not installed are skipped, and named.
PACKAGES ?= dev

# Tests start many processes, which share the bytecode that the first of them writes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test test-all lint types compiled tests bench soak messages lock docs sbom audit clean

play: $(VENV)/.ready-run
	@$(BIN)/ludotheque

# The compiler uses one core while the checks use the other.
test: $(VENV)/.ready-$(PACKAGES)
	@$(MAKE) --no-print-directory --jobs 3 lint types compiled
	@$(MAKE) --no-print-directory tests

# By hand, before a release: the tests marked `long` too. They look at every page in every size and
# colour scheme, play whole matches by clicking, hold contests of robots, and install the wheel with
# pip. Leaves pictures of all pages.
test-all: export LUDOTHEQUE_PICTURES ?= build/pictures
test-all: $(VENV)/.ready-$(PACKAGES)
	@$(MAKE) --no-print-directory --jobs 3 lint types compiled
	@$(MAKE) --no-print-directory tests TESTS=

lint: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/mypy

# What tests run compiled is compiled before them, a game at a time to each core, and kept for the
# next run in a folder named by its sources.
COMPILED := $(CURDIR)/build/compiled
compiled: export LUDOTHEQUE_TEST_CACHE := $(COMPILED)
compiled: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/python -m tests.precompile

# A file at a time to each worker, the longest files first. There is one worker more than the machine
# has cores: where a test waits, for a page, a disk or a process that starts, another one goes on.
WORKERS = $(shell $(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')
TESTS := -m "not long"
tests: export LUDOTHEQUE_TEST_CACHE := $(COMPILED)
tests: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder \
		--durations 40 $(TESTS)

# By hand, on a machine that does nothing else, about an hour: the pages in bench/ are committed.
bench: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.live
	$(BIN)/python -m bench.cold
	$(BIN)/python -m bench.previews
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.idle_sockets
	$(BIN)/python -m bench.nodes
	$(BIN)/python -m bench.streaming

# By hand, long: a million commands by chance, everything that clients receive of whole matches, and
# a server killed again and again, which must never lose what it has acknowledged; then an hour of
# faults on three nodes and their database.
soak: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/python -m tests.soak.commands 1000000
	$(BIN)/python -m tests.soak.live 20000
	$(BIN)/python -m tests.soak.received
	$(BIN)/python -m tests.soak.killing 100
	$(BIN)/python -m tests.store.kill 1000
	$(BIN)/python -m tests.nodes.soak 60

# Bring the catalogues of words up to date with the sources.
messages: $(VENV)/.ready-$(PACKAGES)
	$(BIN)/python -m tools.messages

# The documentation site, from the sources alone: `ludotheque serve` shows it at /docs.
DOCS := build/docs-env
docs: $(DOCS)/.ready
	@$(DOCS)/bin/python -m tools.documentation
	@echo "src/ludotheque/web/site has the documentation; ludotheque serve shows it at /docs"

$(DOCS)/.ready: requirements/docs.txt
	@echo "installing the packages of $< …"
	@"$(PYTHON)" -m venv $(DOCS)
	@$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Choose versions anew. The lock files name no index and no host.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade --extra build pyproject.toml -o requirements/run.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade --extra build --extra dev --extra postgres pyproject.toml \
		-o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/dev.txt --extra build --extra dev \
		--extra postgres --extra gymnasium --extra openspiel --extra pettingzoo --extra ray \
		pyproject.toml -o requirements/ci.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/run.txt pyproject.toml \
		-o requirements/serve.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/run.txt --extra docs pyproject.toml \
		-o requirements/docs.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --constraint requirements/run.txt requirements/build.in \
		-o requirements/build.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade requirements/audit.in -o requirements/audit.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --quiet --upgrade requirements/uv.in -o requirements/uv.txt

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
