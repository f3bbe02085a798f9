# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later

PYTHON ?= /usr/bin/python3
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
export PYTHON

BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help run setup test test-quick test-deep lint format translations reference pictures bench \
	install-helper uninstall-helper test-package test-hardware clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

run: ## Install what is missing, then open the window (without a display: quick benchmark here)
	@tools/setup.sh run
	@tools/run.sh

setup: ## Install what is missing and make .venv, no more
	@tools/setup.sh run

test: ## Install what tests need, then run the linters and the tests of every change (ARGS for pytest)
	@tools/setup.sh test
	@tools/test.sh $(ARGS)

test-quick: ## The quick tests that need no root, no bus and no window (ARGS for pytest)
	@tools/setup.sh test
	@tools/test.sh --quick $(ARGS)

test-deep: ## What make test leaves out: many cases of one kind, searches, hosts, hangs (ARGS for pytest)
	@tools/setup.sh test
	@tools/test.sh --deep $(ARGS)

test-hardware: ## Try our packages on emulated drives, in guests of QEMU (as root; ARGS for pytest)
	@tools/setup.sh hardware
	@$(BIN)/pytest -n 2 tests/hardware $(ARGS)

lint: ## Linters, types and layers only
	@tools/setup.sh test
	@tools/lint.sh

format: ## Bring the Python files into shape
	@tools/setup.sh test
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

translations: ## Extract the texts, bring the translations up to date and compile them
	@tools/setup.sh test
	@tools/extract.sh resources/translations/driveproof.pot
	@for po in $(wildcard resources/translations/*/LC_MESSAGES/driveproof.po); do \
		$(BIN)/pybabel -q update -N --ignore-obsolete -i resources/translations/driveproof.pot -o $$po \
			-l $$(basename $${po%/LC_MESSAGES/*}) && $(BIN)/pybabel -q compile -i $$po -o $${po%po}mo || exit; done

reference: ## Write the JSON Schema and the tables of docs/reference anew
	@tools/setup.sh test
	@$(BIN)/python tools/reference.py

pictures: ## Draw the pictures of the documentation anew (with the font Inter, if it is installed)
	@tools/setup.sh test
	@$(BIN)/pytest -q -n 0 tests/ui/pictures.py

bench: ## Measure, as ratios side by side in one run (ARGS for pytest)
	@tools/setup.sh test
	@$(BIN)/pytest -m benchmark -s tests/benchmarks $(ARGS)

HELPER = $(PYTHON) -EsB tools/install_helper.py --prefix '$(PREFIX)' --destdir '$(DESTDIR)'

install-helper: ## Install what tests of whole devices need root for (as root; PREFIX=/usr/local, DESTDIR)
	@$(HELPER) install

uninstall-helper: ## Remove that
	@$(HELPER) uninstall

test-package: ## Build the Debian packages and try them in a fresh Debian 13 (as root; minutes)
	@tools/test-package.sh

clean: ## Remove .venv and everything else that is generated
	@rm -rf .venv build dist app/*.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	@find app tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
