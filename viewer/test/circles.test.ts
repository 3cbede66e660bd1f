import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const IMPORT = /(?:from|import)\s*"(\.[^"]+)"/g;

/** Each folder of src to those that its files import from. */
function foldersOf(root: string): Map<string, Set<string>> {
	const folders = new Map<string, Set<string>>();
	for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
		if (!/\.tsx?$/.test(name) || !statSync(join(root, name)).isFile()) {
			continue;
		}
		const folder = dirname(name);
		const used = folders.get(folder) ?? new Set();
		folders.set(folder, used);
		for (const [, path] of readFileSync(join(root, name), "utf8").matchAll(IMPORT)) {
			const other = dirname(normalize(join(folder, path!)));
			if (other !== folder) {
				used.add(other);
			}
		}
	}
	return folders;
}

/** The folders that are left when those that import from none of the rest are taken away. */
function circlesOf(folders: Map<string, Set<string>>): string[] {
	const left = new Map(folders);
	for (let count = -1; count !== left.size; ) {
		count = left.size;
		for (const [folder, used] of left) {
			if (![...used].some((other) => left.has(other))) {
				left.delete(folder);
			}
		}
	}
	return [...left].map(
		([folder, used]) => `${folder}: ${[...used].filter((other) => left.has(other)).join(" ")}`,
	);
}

test("no folders of the source import from one another in a circle", () => {
	const folders = foldersOf("src");
	assert.ok(folders.get("shell")?.has("view"));
	assert.deepEqual(circlesOf(folders), []);
	assert.deepEqual(
		circlesOf(
			new Map([
				["a", new Set(["b"])],
				["b", new Set(["a"])],
				["c", new Set(["b"])],
				["d", new Set()],
			]),
		),
		["a: b", "b: a", "c: b"],
	);
});
