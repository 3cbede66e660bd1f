/** A canvas as sharp as the screen, in CSS pixels; null: there is no room, or no canvas. */
export function prepared(
	canvas: HTMLCanvasElement,
	width: number,
	height: number,
	options?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D | null {
	const ratio = devicePixelRatio || 1;
	const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
	if (canvas.width !== wide || canvas.height !== high) {
		canvas.width = wide;
		canvas.height = high;
		canvas.style.width = `${width}px`;
		canvas.style.height = `${height}px`;
	}
	const context = width > 0 && height > 0 ? canvas.getContext("2d", options) : null;
	context?.setTransform(ratio, 0, 0, ratio, 0, 0);
	return context;
}

/** A colour of the style sheet. */
export function inkOf(canvas: HTMLCanvasElement): (name: string) => string {
	const style = getComputedStyle(canvas);
	return (name) => style.getPropertyValue(name).trim() || style.color;
}
