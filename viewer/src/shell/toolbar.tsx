import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Metric, Report } from "../data/header.ts";
import type { Theme } from "../look/colour.ts";
import type { Go } from "../view/history.ts";
import { START, type State } from "../view/state.ts";
import type { View } from "../view/view.ts";

interface Props {
	report: Report;
	views: View[];
	view: View | undefined;
	metric: Metric | undefined;
	/** Those that there are. */
	metrics: readonly Metric[];
	state: State;
	go: Go;
	theme: Theme;
	flipTheme: () => void;
	searchBox: RefObject<HTMLInputElement | null>;
	showHelp: (is: boolean) => void;
	/** To the next match of the search, or the one before. */
	stepMatch: (by: 1 | -1) => void;
}

export function Toolbar(props: Props) {
	const { report, view, state, go, metric, metrics, theme, flipTheme, showHelp } = props;
	const [isOpen, open] = useState(false);
	return (
		<nav class={isOpen ? "toolbar open" : "toolbar"} aria-label="what is shown">
			<Tabs {...props} />
			<span class="space" />
			{metrics.length > 1 && (
				<Choice
					label="metric"
					value={metric?.id ?? ""}
					choices={metrics.map(({ id, name }) => [id, name])}
					choose={(id) => go({ metric: id === metrics[0]!.id ? "" : id })}
				/>
			)}
			<span class="rest">
				{view?.id === "flame" && <FlameChoices state={state} go={go} />}
				{report.kind === "diff" && (
					<button
						type="button"
						aria-pressed={state.equal}
						title="scale the before to the total of the after"
						onClick={() => go({ equal: !state.equal })}
					>
						equal totals
					</button>
				)}
			</span>
			<Finder {...props} isOpen={isOpen} open={open} />
			<span class="rest">
				<button
					type="button"
					class="icon"
					title="dark or light (d)"
					aria-label={theme === "dark" ? "light theme" : "dark theme"}
					onClick={flipTheme}
				>
					{theme === "dark" ? "☀" : "☾"}
				</button>
				<button
					type="button"
					class="icon"
					title="keys and colours (?)"
					aria-label="keys and colours"
					onClick={() => showHelp(true)}
				>
					?
				</button>
			</span>
		</nav>
	);
}

function Tabs({ views, view, go }: Props) {
	const tabs = useRef<HTMLDivElement>(null);
	// Where there is no room for all, however the view was chosen.
	useEffect(() => {
		const chosen = tabs.current?.querySelector("[aria-selected=true]");
		chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [view?.id]);
	return (
		<div ref={tabs} class="tabs" role="tablist" aria-label="views" onKeyDown={walk}>
			{views.map(({ id, name, key }) => (
				<button
					key={id}
					type="button"
					role="tab"
					aria-selected={id === view?.id}
					aria-controls="main"
					tabIndex={id === view?.id ? 0 : -1}
					title={`${name} (${key})`}
					onClick={(event) => {
						go({ view: id });
						// A mouse leaves the arrow keys to the view.
						event.detail > 0 && event.currentTarget.blur();
					}}
				>
					{name}
				</button>
			))}
		</div>
	);
}

/** The search, and the button for what a narrow page hides. */
function Finder(props: Props & { isOpen: boolean; open: (is: boolean) => void }) {
	const { state, go, searchBox, stepMatch, isOpen, open } = props;
	return (
		<span class="finder">
			<input
				ref={searchBox}
				type="search"
				class="search"
				placeholder="search  /"
				aria-label="search functions"
				value={state.find}
				onInput={(event) => go({ find: event.currentTarget.value }, "replace")}
				onKeyDown={(event) => {
					if (event.key === "Enter" && !event.isComposing) {
						stepMatch(event.shiftKey ? -1 : 1);
					}
				}}
			/>
			<button
				type="button"
				class={isChanged(state) ? "icon more-choices changed" : "icon more-choices"}
				title="more choices"
				aria-label="more choices"
				aria-expanded={isOpen}
				onClick={() => open(!isOpen)}
			>
				⋯
			</button>
		</span>
	);
}

/** One of the choices that a narrow page hides is not the usual one. */
function isChanged({ by, fold, merge, equal }: State): boolean {
	return by !== START.by || fold !== START.fold || merge || equal;
}

/** The arrow keys choose the tab beside. */
function walk(event: KeyboardEvent): void {
	const list = event.currentTarget as HTMLElement;
	const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
	const at = tabs.indexOf(event.target as HTMLElement);
	const to: Record<string, number> = {
		ArrowLeft: at - 1,
		ArrowRight: at + 1,
		Home: 0,
		End: tabs.length - 1,
	};
	const next = tabs[((to[event.key] ?? Number.NaN) + tabs.length) % tabs.length];
	if (next) {
		event.preventDefault();
		event.stopPropagation();
		next.focus();
		next.click();
	}
}

function FlameChoices({ state, go }: { state: State; go: Go }) {
	return (
		<>
			<Choice
				label="by"
				value={state.by}
				choices={[
					["function", "function"],
					["file", "file"],
					["package", "package"],
					["component", "component"],
				]}
				choose={(by) => go({ by: by as State["by"] })}
			/>
			<Choice
				label="fold"
				value={state.fold}
				choices={[
					["", "nothing"],
					["vendor", "vendor"],
					["php", "PHP’s own"],
					["both", "both"],
					["component", "components"],
				]}
				choose={(fold) => go({ fold: fold as State["fold"] })}
			/>
			<button
				type="button"
				aria-pressed={state.merge}
				title="merge recursion: a function within itself is one frame"
				onClick={() => go({ merge: !state.merge })}
			>
				merge recursion
			</button>
		</>
	);
}

interface ChoiceProps {
	label: string;
	value: string;
	choices: [string, string][];
	choose: (value: string) => void;
}

export function Choice({ label, value, choices, choose }: ChoiceProps) {
	return (
		<label class="choice">
			{label}
			<select value={value} onChange={(event) => choose(event.currentTarget.value)}>
				{choices.map(([id, name]) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
