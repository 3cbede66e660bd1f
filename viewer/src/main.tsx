import { render } from "preact";
import { blocksOfPage } from "./data/blocks.ts";
import { readHeader } from "./data/header.ts";
import { Problem, wordsOf } from "./data/problem.ts";
import { App } from "./shell/app.tsx";
import { ProblemNote } from "./view/problem-note.tsx";
import "./style.css";
import "./print.css";

const page = document.getElementById("app")!;
page.textContent = "";
try {
	const report = readHeader(blocksOfPage("xhprof"));
	if (
		typeof DecompressionStream === "undefined" &&
		report.runs.some(({ coding }) => coding === "gzip")
	) {
		throw new Problem(
			"This browser lacks DecompressionStream, which unpacks the data. Chrome or Edge 94, Firefox 113, Safari 16.4 or newer have it.",
		);
	}
	render(<App report={report} text={blocksOfPage} />, page);
} catch (error) {
	render(<ProblemNote text={wordsOf(error)} />, page);
}
