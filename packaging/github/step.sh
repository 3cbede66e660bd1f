#!/bin/bash
# The steps of action.yml, whose inputs are in the environment.
# Usage: step.sh compare     compares, writes the job's summary, and leaves the verdict to the last step
#        step.sh verdict     fails if a threshold was exceeded: after the report was kept
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$RUNNER_TEMP/xhprof-compare

compare() {
	local arguments=() line status=0 command
	# xargs takes quotes away as a shell does, and expands nothing.
	mapfile -d '' -t command < <(xargs -r printf '%s\0' <<<"$XHPROF_COMMAND")
	[ ${#command[@]} -gt 0 ] || { echo '::error::command is empty'; exit 2; }
	[ -z "${XHPROF_PREPARE-}" ] || arguments+=(--prepare "$XHPROF_PREPARE")
	[ -z "${XHPROF_THRESHOLDS-}" ] || arguments+=(--fail-file "$XHPROF_THRESHOLDS")
	while IFS= read -r line; do
		[ -z "${line//[[:space:]]/}" ] || arguments+=(--fail-if "$line")
	done <<<"${XHPROF_FAIL_IF-}"
	"$here/compare.sh" --module "$RUNNER_TEMP/xhprof-build/modules/xhprof.so" --base "${XHPROF_BASE:-none}" \
		--repeat "${XHPROF_RUNS:-10}" --out "$out" "${arguments[@]}" -- "${command[@]}" || status=$?
	printf '%s\n' "comment=$out/comment.md" "report=$out/report.html" "status=$status" >>"$GITHUB_OUTPUT"
	[ $status -le 1 ] || { echo '::error::xhprof could not compare: see above'; exit $status; }
	cat "$out/comment.md" >>"$GITHUB_STEP_SUMMARY"
}

case ${1-} in
	compare) compare ;;
	verdict) [ "$XHPROF_STATUS" = 0 ] || { echo '::error::a threshold of xhprof is exceeded: see the summary'; exit 1; } ;;
	*) sed -n '3,4s/^# //p' "$0" >&2; exit 2 ;;
esac
