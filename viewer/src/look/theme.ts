import { options } from "preact";
import { useEffect, useState } from "preact/hooks";
import { recall, remember } from "./choices.ts";
import type { Theme } from "./colour.ts";

const DARK = "(prefers-color-scheme: dark)";

/** The system's theme, until the reader chooses the other one. */
export function useTheme(): [Theme, () => void] {
	const [theme, setTheme] = useState<Theme>(() => {
		const chosen = recall("theme");
		return chosen === "dark" || chosen === "light"
			? chosen
			: matchMedia(DARK).matches
				? "dark"
				: "light";
	});
	useEffect(() => {
		document.documentElement.dataset.theme = theme;
	}, [theme]);
	useEffect(() => {
		const query = matchMedia(DARK);
		const follow = () => recall("theme") ?? setTheme(query.matches ? "dark" : "light");
		query.addEventListener("change", follow);
		return () => query.removeEventListener("change", follow);
	}, []);
	const [isPrinted, setPrinted] = useState(false);
	useEffect(() => listenToPrinter(setPrinted), []);
	const flip = () => {
		const other = theme === "dark" ? "light" : "dark";
		remember("theme", other);
		setTheme(other);
	};
	return [isPrinted ? "light" : theme, flip];
}

/** Paper is light. The browser takes the page when the listener returns, so that it is drawn within. */
function listenToPrinter(set: (is: boolean) => void): () => void {
	const drawn = (is: boolean) => () => {
		const { debounceRendering } = options;
		options.debounceRendering = (draw) => draw();
		set(is);
		if (debounceRendering) {
			options.debounceRendering = debounceRendering;
		} else {
			delete options.debounceRendering;
		}
	};
	const [before, after] = [drawn(true), drawn(false)];
	addEventListener("beforeprint", before);
	addEventListener("afterprint", after);
	return () => {
		removeEventListener("beforeprint", before);
		removeEventListener("afterprint", after);
	};
}
