#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   tools/test.sh [pytest's arguments]           the linters, and the tests of every change
#   tools/test.sh --quick [pytest's arguments]   those of them that need no root, bus or window
#   tools/test.sh --deep [pytest's arguments]    the tests that are marked `deep`, and nothing else
#
# The linters run beside the tests and are printed after them; the status is bad when one of the two
# is. One call of pytest, so that its last line counts everything: tests/conftest.py spreads the
# tests over the workers, those that share the machine (loop devices, buses, displays) in lanes.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

# Every process that the tests start would compile the program anew.
unset PYTHONDONTWRITEBYTECODE

# More than there are processors: lanes mostly wait, for devices, daemons and measurements. With more
# than two in addition, the daemons of two processors were late.
workers=$(($(nproc) + 2))
[ $workers -le 8 ] || workers=8

status=0
if [ "${1:-}" = --deep ]; then
    shift
    exec .venv/bin/pytest -n $workers --no-loadscope-reorder -m 'deep and not benchmark' "$@"
fi
if [ "${1:-}" = --quick ]; then
    shift
    # Without the plugin for windows: it loads Qt, whose hook makes every later import slower.
    exec .venv/bin/pytest -p no:pytest-qt -n auto -m 'not root and not deep and not benchmark' tests/unit "$@"
fi
said=$(mktemp)
tools/lint.sh >"$said" 2>&1 &
linters=$!
trap 'kill $linters 2>/dev/null; rm -f "$said"' EXIT
trap 'exit 130' INT
# In a fresh checkout each worker would compile all of the tests, whose assertions pytest rewrites (20 s of a
# processor), and there are more workers than processors. What was compiled is kept.
if ! compgen -G 'tests/__pycache__/conftest.*-pytest-*.pyc' >/dev/null; then
    compilers=()
    for half in 'tests/unit tests/benchmarks' 'tests/ui tests/tools tests/system'; do
        # shellcheck disable=SC2086 # two or three words
        .venv/bin/pytest --collect-only -q $half >/dev/null 2>&1 &
        compilers+=($!)
    done
    wait "${compilers[@]}"
fi
# tests/conftest.py says what begins first; Debian's own xdist does not know the option.
.venv/bin/pytest -n $workers --no-loadscope-reorder "$@" || status=$?
wait $linters || status=$?
cat "$said"
echo 'Left out: make test-deep, and sudo make test-hardware (emulated drives).' >&2
exit $status
