#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Offers once to install the privileged helper, when somebody is there who can answer. Whatever the
# answer and whatever comes of it, the program is started after this: it runs without the helper.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 0

# Everything is looked for below this folder; tests point it at made file trees.
sysroot=${DRIVEPROOF_SYSROOT:-}
answered=.venv/helper-offered

for share in /usr/local/share /usr/share; do
    [ ! -e "$sysroot$share/dbus-1/system-services/io.github.driveproof.Helper1.service" ] || exit 0
done
[ ! -e "$answered" ] || exit 0
[ -t 0 ] && [ -t 2 ] || exit 0
become=()
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || exit 0
    become=(sudo)
fi

read -r -p 'Install the helper for raw-disk tests (needs sudo)? [y/N] ' answer || answer=
# Whoever cannot write here is asked again, and nothing worse.
: 2>/dev/null >"$answered" || true
case $answer in
    [yY] | [yY][eE][sS])
        "${become[@]}" make --no-print-directory install-helper ||
            echo 'The helper was not installed (see above). Driveproof runs without it.' >&2 ;;
    *) echo 'Not asked again. To install it later: sudo make install-helper' >&2 ;;
esac
exit 0
