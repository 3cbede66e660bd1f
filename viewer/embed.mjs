// Writes the built page, dist/report.html, as text of C: format/viewer.inc, which format/html.c includes. The only
// built file that is in git, so that nobody needs node to build the extension.
// Usage: node embed.mjs [--check]      --check: fails if the file is not what the page makes now
import { readFileSync, writeFileSync } from "node:fs";

const page = new URL("dist/report.html", import.meta.url);
const target = new URL("../format/viewer.inc", import.meta.url);
const placeholder = "<!--DATA-->";
const pieceBytes = 4000; // C99 promises no more than 4095 in a literal

const octal = (byte) => `\\${byte.toString(8).padStart(3, "0")}`;

// Octal escapes end after three digits, whatever follows; "??" may begin a trigraph.
function literal(byte) {
	const char = String.fromCharCode(byte);
	if (char === '"' || char === "\\") return `\\${char}`;
	if (char === "\n") return "\\n";
	if (char === "\t") return "\\t";
	return byte < 0x20 || byte >= 0x7f || char === "?" ? octal(byte) : char;
}

function pieces(text) {
	const bytes = Buffer.from(text, "utf8");
	const lines = [];
	for (let at = 0; at < bytes.length; at += pieceBytes) {
		lines.push(
			`\tHTML_PIECE("${Array.from(bytes.subarray(at, at + pieceBytes), literal).join("")}"),\n`,
		);
	}
	return lines.join("");
}

function source(html) {
	const parts = html.split(placeholder);
	if (parts.length !== 2)
		throw new Error(
			`${page.pathname} must have ${placeholder} once, it has it ${parts.length - 1} times`,
		);
	return `/* Made by viewer/embed.mjs of what \`npm run build\` makes of viewer/src. */\n/* clang-format off */
static const html_piece viewer_before[] = {
${pieces(parts[0])}};

static const html_piece viewer_after[] = {
${pieces(parts[1])}};
/* clang-format on */
`;
}

const made = source(readFileSync(page, "utf8"));
if (process.argv[2] === "--check") {
	if (readFileSync(target, "utf8") !== made) {
		console.error(
			"format/viewer.inc is not what viewer/src makes: cd viewer && npm ci && npm run build, and commit it",
		);
		process.exit(1);
	}
} else {
	writeFileSync(target, made);
}
