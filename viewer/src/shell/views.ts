import { countOfTimes, sizeOf } from "../axis/times.ts";
import { CallersView } from "../callers/view.tsx";
import { CallTreeView } from "../calltree/view.tsx";
import { hasComponents } from "../components/rows.ts";
import { ComponentsView } from "../components/view.tsx";
import type { Report, RunHeader } from "../data/header.ts";
import { ChangesView } from "../diff/view.tsx";
import { findingsOf } from "../findings/load.ts";
import { FindingsView } from "../findings/view.tsx";
import { FlameView } from "../flame/flame.tsx";
import { FunctionsView } from "../functions/view.tsx";
import { HeatmapView } from "../heatmap/view.tsx";
import { hasAllocations } from "../memory/rows.ts";
import { MemoryView } from "../memory/view.tsx";
import { QueriesView } from "../queries/view.tsx";
import { SampledView } from "../sampled/view.tsx";
import { SaveView } from "../save/view.tsx";
import { SourceView } from "../source/view.tsx";
import { TimelineView } from "../timeline/view.tsx";
import type { View } from "../view/view.ts";
import { WaitsView } from "../waits/view.tsx";

const isRun = (report: Report) => report.kind !== "heap";
/** Of a report of one run, which has what is asked. */
const ofRun = (has: (run: RunHeader) => boolean) => (report: Report) =>
	report.kind === "run" && has(report.runs[0]!);

/** The tabs, in their order. A view is one folder or file; nothing else names it. */
export const VIEWS: View[] = [
	{
		id: "findings",
		name: "Findings",
		key: "a",
		has: ofRun((run) => findingsOf(run).length > 0),
		Component: FindingsView,
		hasNoPanel: true,
	},
	{
		id: "flame",
		name: "Flame",
		key: "g",
		keys: "w",
		has: isRun,
		Component: FlameView,
		isOfPart: true,
	},
	{
		id: "changes",
		name: "Changes",
		key: "h",
		has: (report) => report.kind === "diff",
		Component: ChangesView,
	},
	{ id: "tree", name: "Tree", key: "t", has: isRun, Component: CallTreeView, isOfPart: true },
	{
		id: "functions",
		name: "Functions",
		key: "f",
		has: isRun,
		Component: FunctionsView,
		isOfPart: true,
	},
	{
		id: "components",
		name: "Components",
		key: "k",
		has: (report) => isRun(report) && report.runs.every(hasComponents),
		Component: ComponentsView,
		isOfPart: true,
		hasNoPanel: true,
	},
	{
		id: "waits",
		name: "Waits",
		key: "w",
		has: ofRun((run) => run.kind === "samples"),
		Component: WaitsView,
		isOfPart: true,
	},
	{
		id: "callers",
		name: "Callers",
		key: "c",
		has: isRun,
		Component: CallersView,
		isOfPart: true,
		hasNoPanel: true,
	},
	{
		id: "queries",
		name: "Queries",
		key: "q",
		has: ofRun((run) => sizeOf(run, "queries") > 0),
		Component: QueriesView,
		isOfPart: true,
		hasNoPanel: true,
	},
	{
		id: "sampled",
		name: "Sampled",
		key: "b",
		has: ofRun((run) => sizeOf(run, "distortion") > 0),
		Component: SampledView,
	},
	{
		id: "source",
		name: "Source",
		key: "o",
		has: ofRun((run) => sizeOf(run, "lines") > 0),
		Component: SourceView,
	},
	{
		id: "timeline",
		name: "Timeline",
		key: "l",
		keys: "wasd",
		has: ofRun((run) => countOfTimes(run) > 0),
		Component: TimelineView,
		hasAxis: true,
	},
	{
		id: "heatmap",
		name: "Heatmap",
		key: "e",
		has: ofRun((run) => sizeOf(run.moments, "samples") > 0),
		Component: HeatmapView,
		hasNoPanel: true,
		hasAxis: true,
	},
	{
		id: "memory",
		name: "Memory",
		key: "m",
		has: ofRun((run) => hasAllocations(run.metrics)),
		Component: MemoryView,
		hasAxis: true,
	},
	{
		id: "save",
		name: "Save",
		key: "s",
		has: isRun,
		Component: SaveView,
		hasNoPanel: true,
		isOfPart: true,
	},
];
