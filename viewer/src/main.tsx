import { render } from "preact";
import { blocksOfPage } from "./data/blocks.ts";
import { readHeader } from "./data/header.ts";
import { wordsOf } from "./data/problem.ts";
import { App } from "./shell/app.tsx";
import { ProblemNote } from "./view/problem-note.tsx";
import "./style.css";
import "./print.css";

const page = document.getElementById("app")!;
page.textContent = "";
try {
	const report = readHeader(blocksOfPage("xhprof"));
	render(<App report={report} text={blocksOfPage} />, page);
} catch (error) {
	render(<ProblemNote text={wordsOf(error)} />, page);
}
