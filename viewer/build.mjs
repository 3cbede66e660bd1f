// Builds dist/report.html: one file with script and style inline, and their hashes in its policy.
//   node build.mjs           the page
//   node build.mjs --tests   build/test/*.test.mjs, for node --test
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { minify } from "terser";

const LIMIT_BYTES = 200_000;

/** Properties of this program and of preact that no data, link or browser knows, and no text names: they get short names. */
const OWN_NAMES = new RegExp(
	"^((is|has)[A-Z]\\w+|cached\\w+|(below|above)Longest|nodeOf|recursiveCalls|metricProblems|current|componentWill\\w+|" +
		"componentDid\\w+|shouldComponentUpdate|debounceRendering|getChildContext|getDerivedState\\w+|getSnapshotBeforeUpdate)$",
);

const common = {
	bundle: true,
	jsx: "transform",
	jsxFactory: "h",
	jsxFragment: "Fragment",
	inject: ["src/jsx.js"],
	logLevel: "warning",
	tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
};
process.chdir(import.meta.dirname ?? new URL(".", import.meta.url).pathname);

await (process.argv.includes("--tests") ? buildTests() : buildPage());

async function buildTests() {
	await build({
		...common,
		entryPoints: readdirSync("test")
			.filter((file) => file.endsWith(".test.ts"))
			.map((file) => `test/${file}`),
		outdir: "build/test",
		outExtension: { ".js": ".mjs" },
		loader: { ".css": "empty" },
		platform: "node",
		format: "esm",
		sourcemap: "inline",
	});
}

async function buildPage() {
	const { outputFiles } = await build({
		...common,
		entryPoints: ["src/main.tsx"],
		outdir: "dist",
		write: false,
		minify: true,
		charset: "utf8",
		format: "iife",
		target: ["es2022", "chrome94", "firefox113", "safari16.4"],
		legalComments: "none",
	});
	const shorter = await minify(textOf(outputFiles, ".js"), {
		ecma: 2022,
		compress: {
			ecma: 2022,
			passes: 3,
			pure_getters: true,
			unsafe_arrows: true,
			keep_fargs: false,
			hoist_props: true,
			hoist_funs: true,
		},
		mangle: { properties: { regex: OWN_NAMES } },
	});
	const short = shortVariables(textOf(outputFiles, ".css"));
	const script = short(shorter.code.replace(/;$/, ""));
	const check = readFileSync("src/check.js", "utf8").replace(/^\/\/.*\n|\s*\n\s*/gm, "");
	const style = short(textOf(outputFiles, ".css"));
	const page = fill(readFileSync("src/page.html", "utf8"), {
		LICENCES: licences(),
		POLICY: policy([check, script], style),
		STYLE: style,
		CHECK: check,
		SCRIPT: script,
	});
	mkdirSync("dist", { recursive: true });
	writeFileSync("dist/report.html", page);
	const bytes = Buffer.byteLength(page);
	console.log(`dist/report.html: ${bytes} bytes`);
	if (bytes > LIMIT_BYTES) {
		throw new Error(`the viewer has ${bytes} bytes; the limit is ${LIMIT_BYTES}`);
	}
}

/** Renames the variables that a style declares, in it and in the script. */
function shortVariables(style) {
	const names = [...new Set(style.match(/--[a-z]+(?=:)/g))];
	const known = new RegExp(`(${names.join("|")})(?![\\w-])`, "g");
	return (text) => text.replace(known, (name) => `--${names.indexOf(name).toString(36)}`);
}

function textOf(files, end) {
	return files.find(({ path }) => path.endsWith(end)).text.trim();
}

/** By functions, as `$&` in a replacement text has a meaning. */
function fill(template, parts) {
	return template.replace(/%([A-Z]+)%/g, (_, name) => parts[name]);
}

function policy(scripts, style) {
	const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
	return [
		"default-src 'none'",
		`script-src ${scripts.map(hash).join(" ")}`,
		`style-src ${hash(style)}`,
		"img-src data:",
		"base-uri 'none'",
		"form-action 'none'",
	].join("; ");
}

function licences() {
	const used = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies);
	return used
		.map((name) => {
			const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
			return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}`;
		})
		.join("\n\n")
		.replace(/--+>?/g, "-");
}
