import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

RunPytest = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run_pytest(project: Path, tmp_path: Path) -> RunPytest:
    """Run test files, given by name and text, under this project's own conftest and two workers."""
    (tmp_path / "conftest.py").write_text((project / "tests/conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    needs(program): drives a system program\n")

    def run(files: dict[str, str], **environ: str) -> "subprocess.CompletedProcess[str]":
        for name, text in files.items():
            (tmp_path / f"test_{name}.py").write_text(text)
        env = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST")}
        command = [sys.executable, "-m", "pytest", "-n", "2", "-rA", "-p", "no:cacheprovider", str(tmp_path)]
        return subprocess.run(
            command, cwd=tmp_path, env=env | environ, capture_output=True, text=True, timeout=120, check=False
        )

    return run
