import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

/** Puts a text into the clipboard, and says on the button that it did. */
export function CopyButton(props: {
	text: () => string;
	title: string;
	children: ComponentChildren;
}): JSX.Element {
	const [word, setWord] = useState("");
	const click = async () => {
		const isDone = await copy(props.text());
		setWord(isDone ? "Copied" : "Not permitted");
		setTimeout(() => setWord(""), 1500);
	};
	return (
		<button type="button" class="quiet" title={props.title} onClick={click}>
			<span aria-live="polite">{word === "" ? props.children : word}</span>
		</button>
	);
}

export async function copy(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return copyBySelection(text);
	}
}

/** Pages that are opened from a file may lack the clipboard. */
function copyBySelection(text: string): boolean {
	const area = document.createElement("textarea");
	area.value = text;
	area.className = "offscreen";
	document.body.append(area);
	area.select();
	const isDone = document.execCommand("copy");
	area.remove();
	return isDone;
}
