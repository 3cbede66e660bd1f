import { useMemo, useState } from "preact/hooks";
import { finder } from "../data/search.ts";
import { count, counted, exactly, percent } from "../look/units.ts";
import { greatest, Name, Share } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
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
	const [sort, setSort] = useState<Sort>({ column: table.sort, isDescending: true });
	const [cursor, setCursor] = useState(-1);
	const rows = useMemo(() => rowsOf(table, find, sort), [table, find, sort]);
	const columns = useMemo(() => columnsOf(table, rows, open), [table, rows]);
	const cells = () => [
		table.columns.map(({ title }) => title),
		...Array.from(rows, (row) => table.columns.map(({ id }) => table.value(row, id))),
	];

	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{note ||
						`${rows.length < table.rows ? `${count(rows.length)} of ` : ""}${counted(table.rows, "row")}`}
				</span>
				<CopyButton text={() => tsv(cells())} title="Copy these rows as tab-separated values">
					Copy table
				</CopyButton>
			</div>
			<Table
				label={label}
				columns={columns}
				rows={rows.length}
				selected={rows.indexOf(cursor)}
				sort={sort}
				onSort={setSort}
				onSelect={(i) => setCursor(rows[i]!)}
				onOpen={(i) => open?.(rows[i]!)}
				empty={find === "" ? empty : `Nothing here has “${find}” in it.`}
			/>
		</div>
	);
}

function rowsOf(table: Listed, find: string, sort: Sort): Int32Array<ArrayBuffer> {
	const test = finder(find);
	const first = table.columns[0]!.id;
	const matches = (row: number) => !test || test(String(table.value(row, first)));
	return sorted(
		rowsWhere(table.rows, matches),
		(row) => table.value(row, sort.column),
		sort.isDescending,
	);
}

function columnsOf(table: Listed, rows: Int32Array, open: Props["open"]): ColumnOfTable[] {
	const value = (row: number, id: string) => table.value(rows[row]!, id);
	const columns = table.columns.map(
		({ id, title, hint, unit, isChange = false }, i): ColumnOfTable => {
			const text = (row: number) => cellText(value(row, id), { unit, isChange });
			const name = (row: number) => <Name name={text(row)} />;
			return {
				id,
				title,
				...(hint === undefined ? {} : { hint }),
				...(i === 0 ? {} : { width: unit === "text" ? 120 : Math.max(92, title.length * 8 + 16) }),
				isText: unit === "text",
				render: (row) =>
					unit !== "text" ? (
						text(row)
					) : i === 0 && open ? (
						<button type="button" class="link" tabIndex={-1} onClick={() => open(rows[row]!)}>
							{name(row)}
						</button>
					) : (
						name(row)
					),
				full: (row) => (unit === "bytes" ? exactly(Number(value(row, id)), "bytes") : text(row)),
			};
		},
	);
	if (table.total !== undefined) {
		columns.splice(1, 0, shareColumn(table, table.total, rows));
	}
	return columns;
}

function shareColumn(table: Listed, total: number, rows: Int32Array): ColumnOfTable {
	const value = (row: number) => Number(table.value(rows[row]!, table.sort));
	const most = greatest(Array.from(rows, (_, row) => value(row)));
	return {
		id: "part",
		title: `${table.columns.find(({ id }) => id === table.sort)!.title} %`,
		width: 160,
		isUnsorted: true,
		render: (row) => <Share value={value(row)} most={most} text={percent(value(row), total)} />,
	};
}
