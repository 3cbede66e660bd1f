#!/bin/bash
# Runs clang-tidy on the C files that changed since they last passed, the latest edit first, for SECONDS at most.
# Usage: tools/tidy-changed.sh BUILD SECONDS      a file counts as changed with the header of the same name
# A file that is not reached in time is left for the next run. A full pass is `make tidy`, which takes minutes.
set -eu

build=$1 limit=$2
stamps=$build/.tidy
mkdir -p "$stamps"
top=$(cd "$build" && pwd -P)

list_sources() {
	# shellcheck disable=SC2016 # make's variable
	make -s -C "$build" --eval='list-sources: ; @printf "%s\n" $(XHPROF_C)' list-sources
}

# What a pass of FILE holds for.
state() {
	cat "$1" "${1%.c}.h" "$build/.clang-tidy" 2>/dev/null | cksum
}

stamp_of() {
	local file=${1#"$top"/}
	echo "$stamps/${file//\//-}"
}

due=()
# shellcheck disable=SC2046,SC2012 # the sources have no blanks in their names
while IFS= read -r file; do
	[ "$(state "$file")" = "$(cat "$(stamp_of "$file")" 2>/dev/null)" ] || due+=("$file")
done < <(ls -t $(list_sources))

workers=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
status=0 done=0
while [ $done -lt ${#due[@]} ] && { [ $SECONDS -lt "$limit" ] || [ $done = 0 ]; }; do
	batch=("${due[@]:done:workers}")
	if make -s -C "$build" tidy XHPROF_C="${batch[*]}"; then
		for file in "${batch[@]}"; do state "$file" >"$(stamp_of "$file")"; done
	else
		status=1
	fi
	done=$((done + ${#batch[@]}))
done
echo "note: $done checked, $((${#due[@]} - done)) left"
exit $status
