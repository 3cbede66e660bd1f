import type { RunHeader } from "../data/header.ts";
import type { State } from "../view/state.ts";
import { objectAt, textAt } from "../view/title.ts";

/** A format that `xhprof convert` writes, and who reads it. */
export interface Target {
	format: string;
	opens: string;
	ending: string;
}

const TARGETS: (Target & { needs?: "paths" | "timeline" })[] = [
	{
		format: "pprof",
		opens: "go tool pprof, Pyroscope, Grafana",
		ending: ".pb.gz",
		needs: "paths",
	},
	{
		format: "speedscope",
		opens: "speedscope.app",
		ending: ".speedscope.json",
		needs: "paths",
	},
	{ format: "callgrind", opens: "KCachegrind, QCachegrind", ending: ".callgrind" },
	{
		format: "perfetto",
		opens: "ui.perfetto.dev",
		ending: ".perfetto-trace",
		needs: "timeline",
	},
];

/** The formats that the run can be converted to. */
export function targetsOf(run: RunHeader): Target[] {
	const has = { paths: run.nodes > 0, timeline: "timeline_events" in run.summary };
	return TARGETS.filter(({ needs }) => needs === undefined || has[needs]);
}

/** The command line that converts the run. It is for a shell: of texts of the run, only plain ones are in it. */
export function commandOf(run: RunHeader, { format, ending }: Target, part = ""): string {
	const name = sourceOf(run);
	const out = (name ?? "run").replace(/\.(xhprof\.)?(json|html)(\.gz)?$/, "") + ending;
	return `xhprof convert ${name ?? "RUN"}${part} --format ${format} --out ${out}`;
}

/** The options that choose the part of the time that is shown. */
export function partOf({ from, to, lane }: State["extra"]): string {
	const [start, end, number] = [from, to, lane].map((text) => /^\d+$/.test(text ?? "") && text);
	return `${start && end ? ` --between ${start}ns..${end}ns` : ""}${number ? ` --lane ${number}` : ""}`;
}

/** The id of a saved run, or the name of its file, which is not that of its program; null: neither is known. */
export function sourceOf(run: RunHeader): string | null {
	return plain(textAt(objectAt(run.meta, "xhprof"), "run")) ?? file(plain(run.title));
}

function plain(text: string | null): string | null {
	return text !== null && /^\w[\w.-]{0,199}$/.test(text) ? text : null;
}

function file(name: string | null): string | null {
	return name?.includes(".") && !/\.ph(p\d?|tml|ar)$/.test(name) ? name : null;
}
