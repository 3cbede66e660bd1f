import { at, type Column } from "../data/column.ts";
import type { ErrorColumn, Run } from "../data/run.ts";
import { shareError } from "../data/share-error.ts";
import { place } from "../look/names.ts";
import { amount, errorText } from "../look/units.ts";
import { callsColumn, costColumn, nameColumn, shareColumn } from "../table/columns.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import type { ViewProps } from "../view/view.ts";
import { PlaceLink } from "./link.tsx";
import type { FunctionTable } from "./rows.ts";

type Props = Pick<ViewProps, "run" | "metric">;

/** Of a table whose items are functions. */
export function columnsOf({ run, metric }: Props, table: FunctionTable): ColumnOfTable[] {
	const { functions } = run;
	const { memory } = table;
	const costs = (id: ErrorColumn, hint: string): ColumnOfTable[] => [
		partColumn({ run, metric }, table, id, hint),
		costColumn(run, metric, table[id], { id, hint }),
	];
	return [
		nameColumn("function", (label) => functions.name(label)),
		...costs("own", `${metric.name} of the function itself, without what it calls`),
		...costs("inclusive", `${metric.name} with all that it calls; recursion counts once`),
		...callsColumn(run, table.calls),
		...(run.extras.aboveLongest ? rangeColumns(table) : []),
		...(memory ? [memoryColumn(run, memory)] : []),
		{
			id: "place",
			title: "file",
			width: 260,
			isText: true,
			from: 960,
			key: (label) =>
				`${functions.file(label) ?? "\u{10ffff}"}:${String(functions.line(label)).padStart(8)}`,
			render: (label) => <PlaceLink functions={functions} label={label} />,
			full: (label) => place(functions.file(label), functions.line(label)),
		},
	];
}

/** The own cost has a bar. */
function partColumn(
	{ run, metric }: Props,
	table: FunctionTable,
	column: ErrorColumn,
	hint: string,
): ColumnOfTable {
	const { total: whole } = table;
	const isOwn = column === "own";
	const error = (column: ErrorColumn, label: number) => {
		const part = at(table[column], label);
		return errorText(shareError(run, metric.id, { part, whole, label, column }));
	};
	const hasErrors = run.functions.count > 0 && error("own", 0) !== "";
	return shareColumn(table[column], whole, {
		id: `${column}part`,
		title: `${column} %`,
		width: (isOwn ? 160 : 84) + (hasErrors ? 36 : 0),
		...(isOwn ? {} : { from: 960 }),
		hint,
		hasBar: isOwn,
		more: (label) => error(column, label),
	});
}

function rangeColumns(table: FunctionTable): ColumnOfTable[] {
	return (["min", "max"] as const).map((id) => ({
		id,
		title: id,
		width: 80,
		from: 1200,
		hint: `wall time of the ${id === "min" ? "shortest" : "longest"} call`,
		key: (label) => table[id](label) ?? -1,
		render: (label) => {
			const time = table[id](label);
			return time === null ? "" : amount(time, "ns");
		},
	}));
}

function memoryColumn(run: Run, memory: Column): ColumnOfTable {
	const hint = "growth of memory by the function itself, over all calls";
	return costColumn(run, run.metric("memory"), memory, {
		id: "memory",
		width: 88,
		from: 1200,
		hint,
	});
}
