#!/bin/bash
# Builds, tests and lints the viewer of reports, and compares what is in git, format/viewer.inc, with what it makes.
# Usage: tools/viewer.sh [--get]
#   --get  installs what it is built with, from npm into viewer/node_modules, unless that is there; says why it cannot
set -eu

cd "$(dirname "$0")/../viewer"
lock=node_modules/.xhprof-package-lock.json

get() {
	command -v npm >/dev/null || { echo 'needs npm'; return 1; }
	node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || { echo 'needs node 18 or newer'; return 1; }
	cmp -s package-lock.json $lock && return 0
	npm ci --no-audit --no-fund --no-progress --loglevel=error >/dev/null 2>&1 || { echo 'needs packages from npm'; return 1; }
	cp package-lock.json $lock
}

case ${1-} in
	--get) get; exit ;;
	'') ;;
	*) sed -n '3,4s/^# //p' "$0" >&2; exit 2 ;;
esac
get
node build.mjs >/dev/null
node embed.mjs --check
npm run --silent lint
npm test --silent
