// Writes the built page, dist/report.html, deflated and as numbers of C: format/viewer.inc, which format/html.c
// includes. The only built file that is in git, so that nobody needs node to build the extension.
// Usage: node embed.mjs [--check]      --check: fails if the file is not what the page makes now
import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync, gunzipSync, inflateRawSync } from "node:zlib";

const built = new URL("dist/report.html", import.meta.url);
const target = new URL("../format/viewer.inc", import.meta.url);
const placeholder = "<!--DATA-->";
const perLine = 24;

function rows(bytes) {
	const lines = [];
	for (let at = 0; at < bytes.length; at += perLine) {
		lines.push(`\t${bytes.subarray(at, at + perLine).join(",")},\n`);
	}
	return lines.join("");
}

function source(page) {
	const packed = deflateRawSync(page.bytes, { level: 9, memLevel: 9 });
	return `/* Made by viewer/embed.mjs of what \`npm run build\` makes of viewer/src: deflated. */
/* clang-format off */
#define VIEWER_BYTES ${page.bytes.length}
#define VIEWER_BEFORE_BYTES ${page.beforeBytes} /* ahead of the run */
static const uint8_t viewer_packed[] = {
${rows(packed)}};
/* clang-format on */
`;
}

// The page without its placeholder, and how much is before that.
function read(html) {
	const parts = html.split(placeholder);
	if (parts.length !== 2)
		throw new Error(
			`${built.pathname} must have ${placeholder} once, it has it ${parts.length - 1} times`,
		);
	return {
		bytes: Buffer.from(parts.join(""), "utf8"),
		beforeBytes: Buffer.byteLength(parts[0], "utf8"),
	};
}

// The page with its program unpacked: versions of node pack differently.
function plain(bytes) {
	return bytes
		.toString("utf8")
		.replace(/(?<=id="program">)[^<]+/, (packed) => gunzipSync(Buffer.from(packed, "base64")));
}

// What the file has, unpacked.
function embedded() {
	const text = readFileSync(target, "utf8");
	const numbers = text.slice(text.indexOf("{") + 1, text.indexOf("}")).match(/\d+/g);
	return {
		bytes: inflateRawSync(Buffer.from(numbers.map(Number))),
		beforeBytes: Number(text.match(/BEFORE_BYTES (\d+)/)[1]),
	};
}

const page = read(readFileSync(built, "utf8"));
if (process.argv[2] === "--check") {
	const is = embedded();
	if (plain(is.bytes) !== plain(page.bytes) || is.beforeBytes !== page.beforeBytes) {
		console.error(
			"format/viewer.inc is not what viewer/src makes: cd viewer && npm ci && npm run build, and commit it",
		);
		process.exit(1);
	}
} else {
	writeFileSync(target, source(page));
}
