import { useEffect, useMemo, useState } from "preact/hooks";
import { type Chosen, chosen } from "../axis/part.ts";
import { type PartOfRun, partOfRun } from "../axis/part-of-run.ts";
import { countOfTimes, loadTimes, type Times } from "../axis/times.ts";
import { wordsOf } from "../data/problem.ts";
import type { State } from "../view/state.ts";
import type { View } from "../view/view.ts";
import type { Session } from "./session.ts";

/** Up to this many events are decoded before anyone asks for them. */
const EAGER_MAX = 8_000_000;

export interface Axis {
	/** Null: the run has none, or they are not decoded. */
	times: Times | null;
	/** Null: the whole run is shown. */
	part: Chosen | null;
	/** The run of that part, for a view that shows it; null: the view has the whole run. */
	sliced: PartOfRun | null;
	/** The same for the side panel, also beside a view that is given the whole run. */
	beside: PartOfRun | null;
	/** The part is not known yet: nothing is shown rather than the whole. */
	isWaiting: boolean;
	problem: string | null;
	/** The view is one that has it. */
	isShown: boolean;
}

/** The time that all views show. */
export function useAxis(
	session: Session,
	state: State,
	view: View | undefined,
	hasPanel: boolean,
): Axis {
	const [times, setTimes] = useState<Times | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const { run, isComplete, report } = session;
	const count = report.kind === "run" ? countOfTimes(report.runs[0]!) : 0;
	const isNamed = chosen(state, 1) !== null;
	const isWanted = count > 0 && (count <= EAGER_MAX || isNamed);
	useEffect(() => {
		if (run && isComplete && isWanted) {
			const { first, whole } = loadTimes(run, () => {});
			void first.then(setTimes, () => {});
			whole.then(setTimes, (error) => setProblem(wordsOf(error)));
		}
	}, [run, isComplete, isWanted]);
	const part = times && chosen(state, times.length);
	const isOfPart = view?.isOfPart === true;
	const isShown = isOfPart || view?.hasAxis === true;
	const isCut = isOfPart || (isShown && hasPanel && !view?.hasNoPanel && state.fn !== "");
	const beside = useMemo(
		() => (run && times?.isWhole && part && isCut ? partOfRun(run, times, part) : null),
		[run, times, part?.from, part?.to, part?.lane, isCut],
	);
	const sliced = isOfPart ? beside : null;
	const isWaiting = isOfPart && isNamed && count > 0 && !times?.isWhole && problem === null;
	return { times, part, sliced, beside, isWaiting, problem, isShown };
}
