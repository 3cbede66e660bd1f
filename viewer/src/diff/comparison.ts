import { useMemo } from "preact/hooks";
import { type Amount, at, type Column, difference } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { average } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";

/** Two runs in one metric, each as its average run; the earlier one is scaled if totals are to be equal. */
export class Comparison {
	private readonly scale: number;

	constructor(
		readonly before: Run,
		readonly after: Run,
		readonly metric: Metric,
		isEqual = false,
	) {
		const was = Number(average(before, metric, before.total(metric.id)));
		const is = Number(average(after, metric, after.total(metric.id)));
		this.scale = isEqual && was !== 0 ? is / was : 1;
	}

	/** Null: no diff, or the metric is not there in both runs. */
	static of({ before, run, metric, state, measureBefore }: ViewProps): Comparison | null {
		return before && measureBefore ? new Comparison(before, run, metric, state.equal) : null;
	}

	was(value: Amount): Amount {
		const mean = average(this.before, this.metric, value);
		return this.scale === 1 ? mean : Number(mean) * this.scale;
	}

	is(value: Amount): Amount {
		return average(this.after, this.metric, value);
	}

	/** Exact, if neither run is a sum of runs nor scaled. */
	change(after: Amount, before: Amount): Amount {
		const is = this.is(after);
		const was = this.was(before);
		const isWhole = [is, was].every(
			(value) => typeof value === "bigint" || Number.isInteger(value),
		);
		return isWhole ? difference(is, was) : Number(is) - Number(was);
	}

	/** By path, with callees. */
	changesByPath(): Float64Array {
		const [is, was] = [this.after, this.before].map((run) => run.loaded(this.metric.id)!.inclusive);
		return is!.values.map((_, node) => Number(this.change(at(is!, node), at(was!, node))));
	}

	/** The change of each path's value with callees, as a share of all that grew or shrank by itself: -1 … 1. */
	sharesByPath(after: Costs, before: Costs): Float64Array {
		const shares = new Float64Array(after.own.values.length);
		let sum = 0;
		for (let node = 0; node < shares.length; node++) {
			sum += Math.abs(Number(this.change(at(after.own, node), at(before.own, node))));
			shares[node] = Number(this.change(at(after.inclusive, node), at(before.inclusive, node)));
		}
		return sum === 0 ? shares.fill(0) : shares.map((change) => change / sum);
	}
}

/** Made again when its data change, not at each drawing. */
export function useComparison(props: ViewProps): Comparison | null {
	return useMemo(
		() => Comparison.of(props),
		[props.measure, props.measureBefore, props.state.equal],
	);
}

/** By path. */
interface Costs {
	own: Column;
	inclusive: Column;
}
