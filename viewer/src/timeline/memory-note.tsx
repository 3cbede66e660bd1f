import { useEffect, useState } from "preact/hooks";
import type { Chosen } from "../axis/part.ts";
import type { Times } from "../axis/times.ts";
import type { Run } from "../data/run.ts";
import { amount, change } from "../look/units.ts";
import type { Go } from "../view/history.ts";
import { firstAfter } from "./calls.ts";
import { type Curves, loadCurves } from "./load.ts";

interface Props {
	run: Run;
	times: Times;
	part: Chosen;
	go: Go;
}

/** Allocation sites have no times: the part has its memory in use only. */
export function MemoryNote({ run, times, part, go }: Props) {
	const [curves, setCurves] = useState<Curves | null>(null);
	useEffect(() => {
		void loadCurves(run, times).then(setCurves);
	}, [run, times]);
	return (
		<p class="view-note">
			Allocation sites are those of the whole run: they have no times.{" "}
			{curves && words(curves, part)}{" "}
			{times.events?.memory && (
				<button type="button" onClick={() => go({ view: "functions", metric: "memory" })}>
					Who made it grow
				</button>
			)}
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
	const grown = change(memory[last]! - memory[first]!, "bytes");
	return `In this time memory in use went from ${amount(memory[first]!, "bytes")} to ${amount(memory[last]!, "bytes")} (${grown}), at most ${amount(most, "bytes")}.`;
}
