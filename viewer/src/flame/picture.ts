import { type Column, zeros } from "../data/column.ts";
import { componentsOf } from "../data/components.ts";
import { type Functions, KIND, type Owner } from "../data/functions.ts";
import { moveInto, type Regrouped, regroup } from "../data/regroup.ts";
import type { Measure, Run } from "../data/run.ts";
import { inclusive, type Tree } from "../data/tree.ts";
import type { State } from "../view/state.ts";

/** The names of frames, and of the code that they belong to. */
export interface Labels {
	readonly count: number;
	name(label: number): string;
	owner(label: number): Owner;
	/** The text that chooses the hue: the package of a function, else its own class or file. */
	hue(label: number): string;
	/** The text that tells it apart from others of this hue: its class. */
	shade(label: number): string;
	/** The function; -1: a group of them. */
	function(label: number): number;
}

/** The tree that the flame graph draws: the run's, or one regrouped from it. */
export interface Picture {
	readonly tree: Tree;
	readonly labels: Labels;
	readonly own: Column;
	readonly inclusive: Column;
	readonly weight: Float64Array<ArrayBuffer>;
	readonly calls: Column | null;
	/** From a node of the run to one of the picture; null: they are the same. */
	readonly nodeOf: Int32Array<ArrayBuffer> | null;
	/** The run has such a path; of a diff it may be one of the other run. */
	has(node: number): boolean;
}

type Shape = Pick<State, "by" | "fold" | "merge">;

export function isPlain({ by, fold, merge }: Shape): boolean {
	return by === "function" && fold === "" && !merge;
}

/** The tree of another shape; it serves all metrics. */
interface Shaped {
	made: Regrouped;
	labels: Labels;
}

export function shapeOf(run: Run, shape: Shape): Shaped {
	const groups = groupsIn(run, shape);
	const made = regroup(run.tree, {
		group: groups.group,
		groups: groups.labels.count,
		folds: (group) => shape.by !== "function" || groups.labels.function(group) < 0,
		isMerged: shape.merge,
	});
	return { made, labels: groups.labels };
}

function groupsIn(run: Run, shape: Shape): Groups {
	if (shape.by === "component") {
		return componentGroups(run);
	}
	return shape.by === "function" && shape.fold === "component"
		? foldedComponents(run)
		: groupsOf(run, shape);
}

export function pictureOf(run: Run, measure: Measure, shaped: Shaped | null): Picture {
	if (!shaped) {
		const { own, inclusive, weight } = measure;
		return {
			tree: run.tree,
			labels: labelsOf(run),
			own,
			inclusive,
			weight,
			calls: run.extras.calls,
			nodeOf: null,
			has: presence(run, null),
		};
	}
	const { made, labels } = shaped;
	const own = moveInto(made, measure.own);
	const sum = inclusive(made.tree, own);
	return {
		tree: made.tree,
		labels,
		own,
		inclusive: sum,
		weight: measure.metric.signed ? grownIn(made, measure) : sum.values,
		calls: run.extras.calls && callsInto(run, made, run.extras.calls),
		nodeOf: made.nodeOf,
		has: presence(run, made),
	};
}

function presence(run: Run, made: Regrouped | null): (node: number) => boolean {
	const isThere = run.moved?.isThere;
	if (!isThere) {
		return () => true;
	}
	if (!made) {
		return (node) => isThere[node] === 1;
	}
	const has = new Uint8Array(made.tree.count);
	for (let node = 0; node < isThere.length; node++) {
		has[made.nodeOf[node]!]! |= isThere[node]!;
	}
	return (node) => has[node] === 1;
}

/** From a node of the run to one of the picture. */
export function nodeIn(picture: Picture, node: number): number {
	const inside = picture.nodeOf ? (picture.nodeOf[node] ?? 0) : node;
	return inside < picture.tree.count ? inside : 0;
}

/** The first of the run's nodes that went into this one. */
export function baseOf(picture: Picture, node: number): number {
	return picture.nodeOf ? picture.nodeOf.indexOf(node) : node;
}

/** The label of a function; -1: it has none of its own here. */
export function labelOf(picture: Picture, fn: number): number {
	if (fn < 0 || !picture.nodeOf) {
		return fn;
	}
	for (let label = 0; label < picture.labels.count; label++) {
		if (picture.labels.function(label) === fn) {
			return label;
		}
	}
	return -1;
}

/** The widths without some paths. */
export function withoutNodes(picture: Picture, removed: number[]): Float64Array {
	if (removed.length === 0) {
		return picture.weight;
	}
	const { tree } = picture;
	const weight = picture.weight.slice();
	for (const node of removed) {
		const gone = weight[node]!;
		for (let at = node; at >= 0; at = tree.parent[at]!) {
			weight[at]! -= gone;
		}
	}
	return weight;
}

function grownIn(made: Regrouped, measure: Measure): Float64Array<ArrayBuffer> {
	const grown = zeros(made.tree.count);
	for (let node = 0; node < made.nodeOf.length; node++) {
		grown.values[made.nodeOf[node]!]! += Math.max(0, measure.own.values[node]!);
	}
	return inclusive(made.tree, grown).values;
}

/** Calls from outside: what a folded frame calls in itself is not counted. */
function callsInto(run: Run, made: Regrouped, calls: Column): Column {
	const sum = zeros(made.tree.count);
	for (let node = 0; node < made.nodeOf.length; node++) {
		const into = made.nodeOf[node]!;
		const parent = run.tree.parent[node]!;
		if (
			parent < 0 ||
			made.nodeOf[parent] !== into ||
			run.tree.label[parent] === run.tree.label[node]
		) {
			sum.values[into]! += calls.values[node]!;
		}
	}
	return sum;
}

export function labelsOf(run: Run): Labels {
	const { functions } = run;
	return {
		count: functions.count,
		name: (label) => functions.name(label),
		owner: (label) => ownerIn(functions, label),
		hue: (label) =>
			componentName(functions, label) ?? functions.package(label) ?? classOf(functions.name(label)),
		shade: (label) => classOf(functions.name(label)),
		function: (label) => label,
	};
}

/** Plugins, themes and bundles are as foreign as packages. */
function ownerIn(functions: Functions, label: number): Owner {
	const owner = functions.owner(label);
	return owner === "own" && componentName(functions, label) !== null ? "vendor" : owner;
}

/** Null: the application, or code that belongs to whoever calls it. */
function componentName(functions: Functions, label: number): string | null {
	const component = functions.component(label);
	return component > 0 ? functions.components[component]! : null;
}

function classOf(name: string): string {
	return name.slice(0, Math.max(0, name.indexOf("::"))) || name;
}

interface Groups {
	group: (node: number) => number;
	labels: Labels;
}

/** main() stays a frame of its own, as of other groups. */
function componentGroups(run: Run): Groups {
	const { functions, tree } = run;
	const component = componentsOf(tree, functions);
	const names = [...functions.components, functions.name(tree.label[0] ?? 0)];
	const root = names.length - 1;
	return {
		group: (node) => (node === 0 ? root : component[node]!),
		labels: {
			count: names.length,
			name: (label) => names[label] ?? "",
			owner: (label) => (label === root ? "php" : label === 0 ? "own" : "vendor"),
			hue: (label) => names[label] ?? "",
			shade: () => "",
			function: (label) => (label === root ? tree.label[0]! : -1),
		},
	};
}

/** The application's own frames stay; each component, with all that belongs to it, is one. */
function foldedComponents(run: Run): Groups {
	const { functions, tree } = run;
	const component = componentsOf(tree, functions);
	const plain = labelsOf(run);
	const { count } = functions;
	const name = (label: number) => functions.components[label - count] ?? "";
	return {
		group: (node) => {
			const at = node === 0 ? 0 : component[node]!;
			return at > 0 ? count + at : tree.label[node]!;
		},
		labels: {
			count: count + functions.components.length,
			name: (label) => (label < count ? plain.name(label) : `[${name(label)}]`),
			owner: (label) => (label < count ? plain.owner(label) : "vendor"),
			hue: (label) => (label < count ? plain.hue(label) : name(label)),
			shade: (label) => (label < count ? plain.shade(label) : ""),
			function: (label) => (label < count ? label : -1),
		},
	};
}

function groupsOf(run: Run, shape: Shape): Groups {
	const names: string[] = [];
	const owners: Owner[] = [];
	const functions: number[] = [];
	const known = new Map<string, number>();
	const group = new Int32Array(run.functions.count);
	for (let label = 0; label < group.length; label++) {
		const name = groupName(run, label, shape);
		const key = name === null ? `f${label}` : `g${name}`;
		let index = known.get(key);
		if (index === undefined) {
			index = names.length;
			known.set(key, index);
			names.push(name ?? run.functions.name(label));
			owners.push(ownerOf(run, label, name));
			functions.push(name === null ? label : -1);
		}
		group[label] = index;
	}
	const hues = labelsOf(run);
	return {
		group: (node) => group[run.tree.label[node]!]!,
		labels: {
			count: names.length,
			name: (label) => names[label] ?? "",
			owner: (label) => owners[label] ?? "own",
			hue: (label) =>
				functions[label]! >= 0
					? hues.hue(functions[label]!)
					: names[label]!.replace(/^\[|\]$/g, ""),
			shade: (label) => (functions[label]! >= 0 ? hues.shade(functions[label]!) : ""),
			function: (label) => functions[label] ?? -1,
		},
	};
}

function ownerOf({ functions }: Run, label: number, group: string | null): Owner {
	return group !== null && functions.package(label) !== null ? "vendor" : ownerIn(functions, label);
}

/** The group that a function's frames go into; null: it stays a frame of its own. */
function groupName(run: Run, label: number, { by, fold }: Shape): string | null {
	const { functions } = run;
	if (functions.kind(label) === KIND.profiler) {
		return null;
	}
	const owner = functions.owner(label);
	const library = functions.package(label);
	if (library !== null && (by === "package" || fold === "vendor" || fold === "both")) {
		return `[${library}]`;
	}
	if (owner === "php" && (fold === "php" || fold === "both")) {
		return "PHP";
	}
	if (by === "file") {
		return functions.shortFile(label) ?? "PHP";
	}
	if (by === "package") {
		return owner === "php" ? "PHP" : owner === "engine" ? null : "own code";
	}
	return null;
}
