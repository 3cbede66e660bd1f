import { useMemo, useState } from "preact/hooks";
import { finder } from "../data/search.ts";
import { count, counted, exactly } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { shareColumn } from "../table/columns.tsx";
import { List } from "../table/list.tsx";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { cellText, type Listed } from "./tables.ts";

interface Props {
	label: string;
	table: Listed;
	/** In place of the number of rows. */
	note?: string;
	find: string;
	empty: string;
	/** Enter or a double click on a row, and a click on its name. */
	open?: (row: number) => void;
}

/** A table that can be sorted, searched and copied. */
export function ListView({ label, table, note, find, empty, open }: Props) {
	const [cursor, setCursor] = useState(-1);
	const { columns, rows } = table;
	const found = useMemo(() => {
		const test = finder(find);
		return rowsWhere(rows, (row) => !test || test(String(table.value(row, columns[0]!.id))));
	}, [table, find]);
	const shown = useMemo(() => columnsOf(table, found, open), [table, found]);
	const part = found.length < rows ? `${count(found.length)} of ` : "";
	return (
		<div class="view">
			<List
				label={label}
				what="rows"
				said={note || `${part}${counted(rows, "row")}`}
				cells={(items) => [
					columns.map(({ title }) => title),
					...Array.from(items, (row) => columns.map(({ id }) => table.value(row, id))),
				]}
				columns={shown}
				items={found}
				sortedBy={table.sort}
				selected={cursor}
				onSelect={setCursor}
				onOpen={(row) => open?.(row)}
				empty={find === "" ? empty : `Nothing here has “${find}” in it.`}
			/>
		</div>
	);
}

function columnsOf(table: Listed, rows: Int32Array, open: Props["open"]): ColumnOfTable[] {
	const columns = table.columns.map(
		({ id, title, hint, unit, isChange = false }, i): ColumnOfTable => {
			const value = (row: number) => table.value(row, id);
			const text = (row: number) => cellText(value(row), { unit, isChange });
			const name = (row: number) => <Name name={text(row)} />;
			return {
				id,
				title,
				...(hint === undefined ? {} : { hint }),
				...(i === 0 ? {} : { width: unit === "text" ? 120 : Math.max(92, title.length * 8 + 16) }),
				isText: unit === "text",
				key: value,
				render: (row) =>
					unit !== "text" ? (
						text(row)
					) : i === 0 && open ? (
						<button type="button" class="link" tabIndex={-1} onClick={() => open(row)}>
							{name(row)}
						</button>
					) : (
						name(row)
					),
				full: (row) => (unit === "bytes" ? exactly(Number(value(row)), "bytes") : text(row)),
			};
		},
	);
	if (table.total !== undefined) {
		columns.splice(1, 0, partColumn(table, table.total, rows));
	}
	return columns;
}

/** Parts of the whole, with bars for those that are shown. */
function partColumn(table: Listed, whole: number, rows: Int32Array): ColumnOfTable {
	const values = new Float64Array(table.rows);
	for (const row of rows) {
		values[row] = Number(table.value(row, table.sort));
	}
	const { title } = table.columns.find(({ id }) => id === table.sort)!;
	return shareColumn({ values, exact: null }, whole, { id: "part", title: `${title} %` });
}
