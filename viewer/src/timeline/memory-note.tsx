import type { Chosen } from "../axis/part.ts";
import type { Times } from "../axis/times.ts";
import type { Run } from "../data/run.ts";
import { amount, change } from "../look/units.ts";
import { useLoaded } from "../view/loaded.tsx";
import { firstAfter } from "./calls.ts";
import { type Curves, loadCurves } from "./load.ts";

interface Props {
	run: Run;
	times: Times;
	part: Chosen;
}

/** Allocations have no times: of a part only memory in use is known, and who made it grow if the timeline has that. */
export function MemoryNote({ run, times, part }: Props) {
	const [curves] = useLoaded(() => loadCurves(run, times), [run, times]);
	return (
		<p class="view-note">
			{times.events?.memory
				? "Allocations have no times. These calls made memory in use grow or shrink."
				: "Allocation sites are those of the whole run: they have no times."}{" "}
			{curves && words(curves, part)}
		</p>
	);
}

function words({ at, memory }: Curves, { from, to }: Chosen): string {
	if (!memory || at.length === 0) {
		return "";
	}
	const index = (time: number) => Math.max(0, firstAfter(at, 0, at.length, time) - 1);
	const [first, last] = [index(from), index(to)];
	const most = memory.subarray(first, last + 1).reduce((most, one) => Math.max(most, one), 0);
	const [before, after] = [memory[first]!, memory[last]!];
	const range = `from ${amount(before, "bytes")} to ${amount(after, "bytes")}`;
	const grown = change(after - before, "bytes");
	return `In this time memory in use went ${range} (${grown}), at most ${amount(most, "bytes")}.`;
}
