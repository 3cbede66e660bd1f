import "./memory.css";
import { Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { chosen } from "../axis/part.ts";
import { sliceEvents } from "../axis/slice.ts";
import { countOfTimes } from "../axis/times.ts";
import { useTimes } from "../axis/use-times.tsx";
import { type Amount, sumOf } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { finder } from "../data/search.ts";
import { amount, count, counted } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { costColumn, nameColumn, shareColumn } from "../table/columns.tsx";
import { List } from "../table/list.tsx";
import { useMeasures } from "../table/measures.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { extraWith } from "../view/state.ts";
import type { ViewProps } from "../view/view.ts";
import {
	growthByPath,
	SITE_METRICS,
	type SiteMetric,
	type Sites,
	siteCells,
	sitesByFunction,
	sitesByPath,
	sitesWhere,
} from "./rows.ts";

/** Who allocated memory, and what of it was alive at the end; of a part of the time who made it grow. */
export function MemoryView(props: ViewProps) {
	const { run, state, report, isWhole } = props;
	const isReady = useMeasures(props, SITE_METRICS);
	const isOfPart =
		report.kind === "run" && countOfTimes(run.header) > 0 && chosen(state, 1) !== null;
	const [times, waiting] = useTimes({ run, isWhole: isWhole && isOfPart });
	const part = isOfPart && times ? chosen(state, times.length) : null;
	const growth = useMemo(() => {
		const { events } = times ?? {};
		return part && events?.memory
			? growthByPath(run, sliceEvents(events, part, run.tree.count))
			: null;
	}, [run, times, part?.from, part?.to, part?.lane]);
	if (isOfPart && !times) {
		return waiting;
	}
	if (growth) {
		return <SiteTable key="growth" {...props} paths={growth} />;
	}
	return isReady ? <AllocationSites {...props} /> : <div class="view" />;
}

function AllocationSites(props: ViewProps) {
	const paths = useMemo(() => sitesByPath(props.run), [props.run]);
	return <SiteTable {...props} paths={paths} />;
}

const WORDS: Record<string, { title: string; hint: string }> = {
	live_bytes: { title: "alive", hint: "bytes not freed when the run ended" },
	live: { title: "blocks", hint: "blocks not freed when the run ended" },
	at_peak_bytes: { title: "at peak", hint: "bytes alive when the memory in use was highest" },
	alloc_bytes: { title: "allocated", hint: "bytes allocated in all, freed since or not" },
	allocs: { title: "blocks", hint: "blocks allocated in all" },
	temporary: { title: "temporary", hint: "blocks freed right after they were allocated" },
	memory: { title: "grown", hint: "growth of memory in use in this time" },
};

function SiteTable(props: ViewProps & { paths: Sites }) {
	const { run, state, go, selected, paths } = props;
	const main = paths.ids[0]!;
	const [cursor, setCursor] = useState(-1);
	const isByPath = state.extra.sites !== "functions";
	const sites = useMemo(() => (isByPath ? paths : sitesByFunction(run, paths)), [paths, isByPath]);
	const found = useMemo(() => {
		const test = finder(state.find);
		return sitesWhere(sites, (label) => !test || test(run.functions.name(label)));
	}, [sites, state.find]);
	const totals = useMemo(() => totalsOf(paths), [paths]);
	const columns = useMemo(() => siteColumns(run, sites, totals), [sites]);
	const isOfSelected = cursor >= 0 && sites.label(cursor) === selected;
	const chosen = isOfSelected
		? cursor
		: (found.find((site) => sites.label(site) === selected) ?? -1);
	return (
		<div class="view">
			<List
				label={main === "memory" ? "Calls by growth of memory" : "Allocation sites"}
				what="sites"
				said={main === "memory" ? growthOf(paths) : summaryOf(props, totals as Totals<SiteMetric>)}
				cells={(rows) => siteCells(run, sites, rows)}
				columns={columns}
				items={found}
				sortedBy={main}
				selected={chosen}
				onSelect={(site) => {
					setCursor(site);
					go({ fn: run.functions.name(sites.label(site)) }, "replace");
				}}
				onOpen={(site) => go({ view: "flame", metric: main, at: Math.max(0, sites.node(site)) })}
				empty={emptyText(state.find, main)}
			>
				<GroupSwitch state={state} go={go} />
			</List>
			{isByPath && <SitePath run={run} sites={sites} site={chosen} />}
		</div>
	);
}

function emptyText(find: string, main: string): string {
	if (find !== "") {
		return `No site's function has “${find}” in its name.`;
	}
	return main === "memory"
		? "Memory in use did not change in this time."
		: "Nothing was allocated.";
}

/** Chooses whether a row is a path or a function. */
function GroupSwitch({ state, go }: Pick<ViewProps, "state" | "go">) {
	const isByPath = state.extra.sites !== "functions";
	const groupBy = (what: string) =>
		go({ extra: extraWith(state, "sites", what === "functions" ? what : null) }, "replace");
	return (
		<fieldset class="switch" aria-label="A row is">
			{["paths", "functions"].map((what) => (
				<button
					key={what}
					type="button"
					aria-pressed={isByPath === (what === "paths")}
					onClick={() => groupBy(what)}
				>
					by {what === "paths" ? "path" : "function"}
				</button>
			))}
		</fieldset>
	);
}

/** The whole path of the chosen site; -1: none is chosen. */
function SitePath({ run, sites, site }: { run: Run; sites: Sites; site: number }) {
	return (
		<p class="view-line path">
			{site >= 0 &&
				[...sites.path(site), sites.label(site)].map((label, step) => (
					<Fragment key={step}>
						{step > 0 && " › "}
						<bdi>{run.functions.name(label)}</bdi>
					</Fragment>
				))}
		</p>
	);
}

type Totals<Id extends string = string> = Record<Id, Amount>;

export function totalsOf(sites: Sites): Totals {
	return Object.fromEntries(sites.ids.map((id) => [id, sumOf(sites.values[id]!)]));
}

/** Without what others freed. */
function grownIn(sites: Sites): number {
	return sites.values.memory!.values.reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
}

/** "3.40 MiB grown by 12 paths, 1.10 MiB freed by 4" */
function growthOf(paths: Sites): string {
	const values = paths.values.memory!.values;
	const side = (sign: 1 | -1, verb: string) => {
		const of = values.filter((bytes) => sign * bytes > 0);
		const sum = of.reduce((sum, one) => sum + one, 0);
		return `${amount(sign * sum, "bytes")} ${verb} by ${counted(of.length, "path")}`;
	};
	return `${side(1, "grown")}, ${side(-1, "freed")}`;
}

function summaryOf({ run }: ViewProps, totals: Totals<SiteMetric>): string {
	const { alloc_change_bytes, alloc_peak_bytes, alloc_interval } = run.header.summary as Record<
		string,
		number | undefined
	>;
	const words = [
		`${amount(totals.live_bytes, "bytes")} alive in ${counted(totals.live, "block")}`,
		`${amount(totals.alloc_bytes, "bytes")} allocated in ${count(totals.allocs)}`,
	];
	if (alloc_peak_bytes !== undefined) {
		words.push(`peak ${amount(alloc_peak_bytes, "bytes")} above the start`);
	}
	if (alloc_change_bytes !== undefined) {
		words.push(
			`${alloc_change_bytes < 0 ? "shrank" : "grew"} by ${amount(Math.abs(alloc_change_bytes), "bytes")}`,
		);
	}
	if (alloc_interval) {
		words.push(`estimates, from one sample in ${amount(alloc_interval, "bytes")}`);
	}
	return words.join(" · ");
}

/** Of a table whose items are sites. */
export function siteColumns(run: Run, sites: Sites, totals: Totals): ColumnOfTable[] {
	const main = sites.ids[0]!;
	const whole = main === "memory" ? grownIn(sites) : totals[main]!;
	const share = shareColumn(sites.values[main]!, whole, {
		id: "share",
		title: `${WORDS[main]!.title} %`,
		hint: WORDS[main]!.hint,
	});
	return [
		siteColumn(run, sites),
		{
			...share,
			render: (site, row) => (sites.values[main]!.values[site]! < 0 ? "" : share.render(site, row)),
		},
		...sites.ids.map((id) =>
			costColumn(run, run.metric(id), sites.values[id]!, {
				id,
				...WORDS[id]!,
				...([main, "at_peak_bytes"].includes(id) ? {} : { from: 960 }),
			}),
		),
	];
}

function siteColumn({ functions }: Run, sites: Sites): ColumnOfTable {
	const name = (site: number) => functions.name(sites.label(site));
	const path = (site: number) => sites.path(site).map((label) => functions.name(label));
	return {
		...nameColumn(sites.ids[0] === "memory" ? "grown by" : "allocated by", name),
		full: (site) => [...path(site), name(site)].join(" › "),
		render: (site) => (
			<span class="site">
				<Name name={name(site)} />
				<span class="site-path">
					{path(site)
						.reverse()
						.slice(0, 6)
						.map((caller, step) => (
							<Fragment key={step}>
								{" ‹ "}
								<bdi>{caller}</bdi>
							</Fragment>
						))}
				</span>
			</span>
		),
	};
}
