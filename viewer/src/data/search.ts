import { outermostOf, type Tree } from "./tree.ts";

/** The finds of a search: their part of the whole, and their places. */
export interface Matches {
	/** By label. */
	isMatch: Uint8Array;
	/** The outermost matching nodes: within these, further matches count no second time. */
	nodes: number[];
	weight: number;
	/** The text is not a pattern, so nothing was searched. */
	problem: string | null;
}

/** The text is looked for in any case of letters; `/…/` is a regular expression. */
export function search(
	tree: Tree,
	weight: Float64Array,
	names: { count: number; name(label: number): string },
	text: string,
): Matches {
	const matches: Matches = {
		isMatch: new Uint8Array(names.count),
		nodes: [],
		weight: 0,
		problem: null,
	};
	if (text === "") {
		return matches;
	}
	const test = tester(text);
	if (typeof test === "string") {
		return { ...matches, problem: test };
	}
	for (let label = 0; label < names.count; label++) {
		matches.isMatch[label] = test(names.name(label)) ? 1 : 0;
	}
	matches.nodes = outermostOf(tree, (node) => matches.isMatch[tree.label[node]!] === 1);
	matches.weight = matches.nodes.reduce((sum, node) => sum + weight[node]!, 0);
	return matches;
}

/** A test of names, or what is wrong with the pattern. */
function tester(text: string): ((name: string) => boolean) | string {
	const pattern = /^\/(.+)\/$/.exec(text)?.[1];
	if (pattern === undefined) {
		const wanted = text.toLowerCase();
		return (name) => name.toLowerCase().includes(wanted);
	}
	try {
		const expression = new RegExp(pattern, "i");
		return (name) => expression.test(name.slice(0, 1000));
	} catch {
		return "not a pattern";
	}
}

/** A test of names by the search; null: nothing is searched, or it is not a pattern. */
export function finder(text: string): ((name: string) => boolean) | null {
	const test = text === "" ? text : tester(text);
	return typeof test === "string" ? null : test;
}

/** The node after `here` of ascending ones, or the one before, and round at the ends; undefined: there is none. */
export function nextOf(nodes: number[], here: number, by: 1 | -1): number | undefined {
	const later = nodes.findIndex((node) => node > here);
	const after = later < 0 ? nodes.length : later;
	const next = by > 0 ? after : nodes[after - 1] === here ? after - 2 : after - 1;
	return nodes[(next + nodes.length) % nodes.length];
}
