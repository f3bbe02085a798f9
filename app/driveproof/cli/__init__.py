# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: one module a subcommand, arguments in, words and JSON out."""
