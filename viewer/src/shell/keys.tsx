import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Go } from "./history.ts";
import type { State } from "./state.ts";
import type { View } from "./view.ts";

interface KeyProps {
	views: View[];
	state: State;
	go: Go;
	flipTheme: () => void;
	searchBox: RefObject<HTMLInputElement | null>;
	hasHelp: boolean;
	showHelp: (is: boolean) => void;
	hasPanel: boolean;
	showPanel: (is: boolean) => void;
}

/** Keys of the whole page; a view may have more of its own. */
export function useKeys(props: KeyProps): void {
	useEffect(() => {
		const listen = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
				return;
			}
			if (event.key === "Escape") {
				closeNearest(props);
			} else if (!isTyping(event.target)) {
				pressed(props, event);
			}
		};
		addEventListener("keydown", listen);
		return () => removeEventListener("keydown", listen);
	});
}

/** The key goes into a field, and is no command. */
export function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]")
	);
}

function pressed(
	{ views, go, flipTheme, searchBox, hasHelp, showHelp }: KeyProps,
	event: KeyboardEvent,
): void {
	const view = views.find(({ key }) => key === event.key);
	if (view) {
		go({ view: view.id });
	} else if (event.key === "/") {
		searchBox.current?.focus();
		searchBox.current?.select();
	} else if (event.key === "d") {
		flipTheme();
	} else if (event.key === "?") {
		showHelp(!hasHelp);
	} else {
		return;
	}
	event.preventDefault();
}

/** Closes the nearest: help, search, side panel. */
function closeNearest({
	go,
	state,
	searchBox,
	hasHelp,
	showHelp,
	hasPanel,
	showPanel,
}: KeyProps): void {
	if (hasHelp) {
		showHelp(false);
	} else if (document.activeElement === searchBox.current) {
		go({ find: "" }, "replace");
		searchBox.current?.blur();
	} else if (hasPanel && state.fn !== "") {
		showPanel(false);
	} else if (state.find !== "") {
		go({ find: "" }, "replace");
	}
}

const KEYS: [string, string][] = [
	["/", "search; /…/ is a regular expression"],
	["n  N", "next and previous match"],
	["0", "the whole run"],
	["i", "turn the flame graph round"],
	["w", "order by weight, or by first call"],
	["← → ↑ ↓", "walk in the flame graph"],
	["Enter", "zoom to the frame"],
	["Ctrl+click", "take a stack out"],
	["double click", "copy the name"],
	["↑ ↓ Home End", "choose a row of a table"],
	["← → Space *", "close and open a row of a tree; * with all below"],
	["+ − ← →", "zoom and move in the timeline"],
	["d", "dark or light"],
	["Esc", "close the panel, end the search"],
];

export function KeyHelp({ views, close }: { views: View[]; close: () => void }) {
	const tabs = views.map(({ key, name }): [string, string] => [key, name]);
	return (
		<section class="help" aria-label="keys">
			<button type="button" class="icon close" title="close (Esc)" onClick={close}>
				×
			</button>
			<dl>
				{[...tabs, ...KEYS].map(([key, text]) => (
					<div key={key}>
						<dt>
							<kbd>{key}</kbd>
						</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
