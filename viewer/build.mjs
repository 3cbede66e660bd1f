// Builds dist/report.html: one file with script and style inline, and their hashes in its policy.
//   node build.mjs           the page
//   node build.mjs --tests   build/test/*.test.mjs, for node --test
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const LIMIT_BYTES = 130_000;

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
	const script = textOf(outputFiles, ".js").replace(/;$/, "");
	const check = await small("src/check.js");
	const unpack = await small("src/unpack.js");
	const style = textOf(outputFiles, ".css");
	const page = fill(readFileSync("src/page.html", "utf8"), {
		LICENCES: licences(),
		POLICY: policy([check, unpack, script], style),
		STYLE: style,
		CHECK: check,
		PROGRAM: gzipSync(script, { level: 9 }).toString("base64"),
		UNPACK: unpack,
	});
	mkdirSync("dist", { recursive: true });
	writeFileSync("dist/report.html", page);
	const bytes = Buffer.byteLength(page);
	console.log(`dist/report.html: ${bytes} bytes`);
	if (bytes > LIMIT_BYTES) {
		throw new Error(`the viewer has ${bytes} bytes; the limit is ${LIMIT_BYTES}`);
	}
}

/** Those run in browsers older than the target. */
async function small(file) {
	const { code } = await transform(readFileSync(file, "utf8"), { minify: true, target: "es2017" });
	return code.trim();
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
