#!/bin/sh
# Runs shellcheck on all shell scripts, on all processors. Silent when it finds nothing.
set -eu
cd "$(dirname "$0")/.."
workers=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
printf '%s\n' tools/*.sh bench/*.sh packaging/github/*.sh .ci/run | xargs -P "$workers" -n 6 shellcheck -x
