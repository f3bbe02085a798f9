# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow: the evidence, the rules, and a ranked list of causes."""
