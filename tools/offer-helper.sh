#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Offers once to install the privileged helper, when somebody is there who can answer. Whatever the
# answer and whatever comes of it, the program is started after this: it runs without the helper.
# Where one is installed that is not this checkout's, it says so, and how to renew it.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 0

# Everything is looked for below this folder; tests point it at made file trees.
sysroot=${DRIVEPROOF_SYSROOT:-}
answered=.venv/helper-offered

# Speaks when the helper that this file starts has other modules than the checkout.
compare() {
    local launcher own prefix renew
    launcher=$(sed -n 's/^Exec=.* //p' "$1" 2>/dev/null)
    own=${launcher%/driveproof-helper}
    [ -n "$own" ] && [ -d "$sysroot$own/driveproof/helper" ] || return
    diff --recursive --brief --exclude=__pycache__ app/driveproof/helper \
        "$sysroot$own/driveproof/helper" >/dev/null 2>&1
    [ $? -eq 1 ] || return # 2: it cannot be compared
    prefix=${own%/lib/driveproof-helper}
    renew='sudo make install-helper'
    [ "$prefix" = /usr/local ] || renew+=" PREFIX=$prefix"
    # What "make" has installed has a list of its files.
    [ -e "$sysroot$own/installed" ] || renew='with its package, driveproof-helper'
    echo "The installed helper for raw-disk tests ($own) is of another version than this" \
        "checkout. Renew it: $renew" >&2
}

for share in /usr/local/share /usr/share; do
    service="$sysroot$share/dbus-1/system-services/io.github.driveproof.Helper1.service"
    if [ -e "$service" ]; then
        compare "$service"
        exit 0
    fi
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
