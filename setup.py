# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What setup.cfg cannot say: the man page and the completions are made while a wheel is built."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from setuptools import Command, setup
from setuptools.command.build import build

CHECKOUT = Path(__file__).resolve().parent


class Generate(Command):
    """Writes the generated files, and has them installed; not where the checkout is installed."""

    description = "make the man page and the completions"
    user_options: list[tuple[str, str, str]] = []  # noqa: RUF012 - setuptools' form
    editable_mode = False

    def initialize_options(self) -> None:
        self.build_base = ""

    def finalize_options(self) -> None:
        self.build_base = self.get_finalized_command("build").build_base

    def run(self) -> None:
        if self.editable_mode:
            return
        sys.path[:0] = [str(CHECKOUT / "app"), str(CHECKOUT / "packaging")]
        import generated  # noqa: PLC0415 - of the paths above

        from driveproof.cli.arguments import parser  # noqa: PLC0415 - of the paths above

        files = {generated.MAN_PAGE: generated.man_page(parser())}
        try:
            files |= generated.completions(parser())
        except ImportError as error:
            self.warn(f"without completions for shells: {error}")
        for name, text in files.items():
            file = Path(self.build_base, "generated", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            self.distribution.data_files.append((str(Path(name).parent), [str(file)]))

    def get_source_files(self) -> list[str]:
        return []

    def get_outputs(self) -> list[str]:
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}


class Build(build):
    """Into an empty folder: what an earlier build left in it would be packed too."""

    sub_commands = [*build.sub_commands, ("generate", None)]  # noqa: RUF012 - setuptools' form

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(cmdclass={"build": Build, "generate": Generate})
