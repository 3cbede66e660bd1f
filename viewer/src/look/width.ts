import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

/** The width of an element, as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
	const [width, setWidth] = useState(0);
	useLayoutEffect(() => {
		const measure = () => setWidth(element.current?.clientWidth ?? 0);
		const observer = new ResizeObserver(measure);
		measure();
		element.current && observer.observe(element.current);
		return () => observer.disconnect();
	}, []);
	return width;
}
