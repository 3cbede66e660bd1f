import { amount, change } from "../look/units.ts";
import type { Snapshot, Types } from "./load.ts";
import { rootName } from "./tree.ts";

/** A plain table of the snapshot. */
export interface Listed {
	columns: {
		id: string;
		title: string;
		hint?: string;
		unit: "text" | "bytes" | "count";
		isChange?: boolean;
	}[];
	rows: number;
	/** A cell's value: a text, or a number of the column's unit. */
	value(row: number, column: string): string | number;
	/** The column with a bar: its share of `total`. */
	total?: number;
	sort: string;
}

type Lists = Record<string, (string | number)[]>;

function listed(lists: object, first: string, columns: Listed["columns"], sort: string): Listed {
	const table = lists as Lists;
	return {
		columns,
		rows: table[first]!.length,
		value: (row, column) => table[column]?.[row] ?? "",
		sort,
	};
}

const text = (id: string, title: string) => ({ id, title, unit: "text" as const });
const size = (id: string, title: string, hint?: string) => ({
	id,
	title,
	unit: "bytes" as const,
	...(hint ? { hint } : {}),
});
const number = (id: string, title: string) => ({
	id,
	title,
	unit: "count" as const,
});

export const RETAINED = "would be freed with it";

export function typesTable(snapshot: Snapshot, before: Snapshot | null): Listed {
	const { types } = snapshot;
	if (before !== null) {
		return changedTypes(types, before.types);
	}
	const columns = [
		text("class", "type"),
		size("retained", "retained", RETAINED),
		size("bytes", "own"),
		number("count", "count"),
		text("kind", "kind"),
	];
	const table = listed(
		{ ...types, class: types.class.map((name, i) => name || types.kind[i]!) },
		"kind",
		columns,
		"retained",
	);
	return { ...table, total: types.bytes.reduce((sum, one) => sum + one, 0) };
}

/** Both snapshots' types; one that is missing in either counts as nothing there. */
function changedTypes(after: Types, before: Types): Listed {
	const rows = new Map<string, Record<string, string | number>>();
	const put = (types: Types, sign: number, i: number) => {
		const key = `${types.kind[i]} ${types.class[i]}`;
		const row = rows.get(key) ?? {
			class: types.class[i] || types.kind[i]!,
			retained: 0,
			bytes: 0,
			count: 0,
			now: 0,
		};
		rows.set(key, row);
		for (const id of ["retained", "bytes", "count"] as const) {
			row[id] = (row[id] as number) + sign * types[id][i]!;
		}
		row.now = (row.now as number) + (sign > 0 ? types.retained[i]! : 0);
	};
	for (const i of after.kind.keys()) {
		put(after, 1, i);
	}
	for (const i of before.kind.keys()) {
		put(before, -1, i);
	}
	const list = [...rows.values()];
	return {
		columns: [
			text("class", "type"),
			{ ...size("retained", "retained change"), isChange: true },
			{ ...size("bytes", "own change"), isChange: true },
			{ ...number("count", "count change"), isChange: true },
			size("now", "retained now"),
		],
		rows: list.length,
		value: (row, column) => list[row]![column] ?? "",
		sort: "retained",
	};
}

export function rootsTable({ roots }: Snapshot): Listed {
	const name = roots.kind.map((kind, i) => rootName(kind, roots.name[i]!));
	return listed(
		{ ...roots, root: name },
		"kind",
		[text("root", "root"), size("retained", "retained", RETAINED), size("bytes", "own")],
		"retained",
	);
}

export function stringsTable({ strings }: Snapshot): Listed {
	const columns = [
		text("value", "text"),
		size("wasted", "wasted", "memory of all copies but one"),
		number("copies", "copies"),
		number("length", "length"),
	];
	return listed(
		{
			...strings,
			value: strings.value.map((value) => value || "(texts are not in this snapshot)"),
		},
		"length",
		columns,
		"wasted",
	);
}

export function arraysTable({ arrays }: Snapshot): Listed {
	const columns = [
		text("path", "array"),
		size("unused", "unused", "capacity for elements that is not used"),
		size("bytes", "own"),
		number("count", "elements"),
		number("capacity", "room"),
	];
	return listed(arrays, "id", columns, "unused");
}

/** Where the memory is: kinds of values, and what is no value. */
export function placesTable({ kinds, regions }: Snapshot): Listed {
	const lists = {
		place: [
			...kinds.kind,
			...regions.name.map((name) => (name === "unaccounted" ? "not accounted for" : name)),
		],
		bytes: [...kinds.bytes, ...regions.bytes],
		count: [...kinds.count, ...regions.count],
	};
	const total = lists.bytes.reduce((sum, one) => sum + one, 0);
	return {
		...listed(
			lists,
			"place",
			[text("place", "memory of"), size("bytes", "bytes"), number("count", "count")],
			"bytes",
		),
		total,
	};
}

export function sitesTable({ sites }: Snapshot): Listed {
	const site = sites.site.map((name) => name.split("==>").reverse().join(" ‹ "));
	return listed(
		{ ...sites, site },
		"site",
		[text("site", "allocated by"), size("bytes", "bytes"), number("count", "count")],
		"bytes",
	);
}

export function cellText(
	value: string | number,
	{ unit, isChange }: Pick<Listed["columns"][0], "unit" | "isChange">,
): string {
	if (typeof value === "string") {
		return value;
	}
	return (isChange ? change : amount)(value, unit === "text" ? "count" : unit);
}
