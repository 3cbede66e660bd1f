/** Work goes on in slices of this many milliseconds; in between the page draws and answers. */
const SLICE_MS = 12;

let last = 0;

/** Gives way to the page, if the slice is used up. */
export async function breathe(): Promise<void> {
	const now = performance.now();
	if (now - last < SLICE_MS) {
		return;
	}
	await new Promise<void>((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
	last = performance.now();
}
