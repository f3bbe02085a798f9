#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   tools/test.sh [pytest's arguments]           the linters, then every test but emulated drives
#   tools/test.sh --quick [pytest's arguments]   what needs no root, no bus and no window
#
# The status is bad when the linters' or the tests' is. One call of pytest, so that its last line
# counts everything: tests/conftest.py spreads the tests over the workers, those that share the
# machine (loop devices, buses, displays) in lanes.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# More than there are processors: tests wait for devices, daemons and measurements most of the time.
workers=$(($(nproc) + 2))
[ $workers -le 8 ] || workers=8

status=0
if [ "${1:-}" = --quick ]; then
    shift
    exec .venv/bin/pytest -n $workers -m 'not root and not benchmark' tests/unit "$@"
fi
tools/lint.sh || status=$?
[ $status -eq 0 ] || echo 'The linters complained (above); the tests run all the same.' >&2
.venv/bin/pytest -n $workers "$@" || status=$?
echo 'Emulated drives were left out: sudo make test-hardware tries our packages on them.' >&2
exit $status
