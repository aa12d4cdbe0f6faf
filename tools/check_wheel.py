"""Prove that a wheel needs no compiler: ``python -m tools.check_wheel WHEEL [PYTHON ...]``.

For every interpreter (this one, if none is given) the wheel is installed into a fresh virtual
environment and the example of the README is run there. The search path holds nothing but that
environment, so neither a compiler nor CMake can be found, and dependencies may only be wheels. The
exit status is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

COMPILERS = ("cc", "gcc", "clang", "cl", "cmake", "ninja", "make")
ARCHIVES = 5
LIBRARIES = (".so", ".dylib", ".dll")
SIGNALS = "J1.w,J2.w,J3.w,J4.w"
WINDOWS_NEEDS = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA")


def main() -> int:
    """Check the wheel itself, then install and run it with every interpreter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    asked = parser.parse_args()
    wheel = asked.wheel.resolve()
    wrong = faults(wheel)
    for line in wrong:
        print(line)
    print(f"{wheel.name}: {wheel.stat().st_size / 1024:.0f} KiB")
    failed = [python for python in asked.python if not runs(wheel, python)]
    return 1 if wrong or failed else 0


def faults(wheel: Path) -> list[str]:
    """Tell what is wrong with the name of a wheel or with what it holds."""
    *_, python, abi, platform = wheel.stem.split("-")
    found = []
    if (python, abi) != ("py3", "none"):
        found.append(f"{python}-{abi}: one wheel has to serve every Python (py3-none)")
    if platform.startswith("linux"):
        found.append(f"{platform}: not repaired, so that it says nothing of the C library it needs")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    libraries = [name for name in names if name.endswith(LIBRARIES)]
    if len(libraries) != 1 or not libraries[0].startswith("drivetrain/kernel/"):
        found.append(f"the kernel should be its only library, it holds {libraries}")
    archives = [n for n in names if "/archives/" in n and n.endswith(".a") and "/own." not in n]
    if len(archives) != ARCHIVES:
        found.append(
            f"units are linked with one of {ARCHIVES} archives, it holds {len(archives)}: "
            "run 'python -m tools.build_archives' before"
        )
    return found


def runs(wheel: Path, python: str) -> bool:
    """Install a wheel with an interpreter, run the example, and print a line on that."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            version = _run(wheel, python, Path(folder))
        except subprocess.CalledProcessError as error:
            print(f"{python}: FAILED\n{error.stdout}{error.stderr}")
            return False
        except RuntimeError as error:
            print(f"{python}: FAILED: {error}")
            return False
    print(f"Python {version}: installed and run in {time.monotonic() - start:.0f} s")
    return True


def _run(wheel: Path, python: str, folder: Path) -> str:
    _call([python, "-m", "venv", str(folder / "venv")], dict(os.environ), folder)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    environment = _bare(scripts)
    inside = str(scripts / "python")
    _call(
        [inside, "-m", "pip", "install", "-q", "--only-binary", ":all:", str(wheel)],
        environment | _pip_settings(),
        folder,
    )
    simulate = ["simulate", "CoupledClutches", "--plot", SIGNALS, "--output", "run.csv"]
    _call([str(scripts / "drivetrain"), *simulate], environment, folder)
    for name in ("CoupledClutches.png", "run.csv"):
        if not (folder / name).is_file() or not (folder / name).stat().st_size:
            raise RuntimeError(f"{name} has not been written")
    where = "import drivetrain, sys; print(drivetrain.__file__); print(*sys.version_info[:3])"
    place, version = _call([inside, "-c", where], environment, folder).splitlines()
    if not Path(place).resolve().is_relative_to(folder.resolve()):
        raise RuntimeError(f"not the wheel was run, but {place}")
    return version.replace(" ", ".")


def _bare(scripts: Path) -> dict[str, str]:
    """Return an environment in which only a virtual environment is found."""
    kept = {name: os.environ[name] for name in WINDOWS_NEEDS if name in os.environ}
    environment = kept | {"PATH": str(scripts), "MPLBACKEND": "Agg", "HOME": str(scripts)}
    if found := [tool for tool in COMPILERS if shutil.which(tool, path=environment["PATH"])]:
        raise RuntimeError(f"{', '.join(found)} should not be there")
    return environment


def _pip_settings() -> dict[str, str]:
    """Return where pip looks for packages, if the environment says so."""
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


def _call(command: list[str], environment: dict[str, str], folder: Path) -> str:
    done = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    raise SystemExit(main())
