import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { wordsOf } from "../data/problem.ts";
import { ProblemNote } from "./problem-note.tsx";

/** What is loaded, undefined until it is there; and what is shown until then. Loads again when `of` changes. */
export function useLoaded<T>(
	load: () => Promise<T>,
	of: readonly unknown[],
): [loaded: T | undefined, waiting: JSX.Element] {
	const [state, setState] = useState<{ loaded?: T; problem?: string }>({});
	useEffect(() => {
		let isCurrent = true;
		load().then(
			(loaded) => isCurrent && setState({ loaded }),
			(error) => isCurrent && setState({ problem: wordsOf(error) }),
		);
		return () => {
			isCurrent = false;
		};
	}, of);
	const { loaded, problem } = state;
	return [loaded, problem ? <ProblemNote text={problem} /> : <div class="view" />];
}
