import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../data/problem.ts";
import type { Run } from "../data/run.ts";
import { ProblemNote } from "../view/problem-note.tsx";
import { loadTimes, type Times } from "./times.ts";

/** The times of a run once it is whole; and what to show until then. isEarly: also while they are not whole. */
export function useTimes(
	{ run, isWhole }: { run: Run; isWhole: boolean },
	isEarly = false,
): [Times | null, JSX.Element] {
	const [times, setTimes] = useState<Times | null>(null);
	const [problem, setProblem] = useState("");
	const [share, setShare] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		if (isWhole) {
			let isShown = false;
			const show = (loaded: Times) => {
				isShown = isEarly || loaded.isWhole;
				isCurrent && setTimes(loaded);
			};
			// A view that is drawn has no need of it, and would be drawn again.
			const loading = loadTimes(run, (done) => isCurrent && !isShown && setShare(done));
			void loading.first.then(show, () => {});
			loading.whole.then(show, (error) => isCurrent && setProblem(wordsOf(error)));
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
	return [times?.isWhole || isEarly ? times : null, waiting];
}
