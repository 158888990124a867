# shellcheck shell=sh disable=SC2034
# Sourced by the other scripts: goes to the repository root and sets $uv to a working uv.
# Without uv on the path, it is installed into the private folder .uv/ (git-ignored); nothing else on the machine changes.

cd "$(dirname "$0")/.." || exit 1

fail() {
    printf 'shapan: %s\n' "$*" >&2
    exit 2
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for python in ${SHAPAN_PYTHON:+"$SHAPAN_PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if is_new_enough "$python"; then
            return
        fi
    done
    here=$(python3 --version 2>/dev/null) || here=missing
    fail "needs Python 3.11 or newer; python3 here is: $here. Install a newer one, or name it in SHAPAN_PYTHON."
}

# Before anything is installed: nothing but files whose hashes are in scripts/hashes.txt. uv checks what it fetches against
# uv.lock, which it writes here; pins.py takes all other files out of that.
hold_to_hashes() {
    "$uv" lock --quiet >/dev/null || exit 1
    "$uv" run --quiet --no-project python scripts/pins.py hold >/dev/null ||
        fail 'what would be installed is not what scripts/hashes.txt names'
}

# The ways to get uv, from the usual to the last: a virtual environment; pip into a folder of its own (stock Debian,
# whose Python has no ensurepip, and whose pip refuses to touch the system).
install_uv() {
    log=.uv/install.log
    rm -rf .uv
    mkdir .uv
    echo "shapan: installing uv into .uv/ (once)" >&2
    if "$python" -m venv .uv >>"$log" 2>&1 && .uv/bin/python -m pip install --quiet 'uv>=0.9,<1' >>"$log" 2>&1; then
        return
    fi
    if "$python" -m pip --version >/dev/null 2>&1; then
        rm -rf .uv/bin .uv/lib
        if "$python" -m pip install --quiet --target .uv 'uv>=0.9,<1' >>"$log" 2>&1 && .uv/bin/uv --version >/dev/null 2>&1; then
            return
        fi
    else
        echo "$python has neither a working venv nor pip" >>"$log"
    fi
    tail -n 15 "$log" >&2
    fail "could not install uv. Install it yourself, or Python's venv and pip (Debian, Ubuntu: apt-get install python3-venv), and try again."
}

if uv --version >/dev/null 2>&1; then
    uv=uv
else
    if ! .uv/bin/uv --version >/dev/null 2>&1; then
        find_python
        install_uv
    fi
    uv=$PWD/.uv/bin/uv
    # The programs that use uv themselves find it too.
    PATH=$PATH:$PWD/.uv/bin
fi
if [ -n "${SHAPAN_PYTHON:-}" ]; then
    UV_PYTHON=$SHAPAN_PYTHON
    export UV_PYTHON
fi
