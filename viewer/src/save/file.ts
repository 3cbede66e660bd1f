import { breathe } from "../data/breathe.ts";

/** Parts of a file, each made when it is asked for. */
export type Parts = Generator<Uint8Array<ArrayBuffer>>;

const PART_BYTES = 1 << 16;

/** Joins small texts into larger parts. */
export function* encoded(texts: Iterable<string>): Parts {
	const encoder = new TextEncoder();
	let waiting = "";
	for (const text of texts) {
		waiting += text;
		if (waiting.length >= PART_BYTES) {
			yield encoder.encode(waiting);
			waiting = "";
		}
	}
	yield encoder.encode(waiting);
}

/** All parts as one file; the page answers in between. */
export async function blobOf(parts: Parts, type: string): Promise<Blob> {
	const pieces: BlobPart[] = [];
	for (const part of parts) {
		pieces.push(part);
		await breathe();
	}
	return new Blob(pieces, { type });
}

/** Hands a file to the reader's downloads. Nothing leaves the machine. */
export function save(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A name for files, of the run's: letters, digits and a few signs. */
export function fileName(title: string): string {
	const plain = title.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|-+$/g, "");
	return plain === "" ? "run" : plain.slice(0, 80);
}
