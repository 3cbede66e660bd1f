import type { BlockText } from "../data/blocks.ts";
import type { Report } from "../data/header.ts";
import { joinRuns } from "../data/join.ts";
import { loadExtras, loadRun } from "../data/load.ts";
import { wordsOf } from "../data/problem.ts";
import type { Run } from "../data/run.ts";

/** A progress bar is shown for what takes longer, in ms. */
const PROGRESS_AFTER_MS = 300;

/** The columns that several views show whatever the metric is. */
async function loadShared(run: Run): Promise<void> {
	await loadExtras(run);
	await run.measure("wall");
}

/** Decodes what is to be shown, and says when there is something new to show. */
export class Session {
	/** The run that is shown; of a diff the after, on a tree that has both runs' paths. */
	run: Run | null = null;
	/** The before of a diff, on the same tree and with the same functions. */
	before: Run | null = null;
	/** False while the picture is that of the first paths. */
	isWhole = false;
	/** All of the report's columns that views share are decoded. */
	isComplete = false;
	/** From 0 to 1 while it takes long; else null. */
	progress: number | null = null;
	/** A fault, for the reader; of the whole report, or of one metric. */
	problem: string | null = null;
	readonly metricProblems = new Map<string, string>();

	private readonly started = performance.now();

	constructor(
		readonly report: Report,
		private readonly text: BlockText,
		private readonly changed: () => void,
	) {}

	/** In the order of the report; null: not decoded. */
	get runs(): (Run | null)[] {
		const { run, before } = this;
		return !this.isWhole ? [] : this.report.kind === "diff" ? [before, run] : [run];
	}

	async open(metric: string): Promise<void> {
		if (this.report.kind === "heap") {
			this.isWhole = true;
			this.isComplete = true;
			return;
		}
		try {
			await this.decode(metric);
			this.isWhole = true;
			this.progress = null;
			this.changed();
			await Promise.all([this.run, this.before].map((run) => run && loadShared(run)));
			this.isComplete = true;
		} catch (error) {
			this.problem = wordsOf(error);
			this.progress = null;
		}
		this.changed();
	}

	/** Decodes a metric that is not there yet. */
	async need(metric: string): Promise<void> {
		const runs = [this.run, this.before].filter((run) => run !== null);
		if (
			!this.isWhole ||
			this.metricProblems.has(metric) ||
			runs.every((run) => run.loaded(metric))
		) {
			return;
		}
		try {
			await Promise.all(runs.map((run) => run.measure(metric)));
		} catch (error) {
			this.metricProblems.set(metric, wordsOf(error));
		}
		this.changed();
	}

	private async decode(metric: string): Promise<void> {
		const shares = this.report.runs.map(() => 0);
		const runs = await Promise.all(
			this.report.runs.map((header, index) =>
				loadRun(header, this.text, metric, {
					progress: (share) => {
						shares[index] = share;
						this.showProgress(shares.reduce((sum, one) => sum + one, 0) / shares.length);
					},
					first: (run) => this.showFirst(run),
				}),
			),
		);
		if (this.report.kind === "diff") {
			[this.before, this.run] = joinRuns(runs[0]!, runs[1]!);
			await Promise.all([this.before.measure(metric), this.run.measure(metric)]);
		} else {
			this.run = runs[0]!;
			await this.run.measure(metric);
		}
	}

	private showFirst(run: Run): void {
		if (this.report.kind === "run") {
			this.run = run;
			this.changed();
		}
	}

	private showProgress(share: number): void {
		const isLong = performance.now() - this.started > PROGRESS_AFTER_MS;
		if (isLong && (this.progress === null || share - this.progress > 0.01)) {
			this.progress = share;
			this.changed();
		}
	}
}
