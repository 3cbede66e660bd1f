import { format, parse, type State } from "./state.ts";

export type Go = (change: Partial<State>, how?: "push" | "replace") => void;

/** Keeps the state in the fragment, and tells who listens of every change, also by the browser's back and forward. */
export class Navigation {
	/** Words of the link that are not understood. */
	faults: string[] = [];
	state: State = parse(location.hash, this.faults);

	constructor(private readonly changed: (state: State) => void) {
		addEventListener("hashchange", () => this.follow());
		addEventListener("popstate", () => this.follow());
	}

	private follow(): void {
		this.faults = [];
		this.take(parse(location.hash, this.faults));
	}

	/** "replace" for what changes with each key, such as the search: back skips it. */
	readonly go: Go = (change, how = "push") => {
		const state = { ...this.state, ...change };
		const fragment = format(state);
		if (fragment !== format(this.state)) {
			this.faults = [];
			write(fragment, how);
		}
		this.take(state);
	};

	private take(state: State): void {
		this.state = state;
		this.changed(state);
	}
}

function write(fragment: string, how: "push" | "replace"): void {
	try {
		history[how === "push" ? "pushState" : "replaceState"](null, "", fragment);
	} catch {
		// A page in a sandbox may have no history: the view changes all the same.
	}
}
