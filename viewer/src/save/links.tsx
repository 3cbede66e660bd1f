import { linkTo, TemplateSelect, useTemplate } from "../view/file-link.tsx";

const EXAMPLE = "/srv/app/src/Cart.php";

/** Where links to files lead: nowhere, until the reader chooses. */
export function FileLinks() {
	const [template, choose] = useTemplate();
	const link = linkTo(template, EXAMPLE, 41);
	return (
		<>
			<h2>Links to files</h2>
			<p class="links">
				<span>
					open in <TemplateSelect label="open in" {...{ template, choose }} own="own template" />
				</span>
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
