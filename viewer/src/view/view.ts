import type { ComponentType } from "preact";
import type { Metric, Report } from "../data/header.ts";
import type { Measure, Run } from "../data/run.ts";
import type { Matches } from "../data/search.ts";
import type { Theme } from "../look/colour.ts";
import type { Go } from "./history.ts";
import type { State } from "./state.ts";

/**
 * The data that every view gets. The metric is decoded; `run.extras` may come later, and then the view is drawn again.
 */
export interface ViewProps {
	report: Report;
	/** The run that is shown; of a diff the after, on a tree that has the paths of both. */
	run: Run;
	/** The before of a diff, with the same tree and functions as `run`. */
	before: Run | null;
	metric: Metric;
	measure: Measure;
	/** The same for the before. */
	measureBefore: Measure | null;
	state: State;
	go: Go;
	/** The selected function's index; -1: none. */
	selected: number;
	/** False while only the first paths are decoded. */
	isWhole: boolean;
	/** `run.extras` are decoded as well. */
	isComplete: boolean;
	theme: Theme;
	/** Grows when something was decoded that the view may show: for what is remembered between drawings. */
	decoded: number;
	/** The finds of the search in the run's own tree. */
	matches: Matches;
	/** Set by a view that leads to the next match in a way of its own, at each drawing. */
	stepper: Stepper;
}

/** Leads to the next match of the search, or the one before; null: the view has no way of its own. */
export interface Stepper {
	step: ((by: 1 | -1) => void) | null;
}

export interface View {
	/** In the fragment. */
	id: string;
	name: string;
	/** Chooses the view; one letter. */
	key: string;
	/** The report has something to show here. */
	has(report: Report): boolean;
	Component: ComponentType<ViewProps>;
	/** Keys of the page that the view takes for itself. */
	keys?: string;
	/** Shows the part of the time that is chosen. */
	isOfPart?: boolean;
	/** Shows the axis of time although it is given the whole run. */
	hasAxis?: boolean;
	/** The side panel would say the same again. */
	hasNoPanel?: boolean;
}
