"""Ctrl-C at any moment ends the command without a traceback."""

import subprocess
import sys

PRESSED_WHILE_READING = """
import sys
from importlib.abc import MetaPathFinder

class Presser(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "ludotheque.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Presser())
from ludotheque.__main__ import start
start()
"""


def test_ctrl_c_is_obeyed_while_modules_are_read() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_WHILE_READING], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
