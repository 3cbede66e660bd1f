import type { Run } from "../data/run.ts";

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
}

export interface Queries {
	run_ns: number;
	has_paths: boolean;
	other_calls: number;
	without_text: number;
	curl_multi_ns: number;
	queries: Query[];
}

export function hasQueries(header: { [key: string]: unknown }): boolean {
	return Number(header.queries) > 0;
}

export async function loadQueries({ reader }: Run): Promise<Queries> {
	return JSON.parse(new TextDecoder().decode(await reader.bytes("queries")));
}
