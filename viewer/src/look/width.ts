import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** Measures now, and whenever the element's size changes; returns what ends that. */
export function watchSize(element: HTMLElement, measure: () => void): () => void {
	const observer = new ResizeObserver(measure);
	measure();
	observer.observe(element);
	return () => observer.disconnect();
}

/** The width of an element, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
	const [width, setWidth] = useState(0);
	useLayoutEffect(() => {
		const { current } = element;
		return watchSize(current!, () => setWidth(current!.clientWidth));
	}, []);
	return width;
}
