import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

export interface Size {
	width: number;
	height: number;
	/** Device pixels for each CSS pixel. */
	ratio: number;
}

/** Measures now, and whenever the element's size or the window's changes; returns what ends that. */
export function watchSize(element: HTMLElement, measure: () => void): () => void {
	const observer = new ResizeObserver(measure);
	measure();
	observer.observe(element);
	addEventListener("resize", measure);
	return () => {
		observer.disconnect();
		removeEventListener("resize", measure);
	};
}

/** The room that an element has, as it changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
	const [size, setSize] = useState<Size>({ width: 0, height: 0, ratio: 1 });
	useLayoutEffect(() => {
		const { current } = element;
		const measure = ({ clientWidth: width, clientHeight: height }: HTMLElement) =>
			setSize((old) =>
				old.width === width && old.height === height && old.ratio === devicePixelRatio
					? old
					: { width, height, ratio: devicePixelRatio },
			);
		return current ? watchSize(current, () => measure(current)) : undefined;
	}, []);
	return size;
}
