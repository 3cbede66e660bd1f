/** Fingers need more room than a mouse: 40 px. style.css asks the same. */
export function isTouched(): boolean {
	return (
		typeof matchMedia === "function" &&
		matchMedia("(pointer: coarse), (width <= 600px) and (height >= 600px)").matches
	);
}
