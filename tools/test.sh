#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The linters, then every test; the status is bad when either is. What comes after "tools/test.sh"
# goes to pytest. One call of pytest, so that its last line counts everything: tests/conftest.py
# keeps those that share the machine (loop devices, buses, displays) together on one worker.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

status=0
tools/lint.sh || status=$?
[ $status -eq 0 ] || echo 'The linters complained (above); the tests run all the same.' >&2
.venv/bin/pytest -n auto --maxprocesses 8 --dist loadscope "$@" || status=$?
exit $status
