# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: one module per subcommand; arguments in, text and JSON out."""
