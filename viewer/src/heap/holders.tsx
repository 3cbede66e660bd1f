import { useMemo, useState } from "preact/hooks";
import { amount, count, exactly } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { CloseButton } from "../table/close.tsx";
import { shareColumn } from "../table/columns.tsx";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import type { Snapshot } from "./load.ts";
import { RETAINED } from "./tables.ts";
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
	const columns = useMemo(() => columnsOf(props, rows, { isOpen, toggle }), [rows]);

	function isOpen(at: number, row: number): boolean | undefined {
		const hasMore = type < 0 && holding.childrenOf(at).length > 0;
		return hasMore ? (rows.level[row + 1] ?? 0) > rows.level[row]! : undefined;
	}
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
		const is = isOpen(at, row);
		if (key === " " || (key === "ArrowRight" && !is) || (key === "ArrowLeft" && is)) {
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
				items={rows.node}
				selected={node}
				onSelect={select}
				onKey={onKey}
				level={(row) => rows.level[row] ?? 1}
				isOpen={isOpen}
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

type Rows = ReturnType<Holding["rows"]>;

function ofType({ nodes }: Snapshot, type: number): Rows {
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

interface Branches {
	isOpen: (node: number, row: number) => boolean | undefined;
	toggle: (node: number) => void;
}

/** Of a table whose items are nodes. */
function columnsOf({ snapshot }: Props, rows: Rows, branches: Branches): ColumnOfTable[] {
	const { nodes, types } = snapshot;
	const retained = Float64Array.from(nodes.retained);
	return [
		valueColumn(snapshot, rows, branches),
		shareColumn(
			{ values: retained, exact: null },
			types.bytes.reduce((sum, one) => sum + one, 0),
			{
				id: "part",
				title: "retained %",
				hint: RETAINED,
			},
		),
		...SIZES.map(
			({ id, ...rest }): ColumnOfTable => ({
				id,
				width: 92,
				...rest,
				render: (node) => (nodes[id][node] === 0 ? "" : amount(nodes[id][node]!, "bytes")),
				full: (node) => exactly(nodes[id][node]!, "bytes"),
			}),
		),
		{ id: "refs", title: "refcount", width: 80, render: (node) => count(nodes.refs[node]!) },
	];
}

const SIZES = [
	{ id: "retained", title: "retained", hint: RETAINED },
	{ id: "bytes", title: "own", hint: "its own memory" },
	{
		id: "rest_bytes",
		title: "not shown",
		hint: "what it keeps alive in values too small for the report",
		from: 960,
	},
] as const;

function valueColumn(snapshot: Snapshot, rows: Rows, branches: Branches): ColumnOfTable {
	const { value, state } = snapshot.nodes;
	return {
		id: "name",
		title: "value",
		isText: true,
		full: (node) => `${labelOf(snapshot, node)} ${nameOf(snapshot, node)} ${value[node]}`,
		render: (node, row) => (
			<Twig
				level={rows.level[row]!}
				isOpen={branches.isOpen(node, row)}
				toggle={() => branches.toggle(node)}
			>
				<span class="faint heap-label">
					<Name name={labelOf(snapshot, node)} most={12} />
				</span>
				<Name name={nameOf(snapshot, node)} />
				{value[node] !== "" && <span class="faint heap-value"> “{value[node]}”</span>}
				{state[node] !== "" && state[node] !== "live" && <span class="mark">{state[node]}</span>}
			</Twig>
		),
	};
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
			<CloseButton close={close} />
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
