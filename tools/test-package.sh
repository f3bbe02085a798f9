#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Builds the Debian packages in one fresh Debian, and in another one installs, runs, tests and purges
# them:
#
#     sudo tools/test-package.sh [SUITE]        (trixie)
#
# The packages that passed are left in dist/. The two systems are chroots of tools/clean-chroot.sh,
# removed at the end; what is done in the second one is in tools/try-package.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

suite=${1:-trixie}
[ "$(id -u)" = 0 ] || { echo 'test-package: this needs root: run it with sudo.' >&2; exit 4; }
work=$(mktemp -d "${TMPDIR:-/var/tmp}/driveproof-package.XXXXXX")
trap 'rm -rf --one-file-system -- "$work"' EXIT

say() { printf '\n=== %s\n' "$*"; }

say "building in a fresh $suite"
tools/setup.sh run
tools/clean-chroot.sh --keep "$work/builder" "$suite" true
tools/vendor.sh "$work/builder/vendor"
if ! tools/clean-chroot.sh --keep "$work/builder" --out "$work/packages" "$suite" \
    tools/build-deb.sh --needs --vendor /vendor . >"$work/build.log" 2>&1; then
    tail -n 60 "$work/build.log" >&2
    echo "test-package: the packages could not be built, or lintian found an error (above)." >&2
    exit 1
fi
grep -E '^[EWIP]: driveproof' "$work/build.log" || true

say "trying them in another fresh $suite"
tools/clean-chroot.sh --keep "$work/system" "$suite" true
cp -r "$work/packages" "$work/system/packages"
tools/clean-chroot.sh --keep "$work/system" "$suite" tools/try-package.sh /packages

mkdir -p dist
cp -t dist -- "$work/packages"/driveproof*
say 'good: the packages are in dist/'
