import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { finder } from "../data/search.ts";
import { ComparedFunctions } from "../diff/view.tsx";
import { count, counted } from "../look/units.ts";
import { List } from "../table/list.tsx";
import { useMeasures } from "../table/measures.ts";
import { rowsWhere } from "../table/order.ts";
import type { ViewProps } from "../view/view.ts";
import { columnsOf } from "./columns.tsx";
import { FUNCTION_METRICS, functionCells, functionTable } from "./rows.ts";

/** All functions: what screen readers get of a run. */
export function FunctionsView(props: ViewProps): JSX.Element {
	return props.measureBefore ? <ComparedFunctions {...props} /> : <Functions {...props} />;
}

function Functions(props: ViewProps): JSX.Element {
	const { run, state, go, metric, selected, stepper } = props;
	const isReady = useMeasures(props, FUNCTION_METRICS);
	const table = useMemo(
		() => (isReady ? functionTable(run, metric.id) : null),
		[run, metric.id, isReady, props.decoded],
	);
	const found = useMemo(
		() => (table ? rowsWhere(table.count, matcher(props)) : new Int32Array(0)),
		[table, state.find],
	);
	const columns = useMemo(() => (table ? columnsOf(props, table) : []), [table, metric]);
	return (
		<div class="view">
			<List
				label={`Functions by ${metric.name}`}
				what="functions"
				said={
					(found.length < run.functions.count ? `${count(found.length)} of ` : "") +
					counted(run.functions.count, "function")
				}
				cells={(labels) => (table ? functionCells(run, table, metric, labels) : [])}
				columns={columns}
				items={found}
				sortedBy="own"
				selected={selected}
				onSelect={(label) => go({ fn: run.functions.name(label) }, "replace")}
				onOpen={(label) => go({ fn: run.functions.name(label), view: "callers" })}
				stepper={stepper}
				empty={isReady ? `No function's name or file has “${state.find}” in it.` : ""}
			/>
		</div>
	);
}

/** The search has looked at all names; the files are looked at here, each once. */
function matcher({ run, state, matches }: ViewProps): (label: number) => boolean {
	const test = finder(state.find);
	if (!test) {
		return () => true;
	}
	const files = new Map<string, boolean>();
	return (label) => {
		if (matches.isMatch[label] === 1) {
			return true;
		}
		const file = run.functions.file(label) ?? "";
		let isFound = files.get(file);
		if (isFound === undefined) {
			isFound = test(file);
			files.set(file, isFound);
		}
		return isFound;
	};
}
