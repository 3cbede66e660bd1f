import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Stepper } from "../view/view.ts";
import { CopyButton } from "./copy.tsx";
import { type Sort, sorted } from "./order.ts";
import { type ColumnOfTable, Table, type TableProps } from "./table.tsx";
import { type Cell, tsv } from "./tsv.ts";

interface Props extends Omit<TableProps, "items" | "sort" | "onSort"> {
	/** Those that the search left, ascending. */
	items: Int32Array<ArrayBuffer>;
	/** The column that they are sorted by at first, descending. */
	sortedBy: string;
	/** Above the table: what it has. */
	said: ComponentChildren;
	/** "functions" */
	what: string;
	/** All of it for a spreadsheet, with a row of titles. */
	cells(items: Int32Array): readonly (readonly Cell[])[];
	/** Beside what is said. */
	children?: ComponentChildren;
	/** The next match of the search is the next item. */
	stepper?: Stepper;
}

/** A table that the reader sorts and copies. */
export function List(props: Props): JSX.Element {
	const { items, sortedBy, said, what, cells, children, stepper, ...table } = props;
	const [sort, setSort] = useState<Sort>({ column: sortedBy, isDescending: true });
	const rows = useMemo(() => inOrder(items, table.columns, sort), [items, sort]);
	if (stepper) {
		stepper.step = (by) => {
			const at = Math.max(rows.indexOf(table.selected), by < 0 ? 0 : -1);
			const next = rows[(at + by + rows.length) % rows.length];
			next === undefined || table.onSelect(next);
		};
	}
	return (
		<>
			<div class="view-bar">
				<span>{said}</span>
				{children}
				<CopyButton
					text={() => tsv(cells(rows))}
					title={`Copy these ${what} as tab-separated values`}
				>
					Copy table
				</CopyButton>
			</div>
			<Table {...table} items={rows} sort={sort} onSort={setSort} />
		</>
	);
}

/** As they are, where there is no such column. */
export function inOrder(
	items: Int32Array<ArrayBuffer>,
	columns: readonly ColumnOfTable[],
	{ column, isDescending }: Sort,
): Int32Array<ArrayBuffer> {
	const key = columns.find(({ id }) => id === column)?.key;
	return key ? sorted(items.slice(), key, isDescending) : items;
}
