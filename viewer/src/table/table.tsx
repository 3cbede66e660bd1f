import "./table.css";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { watchSize } from "../look/size.ts";
import type { Sort } from "./order.ts";
import { ROOM_PX, ROW_PX, rowAfterKey, scrolledTo, windowOf } from "./window.ts";

/** The column without a width, where all columns are shown. */
const NAME_PX = 190;

export interface ColumnOfTable {
	id: string;
	title: string;
	/** A title for the column's head. */
	hint?: string;
	/** In pixels; the one column without it takes what is left. */
	width?: number;
	/** Text, to the left; numbers are to the right. */
	isText?: boolean;
	/** Left out where the table has less room than this, in pixels, but for a narrow one that scrolls sideways. */
	from?: 960 | 1200;
	/** What it is sorted by; without that it cannot be. */
	key?(item: number): number | string;
	render(item: number, row: number): ComponentChildren;
	/** The cell's title: all of what it may cut. */
	full?(item: number): string;
}

export interface TableProps {
	label: string;
	columns: readonly ColumnOfTable[];
	/** By row what it is of, as columns take it; none is there twice. */
	items: readonly number[] | Int32Array;
	/** The item that is lit, -1 for none. It is scrolled into sight. */
	selected: number;
	sort?: Sort;
	onSort?(sort: Sort): void;
	onSelect(item: number): void;
	/** Enter, or a double click. */
	onOpen?(item: number): void;
	/** Of a tree: from 1; whether it is open, undefined if it has nothing to open. */
	level?(row: number): number;
	isOpen?(item: number, row: number): boolean | undefined;
	/** Keys that the table has no use for. True: done. */
	onKey?(key: string, row: number): boolean;
	/** For readers who see no rows. */
	empty?: string;
	/** No higher than its rows, where there is room; else less. */
	isAsHighAsRows?: boolean;
}

/** A table of any number of rows, of which the page holds those in sight. */
export function Table(props: TableProps): JSX.Element {
	const { columns, items } = props;
	const rows = items.length;
	const selected = useMemo(() => items.indexOf(props.selected), [items, props.selected]);
	const box = useRef<HTMLDivElement>(null);
	const id = useId();
	const [top, setTop] = useState(0);
	const [height, setHeight] = useState(600);
	const seen = windowOf(top, height, rows);
	useLayoutEffect(() => watchHeight(box.current!, setHeight), []);
	useEffect(() => reveal(box.current!, selected, rows), [selected, rows]);
	const isSeen = selected >= seen.first && selected < seen.first + seen.count;

	return (
		<div
			class="table-box"
			ref={box}
			style={{
				"--row": `${ROW_PX}px`,
				"--whole": `${wholeWidth(columns)}px`,
				...(props.isAsHighAsRows ? { "--height": `${heightOf(Math.min(rows, 1000))}px` } : {}),
			}}
			onScroll={(event) => setTop(event.currentTarget.scrollTop)}
		>
			<div class="table-room" style={{ height: `${Math.min(rows * ROW_PX, ROOM_PX) + ROW_PX}px` }}>
				<div class="table-view" style={{ height: `${height + ROW_PX}px` }}>
					{/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have an active row */}
					<table
						role={props.level === undefined ? "grid" : "treegrid"}
						tabIndex={0}
						aria-label={props.label}
						aria-rowcount={rows + 1}
						aria-colcount={columns.length}
						aria-activedescendant={isSeen ? `${id}-${selected}` : undefined}
						onKeyDown={(event) => takeKey(event, props, selected, height)}
					>
						<Head {...props} />
						<tbody style={{ transform: `translateY(${-seen.shift}px)` }}>
							{Array.from({ length: seen.count }, (_, i) => (
								<Row key={i} id={`${id}-${seen.first + i}`} row={seen.first + i} table={props} />
							))}
						</tbody>
					</table>
					{rows === 0 && <p class="table-empty">{props.empty ?? "Nothing."}</p>}
				</div>
			</div>
		</div>
	);
}

/** The height of a table with this many visible rows, including its head, in pixels. */
function heightOf(rows: number): number {
	return (Math.max(rows, 1) + 1) * ROW_PX + 1;
}

/** With all columns: what a narrow window scrolls over. */
function wholeWidth(columns: readonly ColumnOfTable[]): number {
	return columns.reduce((sum, { width, isText }) => {
		const own = width ?? NAME_PX;
		return sum + (isText ? own : Math.min(own, 110));
	}, 0);
}

function watchHeight(element: HTMLElement, set: (height: number) => void): () => void {
	return watchSize(element, () => set(Math.max(0, element.clientHeight - ROW_PX)));
}

function reveal(element: HTMLElement, row: number, rows: number): void {
	const top =
		row < 0 ? null : scrolledTo(row, element.scrollTop, element.clientHeight - ROW_PX, rows);
	if (top !== null) {
		element.scrollTop = top;
	}
}

function Head(props: TableProps): JSX.Element {
	return (
		<thead>
			<tr aria-rowindex={1}>
				{props.columns.map((column) => (
					<HeadCell key={column.id} column={column} table={props} />
				))}
			</tr>
		</thead>
	);
}

function HeadCell({ column, table }: { column: ColumnOfTable; table: TableProps }): JSX.Element {
	const { sort, onSort } = table;
	const isSorted = sort?.column === column.id;
	const isDescending = sort?.isDescending === true;
	const mark = !isSorted ? "" : isDescending ? "▾" : "▴";
	const turn = () =>
		onSort?.({
			column: column.id,
			isDescending: isSorted ? !isDescending : column.isText !== true,
		});

	return (
		<th
			scope="col"
			class={classesOf(column)}
			style={column.width === undefined ? undefined : { "--width": `${column.width}px` }}
			title={column.hint}
			aria-sort={!isSorted ? undefined : isDescending ? "descending" : "ascending"}
		>
			{onSort === undefined || column.key === undefined ? (
				column.title
			) : (
				<button type="button" onClick={turn}>
					{column.title}
					<span class="sort-mark" aria-hidden="true">
						{mark}
					</span>
				</button>
			)}
		</th>
	);
}

function classesOf(column: ColumnOfTable): string {
	return `${column.isText ? "text" : "number"} col-${column.id}${column.from ? ` from-${column.from}` : ""}`;
}

function Row({ row, id, table }: { row: number; id: string; table: TableProps }): JSX.Element {
	const item = table.items[row]!;
	const isSelected = item === table.selected;
	return (
		<tr
			id={id}
			class={`${isSelected ? "selected" : ""}${row % 2 === 1 ? " odd" : ""}`}
			aria-rowindex={row + 2}
			aria-selected={isSelected}
			aria-level={table.level?.(row)}
			aria-expanded={table.isOpen?.(item, row)}
			onClick={() => table.onSelect(item)}
			onDblClick={() => table.onOpen?.(item)}
		>
			{table.columns.map((column) => (
				<td key={column.id} class={classesOf(column)} title={column.full?.(item)}>
					{column.render(item, row)}
				</td>
			))}
		</tr>
	);
}

function takeKey(event: KeyboardEvent, table: TableProps, row: number, height: number): void {
	const { items } = table;
	const isOfHead = event.target instanceof HTMLButtonElement;
	if (event.altKey || event.ctrlKey || event.metaKey || isOfHead || items.length === 0) {
		return;
	}
	const to = rowAfterKey(event.key, row, items.length, Math.floor(height / ROW_PX) - 1);
	if (to !== null) {
		table.onSelect(items[to]!);
	} else if (event.key === "Enter" && row >= 0 && table.onOpen !== undefined) {
		table.onOpen(items[row]!);
	} else if (table.onKey?.(event.key, row) !== true) {
		return;
	}
	event.preventDefault();
	event.stopPropagation();
}
