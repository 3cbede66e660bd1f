import { useState } from "preact/hooks";
import { recall, remember } from "../look/choices.ts";
import { linkTo, TEMPLATES } from "../view/file-link.tsx";

const EXAMPLE = "/srv/app/src/Cart.php";

/** Where links to files lead: nowhere, until the reader chooses. */
export function FileLinks() {
	const [template, setTemplate] = useState(recall("link") ?? "");
	const choose = (chosen: string) => {
		remember("link", chosen);
		setTemplate(chosen);
	};
	const link = linkTo(template, EXAMPLE, 41);
	return (
		<>
			<h2>Links to files</h2>
			<p class="links">
				<label>
					open in{" "}
					<select value={template} onChange={(event) => choose(event.currentTarget.value)}>
						{TEMPLATES.map(([value, name]) => (
							<option key={value} value={value}>
								{name}
							</option>
						))}
						{!TEMPLATES.some(([value]) => value === template) && (
							<option value={template}>own template</option>
						)}
					</select>
				</label>
				<label class="template">
					or by a template with {"{file}"} and {"{line}"}{" "}
					<input
						type="text"
						spellcheck={false}
						placeholder="editor://open?file={file}&line={line}"
						value={template}
						onInput={(event) => choose(event.currentTarget.value.trim())}
					/>
				</label>
			</p>
			<p>
				{link
					? `${EXAMPLE}:41 would open ${link}`
					: template && "A template for links begins with a scheme, such as phpstorm://."}
			</p>
		</>
	);
}
