import { type BlockText, bytesOf, piecesOf } from "../data/blocks.ts";
import type { RunHeader } from "../data/header.ts";
import { Problem } from "../data/problem.ts";

/** The columns of each table. */
const KEYS = {
	kinds: ["kind", "count", "bytes"],
	types: ["kind", "class", "count", "bytes", "retained"],
	nodes: [
		"parent",
		"id",
		"type",
		"bytes",
		"retained",
		"refs",
		"count",
		"value",
		"rest_count",
		"rest_bytes",
		"holder",
		"label",
		"root",
		"state",
	],
	roots: ["kind", "name", "bytes", "retained"],
	sites: ["site", "count", "bytes"],
	strings: ["value", "length", "copies", "wasted"],
	arrays: ["id", "count", "capacity", "bytes", "unused", "path"],
	regions: ["name", "count", "bytes"],
} as const;

type Tables = typeof KEYS;

/** The columns of texts; others are of numbers. */
type Texts = "kind" | "class" | "value" | "label" | "state" | "name" | "site" | "path";

/** A list for each column, all of one length. */
type Lists<Name extends keyof Tables> = {
	[Key in Tables[Name][number]]: Key extends Texts ? string[] : number[];
};

export type Types = Lists<"types">;
export type Nodes = Lists<"nodes">;

export type Snapshot = { header: RunHeader } & { [Name in keyof Tables]: Lists<Name> };

export async function loadSnapshot(header: RunHeader, text: BlockText): Promise<Snapshot> {
	const names = Object.keys(KEYS) as (keyof typeof KEYS)[];
	const tables = await Promise.all(names.map((name) => table(header, text, name)));
	const snapshot = {
		header,
		...Object.fromEntries(names.map((name, i) => [name, tables[i]])),
	} as unknown as Snapshot;
	checkNodes(snapshot);
	return snapshot;
}

/** A table that is not there has no rows. */
async function table(header: RunHeader, text: BlockText, name: keyof typeof KEYS): Promise<object> {
	const id = `${header.blocks}-heap-${name}`;
	const pieces = piecesOf(text, id, header.coding);
	const bytes = pieces && (await bytesOf(pieces));
	const found = bytes === null ? {} : parse(bytes, id);
	const lists = KEYS[name].map((key) => [key, found[key] ?? []] as const);
	const length = Math.max(...lists.map(([, list]) => list.length));
	const odd = lists.find(([, list]) => list.length !== length);
	if (odd) {
		throw new Problem(
			`The block “${id}” has ${odd[1].length} of ${length} values of “${odd[0]}”: the file was changed.`,
		);
	}
	return Object.fromEntries(lists);
}

function parse(bytes: Uint8Array, id: string): Record<string, unknown[]> {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		throw new Problem(`The block “${id}” is not JSON: the file was cut off or changed.`);
	}
}

function checkNodes({ nodes, types, header }: Snapshot): void {
	const count = nodes.id.length;
	for (let i = 0; i < count; i++) {
		const isSound =
			nodes.parent[i]! >= 0 &&
			nodes.parent[i]! <= i &&
			nodes.type[i]! in types.class &&
			nodes.holder[i]! < count;
		if (!isSound) {
			throw new Problem(
				`The block “${header.blocks}-heap-nodes” has no sound row ${i}: the file was changed.`,
			);
		}
	}
}
