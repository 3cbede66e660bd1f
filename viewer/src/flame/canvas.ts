import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

export interface Size {
	width: number;
	height: number;
	/** Device pixels for each CSS pixel. */
	ratio: number;
}

/** The room that an element has, as it changes. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
	const [size, setSize] = useState<Size>({ width: 0, height: 0, ratio: 1 });
	useEffect(() => {
		const measure = () => {
			const box = element.current;
			if (!box) {
				return;
			}
			const now = { width: box.clientWidth, height: box.clientHeight, ratio: devicePixelRatio };
			setSize((old) =>
				old.width === now.width && old.height === now.height && old.ratio === now.ratio ? old : now,
			);
		};
		if (!element.current) {
			return;
		}
		const observer = new ResizeObserver(measure);
		observer.observe(element.current);
		addEventListener("resize", measure);
		measure();
		return () => {
			observer.disconnect();
			removeEventListener("resize", measure);
		};
	}, []);
	return size;
}
