import type { RefObject } from "preact";
import type { Owner } from "../data/functions.ts";
import { changeColour, css, frameColour, type Rgb, type Theme } from "../look/colour.ts";
import { CloseButton } from "../table/close.tsx";
import { isTyping } from "../view/focus.ts";
import type { Go } from "../view/history.ts";
import { useKeydown } from "../view/keydown.ts";
import type { State } from "../view/state.ts";
import type { View } from "../view/view.ts";

interface KeyProps {
	views: View[];
	shown: View | undefined;
	state: State;
	go: Go;
	flipTheme: () => void;
	searchBox: RefObject<HTMLInputElement | null>;
	hasHelp: boolean;
	showHelp: (is: boolean) => void;
	hasPanel: boolean;
	showPanel: (is: boolean) => void;
	stepMatch: (by: 1 | -1) => void;
}

/** Keys of the whole page; a view may have more of its own. */
export function useKeys(props: KeyProps): void {
	useKeydown((event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
			return;
		}
		if (event.key === "Escape") {
			// A browser empties the search.
			event.preventDefault();
			closeNearest(props);
		} else if (!isTyping(event.target)) {
			pressed(props, event);
		}
	});
}

function pressed(props: KeyProps, event: KeyboardEvent): void {
	const { views, shown, go } = props;
	const actions: Record<string, () => void> = {
		"/": () => props.searchBox.current?.select(),
		d: props.flipTheme,
		p: () => props.showPanel(!props.hasPanel),
		"?": () => props.showHelp(!props.hasHelp),
		n: () => props.stepMatch(1),
		N: () => props.stepMatch(-1),
	};
	if (shown?.keys?.includes(event.key)) {
		return;
	}
	const view = views.find(({ key }) => key === event.key);
	const action = view ? () => go({ view: view.id }) : actions[event.key];
	if (action) {
		event.preventDefault();
		action();
	}
}

/** Closes the help, leaves the search as it is, closes the side panel. */
function closeNearest({
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
		searchBox.current?.blur();
	} else if (hasPanel && state.fn !== "") {
		showPanel(false);
	}
}

const KEYS: [string, string][] = [
	["/", "search; /…/ is a regular expression"],
	["Enter  n  N", "next and previous match"],
	["0", "the whole run"],
	["i", "flip the flame graph"],
	["w", "order by weight, or by first call"],
	["← → ↑ ↓", "walk in the flame graph"],
	["Enter", "zoom to the frame, open the row"],
	["Ctrl+click", "take a stack out"],
	["double click", "copy the name"],
	["Ctrl+C", "copy the call path, with files"],
	["↑ ↓ Home End", "choose a row of a table"],
	["← → Space *", "close and open a row of a tree; * with all below"],
	["+ − ← →", "zoom and move in the timeline and in the strip of time"],
	["w s a d", "zoom and move in the timeline"],
	["p", "side panel"],
	["d", "dark or light"],
	["Esc", "end the search, close the panel"],
];

const COLOURS: [Owner, string][] = [
	["own", "own code, a shade each class"],
	["vendor", "a package, a hue each, a shade each class"],
	["php", "PHP itself"],
	["file", "a file that is run or included"],
	["engine", "garbage collection"],
];

const CHANGES: [number, string][] = [
	[1, "grew; hatched: new"],
	[-1, "shrank"],
	[0, "unchanged"],
];

interface HelpProps {
	views: View[];
	theme: Theme;
	isDiff: boolean;
	close: () => void;
}

/** All keys, and what the colours say. */
export function KeyHelp({ views, theme, isDiff, close }: HelpProps) {
	const colours: [Rgb, string][] = isDiff
		? CHANGES.map(([share, text]) => [changeColour(share, theme), text])
		: COLOURS.map(([owner, text]) => [frameColour(owner, "", theme), text]);
	const tabs = views.map(({ key, name }): [string, string] => [key, name]);
	return (
		<section class="help" aria-label="keys and colours">
			<CloseButton close={close} />
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
			<ul class="owners">
				{colours.map(([colour, text]) => (
					<li key={text}>
						<span class="swatch" style={{ background: css(colour) }} /> {text}
					</li>
				))}
			</ul>
		</section>
	);
}
