import { at } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { nodeOf } from "../findings/load.ts";

/** As `xhprof queries --json` has them; "functions" are the names alone. */
export interface Query {
	kind: string;
	text: string;
	is_cut: boolean;
	calls: number;
	wall_ns: number;
	longest_ns: number | null;
	functions: string[];
	/** Outside of libraries, the one with most calls first. */
	callers: {
		function: string;
		file: string | null;
		line: number | null;
		calls: number;
		wall_ns: number;
	}[];
	/** In a timeline: the caller's place in callers, and places in frames from main() to the function that sends it. */
	paths?: number[][];
}

export interface Queries {
	run_ns: number;
	has_paths: boolean;
	other_calls: number;
	without_text: number;
	curl_multi_ns: number;
	queries: Query[];
	frames?: string[];
}

/** Those of the run, or of the part of the time that it is. */
export async function loadQueries(run: Run): Promise<Queries> {
	const all = await run.reader.json<Queries>("queries");
	return run.isPart ? inPart(run, all) : all;
}

/** As `xhprof queries --between` has them, for which the longest call is not known. */
function inPart(run: Run, all: Queries): Queries {
	const queries = all.queries
		.map((query) => queryIn(run, query, all.frames ?? []))
		.filter(({ calls }) => calls > 0)
		.sort((a, b) => b.wall_ns - a.wall_ns);
	const unknown = { other_calls: 0, without_text: 0, curl_multi_ns: 0 };
	return { ...all, ...unknown, run_ns: Number(run.total("wall")), queries };
}

function queryIn(run: Run, query: Query, frames: string[]): Query {
	const wall = run.loaded("wall")!.inclusive;
	const callers = query.callers.map((caller) => ({ ...caller, calls: 0, wall_ns: 0 }));
	for (const [caller, ...path] of query.paths ?? []) {
		const node = nodeOf(
			run,
			path.map((place) => frames[place]!),
		);
		if (node >= 0 && callers[caller!]) {
			callers[caller!]!.calls += Number(at(run.extras.calls!, node));
			callers[caller!]!.wall_ns += Number(at(wall, node));
		}
	}
	const sum = (key: "calls" | "wall_ns") => callers.reduce((sum, caller) => sum + caller[key], 0);
	return {
		...query,
		calls: sum("calls"),
		wall_ns: sum("wall_ns"),
		longest_ns: null,
		callers: callers.filter(({ calls }) => calls > 0).sort((a, b) => b.calls - a.calls),
	};
}
