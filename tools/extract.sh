#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Writes the texts of the program, for translators: tools/extract.sh FILE.pot (babel.cfg)
set -euo pipefail
file=$(realpath -m "${1:?the file}")
cd "$(dirname "$0")/.."
keywords=("Plural:1,2" Advice:1 Note:1 Say:1 Title:1)
for error in Driveproof Usage Machine Refused Cancelled Unfit Damaged Unreadable AnotherDevice; do
    keywords+=("${error}Error:1")
done
# Sorted, and without lines and dates, so that it merges well.
PYTHONPATH=tools .venv/bin/pybabel -q extract -F babel.cfg "${keywords[@]/#/-k}" -c Translators: -s \
    -w 100 --sort-output --add-location=file --omit-header -o "$file" . 2> >(grep -v f-string >&2)
{
    sed -n '/^# SPDX/p' tools/extract.sh
    printf '%s\n' 'msgid ""' 'msgstr ""' '"MIME-Version: 1.0\n"' \
        '"Content-Type: text/plain; charset=utf-8\n"' '"Content-Transfer-Encoding: 8bit\n"' ''
    cat "$file"
} >"$file.new"
mv "$file.new" "$file"
