# SPDX-FileCopyrightText: 2026 The Starling authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the program's window on a display of its own, and drives it as a user would.

Needs Xvfb, xdotool and ImageMagick's import; missing_tools() names those that are not there.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

TOOLS = ["Xvfb", "xdotool", "import"]


def missing_tools():
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Display:
    """A virtual X display, for a with statement."""

    def __init__(self, width=1280, height=720):
        self.size = f"{width}x{height}x24"

    def __enter__(self):
        # The server itself finds a free number and tells it once it listens.
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", self.size, "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(20)


class Program:
    """The program in a window on `display`, in a folder of its own, for a with statement."""

    def __init__(self, program, display, arguments, settings=None):
        self.display = display
        self.folder = Path(tempfile.mkdtemp(prefix="starling-gui-"))
        config = self.folder / "config/starling"
        config.mkdir(parents=True)
        if settings is not None:
            (config / "settings.json").write_text(settings)
        self.out = (self.folder / "out").open("w+")
        self.err = (self.folder / "err").open("w+")
        environment = {**os.environ, "DISPLAY": display.name,
                       "XDG_CONFIG_HOME": str(self.folder / "config")}
        environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen([str(program), *arguments], cwd=self.folder,
                                        env=environment, stdout=self.out, stderr=self.err)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(20)
        self.out.close()
        self.err.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def text(self, which):
        return (self.folder / which).read_text()

    def alive(self):
        return self.process.poll() is None

    def wait_for(self, condition, seconds=60):
        """Waits until `condition()` holds; its last value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = condition()
            if value or not self.alive():
                return value
            time.sleep(0.05)
        return condition()

    def xdotool(self, *words):
        subprocess.run(["xdotool", *map(str, words)], check=True, timeout=30,
                       env={**os.environ, "DISPLAY": self.display.name})

    def wait_for_window(self, seconds=60):
        """Until the window is there and has drawn something other than one colour."""
        def drawn():
            found = subprocess.run(["xdotool", "search", "--name", "Starling"],
                                   env={**os.environ, "DISPLAY": self.display.name},
                                   capture_output=True, text=True, timeout=30)
            return found.returncode == 0 and self.colours() > 20
        return self.wait_for(drawn, seconds)

    def key(self, keys):
        # A frame of the window may take long; a key must not come and go between two of them.
        self.xdotool("keydown", keys)
        time.sleep(0.25)
        self.xdotool("keyup", keys)
        time.sleep(0.15)

    def move(self, x, y):
        self.xdotool("mousemove", x, y)
        time.sleep(0.2)

    def click(self, x, y, button=1):
        self.move(x, y)
        self.xdotool("mousedown", button)
        time.sleep(0.2)
        self.xdotool("mouseup", button)
        time.sleep(0.2)

    def drag(self, x0, y0, x1, y1, button=1, steps=8):
        self.move(x0, y0)
        self.xdotool("mousedown", button)
        time.sleep(0.15)
        for k in range(1, steps + 1):
            self.xdotool("mousemove", x0 + (x1 - x0) * k // steps, y0 + (y1 - y0) * k // steps)
            time.sleep(0.06)
        self.xdotool("mouseup", button)
        time.sleep(0.2)

    def shoot(self, path):
        """The whole display as a PNG."""
        subprocess.run(["import", "-window", "root", str(path)], check=True, timeout=60,
                       env={**os.environ, "DISPLAY": self.display.name})

    def colours(self):
        """How many colours the display shows."""
        counted = subprocess.run(["import", "-window", "root", "-format", "%k", "info:-"],
                                 env={**os.environ, "DISPLAY": self.display.name},
                                 capture_output=True, text=True, timeout=60)
        return int(counted.stdout.strip() or 0)

    def quit(self, seconds=30):
        """As the user's Ctrl Q; the exit code."""
        self.key("ctrl+q")
        return self.process.wait(seconds)

    def terminate(self, seconds=30):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def memory_kib(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0
