import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../data/problem.ts";
import type { Run } from "../data/run.ts";
import { ProblemNote } from "../view/problem-note.tsx";
import { loadTimes, type Times } from "./times.ts";

/** The times of a run once it is whole; and what to show until then. */
export function useTimes({
	run,
	isWhole,
}: {
	run: Run;
	isWhole: boolean;
}): [Times | null, JSX.Element] {
	const [times, setTimes] = useState<Times | null>(null);
	const [problem, setProblem] = useState("");
	const [share, setShare] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		if (isWhole) {
			loadTimes(run, (done) => isCurrent && setShare(done)).then(
				(loaded) => isCurrent && setTimes(loaded),
				(error) => isCurrent && setProblem(wordsOf(error)),
			);
		}
		return () => {
			isCurrent = false;
		};
	}, [run, isWhole]);
	const waiting = problem ? (
		<ProblemNote text={problem} />
	) : (
		<div class="view">
			{share > 0.1 && <progress class="view-progress" value={share} aria-label="decoding" />}
		</div>
	);
	return [times, waiting];
}
