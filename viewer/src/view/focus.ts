/** The key goes into a field, and is no command. */
export function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]")
	);
}

/** The key is for what is shown: the focus is not on something that has a use for it. */
export function isForView(event: KeyboardEvent): boolean {
	const { key, target } = event;
	const isMove = key.startsWith("Arrow") || key === "Enter";
	const isOnControl = target instanceof HTMLElement && target.closest("button, a, nav") !== null;
	return (
		!(event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) &&
		!(isMove && isOnControl)
	);
}
