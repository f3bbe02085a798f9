#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every check that runs nothing: style, types, layers, shell. All of them, then the status.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
bin=.venv/bin
failed=()

check() {
    echo "== $*"
    "$@" || failed+=("$1")
}

check $bin/ruff check .
check $bin/ruff format --check .
check $bin/mypy
check $bin/lint-imports --no-logo
check $bin/reuse lint --lines
check shellcheck --severity=style --exclude=SC1091,SC2016 tools/*.sh \
    tests/hardware/guest/*.sh .ci/run

[ ${#failed[@]} -eq 0 ] || { echo "lint: failed: ${failed[*]##*/}" >&2; exit 1; }
