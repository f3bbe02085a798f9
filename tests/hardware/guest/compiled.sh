#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Compiles what py3compile would compile when the packages are installed, in the system that they were
# built in: an emulated processor takes a minute for it. py3compile passes over what is there already.
#
#     compiled.sh FOLDER      reads FOLDER/*.deb, writes FOLDER/compiled.tar, for the guest's root
set -euo pipefail
folder=$(cd "${1:?}" && pwd)
tree=$(mktemp -d)
trap 'rm -rf -- "$tree"' EXIT
for package in "$folder"/*.deb; do dpkg-deb --extract "$package" "$tree"; done
python3 -m compileall -q -s "$tree" -p / "$tree/usr/lib"
cd "$tree"
find usr/lib -name __pycache__ -print0 | tar --null --files-from=- -cf "$folder/compiled.tar"
