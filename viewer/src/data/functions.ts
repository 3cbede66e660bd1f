import { Problem } from "./problem.ts";

/** Whose code a function is. */
export type Owner = "own" | "vendor" | "php" | "file" | "engine";

/** `kind` of the functions block, see docs/report-format.md. */
export const KIND = { user: 0, internal: 1, file: 2, eval: 3, profiler: 4, wait: 5 } as const;

/** The garbage collector, as it is in a profile. */
export const GC = "{gc}";

interface Stored {
	name: string[];
	file?: number[];
	line?: number[];
	files?: string[];
	kind?: number[];
	/** Index into components; -1: that of the caller; -2: code in none. */
	component?: number[];
	/** The first is the application's own. */
	components?: string[];
}

export const COMPONENT = { caller: -1, none: -2 } as const;

/** The functions of a run by their index. Names are text from the run: they reach the page as text only. */
export class Functions {
	readonly count: number;
	/** The folder that all own files have in common, with its slash. */
	readonly root: string;
	private readonly stored: Stored;
	private index: Map<string, number> | null = null;

	constructor(stored: Stored) {
		this.stored = stored;
		this.count = stored.name.length;
		this.root = rootOf(stored.files ?? []);
	}

	static read(bytes: Uint8Array, count: number, block: string): Functions {
		let stored: Stored;
		try {
			stored = JSON.parse(new TextDecoder().decode(bytes));
		} catch {
			throw new Problem(
				`The functions (block “${block}”) are not JSON: the file was cut off or changed.`,
			);
		}
		const found = Array.isArray(stored?.name) ? stored.name.length : 0;
		if (found !== count) {
			throw new Problem(
				`The block “${block}” has ${found} of ${count} functions: the file was cut off or changed.`,
			);
		}
		return new Functions(stored);
	}

	/** A list of functions from several runs. `also`: components that the list may have. */
	static of(
		from: { functions: Functions; label: number }[],
		also: readonly string[] = [],
	): Functions {
		const files = [...new Set(from.map(({ functions, label }) => functions.file(label)))];
		const components = [
			...new Set([
				"(application)",
				...also,
				...from.flatMap(({ functions }) => functions.components),
			]),
		];
		const fileAt = new Map(files.map((file, index) => [file, file === null ? -1 : index]));
		return new Functions({
			name: from.map(({ functions, label }) => functions.name(label)),
			file: from.map(({ functions, label }) => fileAt.get(functions.file(label))!),
			line: from.map(({ functions, label }) => functions.line(label)),
			kind: from.map(({ functions, label }) => functions.kind(label)),
			files: files.map((file) => file ?? ""),
			component: from.map(({ functions, label }) => {
				const own = functions.component(label);
				return own < 0 ? own : components.indexOf(functions.components[own]!);
			}),
			components,
		});
	}

	/** The function of a name; -1: there is none. */
	find(name: string): number {
		this.index ??= new Map(this.stored.name.map((known, index) => [known, index]));
		return this.index.get(name) ?? -1;
	}

	name(index: number): string {
		return this.stored.name[index] ?? "";
	}

	/** The path of the declaring file; null for PHP's own functions. */
	file(index: number): string | null {
		return this.stored.files?.[this.stored.file?.[index] ?? -1] ?? null;
	}

	/** The line of the declaration; 0: not known. */
	line(index: number): number {
		return this.stored.line?.[index] ?? 0;
	}

	/** An index into components, or one of COMPONENT. */
	component(index: number): number {
		return this.stored.component?.[index] ?? COMPONENT.none;
	}

	get components(): readonly string[] {
		return this.stored.components ?? ["(application)"];
	}

	kind(index: number): number {
		return this.stored.kind?.[index] ?? KIND.user;
	}

	/**
	 * The file as people write it: without the folder that all own files share; one of a package elsewhere from there
	 * on.
	 */
	shortFile(index: number): string | null {
		const file = this.file(index);
		if (file === null || (this.root !== "" && file.startsWith(this.root))) {
			return file?.slice(this.root.length) ?? null;
		}
		return file.slice(packageIn(file)?.index ?? 0);
	}

	/** "vendor/symfony/console" of a file below it, or what a distribution installed; null: not of a package. */
	package(index: number): string | null {
		return packageOf(this.file(index));
	}

	owner(index: number): Owner {
		const name = this.name(index);
		const kind = this.kind(index);
		if (name === GC || name === "gc_collect_cycles") {
			return "engine";
		}
		if (kind === KIND.file) {
			return "file";
		}
		if (kind === KIND.internal || kind === KIND.profiler || kind === KIND.wait) {
			return "php";
		}
		return this.package(index) === null ? "own" : "vendor";
	}
}

/**
 * The folder of the package, from "vendor" on, as --fold of the command line names it. Files beside the packages,
 * such as Composer's own, belong to the folder that they are in.
 */
export function packageOf(file: string | null): string | null {
	return (
		packageIn(file ?? "")?.[0]
			.replace(/\\/g, "/")
			.slice(0, -1) ?? null
	);
}

function packageIn(file: string): RegExpExecArray | null {
	return (
		/(?<=[/\\])vendor[/\\](?:[^/\\]+[/\\]){0,2}/.exec(file) ??
		/(?<=^\/usr\/share\/)(?:php|pear)\/[^/]+\//.exec(file)
	);
}

/** The folder that own files share; a few files far from the others, such as one of php.ini's, do not count. */
function rootOf(files: string[]): string {
	const own = mostOf(files.filter((file) => packageOf(file) === null && /[/\\]/.test(file)));
	let root = own[0] ?? "";
	for (const file of own) {
		while (root !== "" && !file.startsWith(root)) {
			root = root.slice(0, -1);
		}
	}
	const vendor = files.find((file) => packageOf(file) !== null);
	const above = vendor?.slice(0, vendor.search(/[/\\]vendor[/\\]/) + 1);
	if (above && root.startsWith(above)) {
		return above;
	}
	const end = Math.max(root.lastIndexOf("/"), root.lastIndexOf("\\"));
	return end > 0 ? root.slice(0, end + 1) : "";
}

/** The files of the folder, of the first two levels, that has most of them. */
function mostOf(files: string[]): string[] {
	const groups = new Map<string, string[]>();
	for (const file of files) {
		const folder = file.split(/[/\\]/, 3).join("/");
		groups.set(folder, [...(groups.get(folder) ?? []), file]);
	}
	return [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? [];
}
