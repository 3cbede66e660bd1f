import { useLayoutEffect } from "preact/hooks";

/** Keys of the page. The listener is that of the last drawing, before the next key comes. */
export function useKeydown(
	listen: (event: KeyboardEvent) => void,
	element?: { current: HTMLElement | null },
): void {
	useLayoutEffect(() => {
		const target = (element ? element.current! : window) as EventTarget;
		target.addEventListener("keydown", listen as EventListener);
		return () => target.removeEventListener("keydown", listen as EventListener);
	});
}
