import { useMemo, useState } from "preact/hooks";
import { amount, count, exactly, percent } from "../look/units.ts";
import { greatest, Name, Share } from "../table/cells.tsx";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import type { Snapshot } from "./load.ts";
import { type Holding, nameOf, rootName, typeName, wayTo } from "./tree.ts";

interface Props {
	snapshot: Snapshot;
	holding: Holding;
	/** Only the values of this type, not as a tree; -1: all. */
	type: number;
	node: number;
	select: (node: number) => void;
}

/** What keeps values alive, and the way from a root to the chosen value. */
export function HoldersView(props: Props) {
	const { snapshot, holding, type, node, select } = props;
	const { nodes } = snapshot;
	const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(firstOpen(holding)));
	const rows = useMemo(() => {
		return type < 0 ? holding.rows(withPath(holding, open, node)) : ofType(snapshot, type);
	}, [holding, open, type, node]);
	const columns = useMemo(() => columnsOf(props, rows, toggle), [rows]);
	const hasMore = (row: number) => type < 0 && holding.childrenOf(rows.node[row]!).length > 0;

	function toggle(at: number): void {
		const next = new Set(withPath(holding, open, node));
		if (!next.delete(at)) {
			next.add(at);
		} else if (node !== at && holding.pathTo(Math.max(0, node)).includes(at)) {
			select(at); /* what is chosen would be hidden */
		}
		setOpen(next);
	}
	function onKey(key: string, row: number): boolean {
		const at = rows.node[row];
		if (at === undefined || type >= 0) {
			return false;
		}
		const isOpen = (rows.level[row + 1] ?? 0) > rows.level[row]!;
		if (key === " " || (key === "ArrowRight" && !isOpen) || (key === "ArrowLeft" && isOpen)) {
			toggle(at);
			return true;
		}
		const up = nodes.parent[at]!;
		if (key === "ArrowLeft" && up > 0) {
			select(at - up);
			return true;
		}
		return key === "ArrowLeft" || key === "ArrowRight";
	}

	return (
		<div class="view holders">
			<div class="view-bar">
				<span>{boundText(snapshot)}</span>
			</div>
			<Table
				label={type < 0 ? "What keeps values alive" : `Values of ${typeName(snapshot, type)}`}
				columns={columns}
				rows={rows.node.length}
				selected={rows.node.indexOf(node)}
				onSelect={(row) => select(rows.node[row]!)}
				onKey={onKey}
				level={(row) => rows.level[row] ?? 1}
				isOpen={(row) => (hasMore(row) ? (rows.level[row + 1] ?? 0) > rows.level[row]! : undefined)}
				empty="No value of this kind retains enough to be in the report."
			/>
		</div>
	);
}

/** The most costly branch, until it divides. */
function firstOpen(holding: Holding): number[] {
	const open: number[] = [];
	let list: readonly number[] = holding.tops;
	while (list.length > 0 && open.length < 12) {
		const [first] = list as [number];
		open.push(first);
		list = holding.childrenOf(first);
		if (list.length > 0 && holding.nodes.retained[list[0]!]! < holding.nodes.retained[first]! / 2) {
			break;
		}
	}
	return open;
}

function withPath(holding: Holding, open: ReadonlySet<number>, node: number): ReadonlySet<number> {
	return node < 0 ? open : new Set([...open, ...holding.pathTo(node).slice(0, -1)]);
}

function ofType({ nodes }: Snapshot, type: number): { node: number[]; level: number[] } {
	const node = nodes.type.flatMap((own, i) => (own === type ? [i] : []));
	node.sort((a, b) => nodes.retained[b]! - nodes.retained[a]!);
	return { node, level: node.map(() => 1) };
}

function boundText({ header, nodes }: Snapshot): string {
	const heap = (header.heap ?? {}) as Record<string, number>;
	const all = heap.all_nodes ?? nodes.id.length;
	const least = amount(heap.least_retained ?? 0, "bytes");
	return all > nodes.id.length
		? `the ${count(nodes.id.length)} of ${count(all)} values that retain most, ${least} or more each`
		: `${count(all)} values`;
}

type Rows = { node: number[]; level: number[] };

function columnsOf(props: Props, rows: Rows, toggle: (node: number) => void): ColumnOfTable[] {
	const { nodes, types } = props.snapshot;
	const total = types.bytes.reduce((sum, one) => sum + one, 0);
	const most = greatest(nodes.retained);
	return [
		nameColumn(props, rows, toggle),
		{
			id: "part",
			title: "retained %",
			hint: "would be freed with it",
			width: 160,
			render: (row) => (
				<Share
					value={nodes.retained[rows.node[row]!]!}
					most={most}
					text={percent(nodes.retained[rows.node[row]!]!, total)}
				/>
			),
		},
		...sizeColumns(props, rows),
		{
			id: "refs",
			title: "refcount",
			width: 80,
			render: (row) => count(nodes.refs[rows.node[row]!]!),
		},
	];
}

function nameColumn(
	{ snapshot, type }: Props,
	rows: Rows,
	toggle: (node: number) => void,
): ColumnOfTable {
	const { nodes } = snapshot;
	const hasMore = (node: number) => type < 0 && nodes.parent[node + 1] === 1;
	return {
		id: "name",
		title: "value",
		isText: true,
		full: (row) => {
			const node = rows.node[row]!;
			return `${labelOf(snapshot, node)} ${nameOf(snapshot, node)} ${nodes.value[node]}`;
		},
		render: (row) => {
			const node = rows.node[row]!;
			return (
				<Twig
					level={rows.level[row]!}
					isOpen={hasMore(node) ? (rows.level[row + 1] ?? 0) > rows.level[row]! : undefined}
					toggle={() => toggle(node)}
				>
					<span class="faint heap-label">
						<Name name={labelOf(snapshot, node)} most={12} />
					</span>
					<Name name={nameOf(snapshot, node)} />
					{nodes.value[node] !== "" && <span class="faint heap-value"> “{nodes.value[node]}”</span>}
					{nodes.state[node] !== "" && nodes.state[node] !== "live" && (
						<span class="mark">{nodes.state[node]}</span>
					)}
				</Twig>
			);
		},
	};
}

function sizeColumns({ snapshot: { nodes } }: Props, rows: Rows): ColumnOfTable[] {
	const size = (
		id: "retained" | "bytes" | "rest_bytes",
		title: string,
		hint: string,
		from?: 960,
	): ColumnOfTable => ({
		id,
		title,
		hint,
		width: 92,
		...(from ? { from } : {}),
		render: (row) =>
			nodes[id][rows.node[row]!]! === 0 ? "" : amount(nodes[id][rows.node[row]!]!, "bytes"),
		full: (row) => exactly(nodes[id][rows.node[row]!]!, "bytes"),
	});
	return [
		size("retained", "retained", "would be freed with it"),
		size("bytes", "own", "its own memory"),
		size("rest_bytes", "not shown", "what it keeps alive in values too small for the report", 960),
	];
}

function labelOf({ nodes, roots }: Snapshot, node: number): string {
	const root = nodes.root[node]!;
	return (
		nodes.label[node] || (root >= 0 ? rootName(roots.kind[root] ?? "", roots.name[root] ?? "") : "")
	);
}

/** The way from a root to the chosen value, step by step. */
export function WayPanel({
	snapshot,
	node,
	select,
	close,
}: {
	snapshot: Snapshot;
	node: number;
	select: (node: number) => void;
	close: () => void;
}) {
	const { nodes } = snapshot;
	const way = wayTo(snapshot, node);
	return (
		<aside class="panel" aria-label="The chosen value">
			<button type="button" class="icon close" title="close (Esc)" onClick={close}>
				×
			</button>
			<h2>{nameOf(snapshot, node)}</h2>
			<dl class="facts heap-facts">
				<dt>retained</dt>
				<dd title={exactly(nodes.retained[node]!, "bytes")}>
					{amount(nodes.retained[node]!, "bytes")}
				</dd>
				<dt>own</dt>
				<dd title={exactly(nodes.bytes[node]!, "bytes")}>{amount(nodes.bytes[node]!, "bytes")}</dd>
				<dt>refcount</dt>
				<dd>{count(nodes.refs[node]!)}</dd>
				<dt title="xhprof heap --node">value</dt>
				<dd>{String(nodes.id[node])}</dd>
			</dl>
			<h3 class="panel-title">From a root to it</h3>
			<ol class="way">
				{way.map((step) => (
					<li key={step.node}>
						<button
							type="button"
							class="link"
							aria-current={step.node === node}
							onClick={() => select(step.node)}
						>
							<span class="faint">{step.by} </span>
							{nameOf(snapshot, step.node)}
						</button>
					</li>
				))}
			</ol>
			{way[0]?.by === "" && (
				<p class="faint">
					Nothing that the snapshot knows leads to it: a cycle that waits for the garbage collector,
					or an extension holds it.
				</p>
			)}
		</aside>
	);
}
