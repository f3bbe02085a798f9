#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Opens the window; without a display, runs the quick benchmark on the file system of the folder it is
# called in, prints its table and writes a chart beside it. tools/setup.sh has been here before.
set -euo pipefail
driveproof=$(cd "$(dirname "$0")/.." && pwd)/.venv/bin/driveproof
chart="driveproof-quick.png"

service=share/dbus-1/system-services/io.github.driveproof.Helper1.service
[ -e /usr/$service ] || [ -e /usr/local/$service ] ||
    echo 'Tests of whole devices need the helper, once: sudo make install-helper' >&2
if [ -n "${WAYLAND_DISPLAY:-}${DISPLAY:-}" ]; then
    exec "$driveproof"
fi
echo 'There is no display: running the quick benchmark on this folder in the terminal.' >&2
echo '(For the window, start this in a desktop session.)' >&2
"$driveproof" run quick .
"$driveproof" export latest "$PWD/$chart"
