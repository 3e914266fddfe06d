"""The Dockerfile, as far as it can be seen without an engine."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

STATUS = {"/healthz": 200}


class Health(BaseHTTPRequestHandler):
    """Answers as the bot's own page of health does."""

    def do_GET(self) -> None:
        """Answer what STATUS says."""
        self.send_response(STATUS.get(self.path, 404))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Keep still."""


@pytest.fixture
def health() -> Iterator[int]:
    """Serve it on a port of its own, and give the port."""
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def dockerfile(project: Path) -> str:
    """Read the Dockerfile."""
    return (project / "Dockerfile").read_text()


def probe(dockerfile: str, where: str) -> int:
    """Run the health check as the engine would, on the address that RUNSITTER_HTTP holds."""
    command: list[str] = json.loads(re.findall(r"^    CMD (\[.*\])$", dockerfile, re.MULTILINE)[0])
    env = {**os.environ, "RUNSITTER_HTTP": where}
    return subprocess.run(
        [sys.executable, *command[1:]], env=env, capture_output=True, timeout=30, check=False
    ).returncode


def test_the_linter_has_nothing_to_say(project: Path) -> None:
    """Hadolint is content, down to its hints."""
    hadolint = Path(sys.executable).with_name("hadolint")

    command = [hadolint, "--failure-threshold", "style", project / "Dockerfile"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_is_healthy_while_the_bot_says_so(
    dockerfile: str, health: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its check follows RUNSITTER_HTTP's port and asks over loopback, whatever the host part is."""
    assert probe(dockerfile, f"0.0.0.0:{health}") == 0

    monkeypatch.setitem(STATUS, "/healthz", 503)
    assert probe(dockerfile, f"127.0.0.1:{health}") != 0


def test_the_image_is_not_healthy_where_nobody_answers(dockerfile: str) -> None:
    """A closed port is no health."""
    assert probe(dockerfile, "127.0.0.1:1") != 0


def test_the_image_is_built_from_what_is_there(project: Path, dockerfile: str) -> None:
    """Each thing that is copied in exists and passes .dockerignore."""
    copied = [
        name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", dockerfile, re.MULTILINE) for name in line.split()
    ]
    let_in = (project / ".dockerignore").read_text().splitlines()

    assert copied
    assert [name for name in copied if not (project / name).exists() or f"!{name}" not in let_in] == []


def test_the_bot_is_not_root_in_it_and_keeps_its_data_in_a_volume(dockerfile: str) -> None:
    """The last stage ends as a user by number, and the data folder is the volume."""
    last = dockerfile.rpartition("\nFROM ")[2]

    assert re.search(r"^USER [1-9][0-9]*$", last, re.MULTILINE)
    assert "RUNSITTER_DATA_DIR=/data" in last
    assert re.search(r"^VOLUME /data$", last, re.MULTILINE)
    assert last.rstrip().endswith('ENTRYPOINT ["runsitter"]\nCMD ["run"]')
