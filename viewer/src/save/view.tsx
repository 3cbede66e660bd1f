import "./save.css";
import { useState } from "preact/hooks";
import { wordsOf } from "../data/problem.ts";
import type { Run } from "../data/run.ts";
import { FUNCTION_METRICS, functionCells, functionTable } from "../functions/rows.ts";
import { CopyButton } from "../table/copy.tsx";
import { hasMetric } from "../table/measures.ts";
import { tsv } from "../table/tsv.ts";
import { titleOf } from "../view/title.ts";
import type { ViewProps } from "../view/view.ts";
import { commandOf, partOf, sourceOf, targetsOf } from "./command.ts";
import { blobOf, encoded, fileName, save } from "./file.ts";
import { folded } from "./folded.ts";
import { FileLinks } from "./links.tsx";

interface Choice {
	id: string;
	title: string;
	opens: string;
	ending: string;
	needsPaths: boolean;
	make(props: ViewProps): Promise<Blob>;
}

const CHOICES: Choice[] = [
	{
		id: "folded",
		title: "folded stacks",
		opens: "flamegraph.pl, inferno, speedscope; of the metric chosen above",
		ending: ".folded",
		needsPaths: true,
		make: async ({ run, measure }) =>
			blobOf(encoded(folded(run.tree, run.functions, measure.own)), "text/plain"),
	},
	{
		id: "functions",
		title: "functions",
		opens: "spreadsheets: tab-separated values of the metric chosen above",
		ending: ".tsv",
		needsPaths: false,
		make: async ({ run, metric }) => {
			// All columns, whichever of them another tab has decoded.
			await Promise.all(FUNCTION_METRICS.map((id) => hasMetric(run, id) && run.measure(id)));
			const labels = Array.from({ length: run.functions.count }, (_, label) => label);
			const text = tsv(functionCells(run, functionTable(run, metric.id), metric, labels));
			return blobOf(encoded([text]), "text/tab-separated-values");
		},
	},
	{
		id: "summary",
		title: "summary",
		opens: "programs: what the run is, and its totals",
		ending: ".json",
		needsPaths: false,
		make: ({ report, run }) => blobOf(encoded([summaryText(report, run)]), "application/json"),
	},
];

/** The run in formats that are made in the page, and the command that makes others of its file. */
export function SaveView(props: ViewProps) {
	const { report, run } = props;
	const hasPaths = run.header.nodes > 0;
	return (
		<div class="view save">
			<h2>Save {props.before ? "the later run" : "this run"} as</h2>
			<ul>
				{CHOICES.map((choice) => (
					<li key={choice.id}>
						<SaveButton
							choice={choice}
							view={props}
							isPossible={props.isComplete && (hasPaths || !choice.needsPaths)}
						/>
						<span>{choice.opens}</span>
					</li>
				))}
			</ul>
			{!hasPaths && <p>Folded stacks need call paths, which this run was recorded without.</p>}
			<p>Files are made here, from the data in this page. Nothing is sent anywhere.</p>
			<Commands run={run} part={partOf(props.state.extra)} />
			<FileLinks />
			<h2>Summary</h2>
			<pre>{summaryText(report, run)}</pre>
		</div>
	);
}

function Commands({ run: { header }, part }: { run: Run; part: string }) {
	return (
		<>
			<h2>Convert to other formats</h2>
			<ul class="commands">
				{targetsOf(header).map((target) => (
					<li key={target.format}>
						<CopyButton text={() => commandOf(header, target, part)} title="Copy the command">
							Copy
						</CopyButton>
						<code>
							{commandOf(header, target, part)
								.split(" ")
								.flatMap((word) => [<span key={word}>{word}</span>, " "])}
						</code>
						<span>{target.opens}</span>
					</li>
				))}
			</ul>
			{sourceOf(header) === null && (
				<p>RUN is the file of this run, or its id. The page does not know them.</p>
			)}
		</>
	);
}

function SaveButton({
	choice,
	view,
	isPossible,
}: {
	choice: Choice;
	view: ViewProps;
	isPossible: boolean;
}) {
	const [word, setWord] = useState("");
	const click = async () => {
		setWord("…");
		try {
			save(await choice.make(view), fileName(titleOf(view.report)) + choice.ending);
			setWord("");
		} catch (error) {
			setWord(wordsOf(error));
		}
	};
	return (
		<button type="button" disabled={!isPossible || word === "…"} onClick={click}>
			{choice.title}
			{word !== "" && ` ${word}`}
		</button>
	);
}

function summaryText({ generator, notes }: ViewProps["report"], { header }: Run): string {
	const { meta, summary, title, kind } = header;
	return `${JSON.stringify({ generator, title, kind, summary, meta, notes }, null, 2)}\n`;
}
