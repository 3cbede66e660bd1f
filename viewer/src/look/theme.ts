import { useEffect, useState } from "preact/hooks";
import { recall, remember } from "../shell/memory.ts";
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
	const flip = () => {
		const other = theme === "dark" ? "light" : "dark";
		remember("theme", other);
		setTheme(other);
	};
	return [theme, flip];
}
