import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** Lines of a function, and columns of a line, where a tab is four. Biome leaves comments and texts as they are. */
const LINES_MAX = 60;
const COLUMNS_MAX = 120;

/** The sources below a folder, or beside it. */
function sourcesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: folder !== ".", encoding: "utf8" })
		.filter((name) => /\.(tsx?|m?js|css)$/.test(name))
		.map((name) => join(folder, name));
}

const SOURCES = [".", "src", "test", "fixture"].flatMap(sourcesIn);

function linesOf(file: string): string[] {
	return readFileSync(file, "utf8").split("\n");
}

const CONTROL = /^\t*(\} )?(if|for|while|switch|catch|else|do|try)\b/;
const FUNCTION = /\bfunction ?\*? ?\w*[(<]|=>( [({[]+)?$/;
const METHOD = /^\t+((async|get|set|static|override|private|readonly) )*\w+\(.*\{$/;
const OPENS = /[({[]$/;

/**
 * The lines of the function whose head is there; 0: none is. As Biome lays the code out, it ends where a line as far
 * to the left closes it, or, without braces, before such a line.
 */
function lengthAt(lines: string[], at: number): number {
	const head = lines[at]!;
	const isHead = !CONTROL.test(head) && (FUNCTION.test(head) || METHOD.test(head));
	if (!isHead || !(OPENS.test(head) || head.endsWith("=>"))) {
		return 0;
	}
	const indent = /^\t*/.exec(head)![0];
	const isInside = (line: string) => line === "" || line.startsWith(`${indent}\t`);
	const goesOn = (line: string) => line.startsWith(indent) && /^[)}\]]/.test(line.trim());
	for (let end = at + 1; end < lines.length; end++) {
		const line = lines[end]!;
		if (!isInside(line) && !(goesOn(line) && OPENS.test(line))) {
			return end - at + (goesOn(line) ? 1 : 0);
		}
	}
	return lines.length - at;
}

test(`no function is longer than ${LINES_MAX} lines`, () => {
	const long = SOURCES.filter((file) => !file.endsWith(".css")).flatMap((file) => {
		const lines = linesOf(file);
		return lines.flatMap((_, at) =>
			lengthAt(lines, at) > LINES_MAX ? [`${file}:${at + 1}: ${lengthAt(lines, at)} lines`] : [],
		);
	});
	assert.deepEqual(long, []);
});

test(`no line has more than ${COLUMNS_MAX} columns`, () => {
	const wide = SOURCES.flatMap((file) =>
		linesOf(file).flatMap((line, at) => {
			const columns = line.replaceAll("\t", "    ").length;
			return columns > COLUMNS_MAX ? [`${file}:${at + 1}: ${columns} columns`] : [];
		}),
	);
	assert.deepEqual(wide, []);
});

test("functions are as long as from their heads to what closes them", () => {
	const of = (text: string, at = 0) => lengthAt(text.split("\n"), at);
	assert.equal(of("export function f(): void {\n\ta();\n}"), 3);
	assert.equal(
		of("async function f({\n\ta,\n\tb,\n}: Props): Promise<void> {\n\tc();\n\n\td();\n}\n"),
		8,
	);
	assert.equal(of("function f() {\n\treturn {\n\t\ta,\n\t};\n}\nconst x = 1;"), 5);
	assert.equal(of("const f = (a: number) => {\n\tb();\n};\nc();"), 3);
	assert.equal(of("const f = () => (\n\t<p>\n\t\ttext\n\t</p>\n);"), 5);
	assert.equal(of("const f = (a: number) =>\n\tb(a) ||\n\tc(a);\nd();"), 3);
	assert.equal(of("class A {\n\tprivate f(): number {\n\t\treturn 1;\n\t}\n}", 1), 3);
	assert.equal(of('test("t", async () => {\n\ta();\n});\n'), 3);
	assert.equal(of("if (a) {\n\tb();\n}"), 0);
	assert.equal(of("const a = {\n\tb,\n};"), 0);
	assert.equal(of("f({ function: (label) => label });"), 0);
});
