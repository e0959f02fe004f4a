#!/usr/bin/env bash
# Makes .venv when it is missing and installs one locked list into it:
#   requirements/install.sh base|test|bench|docs|audit|servers
# Sources: pip's own configuration; uv, which does not read it, is handed the same index and certificates.
# PYTHON names another interpreter than the first suitable one.
set -euo pipefail
cd "$(dirname "$0")/.."
list=$1
venv=.venv

fail() {
    echo "setup: $*" >&2
    exit 1
}

suitable() {
    "$1" -c 'import sys; sys.exit(not sys.version_info >= (3, 11))' 2>/dev/null
}

find_python() {
    local candidate
    for candidate in ${PYTHON:-} python3.11 python3 python3.12 python3.13 python3.14; do
        if command -v "$candidate" >/dev/null && suitable "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

apt_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "setup: installing $* with apt-get" >&2
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2 </dev/null
}

make_venv() {
    local python version
    python=$(find_python) || { apt_install python3 python3-venv && python=$(find_python); } ||
        fail "needs Python 3.11 or later (PYTHON=/path/to/python names one)"
    "$python" -m venv "$venv" >/dev/null 2>&1 && return
    # Debian and Ubuntu ship venv without ensurepip.
    rm -rf "$venv"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if apt_install "python$version-venv" && "$python" -m venv "$venv"; then return; fi
    rm -rf "$venv"
    "$python" -m pip --version >/dev/null 2>&1 ||
        fail "$python has neither venv nor pip; install the package python$version-venv and try again"
    "$python" -m venv --without-pip "$venv"
    # A pip of the system can fill an environment that has none.
    outer_pip=("$python" -m pip --python "$venv/bin/python")
}

outer_pip=()
if ! suitable "$venv/bin/python"; then
    rm -rf "$venv"
    make_venv
fi
pip=("${outer_pip[@]}")
[ ${#pip[@]} -gt 0 ] || pip=("$venv/bin/python" -m pip)

if ! cmp -s requirements/uv.txt "$venv/uv.txt"; then
    "${pip[@]}" install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
    cp requirements/uv.txt "$venv/uv.txt"
fi

pip_setting() {
    "${pip[@]}" config get "$1" 2>/dev/null || true
}

export UV_PYTHON_DOWNLOADS=never
index=${PIP_INDEX_URL:-$(pip_setting global.index-url)}
if [ -n "$index" ] && [ -z "${UV_DEFAULT_INDEX:-}" ]; then export UV_DEFAULT_INDEX=$index; fi
cert=${PIP_CERT:-$(pip_setting global.cert)}
if [ -n "$cert" ] && [ -z "${SSL_CERT_FILE:-}" ]; then export SSL_CERT_FILE=$cert; fi

if [ "$list" = lock ]; then
    shift
    exec "$venv/bin/uv" "$@"
fi
"$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --require-hashes -r "requirements/$list.txt"
touch "$venv/$list.stamp"
