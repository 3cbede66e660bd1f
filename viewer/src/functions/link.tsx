import type { Functions } from "../data/functions.ts";
import { recall } from "../look/choices.ts";
import { place } from "../look/names.ts";
import { Name } from "../table/cells.tsx";
import { linkTo } from "../view/file-link.tsx";

/** Where a function is declared: a link, if the reader chose an editor. */
export function PlaceLink({ functions, label }: { functions: Functions; label: number }) {
	const file = functions.file(label);
	const line = functions.line(label);
	const text = <Name name={place(functions.shortFile(label), line)} />;
	const link = file === null ? null : linkTo(recall("link") ?? "", file, line);
	return link === null ? (
		text
	) : (
		<a href={link} onClick={(event) => event.stopPropagation()}>
			{text}
		</a>
	);
}
