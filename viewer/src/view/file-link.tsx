import { useState } from "preact/hooks";
import type { Functions } from "../data/functions.ts";
import { recall, remember } from "../look/choices.ts";
import { cut } from "../look/units.ts";

const TEMPLATES: [string, string][] = [
	["", "no links"],
	["vscode://file{file}:{line}", "VS Code"],
	["phpstorm://open?file={file}&line={line}", "PhpStorm"],
	["subl://open?url=file://{file}&line={line}", "Sublime Text"],
	["zed://file{file}:{line}", "Zed"],
];

/** The template that the reader chose, for all reports. */
export function useTemplate(): [template: string, choose: (template: string) => void] {
	const [template, setTemplate] = useState(recall("link") ?? "");
	const choose = (chosen: string) => {
		remember("link", chosen);
		setTemplate(chosen);
	};
	return [template, choose];
}

interface SelectProps {
	template: string;
	choose: (template: string) => void;
	/** Without a label beside it. */
	label?: string;
	/** What one that is not of the list is called. */
	own: string;
}

export function TemplateSelect({ template, choose, label, own }: SelectProps) {
	const isOwn = !TEMPLATES.some(([value]) => value === template);
	return (
		<select
			aria-label={label}
			title={label}
			value={template}
			onChange={(event) => choose(event.currentTarget.value)}
		>
			{[...TEMPLATES, ...(isOwn ? [[template, own]] : [])].map(([value, name]) => (
				<option key={value} value={value}>
					{name}
				</option>
			))}
		</select>
	);
}

/** "src/Cart.php:41", a link if the reader chose an editor. Null for PHP's own functions. */
export function FileLink({ functions, label }: { functions: Functions; label: number }) {
	const [template, choose] = useTemplate();
	const file = functions.file(label);
	if (!file) {
		return null;
	}
	const line = functions.line(label);
	const text = `${cut(functions.shortFile(label) ?? file, 80)}${line > 0 ? `:${line}` : ""}`;
	const link = linkTo(template, file, line);
	return (
		<p class="file">
			{link ? (
				<a href={link} title={file}>
					{text} ↗
				</a>
			) : (
				<span title={file}>{text}</span>
			)}
			<TemplateSelect
				label="open files with"
				{...{ template, choose }}
				own="own template, see Save"
			/>
		</p>
	);
}

/** Null: no template, or one that would run something in this page. */
export function linkTo(template: string, file: string, line: number): string | null {
	if (
		!/^[a-z][a-z0-9+.-]*:\/\//i.test(template) ||
		/^(javascript|data|vbscript|blob):/i.test(template)
	) {
		return null;
	}
	const path = file.replace(/\\/g, "/").split("/").map(encodeURIComponent).join("/");
	return template.replace(/\{(file|line)\}/g, (_, what) =>
		what === "file" ? path : String(Math.max(1, line)),
	);
}
