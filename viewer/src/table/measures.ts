import { useEffect, useState } from "preact/hooks";
import type { Run } from "../data/run.ts";
import type { ViewProps } from "../view/view.ts";

/**
 * Decodes metrics that a view shows beside the chosen one. False until they are there; metrics that the run
 * lacks, or that are broken, are left out.
 */
export function useMeasures(
	{ run, isWhole }: Pick<ViewProps, "run" | "isWhole">,
	ids: readonly string[],
): boolean {
	const wanted = isWhole ? ids.filter((id) => hasMetric(run, id) && !isLoaded(run, id)) : [];
	const [done, setDone] = useState("");
	const key = wanted.join();
	useEffect(() => {
		let isCurrent = true;
		if (key !== "") {
			Promise.allSettled(wanted.map((id) => run.measure(id))).then(() => isCurrent && setDone(key));
		}
		return () => {
			isCurrent = false;
		};
	}, [run, key]);
	return isWhole && (key === "" || done === key);
}

export function hasMetric(run: Run, id: string): boolean {
	return run.header.metrics.some((metric) => metric.id === id);
}

/** Edges have all their metrics at once. */
function isLoaded(run: Run, id: string): boolean {
	return run.tree.count === 0 || run.loaded(id) !== undefined;
}
