import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { changeFrom, stateIn } from "../axis/part-of-run.ts";
import { Strip } from "../axis/strip.tsx";
import type { BlockText } from "../data/blocks.ts";
import type { Metric, Report } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { type Matches, search } from "../data/search.ts";
import { PrintedFunctions } from "../functions/print.tsx";
import { HEAP_VIEWS, HeapView } from "../heap/view.tsx";
import { useTheme } from "../look/theme.ts";
import { MemoryNote } from "../timeline/memory-note.tsx";
import { Navigation } from "../view/history.ts";
import { ProblemNote } from "../view/problem-note.tsx";
import { START } from "../view/state.ts";
import { titleOf } from "../view/title.ts";
import type { Stepper, View, ViewProps } from "../view/view.ts";
import { type Axis, useAxis } from "./axis.ts";
import { Foot } from "./foot.tsx";
import { KeyHelp, useKeys } from "./keys.tsx";
import { LinkNote, missingIn } from "./link-note.tsx";
import { Panel } from "./panel.tsx";
import { Session } from "./session.ts";
import { Summary } from "./summary.tsx";
import { Toolbar } from "./toolbar.tsx";
import { VIEWS } from "./views.ts";

/** The whole page. */
export function App({ report, text }: { report: Report; text: BlockText }) {
	const { decoded, navigation, session, wanted, metric } = useSession(report, text);
	const [theme, flipTheme] = useTheme();
	const [hasPanel, showPanel] = useState(true);
	const [hasHelp, showHelp] = useState(false);
	const { state, go } = navigation;
	const views = viewsOf(report);
	const view = viewIn(views, state.view) ?? viewIn(views, START.view) ?? views[0];
	// The view that is drawn now sets its own again.
	const stepper = useMemo<Stepper>(() => ({ step: null }), [view?.id]);
	const given = { report, state, go, theme, decoded, metric, stepper };
	const shown = useShown(session, given, view, hasPanel);
	const { whole, axis, props } = shown;
	const searchBox = useRef<HTMLInputElement>(null);
	const stepMatch = (by: 1 | -1) => {
		if (props && state.find !== "") {
			(stepper.step ?? ((by) => stepFunction(props, by)))(by);
		}
	};
	const panelAndHelp = { hasHelp, showHelp, hasPanel, showPanel };
	useKeys({ views, shown: view, state, go, flipTheme, searchBox, stepMatch, ...panelAndHelp });
	const problem =
		session.problem ?? axis.problem ?? (metric && session.metricProblems.get(metric.id));
	const linked = { views, metrics: metricsOf(report, undefined), times: axis.times };
	return (
		<div class="page" data-state={stateOf(session, problem)}>
			{session.progress !== null && (
				<progress class="progress" value={session.progress} aria-label="decoding" />
			)}
			<Summary report={report} metric={wanted} runs={session.runs} state={state} go={go} />
			<Toolbar
				{...{ report, views, view, state, go, theme, flipTheme, searchBox, showHelp }}
				metric={props?.metric ?? metric}
				metrics={metricsOf(report, axis.sliced?.run)}
				stepMatch={stepMatch}
			/>
			{!problem && (
				<LinkNote
					faults={navigation.faults}
					missing={missingIn(state, { ...linked, run: session.isWhole ? session.run : null })}
				/>
			)}
			<AxisBar whole={whole} axis={axis} />
			<Main {...{ report, text, state, go, view, shown, showPanel }} problem={problem ?? null} />
			{hasHelp && (
				<KeyHelp
					{...{ views, theme }}
					isDiff={report.kind === "diff"}
					close={() => showHelp(false)}
				/>
			)}
		</div>
	);
}

/** The state of the page and the data, which draw it again as they change, and the metric. */
function useSession(report: Report, text: BlockText) {
	const [decoded, redraw] = useReducer((count: number) => count + 1, 0);
	const navigation = useMemo(() => new Navigation(() => redraw(0)), []);
	const session = useMemo(() => new Session(report, text, () => redraw(0)), []);
	const { wanted, metric } = useMetric(report, session, navigation.state.metric);
	useEffect(() => {
		document.title = titleOf(report);
		void session.open(wanted?.id ?? "");
	}, []);
	useEffect(() => {
		if (wanted) {
			void session.need(wanted.id);
		}
	}, [wanted?.id, session.isWhole]);
	return { decoded, navigation, session, wanted, metric };
}

interface MainProps extends Pick<ViewProps, "report" | "state" | "go"> {
	text: BlockText;
	view: View | undefined;
	shown: ReturnType<typeof useShown>;
	showPanel: (is: boolean) => void;
	problem: string | null;
}

/** The view with the panel beside it, or what is wrong with the report; and the foot below. */
function Main({ report, text, state, go, view, shown, showPanel, problem }: MainProps) {
	const { axis, props, inPanel } = shown;
	const select = (fn: string) => {
		showPanel(true);
		go({ fn });
	};
	return (
		<>
			<main class={inPanel ? "main with-panel" : "main"} id="main">
				{problem && <ProblemNote text={problem} />}
				{report.kind === "heap" && <HeapView {...{ report, text, state, go }} />}
				{!problem && view && props && <view.Component key={view.id} {...props} />}
				{!problem && inPanel && (
					<Panel {...inPanel} part={axis.part} close={() => showPanel(false)} select={select} />
				)}
			</main>
			{props && !problem && (
				<>
					<Foot {...props} />
					<PrintedFunctions {...props} />
				</>
			)}
		</>
	);
}

function viewsOf(report: Report) {
	return report.kind === "heap" ? HEAP_VIEWS : VIEWS.filter((view) => view.has(report));
}

function viewIn(views: readonly View[], id: string): View | undefined {
	return views.find((view) => view.id === id);
}

function metricsOf(report: Report, run: Run | undefined): readonly Metric[] {
	return run?.header.metrics ?? report.runs.at(-1)?.metrics ?? [];
}

/** The time that is shown; and what is not known by time. */
function AxisBar({ whole, axis }: { whole: ViewProps | null; axis: Axis }) {
	const { times, part } = axis;
	if (!whole || !times || !axis.isShown) {
		return part && <p class="view-note">This view shows the whole run, not the chosen part.</p>;
	}
	const { run, matches, state, go, theme } = whole;
	const isEmpty = axis.sliced && Number(axis.sliced.run.total("wall")) === 0;
	return (
		<>
			<Strip {...{ run, times, part, matches, state, go, theme }} />
			{part && state.view === "memory" && <MemoryNote {...{ run, times, part }} />}
			{isEmpty && <p class="view-note">Nothing ran in this part.</p>}
		</>
	);
}

/** What the view is given, and the panel beside it; null: there is none. */
function useShown(session: Session, given: Given, view: View | undefined, hasPanel: boolean) {
	const whole = useViewProps(session, given);
	const axis = useAxis(session, given.state, view, hasPanel);
	const part = usePartProps(session, given, axis);
	const props = axis.isWaiting ? null : ((axis.sliced && part) ?? whole);
	// Of the part also beside a view that has the whole run, if the function ran in it.
	const beside = props === whole && part && part.selected >= 0 ? part : props;
	const hasOne = hasPanel && !view?.hasNoPanel && beside !== null && beside.selected >= 0;
	return { whole, axis, props, inPanel: hasOne ? beside : null };
}

/** Those of the part that is chosen; null: none is. */
function usePartProps(session: Session, given: Given, { beside }: Axis): ViewProps | null {
	const { state, go } = given;
	const { isWhole, isComplete } = session;
	return useViewProps(
		{ isWhole, isComplete, run: beside?.run ?? null, before: null },
		{
			...given,
			state: beside ? stateIn(beside, state) : state,
			go: (change, how) => go(beside ? changeFrom(beside, change) : change, how),
			metric: beside ? metricOf(beside.run.header.metrics, state.metric) : undefined,
		},
	);
}

/** The metric that is asked for, and the one that is shown: while one is decoded, the one before it stays. */
function useMetric(report: Report, session: Session, id: string) {
	const wanted = metricOf(report.runs.at(-1)?.metrics ?? [], id);
	const shown = useRef(wanted);
	const isLoaded = wanted && session.run?.loaded(wanted.id);
	if (isLoaded || (wanted && session.metricProblems.has(wanted.id))) {
		shown.current = wanted;
	}
	return { wanted, metric: shown.current };
}

/** For who waits for the page: a test, a measurement. */
function stateOf(session: Session, problem: string | null | undefined): string {
	if (problem) {
		return "broken";
	}
	return session.isComplete
		? "complete"
		: session.isWhole
			? "whole"
			: session.run
				? "first"
				: "loading";
}

function metricOf(metrics: readonly Metric[], id: string) {
	return metrics.find((metric) => metric.id === id) ?? metrics[0];
}

type Given = Pick<ViewProps, "report" | "state" | "go" | "theme" | "decoded" | "stepper"> & {
	metric: ViewProps["metric"] | undefined;
};

type Runs = Pick<Session, "run" | "before" | "isWhole" | "isComplete">;

/** Null as long as there is nothing to show. */
function useViewProps(session: Runs, given: Given): ViewProps | null {
	const { run, before } = session;
	const { metric, state } = given;
	const measure = metric && run?.loaded(metric.id);
	const matches = useMemo<Matches | null>(
		() => (run && measure ? search(run.tree, measure.weight, withCount(run), state.find) : null),
		[run, measure, state.find],
	);
	if (!run || !metric || !measure || !matches) {
		return null;
	}
	return {
		...given,
		metric,
		run,
		before,
		measure,
		measureBefore: before?.loaded(metric.id) ?? null,
		selected: state.fn === "" ? -1 : run.functions.find(state.fn),
		isWhole: session.isWhole,
		isComplete: session.isComplete,
		matches,
	};
}

function withCount(run: NonNullable<Session["run"]>) {
	return { count: run.functions.count, name: (label: number) => run.functions.name(label) };
}

/** Selects the next function that matches. */
function stepFunction({ run, matches, selected, go }: ViewProps, by: 1 | -1): void {
	const { count } = run.functions;
	for (let i = 1; i <= count; i++) {
		const label = (selected + by * i + count + (selected < 0 && by < 0 ? 1 : 0)) % count;
		if (matches.isMatch[label] === 1) {
			go({ fn: run.functions.name(label) });
			return;
		}
	}
}
