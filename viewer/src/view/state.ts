/**
 * What the reader sees, kept in the URL's fragment so that a link shows the same thing:
 *
 *     #flame;metric=cpu;at=812;fn=Cart%3A%3Atotal;find=pdo
 *
 * Only what differs from the default is written. A view may keep words of its own in `extra`.
 */
export interface State {
	/** The view's id, of shell/views.ts. */
	view: string;
	/** Metric id; "": the first one of the run. */
	metric: string;
	/** The path that is zoomed to, a node of the run's own tree; 0: all. */
	at: number;
	/** The selected function by its name; "": none. */
	fn: string;
	/** The search. */
	find: string;
	/** The meaning of a frame of the flame graph. */
	by: "function" | "file" | "package" | "component";
	/** Whose frames are folded into one. */
	fold: "" | "vendor" | "php" | "both" | "component";
	/** Recursion is merged. */
	merge: boolean;
	order: "call" | "weight";
	/** Root at the bottom. */
	flame: boolean;
	/** Paths that are taken out of the flame graph. */
	without: number[];
	/** For a diff: both runs are scaled to equal totals. */
	equal: boolean;
	extra: Record<string, string>;
}

export const START: State = {
	view: "flame",
	metric: "",
	at: 0,
	fn: "",
	find: "",
	by: "function",
	fold: "",
	merge: false,
	order: "call",
	flame: false,
	without: [],
	equal: false,
	extra: {},
};

/** `extra` with another value of a word; null: without it. */
export function extraWith({ extra }: State, key: string, value: string | null): State["extra"] {
	const { [key]: _, ...rest } = extra;
	return value === null ? rest : { ...rest, [key]: value };
}

/** What is not understood is left out; faults gets those words. */
export function parse(fragment: string, faults: string[] = []): State {
	const [view = "", ...parts] = fragment.replace(/^#/, "").split(";");
	const state: State = { ...START, extra: {} };
	if (/^[a-z]+$/.test(view)) {
		state.view = view;
	} else if (view !== "") {
		faults.push(view);
	}
	for (const part of parts) {
		const read = split(part);
		if (part !== "" && !(read && readPart(state, ...read))) {
			faults.push(part);
		}
	}
	return state;
}

/** False: the value is none of that key. */
function readPart(state: State, key: string, value: string): boolean {
	switch (key) {
		case "metric":
		case "fn":
		case "find":
			state[key] = value;
			return true;
		case "at":
			state.at = nodes(value)[0] ?? 0;
			return nodes(value).length === 1;
		case "without":
			state.without = nodes(value);
			return state.without.length === value.split(",").length;
		case "merge":
		case "flame":
		case "equal":
			state[key] = value === "1";
			return state[key];
		case "by":
			state.by = oneOf(value, ["function", "file", "package", "component"]);
			return state.by === value;
		case "fold":
			state.fold = oneOf(value, ["", "vendor", "php", "both", "component"]);
			return state.fold === value;
		case "order":
			state.order = oneOf(value, ["call", "weight"]);
			return state.order === value;
		default:
			state.extra[key] = value;
			return key !== "";
	}
}

export function format(state: State): string {
	const parts = [state.view];
	for (const [key, value] of Object.entries(state)) {
		const isStart = String(value) === String(START[key as keyof State]);
		if (key !== "view" && key !== "extra" && !isStart) {
			parts.push(`${key}=${encode(value === true ? "1" : String(value))}`);
		}
	}
	for (const [key, value] of Object.entries(state.extra)) {
		parts.push(`${key}=${encode(value)}`);
	}
	return `#${parts.join(";")}`;
}

/** Readable, but for what would end the word or the link. */
function encode(text: string): string {
	return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/");
}

function split(part: string): [string, string] | null {
	const [key = "", ...value] = part.split("=");
	if (value.length === 0) {
		return null;
	}
	try {
		return [key, decodeURIComponent(value.join("="))];
	} catch {
		return null;
	}
}

function nodes(text: string): number[] {
	return text
		.split(",")
		.filter((word) => /^\d{1,9}$/.test(word))
		.map(Number);
}

function oneOf<T extends string>(value: string, known: readonly T[]): T {
	return known.find((one) => one === value) ?? known[0]!;
}
