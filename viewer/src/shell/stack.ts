import { useEffect } from "preact/hooks";
import type { Functions } from "../data/functions.ts";
import type { Run } from "../data/run.ts";
import { pathTo } from "../data/tree.ts";
import { place } from "../look/names.ts";
import { isTyping } from "../view/focus.ts";

/**
 * Ctrl+C, while no text is selected, copies the selected function; where the picture is zoomed to it, with its callers.
 */
export function useStackCopy(run: Run, at: number, selected: number): void {
	useEffect(() => {
		const listen = (event: ClipboardEvent) => {
			const text = stackText(run, at, selected);
			if (text !== "" && !isTyping(event.target) && getSelection()?.isCollapsed !== false) {
				event.preventDefault();
				event.clipboardData?.setData("text/plain", text);
			}
		};
		document.addEventListener("copy", listen);
		return () => document.removeEventListener("copy", listen);
	}, [run, at, selected]);
}

/** A line for each function, each below the one that it calls. */
export function stackText({ tree, functions }: Run, at: number, selected: number): string {
	const path = at > 0 && at < tree.count ? pathTo(tree, at).map((node) => tree.label[node]!) : [];
	const isThere = selected < 0 || path.at(-1) === selected;
	const stack = isThere ? path.reverse() : [selected];
	return stack.map((label) => placeOf(functions, label)).join("\n");
}

function placeOf(functions: Functions, label: number): string {
	const text = place(functions.shortFile(label), functions.line(label));
	return functions.name(label) + (text === "" ? "" : ` (${text})`);
}
