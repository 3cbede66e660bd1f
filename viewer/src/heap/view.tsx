import "./heap.css";
import { useMemo } from "preact/hooks";
import type { BlockText } from "../data/blocks.ts";
import type { Report } from "../data/header.ts";
import { amount, change, count } from "../look/units.ts";
import type { Go } from "../view/history.ts";
import { useLoaded } from "../view/loaded.tsx";
import { extraWith, type State } from "../view/state.ts";
import type { View } from "../view/view.ts";
import { HoldersView, WayPanel } from "./holders.tsx";
import { ListView } from "./list.tsx";
import { loadSnapshot, type Snapshot } from "./load.ts";
import {
	arraysTable,
	type Listed,
	placesTable,
	rootsTable,
	sitesTable,
	stringsTable,
	typesTable,
} from "./tables.ts";
import { Holding, typeName } from "./tree.ts";

/** The tabs of a snapshot of the heap. */
export const HEAP_VIEWS: View[] = [
	{ id: "types", name: "Types", key: "y" },
	{ id: "holders", name: "Holders", key: "h" },
	{ id: "roots", name: "Roots", key: "r" },
	{ id: "arrays", name: "Arrays", key: "a" },
	{ id: "strings", name: "Strings", key: "s" },
	{ id: "sites", name: "Allocated by", key: "m" },
	{ id: "places", name: "All memory", key: "p" },
].map((tab) => ({ ...tab, has: (report) => report.kind === "heap", Component: () => null }));

interface Props {
	report: Report;
	text: BlockText;
	state: State;
	go: Go;
}

export function HeapView({ report, text, state, go }: Props) {
	const [snapshots, waiting] = useLoaded(
		() => Promise.all(report.runs.map((header) => loadSnapshot(header, text))),
		[report],
	);
	return snapshots ? <Views snapshots={snapshots} state={state} go={go} /> : waiting;
}

const EMPTY: Record<string, string> = {
	types: "The snapshot has no values.",
	roots: "The snapshot has no roots.",
	arrays: "No array has much unused capacity.",
	strings: "No string is duplicated.",
	sites: "Unknown: the snapshot was taken without XHPROF_FLAGS_ALLOC.",
	places: "The snapshot has no values.",
};

function Views({ snapshots, state, go }: { snapshots: Snapshot[]; state: State; go: Go }) {
	const snapshot = snapshots.at(-1)!;
	const before = snapshots.length > 1 ? snapshots[0]! : null;
	const holding = useMemo(() => new Holding(snapshot.nodes), [snapshot]);
	const tables = useMemo(() => tablesOf(snapshot, before), [snapshot, before]);
	const table = tables[state.view] ?? tables.types!;
	const id = state.view in tables ? state.view : "types";
	const node = nodeOf(snapshot, state);
	const type = typeOf(snapshot, state);
	const setValue = (value: string | null) =>
		go({ extra: extraWith(state, "value", value) }, "replace");
	const select = (chosen: number) => setValue(String(snapshot.nodes.id[chosen]));
	const close = () => setValue(null);
	if (state.view === "holders") {
		return (
			<>
				<div class="view">
					{type >= 0 && (
						<p class="view-bar">
							<span>
								only <b>{typeName(snapshot, type)}</b>
							</span>
							<button type="button" class="quiet" onClick={() => go({ extra: {} })}>
								Show all
							</button>
						</p>
					)}
					<HoldersView {...{ snapshot, holding, type, node, select }} />
				</div>
				{node >= 0 && <WayPanel {...{ snapshot, node, select, close }} />}
			</>
		);
	}
	const open =
		id !== "types" || before !== null
			? undefined
			: (row: number) => go({ view: "holders", extra: { type: String(row) } });
	return (
		<ListView
			key={id}
			label={id}
			note={id === "types" ? noteOf(snapshot, before) : ""}
			table={table}
			find={state.find}
			empty={EMPTY[id] ?? ""}
			{...(open ? { open } : {})}
		/>
	);
}

/** What the snapshot is of. */
function noteOf({ header, nodes }: Snapshot, before: Snapshot | null): string {
	const facts = header.summary as Record<string, number | string | undefined>;
	const heap = (header.heap ?? {}) as Record<string, number>;
	const usage = Number(facts.memory_usage ?? 0);
	const first = Number(before?.header.summary.memory_usage ?? 0);
	const words = [
		`${amount(usage, "bytes")} in use`,
		...(before === null ? [] : [`${change(usage - first, "bytes")} since the first snapshot`]),
		`${count(heap.all_nodes ?? nodes.id.length)} values`,
		`${count(Number(facts.edges ?? 0))} references`,
		...(facts.php ? [`PHP ${facts.php} ${facts.sapi ?? ""}`] : []),
		...(facts.cut_short || facts.damaged || facts.truncated ? ["the snapshot is incomplete"] : []),
	];
	return words.join(" · ");
}

function tablesOf(snapshot: Snapshot, before: Snapshot | null): Record<string, Listed> {
	return {
		types: typesTable(snapshot, before),
		roots: rootsTable(snapshot),
		arrays: arraysTable(snapshot),
		strings: stringsTable(snapshot),
		sites: sitesTable(snapshot),
		places: placesTable(snapshot),
	};
}

function typeOf({ types }: Snapshot, state: State): number {
	const row = Number(state.extra.type ?? -1);
	return row in types.kind ? row : -1;
}

function nodeOf({ nodes }: Snapshot, state: State): number {
	return state.extra.value === undefined ? -1 : nodes.id.indexOf(Number(state.extra.value));
}
