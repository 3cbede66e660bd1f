/** The choices that the reader made for all reports: theme, template for links. A browser may refuse to keep them. */
export function recall(key: string): string | null {
	try {
		return localStorage.getItem(`xhprof.${key}`);
	} catch {
		return null;
	}
}

export function remember(key: string, value: string): void {
	try {
		localStorage.setItem(`xhprof.${key}`, value);
	} catch {
		// Then it holds for this page.
	}
}
